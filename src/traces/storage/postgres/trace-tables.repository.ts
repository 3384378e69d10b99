import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryConfig } from 'pg';
import { DataSource } from 'typeorm';
import { toBinaryArray } from '../../encoding/binary-column.js';
import { SPAN_COLUMN_NAMES, SPAN_COLUMNS, OWN_SPAN_FLAG } from '../../encoding/span-batch.js';
import { NESTED_COST_FLAG, NESTED_TOKENS_FLAG } from '../../encoding/nested-counts.js';
import { dateOf } from '../../../lib/day.js';
import { MAX_RECOUNTED_SPANS, MAX_TERMS, type OwnedBatch, type SpanName } from '../trace-store.js';
import { TERM_MARKS } from '../../encoding/search-terms.js';

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
const SUMMARY_COLUMNS =
  'project_id, trace_id, start_nano, end_nano, first_day, last_day, entry_rank, entry_nano, root_name, service, status, models';

/** Traces of a window of time are found together, in the index of terms too. Whole hours: days of UTC begin with a window. */
export const WINDOW_NANO = 4n * 3_600_000_000_000n;
/** Whose trace it is, and in which window it starts. */
const placeOf = (project: string, start: string): string =>
  `array_to_tsvector(ARRAY['${TERM_MARKS.project}' || ${project}, '${TERM_MARKS.window}' || (${start}) / ${WINDOW_NANO} || ' ' || ${project}])`;

/** Magnitudes (decimal digits) of a trace's tokens and cost, so that a search for large ones need not read all. */
const magnitudes = (tokens: string, cost: string): string =>
  `array_to_tsvector(ARRAY['${TERM_MARKS.tokenDigits}' || length((${tokens})::text), '${TERM_MARKS.costDigits}' || length(trunc(coalesce(${cost}, 0))::text)])`;
const isEarlier = '(excluded.entry_rank, excluded.entry_nano) < (t.entry_rank, t.entry_nano)';
const tokensOf = (row: string, more = ''): string =>
  `greatest(${row}.input_tokens${more && ' + excluded.input_tokens'}, ${row}.own_input_tokens${more && ' + excluded.own_input_tokens'}) + greatest(${row}.output_tokens${more && ' + excluded.output_tokens'}, ${row}.own_output_tokens${more && ' + excluded.own_output_tokens'})`;
const sumOrNull = (column: string): string =>
  `CASE WHEN t.${column} IS NULL THEN excluded.${column} ELSE t.${column} + coalesce(excluded.${column}, 0) END`;

/**
 * Spans and the summaries of their traces in one statement, so that they hold together or not at all. Only spans that were not
 * there yet are counted; a trace of none does not change. Summaries are locked in one order.
 */
