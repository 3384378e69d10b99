import {
  findNested,
  NESTED_COST_FLAG,
  NESTED_TOKENS_FLAG,
  type CountedSpan,
} from '../../encoding/nested-counts.js';
import { OWN_SPAN_FLAG } from '../../encoding/span-batch.js';
import type { PicoUsd } from '../../../lib/money.js';
import type { SpanColumns } from './span-columns.js';

/** What the spans of a trace sum up to; a caller's and the gateway's own apart, because they tell the same calls. */
export interface TraceSums {
  spanCount: number;
  /** Since 1970. */
  lastDay: number;
  inputTokens: bigint;
  outputTokens: bigint;
  cost: PicoUsd | undefined;
  ownInputTokens: bigint;
  ownOutputTokens: bigint;
  ownCost: PicoUsd | undefined;
}

export function emptySums(): TraceSums {
  return {
    spanCount: 0,
    lastDay: 0,
    inputTokens: 0n,
    outputTokens: 0n,
    cost: undefined,
    ownInputTokens: 0n,
    ownOutputTokens: 0n,
    ownCost: undefined,
  };
}

/** Of each trace of a batch, by the flags that its spans came with: right for traces that came in this batch alone. */
export function sumBatch(columns: SpanColumns): Map<string, TraceSums> {
  const sums = new Map<string, TraceSums>();
  for (const place of columns.places) {
    const traceId = columns.hex('traceId', place);
    const sum = sums.get(traceId) ?? emptySums();
    sums.set(traceId, sum);
    sum.spanCount += 1;
    sum.lastDay = Math.max(sum.lastDay, columns.day(place));
    const input = columns.int8('inputTokens', place) ?? 0n;
    const output = columns.int8('outputTokens', place) ?? 0n;
    const cost = columns.int8('costPicoUsd', place);
    const flags = columns.flags(place);
    if ((flags & OWN_SPAN_FLAG) !== 0) {
      sum.ownInputTokens += input;
      sum.ownOutputTokens += output;
      if (cost !== undefined) sum.ownCost = (sum.ownCost ?? 0n) + cost;
      continue;
    }
    if ((flags & NESTED_TOKENS_FLAG) === 0) {
      sum.inputTokens += input;
      sum.outputTokens += output;
    }
    if ((flags & NESTED_COST_FLAG) === 0 && cost !== undefined) sum.cost = (sum.cost ?? 0n) + cost;
  }
  return sums;
}

/** A caller's span as the rule of nested counts sees it, with what it tells. */
export interface ToldSpan extends CountedSpan {
  readonly input: bigint;
  readonly output: bigint;
  readonly pico: PicoUsd | undefined;
}

/** The caller's sums over all spans of one trace, in whatever exports they came. */
export function recount(
  spans: readonly ToldSpan[],
): Pick<TraceSums, 'inputTokens' | 'outputTokens' | 'cost'> {
  let inputTokens = 0n;
  let outputTokens = 0n;
  let cost: PicoUsd | undefined;
  findNested(spans).forEach((flags, index) => {
    const span = spans[index];
    if (span === undefined) return;
    if ((flags & NESTED_TOKENS_FLAG) === 0) {
      inputTokens += span.input;
      outputTokens += span.output;
    }
    if ((flags & NESTED_COST_FLAG) === 0 && span.pico !== undefined) cost = (cost ?? 0n) + span.pico;
  });
  return { inputTokens, outputTokens, cost };
}

/** Whether its sums depend on which span encloses which. */
export function tells({ inputTokens, outputTokens, cost }: TraceSums): boolean {
  return inputTokens + outputTokens > 0n || (cost ?? 0n) > 0n;
}

const MAX_PARTS = 65_535;

/**
 * Of two summaries of a trace the one over more spans holds, and of two over the same spans the one that more parts went into. Each
 * writer reads after its own spans are there, so what the last one sees is all there is, and has the greatest version.
 */
export function versionOf({ lastDay, spanCount }: TraceSums, parts: number): bigint {
  return (BigInt(lastDay) << 48n) | (BigInt(spanCount) << 16n) | BigInt(Math.min(parts, MAX_PARTS));
}

/** What is added to what is said of a trace, to make a row of its summary. */
export function toSummaryMembers(sums: TraceSums, parts: number): object {
  const cost = greater(sums.cost, sums.ownCost);
  return {
    version: versionOf(sums, parts).toString(),
    span_count: sums.spanCount,
    input_tokens: greater(sums.inputTokens, sums.ownInputTokens)?.toString(),
    output_tokens: greater(sums.outputTokens, sums.ownOutputTokens)?.toString(),
    ...(cost !== undefined && { cost_pico_usd: cost.toString() }),
  };
}

function greater(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}
