import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { BillingModule } from '../../billing/billing.module.js';
import { SurfaceModule } from '../../surface/surface.module.js';
import { ResponsePartitions } from './response-partitions.js';
import { ResponseRetention } from './response-retention.service.js';
import { ResponseStore } from './response-store.service.js';
import { ResponseWriter } from './writing/response-writer.service.js';
import { StoredResponsesController } from './stored-responses.controller.js';
import { StoredResponsesRepository } from './stored-responses.repository.js';

/** Responses that callers may come back to: the tables are written, read and aged here only. */
@Module({
  imports: [SurfaceModule, BillingModule],
  controllers: [StoredResponsesController],
  providers: [
    ResponsePartitions,
    StoredResponsesRepository,
    ResponseWriter,
    ResponseStore,
    ResponseRetention,
  ],
  exports: [ResponseStore, ResponseRetention],
})
export class ResponseStoreModule implements BeforeApplicationShutdown {
  constructor(private readonly store: ResponseStore) {}

  /**
   * What waits is written before the database connection goes. Some of it waits for the commit of its call, which Metering drains:
   * neither needs the other to be first.
   */
  async beforeApplicationShutdown(): Promise<void> {
    await this.store.drain();
  }
}
