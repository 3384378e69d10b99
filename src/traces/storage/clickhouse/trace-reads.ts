import { termOf, wordsOf } from '../../encoding/search-terms.js';
import type { StoredSpanBody } from '../../encoding/stored-span.js';
import { DAY_MS } from '../../../lib/durations.js';
import { dateOf } from '../../../lib/day.js';
import {
  MAX_SHOWN_BYTES,
  MAX_SHOWN_SPANS,
  TRACE_STATUSES,
  lookOf,
  newestFirst,
  type Look,
  type SpanName,
  type StoredSpan,
  type StoredTrace,
  type TraceFilter,
  type TracePage,
  type TraceSummary,
} from '../trace-store.js';
import type { ClickHouse } from './clickhouse.js';
import type { TraceTables } from './schema.js';
import { quoteIds } from './trace-writes.js';

interface SummaryRow {
  readonly id: string;
  readonly version: string;
  readonly start: string;
  readonly end: string;
  readonly first: string;
  readonly last: string;
  readonly root_name: string;
  readonly service: string | null;
  readonly status: number;
  readonly span_count: number;
  readonly models: string[];
  readonly input_tokens: string;
  readonly output_tokens: string;
  readonly cost: string | null;
}

interface SpanRow {
  readonly id: string;
  readonly start: string;
  readonly end: string;
  readonly input_tokens: string | null;
  readonly output_tokens: string | null;
  readonly cost_pico_usd: string | null;
  readonly body: string;
}

const SUMMARY = `lower(hex(trace_id)) AS id, version, start_nano AS start, end_nano AS end, toString(first_day) AS first, toString(last_day) AS last,
  root_name, service, status, span_count, models, input_tokens, output_tokens, toString(cost_pico_usd) AS cost`;
const TRACE_ID = /^[0-9a-f]{32}$/i;
const MAX_WORDS = 20;
const NANO_PER_MS = 1_000_000n;
/** Of a 64-bit column. */
const MAX_NANO = 9_223_372_036_854_775_807n;
/** The last day that a `Date` holds. */
const MAX_DAY = 65_535;
/** Rows that a page is looked for in, beside its own: summaries that a later one took the place of. */
const MORE_ROWS = 20;
/** So many spans are read from their text between two turns of the event loop. */
const SLICE = 200;

/** Which rows of what is asked for. */
interface RowsPlace {
  readonly from?: SummaryRow | undefined;
  readonly look: Look;
  readonly limit: number;
}

/** Conditions and their parameters. */
class Conditions {
  readonly texts: string[] = [];
  readonly params: Record<string, unknown> = {};

  add(text: (bind: (value: unknown, type: string) => string) => string): void {
    this.texts.push(
      text((value, type) => {
        const name = `p${Object.keys(this.params).length}`;
        this.params[name] = value;
        return `{${name}:${type}}`;
      }),
    );
  }

  get all(): string {
    return this.texts.join(' AND ');
  }
}

/** Reads traces back. */
export class TraceReads {
  constructor(
    private readonly clickHouse: ClickHouse,
    private readonly tables: TraceTables,
  ) {}

