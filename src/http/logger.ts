import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { LogLevel } from '../config/settings.js';

/** Injection token of the process's pino logger. */
export const LOGGER = Symbol('LOGGER');

/** JSON lines on standard error, so that standard output stays for people. Credentials never reach it: headers and bodies are not logged. */
export function createLogger(level: LogLevel): Logger {
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}

/** Nest's own messages in the same log; its start-up chatter only at debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug(text(message));
  }

  error(message: unknown, stack?: unknown): void {
    this.logger.error({ stack }, text(message));
  }

  warn(message: unknown): void {
    this.logger.warn(text(message));
  }

  debug(message: unknown): void {
    this.logger.debug(text(message));
  }

  verbose(message: unknown): void {
    this.logger.trace(text(message));
  }

  fatal(message: unknown): void {
    this.logger.fatal(text(message));
  }
}

function text(message: unknown): string {
  return message instanceof Error
    ? (message.stack ?? message.message)
    : typeof message === 'string'
      ? message
      : JSON.stringify(message);
}
