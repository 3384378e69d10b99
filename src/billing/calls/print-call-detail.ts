import { formatUsd } from '../../lib/money.js';
import type { AttemptRecord, CallRecord, DecidedBy } from './call-record.js';
import type { TokenUsage } from '../metering/token-usage.js';

/** What is kept of a call in its JSON column. */
export type DetailedCall = Pick<
  CallRecord,
  | 'usage'
  | 'reasons'
  | 'attempts'
  | 'timings'
  | 'traceId'
  | 'parentSpan'
  | 'complexity'
  | 'decidedBy'
  | 'cache'
>;

/**
 * The JSON text of a `CallDetail`. It is printed member by member: each call pays for it, and objects that are made only to be
 * printed cost four times as much.
 */
export function printCallDetail(call: DetailedCall): string {
  const { usage, attempts, traceId, parentSpan, complexity, decidedBy, cache } = call;
  const parent = parentSpan === undefined ? '' : `,"parent_span_id":${JSON.stringify(parentSpan.spanId)}`;
  const difficulty = complexity === undefined ? '' : `,"complexity":${printScore(complexity)}`;
  return (
    `{"usage":${usage === undefined ? 'null' : printUsage(usage)}` +
    `,"reasons":${JSON.stringify(call.reasons)}` +
    `,"attempts":[${attempts.map((attempt) => printAttempt(attempt, usage)).join(',')}]` +
    `,"timings":${printTimings(call)}` +
    `,"trace_id":${traceId === undefined ? 'null' : JSON.stringify(traceId)}${parent}${difficulty}` +
    `${cache === undefined ? '' : `,"cache":"${cache}"`}${decidedBy === undefined ? '' : printDecidedBy(decidedBy)}}`
  );
}

function printDecidedBy({ kind, complexity, threshold, considered }: DecidedBy): string {
  const score = complexity === undefined ? '' : `,"complexity":${printScore(complexity)}`;
  return `,"decided_by":{"kind":"${kind}"${score},"threshold":${printScore(threshold)},"considered":${JSON.stringify(considered)}}`;
}

/** An attempt that gave the answer has the call's own usage, which is not written twice. */
function printAttempt(attempt: AttemptRecord, answer: TokenUsage | undefined): string {
  const { retryReason, usage, cost, startMs } = attempt;
  const reason = retryReason === undefined ? '' : `,"retry_reason":"${retryReason}"`;
  const own = usage === undefined ? ',"usage":null' : usage === answer ? '' : `,"usage":${printUsage(usage)}`;
  const amount = cost === undefined ? '' : `,"cost_usd":"${formatUsd(cost)}"`;
  const start = startMs === undefined ? '' : `,"start_ms":${printMs(startMs)}`;
  return (
    `{"model":${JSON.stringify(attempt.model)},"provider":"${attempt.provider}"${printAccount(attempt)},"status":${attempt.status}` +
    `${reason}${own}${amount},"billed":${attempt.billed},"duration_ms":${printMs(attempt.durationMs)}${start}}`
  );
}

/** Its letters need no escapes: settings see to that. */
function printAccount({ account }: AttemptRecord): string {
  return account === undefined ? '' : `,"account":"${account}"`;
}

function printTimings({ timings }: DetailedCall): string {
  const { gatewayMs, upstreamMs, firstByteMs } = timings;
  const firstByte = firstByteMs === undefined ? '' : `,"first_byte_ms":${printMs(firstByteMs)}`;
  return `{"gateway_ms":${printMs(gatewayMs)},"upstream_ms":${printMs(upstreamMs)}${firstByte}}`;
}

/** Counts that are nothing are left out, but for those that every answer has. */
function printUsage(usage: TokenUsage): string {
  const { reasoningTokens } = usage;
  return (
    `{"input_tokens":${usage.inputTokens}` +
    unlessNothing('cache_read_tokens', usage.cacheReadTokens) +
    unlessNothing('cache_write_5m_tokens', usage.cacheWrite5mTokens) +
    unlessNothing('cache_write_1h_tokens', usage.cacheWrite1hTokens) +
    `,"output_tokens":${usage.outputTokens}` +
    (reasoningTokens === undefined ? '' : `,"reasoning_tokens":${reasoningTokens}`) +
    unlessNothing('web_search_requests', usage.webSearchRequests) +
    unlessNothing('served_fast', usage.servedFast) +
    unlessNothing('estimated', usage.estimated) +
    '}'
  );
}

function unlessNothing(name: string, value: number | boolean): string {
  return value === 0 || value === false ? '' : `,"${name}":${value}`;
}

/** To a ten-thousandth: of ordinary traffic, whose share it is. */
function printScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

/** To the microsecond, from whole numbers: a fraction takes the engine three times as long to print. */
function printMs(ms: number): string {
  const micros = Math.max(0, Math.round(ms * 1_000));
  const whole = Math.floor(micros / 1_000);
  const rest = micros - whole * 1_000;
  return rest === 0 ? `${whole}` : `${whole}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`;
}
