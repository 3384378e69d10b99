import type { Caller } from '../auth/caller.js';
import type { AttemptRecord, CallRecord } from '../billing/call-record.js';
import { priceUsage } from '../billing/price-usage.js';
import type { TokenUsage } from '../billing/token-usage.js';
import type { LiveCall } from '../http/live-call.js';
import type { PicoUsd } from '../lib/money.js';
import { modelOf, publicIdOf, type CallPlan } from './call-plan.js';

export interface Priced {
  readonly usage: TokenUsage;
  /** Absent: no price is known. */
  readonly cost: PicoUsd | undefined;
}

/** The cost of an answer: nothing on the caller's own endpoint, else by the model that was resolved before the call. */
export function priceAnswer({
  plan,
  usage,
  webSearchFeePicoUsd,
}: {
  plan: CallPlan;
  usage: TokenUsage;
  webSearchFeePicoUsd: PicoUsd;
}): Priced {
  if (plan.kind === 'endpoint') return { usage, cost: 0n };
  const model = modelOf(plan);
  const cost = priceUsage({
    usage,
    prices: model?.prices,
    priceBasis: model?.priceBasis ?? 'reported',
    rate: 'live',
    webSearchFeePicoUsd,
  });
  return { usage, cost };
}

export interface CallOutcome {
  readonly caller: Caller;
  readonly call: LiveCall;
  readonly plan: CallPlan;
  readonly requestedModel: string;
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
  const { caller, call, plan, priced, stream, status, requestedModel, upstreamMs } = outcome;
  const publicId = publicIdOf(plan);
  return {
    id: call.id,
    createdAt: call.startedAt,
    organizationId: caller.organizationId,
    projectId: caller.projectId,
    keyId: caller.keyId,
    surface: 'chat',
    stream,
    status,
    tier: plan.tier,
    routerId: plan.kind === 'hosted' ? plan.routerId : undefined,
    requestedModel: requestedModel === '' ? 'auto' : requestedModel,
    decidedModel: publicId,
    servedModel: priced === undefined ? undefined : publicId,
    usage: priced?.usage,
    cost: priced?.cost,
    reasons: plan.reasons,
    attempts: [attempt(outcome)],
    timings: {
      gatewayMs: Math.max(0, call.elapsedMs() - upstreamMs),
      upstreamMs,
      firstByteMs: call.firstByteMs,
    },
    traceId: outcome.traceId,
  };
}

function attempt({ plan, priced, upstreamStatus, upstreamMs }: CallOutcome): AttemptRecord {
  return {
    model: publicIdOf(plan),
    provider: plan.kind === 'hosted' ? plan.target.upstream : 'endpoint',
    status: upstreamStatus,
    usage: priced?.usage,
    cost: priced?.cost,
    billed: plan.kind === 'hosted' && (priced?.cost ?? 0n) > 0n,
    durationMs: upstreamMs,
  };
}