const WRITE_SPANS = `
WITH added AS (
  INSERT INTO trace_spans (project_id, trace_id, span_id, day, start_nano, end_nano, flags, input_tokens, output_tokens, cost_pico_usd, parent_span_id, response_hash, body)
  SELECT ($1::text[])[r.project], r.trace_id, r.span_id, r.day, r.start_nano, r.end_nano, r.flags, r.input_tokens, r.output_tokens, r.cost_pico_usd, r.parent_span_id, r.response_hash, r.body
    FROM unnest($3::int4[], $4::uuid[], $5::int8[], $6::date[], $7::int8[], $8::int8[], $9::int2[], $10::int8[], $11::int8[], $12::int8[], $13::int8[], $14::int8[], $15::text[])
      AS r(project, trace_id, span_id, day, start_nano, end_nano, flags, input_tokens, output_tokens, cost_pico_usd, parent_span_id, response_hash, body)
  ON CONFLICT DO NOTHING
  RETURNING project_id, trace_id, flags & ${OWN_SPAN_FLAG} AS own, flags & ${NESTED_TOKENS_FLAG} > 0 AS nested_tokens, flags & ${NESTED_COST_FLAG} > 0 AS nested_cost, input_tokens, output_tokens, cost_pico_usd
), sums AS (
  SELECT project_id, trace_id, count(*) AS span_count,
         coalesce(sum(input_tokens) FILTER (WHERE own = 0 AND NOT nested_tokens), 0) AS input_tokens,
         coalesce(sum(output_tokens) FILTER (WHERE own = 0 AND NOT nested_tokens), 0) AS output_tokens,
         sum(cost_pico_usd) FILTER (WHERE own = 0 AND NOT nested_cost) AS cost_pico_usd,
         coalesce(sum(input_tokens) FILTER (WHERE own = 1), 0) AS own_input_tokens,
         coalesce(sum(output_tokens) FILTER (WHERE own = 1), 0) AS own_output_tokens,
         sum(cost_pico_usd) FILTER (WHERE own = 1) AS own_cost_pico_usd
    FROM added GROUP BY project_id, trace_id
), written AS (
INSERT INTO traces AS t (${SUMMARY_COLUMNS}, span_count, input_tokens, output_tokens, cost_pico_usd, own_input_tokens, own_output_tokens, own_cost_pico_usd, terms)
SELECT d.project_id, d.trace_id, d.start_nano, d.end_nano, d.first_day, d.last_day, d.entry_rank, d.entry_nano, d.root_name, d.service, d.status, d.models,
       s.span_count, s.input_tokens, s.output_tokens, s.cost_pico_usd, s.own_input_tokens, s.own_output_tokens, s.own_cost_pico_usd,
       array_to_tsvector(d.terms) || ${magnitudes(tokensOf('s'), 'greatest(s.cost_pico_usd, s.own_cost_pico_usd)')}
       || ${placeOf('d.project_id', 'd.start_nano')}
  FROM json_to_recordset($2::json) AS d(project_id text, trace_id uuid, start_nano bigint, end_nano bigint, first_day date, last_day date,
       entry_rank smallint, entry_nano bigint, root_name text, service text, status smallint, models text[], terms text[])
  JOIN sums s USING (project_id, trace_id)
 ORDER BY d.trace_id, d.project_id
ON CONFLICT (trace_id, project_id) DO UPDATE SET
  start_nano = least(t.start_nano, excluded.start_nano),
  end_nano = greatest(t.end_nano, excluded.end_nano),
  first_day = least(t.first_day, excluded.first_day),
  last_day = greatest(t.last_day, excluded.last_day),
  entry_rank = least(t.entry_rank, excluded.entry_rank),
  entry_nano = CASE WHEN ${isEarlier} THEN excluded.entry_nano ELSE t.entry_nano END,
  root_name = CASE WHEN ${isEarlier} THEN excluded.root_name ELSE t.root_name END,
  service = CASE WHEN ${isEarlier} THEN excluded.service ELSE t.service END,
  status = greatest(t.status, excluded.status),
  models = CASE WHEN excluded.models <@ t.models THEN t.models
                ELSE ARRAY(SELECT DISTINCT m FROM unnest(t.models || excluded.models) AS m ORDER BY m LIMIT 20) END,
  span_count = t.span_count + excluded.span_count,
  input_tokens = t.input_tokens + excluded.input_tokens,
  output_tokens = t.output_tokens + excluded.output_tokens,
  cost_pico_usd = ${sumOrNull('cost_pico_usd')},
  own_input_tokens = t.own_input_tokens + excluded.own_input_tokens,
  own_output_tokens = t.own_output_tokens + excluded.own_output_tokens,
  own_cost_pico_usd = ${sumOrNull('own_cost_pico_usd')},
  terms = (CASE WHEN length(t.terms) >= ${MAX_TERMS} THEN t.terms ELSE t.terms || excluded.terms END)
    || ${magnitudes(tokensOf('t', 'more'), `greatest(${sumOrNull('cost_pico_usd')}, ${sumOrNull('own_cost_pico_usd')})`)}
    || ${placeOf('t.project_id', 'least(t.start_nano, excluded.start_nano)')}
RETURNING t.project_id, t.trace_id, t.span_count, t.input_tokens + t.output_tokens > 0 OR t.cost_pico_usd > 0 AS tells
)
SELECT w.project_id, w.trace_id FROM written w JOIN sums s USING (project_id, trace_id)
 WHERE w.tells AND w.span_count > s.span_count AND w.span_count <= ${MAX_RECOUNTED_SPANS}`;

