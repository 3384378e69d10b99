import type { DataSource } from 'typeorm';
import { newId } from '../../../src/lib/ids.js';
import type { Tenant } from '../../support/seed.js';

export interface SeededCall {
  readonly at: Date;
  readonly keyId?: string;
  readonly status?: number;
  readonly model?: string;
  readonly tier?: string;
  readonly reasons?: readonly string[];
  /** Of its attempts, decimal text. */
  readonly costs?: readonly string[];
  /** The cost of the only attempt when absent; nothing of several. */
  readonly billed?: string;
  readonly traceId?: string;
}

export interface SeedOptions {
  readonly dataSource: DataSource;
  readonly tenant: Tenant;
  /** On the ledger and the balance too, as if they had been made then. */
  readonly areCharged?: boolean;
}

const GIVEN = `json_to_recordset($1) AS row(id text, at timestamptz, key text, status smallint, tier text, model text, billed numeric, trace text, detail json)`;
const CALLS = `
INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, tier, requested_model, decided_model,
                   served_model, requests, input_tokens, output_tokens, cost_usd, billed_usd, trace_id, detail)
SELECT id, at, $2, $3, key, 'chat', false, status, tier, 'auto', model, model, 1, 10, 20, billed, billed, trace, detail FROM ${GIVEN}`;
const CHARGES = `
WITH given AS (SELECT * FROM ${GIVEN}), charged AS (
  INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, created_at)
  SELECT $2, 'usage', -billed, id, at FROM given)
UPDATE balances SET balance_usd = balance_usd - (SELECT sum(billed) FROM given) WHERE organization_id = $2`;

/** Rows of the call log as calls of those times would have left them. @returns their ids */
export async function seedCalls(
  { dataSource, tenant, areCharged = false }: SeedOptions,
  calls: readonly SeededCall[],
): Promise<readonly string[]> {
  const { organizationId, projectId } = tenant;
  const rows = calls.map((call) => rowOf(call, tenant));
  const given = JSON.stringify(rows);
  await dataSource.transaction(async (manager) => {
    await manager.query(CALLS, [given, organizationId, projectId]);
    if (areCharged) await manager.query(CHARGES, [given, organizationId]);
  });
  return rows.map(({ id }) => id);
}

function rowOf(call: SeededCall, tenant: Tenant) {
  const { at, keyId = tenant.keyId, status = 200, model = 'vendorb/gpt-6.1-terra', tier = 'strong' } = call;
  const { costs = ['0.000123'], billed = costs.length === 1 ? costs[0] : '0', traceId = null } = call;
  return {
    id: newId('call', at.getTime()),
    at: at.toISOString(),
    key: keyId,
    status,
    tier,
    model,
    billed,
    trace: traceId,
    detail: {
      usage: { input_tokens: 10, output_tokens: 20 },
      reasons: call.reasons ?? ['Seeded.'],
      attempts: costs.map((cost, index) => ({
        model,
        provider: 'provider_b',
        status: index === costs.length - 1 ? status : 429,
        ...(index > 0 && { retry_reason: 'cascade' }),
        cost_usd: cost,
        billed: true,
        duration_ms: 100,
        start_ms: index * 100,
      })),
      timings: { gateway_ms: 2, upstream_ms: 100 * costs.length, first_byte_ms: 50 },
      trace_id: traceId,
    },
  };
}
