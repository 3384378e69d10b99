import { Injectable, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { formatUsd, parseUsd, type PicoUsd } from '../lib/money.js';
import type { AttemptRecord, CallDetail, CallRecord } from './call-record.js';
import type { TokenUsage } from './token-usage.js';

/** The new balance of each organization whose ledger grew. */
export type NewBalances = ReadonlyMap<string, PicoUsd>;

/**
 * One round trip for any number of calls: call rows, ledger rows and balances in one statement, so that they hold together
 * or not at all. Rows that exist already (a replay after a lost answer) move nothing. Balances are locked in the order of
 * their ids, so that processes committing the same organizations cannot deadlock. `$1` holds the calls, each with the charge
 * of its first attempt; `$2` the charges of further attempts, which few calls have.
 */
const COMMIT_CALLS = `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS r(id text, created_at timestamptz, organization_id text, project_id text, key_id text,
         surface text, stream boolean, status smallint, tier text, router_id text, group_id text, requested_model text,
         decided_model text, served_model text, input_tokens bigint, output_tokens bigint, cost_usd numeric,
         billed_usd numeric, charge_usd numeric, trace_id text, detail json)
), new_calls AS (
  INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, tier, router_id, group_id,
                     requested_model, decided_model, served_model, input_tokens, output_tokens, cost_usd, billed_usd, trace_id, detail)
  SELECT id, created_at, organization_id, project_id, key_id, surface, stream, status, tier, router_id, group_id,
         requested_model, decided_model, served_model, input_tokens, output_tokens, cost_usd, billed_usd, trace_id, detail
    FROM input
  ON CONFLICT (id) DO NOTHING
), added AS (
  INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, part, created_at)
  SELECT organization_id, 'usage', charge_usd, id, 0, created_at FROM input WHERE charge_usd IS NOT NULL
  UNION ALL
  SELECT organization_id, 'usage', amount_usd, reference, part, created_at
    FROM json_to_recordset($2::json) AS r(organization_id text, amount_usd numeric, reference text, part smallint, created_at timestamptz)
  ON CONFLICT (kind, reference, part) DO NOTHING
  RETURNING organization_id, amount_usd
), sums AS (
  SELECT organization_id, sum(amount_usd) AS total FROM added GROUP BY organization_id
), locked AS (
  SELECT b.organization_id FROM balances b JOIN sums s ON s.organization_id = b.organization_id ORDER BY b.organization_id FOR UPDATE OF b
)
UPDATE balances b SET balance_usd = b.balance_usd + s.total
  FROM sums s JOIN locked l ON l.organization_id = s.organization_id
 WHERE b.organization_id = s.organization_id
RETURNING b.organization_id, b.balance_usd`;

const NONE = '[]';

@Injectable()
export class UsageCommitRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async commit(records: readonly CallRecord[]): Promise<NewBalances> {
    const laterCharges = records.flatMap(laterChargeRows);
    const { rows } = await this.pool().query<{ organization_id: string; balance_usd: string }>({
      name: 'commit-calls',
      text: COMMIT_CALLS,
      values: [
        JSON.stringify(records.map(callRow)),
        laterCharges.length === 0 ? NONE : JSON.stringify(laterCharges),
      ],
    });
    return new Map(rows.map((row) => [row.organization_id, parseUsd(row.balance_usd)]));
  }

  /** TypeORM has no named statements, which save the planning of this one on every commit. */
  private pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }
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

function laterChargeRows(record: CallRecord): object[] {
  if (record.attempts.length < 2) return [];
  return record.attempts.flatMap((attempt, part) => {
    const amount = billedAmount(attempt);
    if (part === 0 || amount === 0n) return [];
    return [
      {
        organization_id: record.organizationId,
        amount_usd: formatUsd(-amount),
        reference: record.id,
        part,
        created_at: record.createdAt,
      },
    ];
  });
}

/** Members without a value are left out: PostgreSQL reads them as null, and less is printed and parsed. */
function callRow(record: CallRecord): object {
  const { usage, cost, attempts } = record;
  const [first] = attempts;
  const firstCharge = first === undefined ? 0n : billedAmount(first);
  return {
    id: record.id,
    created_at: record.createdAt,
    organization_id: record.organizationId,
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
    charge_usd: firstCharge === 0n ? undefined : formatUsd(-firstCharge),
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