/**
 * Sums of traces that came in several requests, over all their spans, by the rule of `findNested`: what stands above a span that
 * tells something does not count, and of several about one answer the largest does.
 */
const RECOUNT_TRACES = `
WITH RECURSIVE spans AS MATERIALIZED (
  SELECT s.project_id, s.trace_id, s.span_id, s.parent_span_id, coalesce(s.response_hash, s.span_id) AS answer,
         s.input_tokens, s.output_tokens, s.cost_pico_usd,
         coalesce(s.input_tokens, 0) + coalesce(s.output_tokens, 0) > 0 AS tokens, coalesce(s.cost_pico_usd, 0) > 0 AS cost
    FROM unnest($1::text[], $2::uuid[]) AS w(project_id, trace_id)
    JOIN trace_spans s ON s.trace_id = w.trace_id AND s.project_id = w.project_id
   WHERE s.flags & ${OWN_SPAN_FLAG} = 0
), above AS (
  SELECT project_id, trace_id, parent_span_id AS span_id, tokens, cost FROM spans WHERE tokens OR cost
  UNION
  SELECT s.project_id, s.trace_id, s.parent_span_id, a.tokens, a.cost
    FROM above a JOIN spans s ON s.project_id = a.project_id AND s.trace_id = a.trace_id AND s.span_id = a.span_id
   WHERE s.parent_span_id IS NOT NULL
), enclosing AS (
  SELECT project_id, trace_id, span_id, bool_or(tokens) AS tokens, bool_or(cost) AS cost FROM above GROUP BY 1, 2, 3
), answers AS (
  SELECT s.project_id, s.trace_id, s.answer,
         (array_agg(s.input_tokens ORDER BY coalesce(s.input_tokens, 0) + coalesce(s.output_tokens, 0) DESC) FILTER (WHERE e.tokens IS NOT TRUE))[1] AS input_tokens,
         (array_agg(s.output_tokens ORDER BY coalesce(s.input_tokens, 0) + coalesce(s.output_tokens, 0) DESC) FILTER (WHERE e.tokens IS NOT TRUE))[1] AS output_tokens,
         max(s.cost_pico_usd) FILTER (WHERE e.cost IS NOT TRUE) AS cost_pico_usd
    FROM spans s LEFT JOIN enclosing e USING (project_id, trace_id, span_id)
   GROUP BY s.project_id, s.trace_id, s.answer
), sums AS (
  SELECT project_id, trace_id, coalesce(sum(input_tokens), 0) AS input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens,
         sum(cost_pico_usd) AS cost_pico_usd
    FROM answers GROUP BY project_id, trace_id
)
UPDATE traces t
   SET input_tokens = s.input_tokens, output_tokens = s.output_tokens, cost_pico_usd = s.cost_pico_usd,
       terms = t.terms || ${magnitudes('greatest(s.input_tokens, t.own_input_tokens) + greatest(s.output_tokens, t.own_output_tokens)', 'greatest(s.cost_pico_usd, t.own_cost_pico_usd)')}
  FROM sums s
 WHERE t.project_id = s.project_id AND t.trace_id = s.trace_id
   AND (t.input_tokens, t.output_tokens, t.cost_pico_usd) IS DISTINCT FROM (s.input_tokens, s.output_tokens, s.cost_pico_usd)`;

