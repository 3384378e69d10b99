import { Global, Module, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { LOGGER } from '../http/logger.js';
import { InProcessJobQueue } from './in-process-job-queue.js';
import { JobQueue } from './job-queue.js';

/** Bull is large: only a service that has a Redis loads it. */
async function openQueue({ redisUrl }: Settings, logger: Logger): Promise<JobQueue> {
  if (redisUrl === undefined) return new InProcessJobQueue(logger);
  const { BullJobQueue } = await import('./bull-job-queue.js');
  return new BullJobQueue(redisUrl, logger);
}

/** Bull when there is a Redis, in this process otherwise. */
@Global()
@Module({
  providers: [
    {
      provide: JobQueue,
      inject: [SETTINGS, LOGGER],
      useFactory: openQueue,
    },
  ],
  exports: [JobQueue],
})
export class QueueModule implements BeforeApplicationShutdown {
  constructor(private readonly queue: JobQueue) {}

  /** Running jobs end while the database is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.queue.close();
  }
}
