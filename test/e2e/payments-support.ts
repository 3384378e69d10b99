import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import type { TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

export interface PayingTenant extends Tenant {
  readonly admin: AdminClient;
}

export interface PayingOptions extends TenantOptions {
  /** The saved card; none when absent. */
  readonly card?: string;
  readonly reload?: { readonly threshold_usd: number; readonly amount_usd: number };
}

/** A tenant with a card and auto reload, set up by the management API. */
export async function seedPayingTenant(
  service: TestApplication,
  { card, reload, ...options }: PayingOptions,
): Promise<PayingTenant> {
  const tenant = await seedTenant(service.dataSource, options);
  const admin = new AdminClient(service.url);
  const path = `/organizations/${tenant.organizationId}`;
  if (reload !== undefined) await admin.patch(path, { auto_reload: { enabled: true, ...reload } });
  if (card !== undefined) {
    const { status, body } = await admin.put(`${path}/card`, { payment_method: card });
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  }
  return { ...tenant, admin };
}

/** Ledger rows of these kinds, oldest first, as `[kind, decimal text]`. */
export async function movements(
  { dataSource }: TestApplication,
  organizationId: string,
  kinds: readonly string[] = ['reload', 'hourly_charge'],
): Promise<[string, string][]> {
  const rows = await dataSource.query<{ kind: string; amount_usd: string }[]>(
    'SELECT kind, amount_usd FROM ledger_entries WHERE organization_id = $1 AND kind = ANY($2) ORDER BY sequence',
    [organizationId, kinds],
  );
  return rows.map(({ kind, amount_usd }) => [kind, amount_usd]);
}

/** How each payment of the organization ended, oldest first. */
export async function paymentsOf(
  { dataSource }: TestApplication,
  organizationId: string,
): Promise<{ id: string; status: string; failure: string | null; attempts: number }[]> {
  return dataSource.query(
    'SELECT id, status, failure, attempts FROM payments WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
}
