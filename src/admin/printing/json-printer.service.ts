import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../http/logger.js';
import type { PrintJob } from './print-job.js';
import { PrintThread } from './print-thread.js';

/** Long answers as JSON, so that the event loop of calls hardly knows of them. */
@Injectable()
export class JsonPrinter implements OnApplicationShutdown {
  private readonly thread: PrintThread;

  constructor(@Inject(LOGGER) logger: Logger) {
    this.thread = new PrintThread({ logger });
  }

  print(job: PrintJob): Promise<string> {
    return this.thread.print(job);
  }

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }
}
