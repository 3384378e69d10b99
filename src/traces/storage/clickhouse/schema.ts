/** A name as ClickHouse takes any text for one. */
export const quoteName = (name: string): string =>
  `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

export interface TraceTables {
  readonly spans: string;
  /** What each request said about each of its traces, beside sums; may be told twice. */
  readonly parts: string;
  /** Of each trace: its days, how many parts it came in, the version of its summary that holds. */
  readonly heads: string;
  readonly traces: string;
}

export function tablesOf(database: string): TraceTables {
  const name = (table: string): string => `${quoteName(database)}.${table}`;
  return {
    spans: name('trace_spans'),
    parts: name('trace_parts'),
    heads: name('trace_heads'),
    traces: name('traces'),
  };
}

/** What a summary is written of. `terms` are not kept: other columns are made of them, if they are named. */
export const SUMMARY_COLUMNS =
  'project_id, trace_id, start_nano, end_nano, first_day, last_day, root_name, service, status, models, terms, version, span_count, input_tokens, output_tokens, cost_pico_usd';

/** Days whose spans are dropped whole. */
export const DAILY_TABLES = ['traces', 'trace_parts', 'trace_spans'] as const;
/** Narrow, and without a word of anybody's: it goes by the week. */
export const WEEKLY_TABLE = 'trace_heads';

/**
 * All statements that make the schema, each of which may run again at every start, in several processes at once. What changes later
 * is added at the end as `ALTER TABLE … ADD COLUMN IF NOT EXISTS`, so that an old version goes on beside a new one.
 */
export function schemaOf(database: string): string[] {
  const { spans, parts, heads, traces } = tablesOf(database);
  const view = (name: string): string => `${quoteName(database)}.${name}`;
  return [
    // A span that is sent again meets itself: same start, so same day; the one that came first has the greatest `written`.
    `CREATE TABLE IF NOT EXISTS ${spans} (
      project_id String,
      trace_id UUID,
      span_id UInt64,
      day Date,
      start_nano Int64 CODEC(Delta, ZSTD),
      end_nano Int64 CODEC(Delta, ZSTD),
      flags UInt16,
      input_tokens Nullable(Int64) CODEC(ZSTD),
      output_tokens Nullable(Int64) CODEC(ZSTD),
      cost_pico_usd Nullable(Int64) CODEC(ZSTD),
      parent_span_id Nullable(UInt64),
      response_hash Nullable(Int64),
      body String CODEC(ZSTD(3)),
      written UInt64 CODEC(Delta, ZSTD)
    ) ENGINE = ReplacingMergeTree(written) PARTITION BY day ORDER BY (project_id, trace_id, span_id)
    SETTINGS index_granularity = 1024`,
    `CREATE TABLE IF NOT EXISTS ${parts} (
      project_id String,
      trace_id UUID,
      start_nano Int64,
      end_nano Int64,
      first_day Date,
      last_day Date,
      entry_rank UInt8,
      entry_nano Int64,
      root_name String CODEC(ZSTD),
      service Nullable(String) CODEC(ZSTD),
      status UInt8,
      models Array(String) CODEC(ZSTD),
      terms Array(String) CODEC(ZSTD(3))
    ) ENGINE = MergeTree PARTITION BY last_day ORDER BY (project_id, trace_id) SETTINGS index_granularity = 1024`,
    `CREATE TABLE IF NOT EXISTS ${heads} (
      project_id String,
      trace_id UUID,
      week Date,
      start_nano SimpleAggregateFunction(min, Int64),
      first_day SimpleAggregateFunction(min, Date),
      last_day SimpleAggregateFunction(max, Date),
      parts SimpleAggregateFunction(sum, UInt64),
      version SimpleAggregateFunction(max, UInt64)
    ) ENGINE = AggregatingMergeTree PARTITION BY week ORDER BY (project_id, trace_id, week) SETTINGS index_granularity = 256`,
    // A version is a row of its own where the start moved; which one holds is in the heads.
    `CREATE TABLE IF NOT EXISTS ${traces} (
      project_id String,
      start_nano Int64 CODEC(Delta, ZSTD),
      trace_id UUID,
      version UInt64,
      end_nano Int64 CODEC(Delta, ZSTD),
      first_day Date,
      last_day Date,
      root_name String CODEC(ZSTD),
      service Nullable(String) CODEC(ZSTD),
      status UInt8,
      span_count UInt32,
      models Array(LowCardinality(String)),
      input_tokens Int64 CODEC(ZSTD),
      output_tokens Int64 CODEC(ZSTD),
      cost_pico_usd Nullable(Int128) CODEC(ZSTD),
      terms Array(String) EPHEMERAL,
      labels Array(LowCardinality(String)) DEFAULT arrayFilter(term -> startsWith(term, ':'), terms),
      words Array(String) DEFAULT arrayFilter(term -> NOT startsWith(term, ':'), terms) CODEC(ZSTD(3))
    ) ENGINE = ReplacingMergeTree(version) PARTITION BY last_day ORDER BY (project_id, start_nano, trace_id)`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS ${view('trace_parts_to_heads')} TO ${heads} AS
      SELECT project_id, trace_id, toMonday(last_day) AS week, start_nano, first_day, last_day,
             toUInt64(1) AS parts, toUInt64(0) AS version FROM ${parts}`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS ${view('traces_to_heads')} TO ${heads} AS
      SELECT project_id, trace_id, toMonday(last_day) AS week, start_nano, first_day, last_day,
             toUInt64(0) AS parts, version FROM ${traces}`,
  ];
}
