import type { PicoUsd } from '../../lib/money.js';
import type { SpanBatch } from '../encoding/span-batch.js';
import type { StoredSpanBody } from '../encoding/stored-span.js';

export const TRACE_STATUSES = ['unset', 'ok', 'error'] as const;
export type TraceStatus = (typeof TRACE_STATUSES)[number];

/** Which traces of a project are asked for; what is absent does not narrow. */
export interface TraceFilter {
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  readonly service?: string;
  readonly model?: string;
  readonly status?: TraceStatus;
  readonly text?: string;
  readonly minTokens?: number;
  readonly minCost?: PicoUsd;
}

export interface TracePage {
  readonly limit: number;
  /** The trace that the page before ended with. */
  readonly after?: string;
  /** Not with `after`: the trace that the page behind begins with. The traces next to it are meant, and one more of the newest. */
  readonly before?: string;
}

/** A page is looked for from its trace on: back in time, or forth where it ends before one. */
export const lookOf = ({ before }: TracePage) => (before === undefined ? BACK : FORTH);

const BACK = { order: 'DESC', beyond: '<', other: 'ASC', step: -1 } as const;
const FORTH = { order: 'ASC', beyond: '>', other: 'DESC', step: 1 } as const;
export type Look = typeof BACK | typeof FORTH;

/** What was found in that order, newest first. */
export const newestFirst = <T>(rows: readonly T[], { step }: Look): T[] =>
  step === 1 ? [...rows].reverse() : [...rows];

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

/** So many spans of one trace are shown, and so many bytes of them. */
export const MAX_SHOWN_SPANS = 5_000;
export const MAX_SHOWN_BYTES = 8 * 1_048_576;
/** A trace of more spans is summed as its requests come. */
export const MAX_RECOUNTED_SPANS = 5_000;
/** Terms of one trace; a trace of more is found by its first ones. */
export const MAX_TERMS = 500;

/** Spans of one request or of the gateway itself, and whose they are. */
export interface OwnedBatch {
  readonly projectId: string;
  readonly batch: SpanBatch;
}

export interface SpanName {
  readonly traceId: string;
  readonly spanId: string;
}

/** The store took a look at these spans and will not have them, however often they are sent. */
export class SpansRefusedError extends Error {
  constructor(override readonly cause: unknown) {
    super('the store of traces refuses these spans', { cause });
    this.name = 'SpansRefusedError';
  }
}

/**
 * Where spans are kept. A trace belongs to one project; another's looks unknown. Whatever the store, what was written is read back
 * at once, a span that is sent again changes nothing, and a trace's summary is that of all its spans.
 * A store that is away throws an error that is answered with 503; it never concerns a call of a model.
 */
export abstract class TraceStore {
  abstract readonly kind: 'postgres' | 'clickhouse';

  /** Batches share no trace. Resolves when they are durable. @throws SpansRefusedError */
  abstract write(batches: readonly OwnedBatch[]): Promise<void>;

  /** Which of these spans are there already, as `<trace id> <span id>`. */
  abstract findKnown(projectId: string, spans: readonly SpanName[]): Promise<ReadonlySet<string>>;

  /** @param traceId 32 hex characters */
  abstract find(projectId: string, traceId: string): Promise<StoredTrace | undefined>;

  /** Newest first; `undefined` when `page.after` or `page.before` is no trace of the project. */
  abstract list(projectId: string, filter: TraceFilter, page: TracePage): Promise<TraceSummary[] | undefined>;

  /** Drops whole days before one, and gets ready for the next. @returns how many traces went */
  abstract dropBefore(day: number): Promise<number>;

  abstract isUp(): Promise<boolean>;
}
