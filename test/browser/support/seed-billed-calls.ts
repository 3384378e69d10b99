import type { DataSource } from 'typeorm';
import { newId } from '../../../src/lib/ids.js';
import type { Tenant } from '../../support/seed.js';

export interface BilledCall {
  readonly at: Date;
  readonly model: string;
  /** Decimal text. */
  readonly costUsd: string;
  readonly keyId?: string;
  readonly status?: number;
}

const INSERT = `
WITH given AS (SELECT * FROM jsonb_to_recordset($1) AS row(id text, at timestamptz, key_id text, status int, model text, cost numeric)),
made AS (
  INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, decided_model,
                     served_model, requests, input_tokens, output_tokens, cost_usd, billed_usd, detail)
  SELECT id, at, $2, $3, key_id, 'chat', false, status, model, model, model, 1, 120, 30, cost, cost,
         '{"attempts":[],"timings":{},"usage":null,"reasons":[],"trace_id":null}' FROM given),
charged AS (
  INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, created_at)
  SELECT $2, 'usage', -cost, id, at FROM given)
UPDATE balances SET balance_usd = balance_usd - (SELECT sum(cost) FROM given) WHERE organization_id = $2`;

/** Calls of any time, on the ledger and the balance as if they had been made then. */
export async function seedBilledCalls(
  dataSource: DataSource,
  { organizationId, projectId, keyId }: Tenant,
  calls: readonly BilledCall[],
): Promise<void> {
  const rows = calls.map((call) => ({
    id: newId('call', call.at.getTime()),
    at: call.at.toISOString(),
    key_id: call.keyId ?? keyId,
    status: call.status ?? 200,
    model: call.model,
    cost: call.costUsd,
  }));
  await dataSource.query(INSERT, [JSON.stringify(rows), organizationId, projectId]);
}
