import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { RefusalPartitions } from './refusal-partitions.js';
import { RefusalRetention } from './refusal-retention.service.js';
import { Refusals } from './refusals.service.js';
import { RefusalsRepository } from './refusals.repository.js';
import { RefusalWatch } from './refusal-watch.service.js';
import { RefusalWriter } from './refusal-writer.service.js';

/** Calls that the gateway refused: counted and listed beside the answers, on every surface. */
@Module({
  providers: [RefusalPartitions, RefusalsRepository, RefusalWriter, RefusalWatch, Refusals, RefusalRetention],
  exports: [Refusals, RefusalRetention],
})
export class RefusalsModule implements BeforeApplicationShutdown {
  constructor(private readonly writer: RefusalWriter) {}

  /** What was counted last is written before the database connection goes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.writer.close();
  }
}
