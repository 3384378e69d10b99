import type { Caller } from '../auth/caller.js';
import type { LiveCall } from '../http/live-call.js';
import type { PicoUsd } from '../lib/money.js';
import type { AttemptRecord, CallRecord, Surface } from './call-record.js';
import type { TokenUsage } from './token-usage.js';

export interface Priced {
  readonly usage: TokenUsage;
  /** Absent: no price is known. */
  readonly cost: PicoUsd | undefined;
}

/** A call with one attempt, when it is over. */
export interface CallOutcome {
  readonly caller: Caller;
  readonly call: LiveCall;
  readonly surface: Surface;
  readonly requestedModel: string;
  /** The id as callers write it. */
  readonly publicId: string;
  /** Where it ran: an upstream, or `endpoint`. */
  readonly provider: string;
  /** False on the caller's own endpoint. */
  readonly billable: boolean;
  readonly tier?: string | undefined;
  readonly routerId?: string | undefined;
  readonly reasons: readonly string[];
  readonly stream: boolean;
  /** What the caller saw. */
  readonly status: number;
  /** What the upstream answered; 0 for nothing. */
  readonly upstreamStatus: number;
  readonly priced: Priced | undefined;
  readonly upstreamMs: number;
  readonly traceId: string | undefined;
}

/** The row of the call log, with the one attempt of a call without retries. */
export function toCallRecord(outcome: CallOutcome): CallRecord {
  const { caller, call, publicId, priced, upstreamMs } = outcome;
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
    requestedModel: outcome.requestedModel,
    decidedModel: publicId,
    servedModel: priced === undefined ? undefined : publicId,
    usage: priced?.usage,
    cost: priced?.cost,
    reasons: outcome.reasons,
    attempts: [attempt(outcome)],
    timings: {
      gatewayMs: Math.max(0, call.elapsedMs() - upstreamMs),
      upstreamMs,
      firstByteMs: call.firstByteMs,
    },
    traceId: outcome.traceId,
  };
}

function attempt({
  publicId,
  provider,
  billable,
  priced,
  upstreamStatus,
  upstreamMs,
}: CallOutcome): AttemptRecord {
  return {
    model: publicId,
    provider,
    status: upstreamStatus,
    usage: priced?.usage,
    cost: priced?.cost,
    billed: billable && (priced?.cost ?? 0n) > 0n,
    durationMs: upstreamMs,
  };
}
