import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { asDatabaseFailure } from '../../../database/database-unavailable.error.js';
import { Clock } from '../../../lib/clock.js';
import { dayOf } from '../../../lib/day.js';
import {
  SpansRefusedError,
  TraceStore,
  type OwnedBatch,
  type SpanName,
  type StoredTrace,
  type TraceFilter,
  type TracePage,
  type TraceSummary,
} from '../trace-store.js';
import { SpanPartitions } from './span-partitions.js';
import { TraceReader } from './trace-reader.service.js';
import { TraceSearch } from './trace-search.service.js';
import { TraceTablesRepository } from './trace-tables.repository.js';

/** SQLSTATE: no partition of the day; the other transaction of a deadlock went on. */
const NO_PARTITION = '23514';
const DEADLOCK = '40P01';

/** Spans beside everything else that the gateway keeps. */
@Injectable()
export class PostgresTraceStore extends TraceStore {
  readonly kind = 'postgres';

  constructor(
    private readonly tables: TraceTablesRepository,
    private readonly partitions: SpanPartitions,
    private readonly reader: TraceReader,
    private readonly search: TraceSearch,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** @throws DatabaseUnavailableError (503) */
  async write(batches: readonly OwnedBatch[]): Promise<void> {
    try {
      await this.tryWrite(batches);
    } catch (error) {
      throw isStatementFault(error) ? new SpansRefusedError(error) : asDatabaseFailure(error);
    }
  }

  findKnown(projectId: string, spans: readonly SpanName[]): Promise<ReadonlySet<string>> {
    return this.tables.findKnown(projectId, spans).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
  }

  find(projectId: string, traceId: string): Promise<StoredTrace | undefined> {
    return this.reader.find(projectId, traceId);
  }

  list(projectId: string, filter: TraceFilter, page: TracePage): Promise<TraceSummary[] | undefined> {
    return this.search.list(projectId, filter, page);
  }

  async dropBefore(day: number): Promise<number> {
    // Summaries first: a trace that is listed has its spans.
    const purged = await this.tables.purgeTraces(day);
    await this.partitions.dropBefore(day);
    const today = dayOf(this.clock.now().getTime());
    await this.partitions.ensure([today, today + 1]);
    return purged;
  }

  async isUp(): Promise<boolean> {
    await this.dataSource.query('SELECT 1');
    return true;
  }

  private async tryWrite(batches: readonly OwnedBatch[]): Promise<void> {
    const days = new Set(batches.flatMap(({ batch }) => batch.days));
    await this.partitions.ensure(days);
    try {
      await this.tables.write(batches);
    } catch (error) {
      const code = codeOf(error);
      if (code !== NO_PARTITION && code !== DEADLOCK) throw error;
      this.partitions.forget();
      await this.partitions.ensure(days);
      await this.tables.write(batches);
    }
  }
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Classes 22, 23 and 54 of SQLSTATE: the data, or more of it than fits. */
function isStatementFault(error: unknown): boolean {
  return /^(?:22|23|54)/.test(codeOf(error) ?? '');
}