  async find(projectId: string, traceId: string): Promise<StoredTrace | undefined> {
    if (!TRACE_ID.test(traceId)) return undefined;
    const summary = await this.findSummary(projectId, traceId);
    if (summary === undefined) return undefined;
    const rows = await this.clickHouse.query<SpanRow>(
      `SELECT leftPad(lower(hex(span_id)), 16, '0') AS id, start_nano AS start, end_nano AS end, input_tokens, output_tokens, cost_pico_usd, body
         FROM (SELECT *, sum(length(body)) OVER (ORDER BY start_nano, end_nano DESC, span_id ROWS UNBOUNDED PRECEDING) AS bytes
                 FROM (SELECT * FROM ${this.tables.spans}
                        WHERE project_id = {project:String} AND trace_id = {trace:UUID} AND day BETWEEN {first:Date} AND {last:Date}
                        ORDER BY written DESC LIMIT 1 BY day, span_id))
        WHERE bytes <= ${MAX_SHOWN_BYTES} ORDER BY start_nano, end_nano DESC, span_id LIMIT ${MAX_SHOWN_SPANS}`,
      { project: projectId, trace: traceId, first: summary.first, last: summary.last },
    );
    const spans: StoredSpan[] = [];
    for (const [index, row] of rows.entries()) {
      if (index % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
      spans.push(toSpan(row));
    }
    return { summary: toSummary(summary), spans, truncated: spans.length < summary.span_count };
  }

  /**
   * Newest first. Rows are read in the order of the table, and those whose trace has a later summary are left out: there are few of
   * them, and each summary that holds stands at its own place.
   */
  async list(projectId: string, filter: TraceFilter, page: TracePage): Promise<TraceSummary[] | undefined> {
    const { limit } = page;
    const look = lookOf(page);
    const conditions = this.toConditions(projectId, filter);
    const edge = page.before ?? page.after;
    if (edge !== undefined) {
      const start = await this.startOf(projectId, edge);
      if (start === undefined) return undefined;
      conditions.add(
        (bind) => `(start_nano, trace_id) ${look.beyond} (${bind(start, 'Int64')}, ${bind(edge, 'UUID')})`,
      );
    }
    const found = new Map<string, SummaryRow>();
    let from: SummaryRow | undefined;
    do {
      const rows = await this.readRows(conditions, { from, look, limit: limit + MORE_ROWS });
      for (const row of await this.thoseThatHold(projectId, rows)) {
        const known = found.get(row.id);
        if (known === undefined || BigInt(known.version) < BigInt(row.version)) found.set(row.id, row);
      }
      from = rows.length < limit + MORE_ROWS ? undefined : rows.at(-1);
    } while (found.size < limit && from !== undefined);
    return newestFirst([...found.values()].slice(0, limit), look).map(toSummary);
  }

  async findKnown(projectId: string, spans: readonly SpanName[]): Promise<ReadonlySet<string>> {
    const ids = quoteIds([...new Set(spans.map(({ traceId }) => traceId))]);
    const rows = await this.clickHouse.query<{ id: string; span: string }>(
      `SELECT DISTINCT lower(hex(trace_id)) AS id, leftPad(lower(hex(span_id)), 16, '0') AS span FROM ${this.tables.spans}
        WHERE project_id = {project:String} AND trace_id IN (${ids}) AND span_id IN {spans:Array(UInt64)}
          AND day >= (SELECT min(first_day) FROM ${this.tables.heads} WHERE project_id = {project:String} AND trace_id IN (${ids}))`,
      { project: projectId, spans: spans.map(({ spanId }) => BigInt(`0x${spanId}`)) },
    );
    return new Set(rows.map(({ id, span }) => `${id} ${span}`));
  }

  private async findSummary(projectId: string, traceId: string): Promise<SummaryRow | undefined> {
    const conditions = this.toConditions(projectId, { text: traceId });
    const rows = await this.readRows(conditions, { look: lookOf({ limit: MORE_ROWS }), limit: MORE_ROWS });
    const holding = await this.thoseThatHold(projectId, rows);
    return holding.sort((one, other) => (BigInt(one.version) < BigInt(other.version) ? 1 : -1))[0];
  }

  private readRows(
    { all, params }: Conditions,
    { from, look: { order, beyond: side }, limit }: RowsPlace,
  ): Promise<SummaryRow[]> {
    const beyond =
      from === undefined ? '' : `AND (start_nano, trace_id) ${side} ({from_start:Int64}, {from_trace:UUID})`;
    const place = from === undefined ? {} : { from_start: from.start, from_trace: from.id };
    return this.clickHouse.query<SummaryRow>(
      `SELECT ${SUMMARY} FROM ${this.tables.traces} WHERE ${all} ${beyond}
        ORDER BY project_id ${order}, start_nano ${order}, trace_id ${order} LIMIT ${limit}`,
      { ...params, ...place },
    );
  }

  private async thoseThatHold(projectId: string, rows: readonly SummaryRow[]): Promise<SummaryRow[]> {
    if (rows.length === 0) return [];
    const ids = quoteIds([...new Set(rows.map(({ id }) => id))]);
    const heads = await this.clickHouse.query<{ id: string; version: string }>(
      `SELECT lower(hex(trace_id)) AS id, max(version) AS version FROM ${this.tables.heads}
        WHERE project_id = {project:String} AND trace_id IN (${ids}) GROUP BY trace_id`,
      { project: projectId },
    );
    const held = new Map(heads.map(({ id, version }) => [id, BigInt(version)]));
    return rows.filter(({ id, version }) => BigInt(version) >= (held.get(id) ?? 0n));
  }

  private async startOf(projectId: string, traceId: string): Promise<string | undefined> {
    return (await this.findSummary(projectId, traceId))?.start;
  }

  private toConditions(projectId: string, filter: TraceFilter): Conditions {
    const conditions = new Conditions();
    const { from, to, service, model, status, minTokens, minCost } = filter;
    conditions.add((bind) => `project_id = ${bind(projectId, 'String')}`);
    if (from !== undefined) {
      conditions.add((bind) => `start_nano >= ${bind(nanoOf(from), 'Int64')}`);
      // It ends on that day or later, which leaves whole partitions out.
      conditions.add((bind) => `last_day >= ${bind(dateWithin(from), 'Date')}`);
    }
    if (to !== undefined) conditions.add((bind) => `start_nano < ${bind(nanoOf(to), 'Int64')}`);
    if (status !== undefined)
      conditions.add((bind) => `status = ${bind(TRACE_STATUSES.indexOf(status), 'UInt8')}`);
    if (service !== undefined)
      conditions.add((bind) => `has(labels, ${bind(termOf('service', service), 'String')})`);
    if (model !== undefined)
      conditions.add((bind) => `has(labels, ${bind(termOf('model', model), 'String')})`);
    if (minTokens !== undefined)
      conditions.add((bind) => `input_tokens + output_tokens >= ${bind(minTokens, 'Int64')}`);
    if (minCost !== undefined)
      conditions.add((bind) => `cost_pico_usd >= ${bind(minCost.toString(), 'Int128')}`);
    this.addText(conditions, projectId, filter.text?.trim() ?? '');
    return conditions;
  }

  private addText(conditions: Conditions, projectId: string, text: string): void {
    if (TRACE_ID.test(text)) {
      const id = text.toLowerCase();
      conditions.add((bind) => `trace_id = ${bind(id, 'UUID')}`);
      conditions.add(
        (bind) =>
          `start_nano IN (SELECT start_nano FROM ${this.tables.heads} WHERE project_id = ${bind(projectId, 'String')} AND trace_id = ${bind(id, 'UUID')})`,
      );
      return;
    }
    const words = wordsOf(text).slice(0, MAX_WORDS);
    if (text !== '' && words.length === 0) conditions.add(() => 'false');
    for (const word of words)
      conditions.add((bind) => `arrayExists(word -> startsWith(word, ${bind(word, 'String')}), words)`);
  }
}

/** Years that the column cannot hold are before, or after, every trace all the same. */
function nanoOf(time: Date): string {
  const nano = BigInt(time.getTime()) * NANO_PER_MS;
  if (nano > MAX_NANO) return MAX_NANO.toString();
  return (nano < -MAX_NANO ? -MAX_NANO : nano).toString();
}

function dateWithin(time: Date): string {
  return dateOf(Math.min(MAX_DAY, Math.max(0, Math.floor(time.getTime() / DAY_MS))));
}

function toSummary(row: SummaryRow): TraceSummary {
  return {
    traceId: row.id,
    rootName: row.root_name,
    service: row.service ?? undefined,
    startNano: BigInt(row.start),
    endNano: BigInt(row.end),
    spanCount: row.span_count,
    models: row.models,
    inputTokens: Number(row.input_tokens),
    outputTokens: Number(row.output_tokens),
    cost: row.cost === null ? undefined : BigInt(row.cost),
    status: TRACE_STATUSES[row.status] ?? 'unset',
  };
}

function toSpan(row: SpanRow): StoredSpan {
  return {
    spanId: row.id,
    startNano: BigInt(row.start),
    endNano: BigInt(row.end),
    inputTokens: row.input_tokens === null ? undefined : Number(row.input_tokens),
    outputTokens: row.output_tokens === null ? undefined : Number(row.output_tokens),
    cost: row.cost_pico_usd === null ? undefined : BigInt(row.cost_pico_usd),
    body: JSON.parse(row.body) as StoredSpanBody,
  };
}
