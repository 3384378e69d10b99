import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { CallContents } from './call-contents.service.js';
import { ContentPartitions } from './content-partitions.js';
import { ContentRetention } from './content-retention.service.js';
import { ContentWriter } from './content-writer.service.js';
import { ContentsRepository } from './contents.repository.js';

/** Contents of calls, for projects that want them kept: the table is written, read and aged here only. */
@Module({
  providers: [ContentPartitions, ContentsRepository, ContentWriter, CallContents, ContentRetention],
  exports: [CallContents, ContentRetention],
})
export class ContentsModule implements BeforeApplicationShutdown {
  constructor(private readonly contents: CallContents) {}

  /** What waits is written before the database connection goes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.contents.drain();
  }
}
