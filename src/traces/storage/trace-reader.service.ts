import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PicoUsd } from '../../lib/money.js';
import type { StoredSpanBody } from '../encoding/stored-span.js';
import { COST, toConditions, TRACE_STATUSES, type TraceFilter, type TraceStatus } from './trace-query.js';

/** One trace as a list shows it. Tokens and cost are each the larger of what the caller's spans and the gateway's say. */
export interface TraceSummary {
  readonly traceId: string;
  readonly rootName: string;
  readonly service: string | undefined;
  readonly startNano: bigint;
  readonly endNano: bigint;
  readonly spanCount: number;
  readonly models: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Absent: no span told one. */
  readonly cost: PicoUsd | undefined;
  readonly status: TraceStatus;
}

export interface StoredSpan {
  readonly spanId: string;
  readonly startNano: bigint;
  readonly endNano: bigint;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly cost: PicoUsd | undefined;
  readonly body: StoredSpanBody;
}

export interface StoredTrace {
  readonly summary: TraceSummary;
  /** By start; of those that start together, what encloses the others comes first. */
  readonly spans: readonly StoredSpan[];
  /** There are more spans than are shown. */
  readonly truncated: boolean;
}

interface SummaryRow {
  readonly trace_id: string;
  readonly root_name: string;
  readonly service: string | null;
  readonly start_nano: string;
  readonly end_nano: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly span_count: number;
  readonly models: string[];
  readonly input: string;
  readonly output: string;
  readonly cost: string | null;
  readonly status: number;
}

interface SpanRow {
  readonly span_id: string;
  readonly start_nano: string;
  readonly end_nano: string;
  readonly input_tokens: string | null;
  readonly output_tokens: string | null;
  readonly cost_pico_usd: string | null;
  readonly body: string;
}

const SUMMARY = `replace(trace_id::text, '-', '') AS trace_id, root_name, service, start_nano, end_nano, first_day::text, last_day::text, span_count, models,
  greatest(input_tokens, own_input_tokens) AS input, greatest(output_tokens, own_output_tokens) AS output, ${COST} AS cost, status`;
/** How many of the newest traces are looked through before the index is asked. */
const NEWEST = 5_000;
const MAX_SPANS = 5_000;
const MAX_BYTES = 8 * 1_048_576;
/** So many spans are read from their text between two turns of the event loop. */
const SLICE = 200;

/** Reading traces back. A trace belongs to one project; another's looks unknown. */
@Injectable()
export class TraceReader {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Newest first; `undefined` when `after` is no trace of the project. */
  async list(
    projectId: string,
    filter: TraceFilter,
    { limit, after }: { limit: number; after?: string },
  ): Promise<TraceSummary[] | undefined> {
    const values: unknown[] = [projectId];
    const { within, matching, isIndexed } = toConditions(filter, values);
    const range = ['project_id = $1', ...within];
    if (after !== undefined) {
      const last = await this.findSummary(projectId, after);
      if (last === undefined) return undefined;
      range.push(`(start_nano, trace_id) < ($${values.push(last.start_nano)}, $${values.push(after)}::uuid)`);
    }
    if (!isIndexed) return this.select('traces', [...range, ...matching], { values, limit });
    // What is frequent is found among the newest; what is not there is rare, and then the index finds it. PostgreSQL by itself
    // takes every prefix and every choice of terms for frequent, and would read a project's traces to the last.
    const newest = `(SELECT * FROM traces WHERE ${range.join(' AND ')} ORDER BY start_nano DESC, trace_id DESC LIMIT ${NEWEST}) AS newest`;
    const found = await this.select(newest, matching, { values, limit });
    if (found.length === limit) return found;
    return this.select('traces', [...range, ...matching], { values, limit, order: 'start_nano + 0' });
  }

  /** @param traceId 32 hex characters */
  async find(projectId: string, traceId: string): Promise<StoredTrace | undefined> {
    const summary = await this.findSummary(projectId, traceId);
    if (summary === undefined) return undefined;
    const rows: SpanRow[] = await this.dataSource.query(
      `SELECT lpad(to_hex(span_id), 16, '0') AS span_id, start_nano, end_nano, input_tokens, output_tokens, cost_pico_usd, body
         FROM (SELECT *, sum(octet_length(body)) OVER (ORDER BY start_nano, end_nano DESC, span_id ROWS UNBOUNDED PRECEDING) AS bytes
                 FROM trace_spans WHERE trace_id = $1 AND project_id = $2 AND day BETWEEN $3 AND $4) AS s
        WHERE bytes <= ${MAX_BYTES} ORDER BY start_nano, end_nano DESC, span_id LIMIT ${MAX_SPANS}`,
      [traceId, projectId, summary.first_day, summary.last_day],
    );
    const spans: StoredSpan[] = [];
    for (const [index, row] of rows.entries()) {
      if (index % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
      spans.push(toSpan(row));
    }
    return { summary: toSummary(summary), spans, truncated: spans.length < summary.span_count };
  }

  /** @param order an expression that no index is ordered by keeps the planner from walking one */
  private async select(
    source: string,
    conditions: readonly string[],
    { values, limit, order = 'start_nano' }: { values: readonly unknown[]; limit: number; order?: string },
  ): Promise<TraceSummary[]> {
    const rows: SummaryRow[] = await this.dataSource.query(
      `SELECT ${SUMMARY} FROM ${source} WHERE ${conditions.join(' AND ')} ORDER BY ${order} DESC, trace_id DESC LIMIT ${limit}`,
      [...values],
    );
    return rows.map(toSummary);
  }

  private async findSummary(projectId: string, traceId: string): Promise<SummaryRow | undefined> {
    const rows: SummaryRow[] = await this.dataSource.query(
      `SELECT ${SUMMARY} FROM traces WHERE trace_id = $1 AND project_id = $2`,
      [traceId, projectId],
    );
    return rows[0];
  }
}

function toSummary(row: SummaryRow): TraceSummary {
  return {
    traceId: row.trace_id,
    rootName: row.root_name,
    service: row.service ?? undefined,
    startNano: BigInt(row.start_nano),
    endNano: BigInt(row.end_nano),
    spanCount: row.span_count,
    models: row.models,
    inputTokens: Number(row.input),
    outputTokens: Number(row.output),
    cost: row.cost === null ? undefined : BigInt(row.cost),
    status: TRACE_STATUSES[row.status] ?? 'unset',
  };
}

function toSpan(row: SpanRow): StoredSpan {
  return {
    spanId: row.span_id,
    startNano: BigInt(row.start_nano),
    endNano: BigInt(row.end_nano),
    inputTokens: row.input_tokens === null ? undefined : Number(row.input_tokens),
    outputTokens: row.output_tokens === null ? undefined : Number(row.output_tokens),
    cost: row.cost_pico_usd === null ? undefined : BigInt(row.cost_pico_usd),
    body: JSON.parse(row.body) as StoredSpanBody,
  };
}
