import {
  CompositeArrayEncoder,
  type CompositeFields,
  type CompositeRow,
} from '../database/composite-array.js';
import { formatUsd, type PicoUsd } from '../lib/money.js';
import type { AttemptRecord, CallDetail, CallRecord } from './call-record.js';
import type { TokenUsage } from './token-usage.js';

/** The fields of the database's type `call_input`, in its order. */
const CALL_INPUT = {
  id: 'text',
  part: 'double precision',
  created_at: 'timestamptz',
  organization_id: 'text',
  charge_usd: 'text',
  project_id: 'text',
  key_id: 'text',
  surface: 'text',
  stream: 'boolean',
  status: 'double precision',
  tier: 'text',
  router_id: 'text',
  group_id: 'text',
  requested_model: 'text',
  decided_model: 'text',
  served_model: 'text',
  input_tokens: 'double precision',
  output_tokens: 'double precision',
  cost_usd: 'text',
  billed_usd: 'text',
  trace_id: 'text',
  detail: 'json',
} as const satisfies CompositeFields;

type CallInput = CompositeRow<typeof CALL_INPUT>;

export const callInputEncoder = new CompositeArrayEncoder(CALL_INPUT);

/** What is committed of a call: its row with the charge of its first attempt (part 0), then the charges of further ones. */
export function callInputs(record: CallRecord): readonly CallInput[] {
  const call = callRow(record);
  return record.attempts.length < 2 ? [call] : [call, ...laterCharges(record)];
}

/** What the ledger takes for a call: its billed attempts. */
export function billedTotal(record: CallRecord): PicoUsd {
  let total = 0n;
  for (const attempt of record.attempts) total += billedAmount(attempt);
  return total;
}

function billedAmount({ billed, cost }: AttemptRecord): PicoUsd {
  return billed ? (cost ?? 0n) : 0n;
}

function laterCharges({ id, createdAt, organizationId, attempts }: CallRecord): CallInput[] {
  return attempts.flatMap((attempt, part) => {
    const amount = billedAmount(attempt);
    if (part === 0 || amount === 0n) return [];
    const charge = formatUsd(-amount);
    return [{ id, part, created_at: createdAt, organization_id: organizationId, charge_usd: charge }];
  });
}

function callRow(record: CallRecord): CallInput {
  const { usage, cost, attempts } = record;
  const [first] = attempts;
  const firstCharge = first === undefined ? 0n : billedAmount(first);
  return {
    id: record.id,
    part: 0,
    created_at: record.createdAt,
    organization_id: record.organizationId,
    charge_usd: firstCharge === 0n ? undefined : formatUsd(-firstCharge),
    project_id: record.projectId,
    key_id: record.keyId,
    surface: record.surface,
    stream: record.stream,
    status: record.status,
    tier: record.tier,
    router_id: record.routerId,
    group_id: record.groupId,
    requested_model: withoutNul(record.requestedModel),
    decided_model: record.decidedModel,
    served_model: record.servedModel,
    input_tokens: usage === undefined ? 0 : totalInput(usage),
    output_tokens: usage?.outputTokens ?? 0,
    cost_usd: cost === undefined ? undefined : formatUsd(cost),
    billed_usd: formatUsd(billedTotal(record)),
    trace_id: record.traceId,
    detail: callDetail(record),
  };
}

function callDetail(record: CallRecord): CallDetail {
  const { gatewayMs, upstreamMs, firstByteMs } = record.timings;
  return {
    usage: record.usage === undefined ? null : usageJson(record.usage),
    reasons: record.reasons,
    attempts: record.attempts.map((attempt) => attemptJson(attempt, record.usage)),
    timings: {
      gateway_ms: round(gatewayMs),
      upstream_ms: round(upstreamMs),
      first_byte_ms: firstByteMs === undefined ? undefined : round(firstByteMs),
    },
    trace_id: record.traceId ?? null,
    parent_span_id: record.parentSpan?.spanId,
  };
}

/** An attempt that gave the answer has the call's own usage, which is not written twice. */
function attemptJson(attempt: AttemptRecord, answer: TokenUsage | undefined): Record<string, unknown> {
  const { usage, cost } = attempt;
  return {
    model: attempt.model,
    provider: attempt.provider,
    status: attempt.status,
    retry_reason: attempt.retryReason,
    usage: usage === undefined ? null : usage === answer ? undefined : usageJson(usage),
    cost_usd: cost === undefined ? undefined : formatUsd(cost),
    billed: attempt.billed,
    duration_ms: round(attempt.durationMs),
  };
}

export function usageJson(usage: TokenUsage): Record<string, unknown> {
  return {
    input_tokens: usage.inputTokens,
    cache_read_tokens: usage.cacheReadTokens || undefined,
    cache_write_5m_tokens: usage.cacheWrite5mTokens || undefined,
    cache_write_1h_tokens: usage.cacheWrite1hTokens || undefined,
    output_tokens: usage.outputTokens,
    reasoning_tokens: usage.reasoningTokens,
    web_search_requests: usage.webSearchRequests || undefined,
    served_fast: usage.servedFast || undefined,
    estimated: usage.estimated || undefined,
  };
}

function totalInput(usage: TokenUsage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWrite5mTokens + usage.cacheWrite1hTokens;
}

function round(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

/** PostgreSQL's text holds no NUL. */
function withoutNul(value: string): string {
  return value.includes('\u0000') ? value.replaceAll('\u0000', '\ufffd') : value;
}
