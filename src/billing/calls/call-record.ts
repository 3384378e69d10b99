import type { ParentSpan } from '../../http/read-trace-id.js';
import type { PicoUsd } from '../../lib/money.js';
import type { TokenUsage } from '../metering/token-usage.js';
import type { Attribution } from './attribution.js';

export const SURFACES = ['chat', 'responses', 'messages', 'embeddings', 'batch'] as const;
export type Surface = (typeof SURFACES)[number];
export const RETRY_REASONS = [
  'thinking-disabled',
  'content-filter-fallback',
  'tool-choice-auto',
  'thinking-override-rejected',
  'foreign-reasoning-rejected',
  'cascade',
  'outage-fallback',
] as const;
export type RetryReason = (typeof RETRY_REASONS)[number];

/** One upstream request of a call. */
export interface AttemptRecord {
  readonly model: string;
  readonly provider: string;
  /** Which of the service's accounts there; absent of endpoints. */
  readonly account?: string | undefined;
  /** The upstream's status; 0 when it never answered. */
  readonly status: number;
  readonly retryReason?: RetryReason;
  readonly usage?: TokenUsage;
  /** Absent: no price is known. */
  readonly cost?: PicoUsd;
  /** False for registered endpoints and for attempts that cost nothing. */
  readonly billed: boolean;
  readonly durationMs: number;
  /** When it was sent, after the call began; absent when it was not, and of batches. */
  readonly startMs?: number | undefined;
}

export interface CallTimings {
  /** Our own share: total less the time that upstreams worked. */
  readonly gatewayMs: number;
  readonly upstreamMs: number;
  readonly firstByteMs?: number;
}

/** What a router's decision went by, beside its reasons in words. */
export interface DecidedBy {
  readonly kind: 'conversation' | 'machine';
  /** How hard the task looked, 0 to 1; conversations are not scored. */
  readonly complexity: number | undefined;
  readonly threshold: number;
  /** Models that could have served, the chosen one first. */
  readonly considered: readonly string[];
}

/** Everything that the call log and the ledger keep of one call. */
export interface CallRecord {
  readonly id: string;
  readonly createdAt: Date;
  readonly organizationId: string;
  readonly projectId: string;
  readonly keyId: string;
  readonly surface: Surface;
  readonly stream: boolean;
  readonly status: number;
  readonly tier?: string;
  readonly routerId?: string;
  readonly groupId?: string;
  /** How hard the task looked, 0 to 1: of calls that have a group. */
  readonly complexity?: number;
  readonly decidedBy?: DecidedBy;
  readonly requestedModel: string;
  readonly decidedModel?: string;
  readonly servedModel?: string;
  /** Of the answer that the caller got. */
  readonly usage?: TokenUsage;
  readonly cost?: PicoUsd;
  readonly reasons: readonly string[];
  readonly attempts: readonly AttemptRecord[];
  readonly timings: CallTimings;
  readonly traceId?: string;
  /** The `id` of the answer as the caller saw it; none for embeddings and errors. */
  readonly responseId?: string;
  /** The caller's span that the call is a child of, from the same `traceparent`. */
  readonly parentSpan?: ParentSpan;
  /** Absent where the caller said nothing. */
  readonly attribution?: Attribution;
  /** The answer was in the cache; no model was asked. */
  readonly cache?: 'hit';
}

/** The part of a call row that is read whole and never searched: the JSON column. Amounts are decimal text. */
export interface CallDetail {
  readonly usage: Record<string, unknown> | null;
  readonly reasons: readonly string[];
  readonly attempts: readonly Record<string, unknown>[];
  readonly timings: Record<string, number | undefined>;
  readonly trace_id: string | null;
  readonly parent_span_id?: string;
  /** Records read how hard a judged task looked; it is asked for by the call's id. */
  readonly complexity?: number;
  readonly cache?: string;
  readonly decided_by?: {
    readonly kind: string;
    readonly complexity?: number;
    readonly threshold: number;
    readonly considered: readonly string[];
  };
}
