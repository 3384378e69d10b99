import { createHash } from 'node:crypto';
import type { AttemptRecord, CallRecord } from '../../billing/calls/call-record.js';
import type { TokenUsage } from '../../billing/metering/token-usage.js';
import { toUsdNumber } from '../../lib/money.js';
import type { GenAiFacts } from '../../wire/otlp/read-genai-facts.js';
import {
  STATUS_ERROR,
  STATUS_UNSET,
  type Attributes,
  type PlainValue,
  type Span,
} from '../../wire/otlp/span-model.js';

/** A span of the gateway, and what of it its trace sums up. */
export interface OwnSpan {
  readonly span: Span;
  readonly facts: GenAiFacts;
  /** The call tells the tokens once; its attempts, among them those whose answer was thrown away, do not tell them again. */
  readonly counts: boolean;
}

const INTERNAL = 1;
const SERVER = 2;
const CLIENT = 3;

/**
 * A call as spans of OpenTelemetry's GenAI conventions: the call itself, and under it the decision and each attempt. Contents are
 * never among them. A call's record tells how long its parts took and not when they began: the decision is put at the start, the
 * attempts one after the other at the end. Ids follow from the call's, so that the same call always makes the same spans.
 */
export function spansOfCall(record: CallRecord): OwnSpan[] {
  const ids = new SpanIds(record);
  const { gatewayMs, upstreamMs } = record.timings;
  const startMs = record.createdAt.getTime();
  const endMs = startMs + gatewayMs + upstreamMs;
  const shared: Shared = { traceId: ids.traceId, events: [], links: [] };
  const call: Span = {
    ...shared,
    ...period(startMs, endMs),
    ...statusOf(record.status),
    spanId: ids.spanId(0),
    parentSpanId: record.parentSpan?.spanId,
    name: `${operationOf(record)} ${record.requestedModel}`,
    kind: SERVER,
    attributes: callAttributes(record),
  };
  const spans: OwnSpan[] = [{ span: call, facts: callFacts(record), counts: true }];
  if (record.tier !== undefined)
    spans.push({ span: decisionSpan(record, { shared, ids, startMs }), facts: {}, counts: false });
  let attemptMs = endMs - upstreamMs;
  for (const [index, attempt] of record.attempts.entries()) {
    const span: Span = {
      ...shared,
      ...period(attemptMs, attemptMs + attempt.durationMs),
      ...statusOf(attempt.status),
      spanId: ids.spanId(index + 2),
      parentSpanId: call.spanId,
      name: `${operationOf(record)} ${attempt.model}`,
      kind: CLIENT,
      attributes: attemptAttributes(record, attempt),
    };
    attemptMs += attempt.durationMs;
    spans.push({ span, facts: { model: attempt.model }, counts: false });
  }
  return spans;
}

interface Shared {
  readonly traceId: string;
  readonly events: Span['events'];
  readonly links: Span['links'];
}

function decisionSpan(
  record: CallRecord,
  { shared, ids, startMs }: { shared: Shared; ids: SpanIds; startMs: number },
): Span {
  return {
    ...shared,
    ...period(startMs, startMs + record.timings.gatewayMs),
    spanId: ids.spanId(1),
    parentSpanId: ids.spanId(0),
    name: 'route',
    kind: INTERNAL,
    statusCode: STATUS_UNSET,
    attributes: given({
      'gateway.tier': record.tier,
      'gateway.decided_model': record.decidedModel,
      'gateway.router.id': record.routerId,
      'gateway.group.id': record.groupId,
      'gateway.reasons': [...record.reasons],
    }),
  };
}

function callAttributes(record: CallRecord): Attributes {
  const { usage, cost, timings, status } = record;
  return given({
    'gen_ai.operation.name': operationOf(record),
    'gen_ai.provider.name': record.attempts.at(-1)?.provider,
    'gen_ai.request.model': record.requestedModel,
    'gen_ai.request.stream': record.stream || undefined,
    'gen_ai.response.model': record.servedModel,
    'gen_ai.response.id': record.id,
    'gen_ai.response.time_to_first_chunk':
      record.stream && timings.firstByteMs !== undefined ? timings.firstByteMs / 1_000 : undefined,
    ...usageAttributes(usage),
    'gen_ai.usage.cost': cost === undefined ? undefined : toUsdNumber(cost),
    'http.response.status_code': status,
    'error.type': status >= 400 ? String(status) : undefined,
    'gateway.call.id': record.id,
    'gateway.project.id': record.projectId,
    'gateway.surface': record.surface,
    'gateway.tier': record.tier,
    'gateway.router.id': record.routerId,
    'gateway.group.id': record.groupId,
    'user.id': record.attribution?.endUser,
    'session.id': record.attribution?.sessionId,
    'gateway.tags': tagsOf(record),
  });
}

function tagsOf({ attribution }: CallRecord): string[] | undefined {
  return attribution === undefined || attribution.tags.length === 0 ? undefined : [...attribution.tags];
}

function attemptAttributes(record: CallRecord, attempt: AttemptRecord): Attributes {
  const { status } = attempt;
  return given({
    'gen_ai.operation.name': operationOf(record),
    'gen_ai.provider.name': attempt.provider,
    'gen_ai.request.model': attempt.model,
    ...usageAttributes(attempt.usage),
    'http.response.status_code': status === 0 ? undefined : status,
    'error.type': status === 0 ? 'no_answer' : status >= 400 ? String(status) : undefined,
    'gateway.retry_reason': attempt.retryReason,
  });
}

/** The convention's input tokens include the cached ones. */
function usageAttributes(usage: TokenUsage | undefined): Record<string, PlainValue | undefined> {
  if (usage === undefined) return {};
  const written = usage.cacheWrite5mTokens + usage.cacheWrite1hTokens;
  return {
    'gen_ai.usage.input_tokens': totalInput(usage),
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens || undefined,
    'gen_ai.usage.cache_creation.input_tokens': written || undefined,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
  };
}

function callFacts({ usage, cost, servedModel }: CallRecord): GenAiFacts {
  return {
    model: servedModel,
    inputTokens: usage === undefined ? undefined : totalInput(usage),
    outputTokens: usage?.outputTokens,
    costUsd: cost === undefined ? undefined : toUsdNumber(cost),
  };
}

function totalInput(usage: TokenUsage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWrite5mTokens + usage.cacheWrite1hTokens;
}

function operationOf({ surface }: CallRecord): string {
  return surface === 'embeddings' ? 'embeddings' : 'chat';
}

function statusOf(status: number): Pick<Span, 'statusCode'> {
  return { statusCode: status === 0 || status >= 400 ? STATUS_ERROR : STATUS_UNSET };
}

function period(startMs: number, endMs: number): Pick<Span, 'startNano' | 'endNano'> {
  return { startNano: toNano(startMs), endNano: toNano(Math.max(startMs, endMs)) };
}

function toNano(ms: number): string {
  return (BigInt(Math.round(ms * 1_000)) * 1_000n).toString();
}

function given(attributes: Record<string, PlainValue | undefined>): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, PlainValue] => entry[1] !== undefined),
  );
}

/** A call without a caller's trace gets one of its own. */
class SpanIds {
  readonly traceId: string;
  private readonly base: bigint;

  constructor({ id, traceId }: CallRecord) {
    const digest = createHash('sha256').update(id).digest();
    this.traceId = traceId ?? digest.toString('hex', 0, 16);
    this.base = digest.readBigUInt64BE(16) | (1n << 63n);
  }

  spanId(index: number): string {
    return (this.base ^ BigInt(index)).toString(16).padStart(16, '0');
  }
}
