import { randomInt } from 'node:crypto';
import { NESTED_COST_FLAG, NESTED_TOKENS_FLAG } from '../../encoding/nested-counts.js';
import { OWN_SPAN_FLAG } from '../../encoding/span-batch.js';
import { MAX_RECOUNTED_SPANS, MAX_TERMS, type OwnedBatch } from '../trace-store.js';
import type { ClickHouse } from './clickhouse.js';
import { SUMMARY_COLUMNS, type TraceTables } from './schema.js';
import { SpanColumns } from './span-columns.js';
import { recount, sumBatch, tells, toSummaryMembers, type ToldSpan, type TraceSums } from './trace-sums.js';

const NANO_PER_MS = 1_000_000;
/** Ids of one question: so much text is read in no time. */
const IDS_A_QUESTION = 1_000;
/** Spans that are read back at once to be counted anew. */
const SPANS_A_QUESTION = 20_000;
const MAX_MODELS = 20;
const COMMA = Buffer.from(',');
const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');

interface HeadRow {
  readonly id: string;
  readonly parts: string;
  readonly first: string;
  readonly last: string;
}

interface SumsRow {
  readonly id: string;
  readonly spans: string;
  readonly last: number;
  readonly exports: string;
  readonly input: string;
  readonly output: string;
  readonly cost: string | null;
  readonly own_input: string;
  readonly own_output: string;
  readonly own_cost: string | null;
}

interface ToldRow {
  readonly id: string;
  readonly span_id: string;
  readonly parent: string | null;
  readonly answer: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly cost: string | null;
}

interface SaidRow {
  readonly trace_id: string;
  readonly parts: string;
}

/** Traces of one project that came in several parts, and the days that they are on. */
interface Shared {
  readonly projectId: string;
  readonly ids: readonly string[];
  readonly first: string;
  readonly last: string;
}

/**
 * Writes spans and the summaries of their traces. ClickHouse has no transaction over tables, so the order is what makes it right:
 * spans, what was said about their traces, then a look at which of them came in other parts too. Whoever looks last sees everything,
 * and the summary over the most spans holds, whichever is written last.
 */
export class TraceWrites {
  constructor(
    private readonly clickHouse: ClickHouse,
    private readonly tables: TraceTables,
  ) {}

  async write(batches: readonly OwnedBatch[]): Promise<void> {
    const { clickHouse, tables } = this;
    // No two writes have the same, for all purposes.
    const writtenNano = BigInt(Date.now()) * BigInt(NANO_PER_MS) + BigInt(randomInt(NANO_PER_MS));
    const read = batches.map((owned) => ({ ...owned, columns: new SpanColumns(owned.batch) }));
    await clickHouse.insert(
      tables.spans,
      'Native',
      read.flatMap(({ columns, projectId }) => columns.toNativeBlock(projectId, writtenNano)),
    );
    await clickHouse.insert(tables.parts, 'JSONEachRow', joined(batches.map(({ batch }) => batch.traceRows)));
    const shared = await this.findShared(batches);
    const isShared = new Set(shared.flatMap(({ projectId, ids }) => ids.map((id) => `${projectId} ${id}`)));
    const rows: Uint8Array[] = [];
    for (const { projectId, batch, columns } of read) {
      const sums = sumBatch(columns);
      batch.traceIds.forEach((id, index) => {
        const sum = sums.get(id);
        if (sum === undefined || isShared.has(`${projectId} ${id}`)) return;
        rows.push(withMembers(rowOf(batch, index), toSummaryMembers(sum, 1)));
      });
    }
    for (const traces of shared) rows.push(...(await this.summarize(traces)));
    if (rows.length > 0)
      await clickHouse.insert(`${tables.traces} (${SUMMARY_COLUMNS})`, 'JSONEachRow', joined(rows));
  }

