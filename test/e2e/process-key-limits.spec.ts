import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeProvider } from '../support/fake-provider.js';
import { AdminClient } from './admin-client.js';
import { burst, DEAR_USD, holdDearCalls, refusalsOf, tally } from './book-support.js';
import { spendOf } from './limit-support.js';
import { GatewayProcess } from './process-gateway.js';
import { eachOnItsOwnSite } from './process-site.js';
import { eventually } from './stream-call.js';

const RUN_MS = 180_000;
const CALLS = 200;
/** Less than any of them costs. */
const LAST_CENT_USD = 0.01;
const PROCESSES = 2;

let provider: FakeProvider;

beforeEach(async () => {
  provider = await FakeProvider.start();
});
afterEach(() => provider.close());
const site = eachOnItsOwnSite();

async function serve(): Promise<{ url: string; adminToken: string }> {
  const gateway = GatewayProcess.start(
    {
      DATABASE_URL: site.database.url,
      PROVIDER_B_BASE_URL: `${provider.url}/b/v1`,
      PROVIDER_B_API_KEY: 'key-of-provider-b',
    },
    site.directory.path,
  );
  return gateway.welcome();
}

it.each(['key', 'project'] as const)(
  'a limit of a %s lets 200 calls at its last cent, over two processes, overdraw by one call a process at the most',
  async (owner) => {
    const first = await serve();
    const processes = [first, await serve()];
    const admin = new AdminClient(first.url, first.adminToken);
    const organizationId = await admin.createOrganization();
    await admin.patch(`/organizations/${organizationId}`, { rate_limits: { inference: 'unlimited' } });
    await admin.post(`/organizations/${organizationId}/credits`, { amount_usd: 1_000 });
    const projectId = await admin.createProject(organizationId);
    const limit = { limit_usd: LAST_CENT_USD, limit_period: 'month' };
    const key = await admin.post(`/projects/${projectId}/keys`, {
      name: 'Limited',
      ...(owner === 'key' && limit),
    });
    if (owner === 'project') await admin.patch(`/projects/${projectId}`, limit);
    const { id: keyId, key: apiKey } = key.body as { id: string; key: string };
    const held = holdDearCalls({ provider });
    const calls = burst(processes, apiKey, CALLS);
    const refused = refusalsOf(calls);
    await eventually(() => (refused() >= CALLS - PROCESSES ? true : undefined), 'the refusals');
    held.open();
    const { served } = await tally(calls.map(({ answer }) => answer));
    expect(served).toBeGreaterThanOrEqual(1);
    expect(served).toBeLessThanOrEqual(PROCESSES);
    const { counted, ledger } = await spendOf(
      { query: async (sql: string, values: unknown[]) => (await site.db.query(sql, values)).rows } as never,
      owner === 'key' ? keyId : projectId,
    );
    expect(counted).toBe(ledger);
    expect(Number(counted)).toBeCloseTo(served * DEAR_USD, 10);
  },
  RUN_MS,
);
