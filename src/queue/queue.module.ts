import { Global, Inject, Module, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { LOGGER } from '../http/logger.js';
import { BullJobQueue } from './bull-job-queue.js';
import { InProcessJobQueue } from './in-process-job-queue.js';
import { JobQueue } from './job-queue.js';

/** Bull when there is a Redis, in this process otherwise. */
@Global()
@Module({
  providers: [
    {
      provide: JobQueue,
      inject: [SETTINGS, LOGGER],
      useFactory: ({ redisUrl }: Settings, logger: Logger) =>
        redisUrl === undefined ? new InProcessJobQueue(logger) : new BullJobQueue(redisUrl, logger),
    },
  ],
  exports: [JobQueue],
})
export class QueueModule implements BeforeApplicationShutdown {
  constructor(@Inject(JobQueue) private readonly queue: JobQueue) {}

  /** Running jobs end while the database is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.queue instanceof BullJobQueue) await this.queue.close();
    if (this.queue instanceof InProcessJobQueue) await this.queue.drain();
  }
}
