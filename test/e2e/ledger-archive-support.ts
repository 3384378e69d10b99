import type { DataSource } from 'typeorm';
import type { CallRecord } from '../../src/billing/calls/call-record.js';
import { NO_USAGE } from '../../src/billing/metering/token-usage.js';
import { newId } from '../../src/lib/ids.js';
import type { Tenant } from '../support/seed.js';
import { insertCall } from './usage-support.js';

export interface ChargeFields {
  readonly at: Date;
  /** Decimal text; what is taken. */
  readonly usd?: string;
  readonly attempts?: number;
}

/** A call and what it was charged, as its commit once left them: row, charges and balance. @returns the call's id */
export async function chargedCall(
  dataSource: DataSource,
  tenant: Tenant,
  { at, usd = '0.000000000007', attempts = 1 }: ChargeFields,
): Promise<string> {
  const id = newId('call', at.getTime());
  await dataSource.transaction(async (manager) => {
    await manager.query(
      `INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, part, created_at)
       SELECT $1, 'usage', -$2::numeric, $3, part, $4 FROM generate_series(0, $5::integer - 1) AS part`,
      [tenant.organizationId, usd, id, at, attempts],
    );
    await manager.query(
      'UPDATE balances SET balance_usd = balance_usd - $2::numeric * $3::integer WHERE organization_id = $1',
      [tenant.organizationId, usd, attempts],
    );
    const [billed] = await manager.query<{ usd: string }[]>('SELECT $1::numeric * $2::integer AS usd', [
      usd,
      attempts,
    ]);
    await insertCall(manager, tenant, { id, created_at: at, billed_usd: billed?.usd ?? '0' });
  });
  return id;
}

/** References of the charges that are still rows, in order. */
export async function chargesLeft(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ reference: string }[]>(
    `SELECT reference FROM ledger_entries WHERE kind = 'usage' ORDER BY reference, part`,
  );
  return rows.map(({ reference }) => reference);
}

/** What a process sends to have a call of that time recorded. */
export function recordOf(tenant: Tenant, at: Date): CallRecord {
  const usage = { ...NO_USAGE, inputTokens: 10, outputTokens: 5 };
  return {
    id: newId('call', at.getTime()),
    createdAt: at,
    organizationId: tenant.organizationId,
    projectId: tenant.projectId,
    keyId: tenant.keyId,
    surface: 'chat',
    stream: false,
    status: 200,
    requestedModel: 'm',
    usage,
    cost: 7n,
    reasons: [],
    attempts: [{ model: 'm', provider: 'p', status: 200, usage, cost: 7n, billed: true, durationMs: 1 }],
    timings: { gatewayMs: 1, upstreamMs: 1 },
  };
}
