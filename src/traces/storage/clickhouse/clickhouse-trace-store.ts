import type { Logger } from 'pino';
import { dateOf } from '../../../lib/day.js';
import {
  TraceStore,
  type OwnedBatch,
  type SpanName,
  type StoredTrace,
  type TraceFilter,
  type TracePage,
  type TraceSummary,
} from '../trace-store.js';
import { readClickHouseAddress } from './clickhouse-address.js';
import { ClickHouse } from './clickhouse.js';
import { DAILY_TABLES, quoteName, tablesOf, WEEKLY_TABLE, type TraceTables } from './schema.js';
import { TraceReads } from './trace-reads.js';
import { TraceWrites } from './trace-writes.js';

const DAYS_A_WEEK = 7;

/** Spans in a ClickHouse server of the operator's (`TRACES_URL`): for more of them than PostgreSQL carries. */
export class ClickHouseTraceStore extends TraceStore {
  readonly kind = 'clickhouse';
  private readonly clickHouse: ClickHouse;
  private readonly database: string;
  private readonly tables: TraceTables;
  private readonly writes: TraceWrites;
  private readonly reads: TraceReads;

  constructor(tracesUrl: string, logger: Logger) {
    super();
    const address = readClickHouseAddress(tracesUrl);
    this.clickHouse = new ClickHouse({ address, logger });
    this.database = address.database;
    this.tables = tablesOf(address.database);
    this.writes = new TraceWrites(this.clickHouse, this.tables);
    this.reads = new TraceReads(this.clickHouse, this.tables);
  }

  /** Makes the tables, in the background: a server that is away is asked again with the first spans. */
  start(): void {
    this.clickHouse.query('SELECT 1').catch(() => undefined);
  }

  write(batches: readonly OwnedBatch[]): Promise<void> {
    return this.writes.write(batches);
  }

  findKnown(projectId: string, spans: readonly SpanName[]): Promise<ReadonlySet<string>> {
    return this.reads.findKnown(projectId, spans);
  }

  find(projectId: string, traceId: string): Promise<StoredTrace | undefined> {
    return this.reads.find(projectId, traceId);
  }

  list(projectId: string, filter: TraceFilter, page: TracePage): Promise<TraceSummary[] | undefined> {
    return this.reads.list(projectId, filter, page);
  }

  async dropBefore(day: number): Promise<number> {
    const rows = await this.clickHouse.query<{ traces: string }>(
      `SELECT uniqExact(project_id, trace_id) AS traces FROM ${this.tables.traces}
        WHERE last_day < {day:Date} AND (project_id, trace_id) NOT IN
              (SELECT project_id, trace_id FROM ${this.tables.heads} WHERE first_day < {day:Date} AND last_day >= {day:Date})`,
      { day: dateOf(day) },
    );
    // Summaries first: a trace that is listed has its spans.
    for (const table of DAILY_TABLES) await this.dropPartitions(table, day);
    await this.dropPartitions(WEEKLY_TABLE, day - DAYS_A_WEEK + 1);
    return Number(rows[0]?.traces);
  }

  async isUp(): Promise<boolean> {
    await this.clickHouse.query('SELECT 1');
    return true;
  }

  close(): Promise<void> {
    return this.clickHouse.close();
  }

  private async dropPartitions(table: string, day: number): Promise<void> {
    const rows = await this.clickHouse.query<{ partition: string }>(
      `SELECT DISTINCT partition FROM system.parts
        WHERE active AND database = {database:String} AND table = {table:String} AND toDate(partition) < {day:Date}`,
      { database: this.database, table, day: dateOf(day) },
    );
    for (const { partition } of rows)
      await this.clickHouse.command(
        `ALTER TABLE ${quoteName(this.database)}.${table} DROP PARTITION '${partition}'`,
      );
  }
}
