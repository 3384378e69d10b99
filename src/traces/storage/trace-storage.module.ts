import { Module } from '@nestjs/common';
import { SpanPartitions } from './span-partitions.js';
import { TraceReader } from './trace-reader.service.js';
import { TraceRetention } from './trace-retention.service.js';
import { TraceSearch } from './trace-search.service.js';
import { TraceStoreRepository } from './trace-store.repository.js';
import { TraceWriter } from './trace-writer.service.js';

/** The tables of traces: written, read and aged here only. */
@Module({
  providers: [SpanPartitions, TraceStoreRepository, TraceWriter, TraceReader, TraceSearch, TraceRetention],
  exports: [TraceStoreRepository, TraceWriter, TraceReader, TraceSearch, TraceRetention],
})
export class TraceStorageModule {}