  /** Of the traces of these batches those that another write had to do with. */
  private async findShared(batches: readonly OwnedBatch[]): Promise<Shared[]> {
    const ofProject = new Map<string, string[]>();
    for (const { projectId, batch } of batches)
      ofProject.set(projectId, [...(ofProject.get(projectId) ?? []), ...batch.traceIds]);
    const questions = [...ofProject].flatMap(([projectId, ids]) =>
      inParts(ids, IDS_A_QUESTION).map((part) => ({ projectId, ids: part })),
    );
    const shared = await Promise.all(
      questions.map(async ({ projectId, ids }): Promise<Shared | undefined> => {
        const heads = await this.clickHouse.query<HeadRow>(
          `SELECT lower(hex(trace_id)) AS id, sum(parts) AS parts, toString(min(first_day)) AS first, toString(max(last_day)) AS last
             FROM ${this.tables.heads} WHERE project_id = {project:String} AND trace_id IN (${quoteIds(ids)})
            GROUP BY trace_id HAVING parts > 1`,
          { project: projectId },
        );
        if (heads.length === 0) return undefined;
        const days = heads.flatMap(({ first, last }) => [first, last]).sort();
        return {
          projectId,
          ids: heads.map(({ id }) => id),
          first: days[0] ?? '',
          last: days.at(-1) ?? '',
        };
      }),
    );
    return shared.filter((one) => one !== undefined);
  }

  /** Rows over all spans of these traces. Spans are read before what was said: what counts them is never ahead of what tells of them. */
  private async summarize(shared: Shared): Promise<Uint8Array[]> {
    const sums = await this.sumStored(shared);
    const said = await this.clickHouse.query<SaidRow>(
      `SELECT {project:String} AS project_id, lower(hex(trace_id)) AS trace_id, count() AS parts,
              min(p.start_nano) AS start_nano, max(p.end_nano) AS end_nano, toString(min(p.first_day)) AS first_day, toString(max(p.last_day)) AS last_day,
              argMin(p.root_name, (entry_rank, entry_nano)) AS root_name, argMin(tuple(p.service), (entry_rank, entry_nano)).1 AS service,
              max(p.status) AS status, arraySlice(arraySort(groupUniqArrayArray(p.models)), 1, ${MAX_MODELS}) AS models,
              groupUniqArrayArray(${MAX_TERMS})(p.terms) AS terms
         FROM ${this.tables.parts} AS p WHERE ${within('p.last_day', shared)} GROUP BY p.trace_id`,
      { project: shared.projectId },
    );
    return said.flatMap(({ parts, ...row }) => {
      const sum = sums.get(row.trace_id);
      if (sum === undefined) return [];
      return [withMembers(Buffer.from(JSON.stringify(row)), toSummaryMembers(sum, Number(parts)))];
    });
  }

  private async sumStored(shared: Shared): Promise<Map<string, TraceSums>> {
    const counts = (flag: number): string => `bitAnd(flags, ${OWN_SPAN_FLAG | flag}) = 0`;
    const own = `bitAnd(flags, ${OWN_SPAN_FLAG}) != 0`;
    const rows = await this.clickHouse.query<SumsRow>(
      `SELECT id, count() AS spans, toUInt16(max(day)) AS last, uniqExact(written) AS exports,
              sumIf(ifNull(input_tokens, 0), ${counts(NESTED_TOKENS_FLAG)}) AS input,
              sumIf(ifNull(output_tokens, 0), ${counts(NESTED_TOKENS_FLAG)}) AS output,
              toString(sumOrNullIf(toInt128(cost_pico_usd), ${counts(NESTED_COST_FLAG)})) AS cost,
              sumIf(ifNull(input_tokens, 0), ${own}) AS own_input,
              sumIf(ifNull(output_tokens, 0), ${own}) AS own_output,
              toString(sumOrNullIf(toInt128(cost_pico_usd), ${own})) AS own_cost
         FROM (SELECT lower(hex(trace_id)) AS id, day, written, flags, input_tokens, output_tokens, cost_pico_usd
                 FROM ${this.tables.spans} WHERE ${within('day', shared)}
                ORDER BY written DESC LIMIT 1 BY trace_id, day, span_id)
        GROUP BY id`,
      { project: shared.projectId },
    );
    const sums = new Map(rows.map((row) => [row.id, toSums(row)]));
    const unsure = rows.filter(({ id, spans, exports }) => {
      const sum = sums.get(id);
      return Number(exports) > 1 && Number(spans) <= MAX_RECOUNTED_SPANS && sum !== undefined && tells(sum);
    });
    for (const part of inPartsOf(unsure, SPANS_A_QUESTION, ({ spans }) => Number(spans)))
      await this.recount({ ...shared, ids: part.map(({ id }) => id) }, sums);
    return sums;
  }

