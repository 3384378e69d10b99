import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { GatewayError } from '../lib/gateway-error.js';

/** An error of ours that went out as the answer to a request. */
export interface ErrorAnswer {
  readonly error: GatewayError;
  readonly request: FastifyRequest;
  /** The route's own path; what was asked for where there is none. */
  readonly path: string;
}

/** Tells of each error of ours that became an answer. Listeners run before the answer is written: microseconds, and no waiting. */
@Injectable()
export class ErrorAnswers {
  private readonly listeners: ((answer: ErrorAnswer) => void)[] = [];

  onAnswer(listener: (answer: ErrorAnswer) => void): void {
    this.listeners.push(listener);
  }

  tell(answer: ErrorAnswer): void {
    for (const listener of this.listeners) listener(answer);
  }
}
