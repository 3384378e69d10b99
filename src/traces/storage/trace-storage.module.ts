import { Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { LOGGER } from '../../http/logger.js';
import { ClickHouseTraceStore } from './clickhouse/clickhouse-trace-store.js';
import { PostgresTraceStore } from './postgres/postgres-trace-store.js';
import { SpanPartitions } from './postgres/span-partitions.js';
import { TraceReader } from './postgres/trace-reader.service.js';
import { TraceSearch } from './postgres/trace-search.service.js';
import { TraceTablesRepository } from './postgres/trace-tables.repository.js';
import { TraceRetention } from './trace-retention.service.js';
import { TraceStore } from './trace-store.js';
import { TraceWriter } from './trace-writer.service.js';

/** The store of traces: written, read and aged here only. */
@Module({
  providers: [
    SpanPartitions,
    TraceTablesRepository,
    TraceReader,
    TraceSearch,
    PostgresTraceStore,
    {
      provide: TraceStore,
      inject: [SETTINGS, LOGGER, PostgresTraceStore],
      useFactory: openStore,
    },
    TraceWriter,
    TraceRetention,
  ],
  exports: [TraceStore, TraceWriter, TraceRetention],
})
export class TraceStorageModule implements OnApplicationShutdown {
  constructor(private readonly store: TraceStore) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.store instanceof ClickHouseTraceStore) await this.store.close();
  }
}

function openStore({ tracesUrl }: Settings, logger: Logger, postgres: PostgresTraceStore): TraceStore {
  if (tracesUrl === undefined) return postgres;
  const store = new ClickHouseTraceStore(tracesUrl, logger);
  store.start();
  return store;
}