  private async recount(shared: Shared, sums: ReadonlyMap<string, TraceSums>): Promise<void> {
    const rows = await this.clickHouse.query<ToldRow>(
      `SELECT lower(hex(trace_id)) AS id, toString(span_id) AS span_id, toString(parent_span_id) AS parent, toString(response_hash) AS answer,
              input_tokens AS input, output_tokens AS output, cost_pico_usd AS cost
         FROM (SELECT * EXCEPT (body) FROM ${this.tables.spans} WHERE ${within('day', shared)}
                ORDER BY written DESC LIMIT 1 BY trace_id, day, span_id)
        WHERE bitAnd(flags, ${OWN_SPAN_FLAG}) = 0`,
      { project: shared.projectId },
    );
    const told = new Map<string, ToldSpan[]>();
    for (const row of rows) {
      const spans = told.get(row.id) ?? [];
      told.set(row.id, spans);
      spans.push(toToldSpan(row));
    }
    for (const [id, spans] of told) {
      await new Promise((resolve) => setImmediate(resolve));
      Object.assign(sums.get(id) ?? {}, recount(spans));
    }
  }
}

/** The ids are our own hex. */
export function quoteIds(ids: readonly string[]): string {
  return ids.map((id) => `'${id}'`).join(',');
}

function within(day: string, { ids, first, last }: Shared): string {
  return `project_id = {project:String} AND trace_id IN (${quoteIds(ids)}) AND ${day} BETWEEN '${first}' AND '${last}'`;
}

function toSums(row: SumsRow): TraceSums {
  return {
    spanCount: Number(row.spans),
    lastDay: row.last,
    inputTokens: BigInt(row.input),
    outputTokens: BigInt(row.output),
    cost: row.cost === null ? undefined : BigInt(row.cost),
    ownInputTokens: BigInt(row.own_input),
    ownOutputTokens: BigInt(row.own_output),
    ownCost: row.own_cost === null ? undefined : BigInt(row.own_cost),
  };
}

function toToldSpan(row: ToldRow): ToldSpan {
  const input = BigInt(row.input ?? 0);
  const output = BigInt(row.output ?? 0);
  return {
    traceId: row.id,
    spanId: row.span_id,
    parentSpanId: row.parent ?? undefined,
    tokens: Number(input + output),
    cost: Number(row.cost ?? 0),
    responseId: row.answer ?? undefined,
    input,
    output,
    pico: row.cost === null ? undefined : BigInt(row.cost),
  };
}

function rowOf({ traceRows, traceRowEnds }: OwnedBatch['batch'], index: number): Uint8Array {
  const start = index === 0 ? 0 : (traceRowEnds[index - 1] ?? 0) + 1;
  return traceRows.subarray(start, traceRowEnds[index]);
}

/** Members put before the end of a JSON object. */
function withMembers(row: Uint8Array, members: object): Uint8Array {
  return Buffer.concat([row.subarray(0, -1), COMMA, Buffer.from(JSON.stringify(members).slice(1))]);
}

function joined(rows: readonly Uint8Array[]): Uint8Array[] {
  return [OPEN, ...rows.flatMap((row, index) => (index === 0 ? [row] : [COMMA, row])), CLOSE];
}

function inParts<Item>(items: readonly Item[], most: number): Item[][] {
  return inPartsOf(items, most, () => 1);
}

/** Parts whose sizes sum up to no more than this, or of one item. */
function inPartsOf<Item>(items: readonly Item[], most: number, sizeOf: (item: Item) => number): Item[][] {
  const parts: Item[][] = [];
  let size = Infinity;
  for (const item of items) {
    size += sizeOf(item);
    if (size > most) {
      parts.push([]);
      size = sizeOf(item);
    }
    parts.at(-1)?.push(item);
  }
  return parts;
}
