import { parseUsd, toUsdNumber } from '../../lib/money.js';
import type { CallEntity } from './call.entity.js';

/** A call as every API shows it: snake_case, RFC 3339, USD as JSON numbers. */
export function presentCall(row: CallEntity) {
  const { usage, reasons, attempts, timings, trace_id: traceId, decided_by: decidedBy } = row.detail;
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    surface: row.surface,
    stream: row.stream,
    status: row.status,
    key_id: row.keyId,
    tier: row.tier,
    router_id: row.routerId,
    group_id: row.groupId,
    batch_id: row.batchId,
    requested_model: row.requestedModel,
    decided_model: row.decidedModel,
    served_model: row.servedModel,
    requests: row.requests,
    usage,
    cost_usd: row.costUsd === null ? null : usd(row.costUsd),
    billed_usd: usd(row.billedUsd),
    reasons,
    cache: row.detail.cache ?? null,
    decided_by: decidedBy === undefined ? null : { ...decidedBy, complexity: decidedBy.complexity ?? null },
    attempts: attempts.map(({ start_ms: startMs, ...attempt }) => ({
      ...attempt,
      account: attempt['account'] ?? null,
      started_at: startOf(row, startMs, attempt['duration_ms']),
      // The attempt that gave the answer shares the call's usage.
      usage: attempt['usage'] === undefined ? usage : attempt['usage'],
      retry_reason: attempt['retry_reason'] ?? null,
      cost_usd: typeof attempt['cost_usd'] === 'string' ? usd(attempt['cost_usd']) : null,
    })),
    timings: { ...timings, first_byte_ms: timings['first_byte_ms'] ?? null },
    trace_id: traceId,
    response_id: row.responseId,
    tags: row.tags ?? [],
    end_user: row.endUser,
    session_id: row.sessionId,
    metadata: row.metadata,
  };
}

/** Of rows of before it was kept, and of attempts that were never sent, null. */
function startOf({ createdAt, surface }: CallEntity, startMs: unknown, durationMs: unknown): string | null {
  const after = surface === 'batch' ? -Number(durationMs) : startMs;
  if (typeof after !== 'number') return null;
  return new Date(createdAt.getTime() + after).toISOString();
}

function usd(text: string): number {
  return toUsdNumber(parseUsd(text));
}
