import type { Caller } from '../../auth/caller.js';
import type { LiveCall } from '../../live-calls/live-call.js';
import type { PicoUsd } from '../../lib/money.js';
import type { Attribution } from '../calls/attribution.js';
import type { AttemptRecord, CallRecord, DecidedBy, RetryReason, Surface } from '../calls/call-record.js';
import type { TokenUsage } from './token-usage.js';

export interface Priced {
  readonly usage: TokenUsage;
  /** Absent: no price is known. */
  readonly cost: PicoUsd | undefined;
}

/** A call when it is over. */
export interface CallOutcome {
  readonly caller: Caller;
  readonly call: LiveCall;
  readonly surface: Surface;
  readonly requestedModel: string;
  /** What was decided on, as callers write it. */
  readonly decidedModel: string;
  /** What answered; absent when nothing did. */
  readonly servedModel: string | undefined;
  readonly tier?: string | undefined;
  readonly routerId?: string | undefined;
  readonly groupId?: string | undefined;
  readonly complexity?: number | undefined;
  readonly decidedBy?: DecidedBy | undefined;
  readonly reasons: readonly string[];
  readonly stream: boolean;
  /** What the caller saw. */
  readonly status: number;
  /** Of the answer that the caller got. */
  readonly priced: Priced | undefined;
  /** In the order in which they were sent. */
  readonly attempts: readonly AttemptRecord[];
  readonly traceId: string | undefined;
  /** The `id` of the answer as the caller saw it. */
  readonly responseId: string | undefined;
  readonly attribution: Attribution | undefined;
  /** The answer was in the cache: it costs nothing. */
  readonly cache?: 'hit' | undefined;
}

/** The row of the call log. */
export function toCallRecord(outcome: CallOutcome): CallRecord {
  const { caller, call, priced, attempts, cache } = outcome;
  const upstreamMs = attempts.reduce((total, { durationMs }) => total + durationMs, 0);
  return {
    id: call.id,
    createdAt: call.startedAt,
    organizationId: caller.organizationId,
    projectId: caller.projectId,
    keyId: caller.keyId,
    surface: outcome.surface,
    stream: outcome.stream,
    status: outcome.status,
    tier: outcome.tier,
    routerId: outcome.routerId,
    groupId: outcome.groupId,
    complexity: outcome.complexity,
    decidedBy: outcome.decidedBy,
    requestedModel: outcome.requestedModel,
    decidedModel: outcome.decidedModel,
    servedModel: outcome.servedModel,
    usage: priced?.usage,
    cost: cache === undefined ? priced?.cost : 0n,
    reasons: outcome.reasons,
    attempts,
    timings: {
      gatewayMs: Math.max(0, call.elapsedMs() - upstreamMs),
      upstreamMs,
      firstByteMs: call.firstByteMs,
    },
    traceId: outcome.traceId,
    parentSpan: call.parentSpan,
    responseId: outcome.responseId,
    attribution: outcome.attribution,
    cache,
  };
}

export interface EndedAttempt {
  /** The id as callers write it. */
  readonly model: string;
  /** Where it ran: an upstream, or `endpoint`. */
  readonly provider: string;
  readonly account?: string | undefined;
  /** False on the caller's own endpoint. */
  readonly billable: boolean;
  /** What the upstream answered; 0 for nothing. */
  readonly status: number;
  readonly retryReason?: RetryReason | undefined;
  readonly priced: Priced | undefined;
  readonly durationMs: number;
  /** When it was sent, after the call began; absent when it never was. */
  readonly startMs: number | undefined;
}

export function toAttemptRecord(ended: EndedAttempt): AttemptRecord {
  const { priced } = ended;
  return {
    model: ended.model,
    provider: ended.provider,
    account: ended.account,
    status: ended.status,
    retryReason: ended.retryReason,
    usage: priced?.usage,
    cost: priced?.cost,
    billed: ended.billable && (priced?.cost ?? 0n) > 0n,
    durationMs: ended.durationMs,
    startMs: ended.startMs,
  };
}