/** The tables of spans and traces, as they are written. */
@Injectable()
export class TraceTablesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One statement for any number of requests that share no trace. The partitions of their days must be there. */
  async write(batches: readonly OwnedBatch[]): Promise<void> {
    const projectIds = [...new Set(batches.map(({ projectId }) => projectId))];
    const count = batches.reduce((sum, { batch }) => sum + batch.count, 0);
    await this.inTransaction(async (client) => {
      const { rows } = await client.query<{ project_id: string; trace_id: string }>(
        this.insertOf(batches, { projectIds, count }),
      );
      if (rows.length === 0) return;
      // The rows of these traces are locked since the first statement, and this one sees all that was committed before.
      await client.query({
        name: 'recount-traces',
        text: RECOUNT_TRACES,
        values: [rows.map((row) => row.project_id), rows.map((row) => row.trace_id)],
      });
    });
  }

  private insertOf(
    batches: readonly OwnedBatch[],
    { projectIds, count }: { projectIds: readonly string[]; count: number },
  ): QueryConfig {
    return {
      name: 'write-spans',
      text: WRITE_SPANS,
      values: [
        projectIds,
        joinTraces(batches),
        projectColumn(batches, projectIds, count),
        ...SPAN_COLUMN_NAMES.map((name) =>
          toBinaryArray(
            SPAN_COLUMNS[name],
            batches.map(({ batch }) => batch.columns[name]),
            count,
          ),
        ),
      ],
    };
  }

  /** Which of these spans are there already, as `<trace id> <span id>`. */
  async findKnown(projectId: string, spans: readonly SpanName[]): Promise<ReadonlySet<string>> {
    const rows: { trace_id: string; span_id: string }[] = await this.dataSource.query(
      `SELECT replace(s.trace_id::text, '-', '') AS trace_id, lpad(to_hex(s.span_id), 16, '0') AS span_id
         FROM json_to_recordset($2::json) AS r("traceId" uuid, "spanId" bigint)
         JOIN trace_spans s ON s.trace_id = r."traceId" AND s.span_id = r."spanId" AND s.project_id = $1`,
      [
        projectId,
        JSON.stringify(spans.map(({ traceId, spanId }) => ({ traceId, spanId: signedId(spanId) }))),
      ],
    );
    return new Set(rows.map((row) => `${row.trace_id} ${row.span_id}`));
  }

  /** Deletes summaries of traces whose last span started before a day; a part at a time. @returns how many */
  async purgeTraces(day: number): Promise<number> {
    let purged = 0;
    for (;;) {
      const [, count] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM traces WHERE ctid = ANY(ARRAY(SELECT ctid FROM traces WHERE last_day < $1 LIMIT 5000 FOR UPDATE SKIP LOCKED))`,
        [dateOf(day)],
      );
      purged += count;
      if (count === 0) return purged;
    }
  }

  /** On the driver's own connection: TypeORM has no named statements, which save the planning of these on every write. */
  private async inTransaction(work: (client: PoolClient) => Promise<void>): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction();
      try {
        await work(client);
        await runner.commitTransaction();
      } catch (error) {
        await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
    }
  }
}

/** The 64 bits of a span's id as PostgreSQL's signed integer. */
export function signedId(spanId: string): string {
  return BigInt.asIntN(64, BigInt(`0x${spanId}`)).toString();
}

/** The rows of all, which name each trace once: a statement may not update a row twice. */
function joinTraces(batches: readonly OwnedBatch[]): Buffer {
  const pieces = batches.flatMap(({ batch }, index) => [index === 0 ? OPEN : COMMA, batch.traceRows]);
  return Buffer.concat([...pieces, CLOSE]);
}

/** For each span the place of its project, from 1. */
function projectColumn(batches: readonly OwnedBatch[], projectIds: readonly string[], count: number): Buffer {
  const parts = batches.map(({ projectId, batch }) => {
    const part = Buffer.alloc(8 * batch.count);
    const place = projectIds.indexOf(projectId) + 1;
    for (let index = 0; index < batch.count; index += 1) {
      part.writeInt32BE(4, 8 * index);
      part.writeInt32BE(place, 8 * index + 4);
    }
    return part;
  });
  return toBinaryArray('int4', parts, count);
}
