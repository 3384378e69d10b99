import type { EvaluationEvent } from '../../wire/otlp/read-evaluations.js';
import { BinaryColumn, type ColumnType } from './binary-column.js';

/** The columns of a span's row beside its project, in the order in which the insert takes them. */
export const SPAN_COLUMNS = {
  traceId: 'uuid',
  spanId: 'int8',
  day: 'date',
  startNano: 'int8',
  endNano: 'int8',
  flags: 'int2',
  inputTokens: 'int8',
  outputTokens: 'int8',
  costPicoUsd: 'int8',
  parentSpanId: 'int8',
  responseHash: 'int8',
  body: 'text',
} as const satisfies Record<string, ColumnType>;
export type SpanColumn = keyof typeof SPAN_COLUMNS;
export const SPAN_COLUMN_NAMES = Object.keys(SPAN_COLUMNS) as readonly SpanColumn[];

/** A span that the gateway made itself: its tokens and cost are summed apart. */
export const OWN_SPAN_FLAG = 1;

/** Spans of one request, ready to be written. Plain data: it may come from another thread. */
export interface SpanBatch {
  readonly count: number;
  readonly columns: Readonly<Record<SpanColumn, Uint8Array<ArrayBuffer>>>;
  readonly traceIds: readonly string[];
  /** What the spans say about their traces, beside sums: JSON objects with commas between them. */
  readonly traceRows: Uint8Array<ArrayBuffer>;
  /** Where the row of each trace ends in them, in the order of `traceIds`. */
  readonly traceRowEnds: readonly number[];
  /** Days since 1970 that the spans start on. */
  readonly days: readonly number[];
  readonly evaluations: readonly EvaluationEvent[];
  readonly bytes: number;
  readonly rejectedSpans: number;
  /** For the sender: what was rejected and why; absent when all is well. */
  readonly errorMessage?: string;
}

/** The memory of a batch that may be handed to another thread. */
export function transferablesOf({ columns, traceRows }: SpanBatch): ArrayBuffer[] {
  return [traceRows.buffer, ...SPAN_COLUMN_NAMES.map((name) => columns[name].buffer)];
}

export function newColumns(): Record<SpanColumn, BinaryColumn> {
  const columns = {} as Record<SpanColumn, BinaryColumn>;
  for (const name of SPAN_COLUMN_NAMES) columns[name] = new BinaryColumn();
  return columns;
}
