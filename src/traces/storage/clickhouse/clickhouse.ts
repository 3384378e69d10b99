import type { ClickHouseClient } from '@clickhouse/client';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { ClickHouseAddress } from './clickhouse-address.js';
import { judgeClickHouseError, nameOf, toStoreError } from './clickhouse-faults.js';
import { quoteName, schemaOf } from './schema.js';

/** An exporter waits for ten seconds; a process that stops waits for its last spans. */
const WRITE_TIMEOUT_MS = 10_000;
const READ_SECONDS = 30;
const CONNECTIONS = 10;
const COMPLAINT_PAUSE_MS = 60_000;
/**
 * Small inserts of all processes are joined by the server, and answered when they are written. Several inserts make one write, so
 * nothing may be left out because it looks like one that was made before.
 */
const INSERT_SETTINGS = {
  async_insert: 1,
  wait_for_async_insert: 1,
  async_insert_deduplicate: 0,
  insert_deduplicate: 0,
  input_format_skip_unknown_fields: 1,
  input_format_native_allow_types_conversion: 1,
} as const;
const READ_SETTINGS = {
  output_format_json_quote_64bit_integers: 1,
  // An error in the middle of an answer would come with status 200.
  wait_end_of_query: 1,
  max_execution_time: READ_SECONDS,
} as const;

export type InsertFormat = 'Native' | 'JSONEachRow';

export interface ClickHouseOptions {
  readonly address: ClickHouseAddress;
  readonly logger: Logger;
}

/**
 * One database of a ClickHouse server. Its client is loaded, and its tables are made, when it is first asked; what fails then is
 * tried again with the next question. Neither address nor credentials are logged.
 */
export class ClickHouse {
  private client: Promise<ClickHouseClient> | undefined;
  private schema: Promise<void> | undefined;
  private complainedAt = -Infinity;

  constructor(private readonly options: ClickHouseOptions) {}

  /** @throws TracesUnavailableError (503) */
  query<Row>(text: string, params: Record<string, unknown> = {}): Promise<Row[]> {
    return this.ask(async (client) => {
      const answer = await client.query({
        query: text,
        query_params: params,
        format: 'JSONEachRow',
        clickhouse_settings: READ_SETTINGS,
      });
      return answer.json<Row>();
    });
  }

  /** @throws TracesUnavailableError (503), SpansRefusedError */
  async insert(table: string, format: InsertFormat, pieces: readonly Uint8Array[]): Promise<void> {
    await this.ask(async (client) => {
      const { stream } = await client.exec({
        query: `INSERT INTO ${table} FORMAT ${format}`,
        values: Readable.from(pieces, { objectMode: false }),
        clickhouse_settings: INSERT_SETTINGS,
        abort_signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
      });
      // Nothing is in it, and the connection is free when it has ended.
      for await (const _piece of stream);
    });
  }

  async command(text: string): Promise<void> {
    await this.ask((client) => client.command({ query: text }));
  }

  /** Makes what is missing. */
  prepare(): Promise<void> {
    this.schema ??= this.makeSchema().catch((error: unknown) => {
      this.schema = undefined;
      throw error;
    });
    return this.schema;
  }

  async close(): Promise<void> {
    await (await this.client)?.close();
  }

  private async ask<Answer>(work: (client: ClickHouseClient) => Promise<Answer>): Promise<Answer> {
    try {
      await this.prepare();
      return await work(await this.open());
    } catch (error) {
      const fault = judgeClickHouseError(error);
      if (fault === 'schema') this.schema = undefined;
      if (fault !== 'data') this.complain(error);
      throw toStoreError(error);
    }
  }

  private async makeSchema(): Promise<void> {
    const client = await this.open();
    const { database } = this.options.address;
    const make = (query: string): Promise<unknown> =>
      client.command({ query, abort_signal: AbortSignal.timeout(WRITE_TIMEOUT_MS) });
    try {
      for (const query of schemaOf(database)) await make(query);
    } catch (error) {
      if (judgeClickHouseError(error) !== 'schema') throw error;
      await make(`CREATE DATABASE IF NOT EXISTS ${quoteName(database)}`);
      for (const query of schemaOf(database)) await make(query);
    }
  }

  private open(): Promise<ClickHouseClient> {
    this.client ??= this.load();
    return this.client;
  }

  private async load(): Promise<ClickHouseClient> {
    const { createClient, ClickHouseLogLevel } = await import('@clickhouse/client');
    const { url, username, password } = this.options.address;
    return createClient({
      url,
      username,
      password,
      application: 'inference-gateway',
      request_timeout: 1_000 * READ_SECONDS,
      max_open_connections: CONNECTIONS,
      compression: { request: false, response: false },
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  private complain(error: unknown): void {
    const now = performance.now();
    if (now - this.complainedAt < COMPLAINT_PAUSE_MS) return;
    this.complainedAt = now;
    this.options.logger.warn({ reason: nameOf(error) }, 'the store of traces does not do what it is asked');
  }
}
