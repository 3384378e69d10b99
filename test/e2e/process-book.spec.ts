import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeProvider } from '../support/fake-provider.js';
import { AdminClient } from './admin-client.js';
import { burst, codeOf, holdDearCalls, refusalsOf, tally } from './book-support.js';
import { GatewayProcess, workersOf } from './process-gateway.js';
import { eachOnItsOwnSite } from './process-site.js';
import { eventually } from './stream-call.js';

const RUN_MS = 120_000;
const CALLS = 60;
/** Of 5.2 calls at 12 cents. */
const BALANCE_USD = 0.624;
/** One call of overdraft each. */
const MOST = 7;

let provider: FakeProvider;

beforeEach(async () => {
  provider = await FakeProvider.start();
});
afterEach(() => provider.close());
const site = eachOnItsOwnSite();

interface Served {
  readonly gateway: GatewayProcess;
  readonly url: string;
  readonly adminToken: string;
}

async function serve(environment: Record<string, string> = {}): Promise<Served> {
  const gateway = GatewayProcess.start(
    {
      DATABASE_URL: site.database.url,
      PROVIDER_B_BASE_URL: `${provider.url}/b/v1`,
      PROVIDER_B_API_KEY: 'key-of-provider-b',
      ...environment,
    },
    site.directory.path,
  );
  const { url, adminToken } = await gateway.welcome();
  return { gateway, url, adminToken };
}

/** An organization with money for 5.2 calls, and its key. */
async function seed({ url, adminToken }: Served): Promise<{ organizationId: string; apiKey: string }> {
  const admin = new AdminClient(url, adminToken);
  const organizationId = await admin.createOrganization();
  await admin.patch(`/organizations/${organizationId}`, { rate_limits: { inference: 'unlimited' } });
  await admin.post(`/organizations/${organizationId}/credits`, { amount_usd: BALANCE_USD });
  const project = await admin.post(`/organizations/${organizationId}/projects`, { name: 'Test' });
  const key = await admin.post(`/projects/${project.body.id as string}/keys`, { name: 'Test' });
  return { organizationId, apiKey: key.body.key as string };
}

async function balance(organizationId: string): Promise<number> {
  const { rows } = await site.db.query<{ balance_usd: string }>(
    'SELECT balance_usd FROM balances WHERE organization_id = $1',
    [organizationId],
  );
  return Number(rows[0]?.balance_usd);
}

async function spendAtOnce(processes: readonly Served[]): Promise<void> {
  const [first] = processes;
  if (first === undefined) throw new Error('no process');
  const { organizationId, apiKey } = await seed(first);
  const held = holdDearCalls({ provider });
  const calls = burst(processes, apiKey, CALLS);
  const refused = refusalsOf(calls);
  await eventually(() => (refused() >= CALLS - MOST ? true : undefined), 'the refusals');
  held.open();
  const { served } = await tally(calls.map(({ answer }) => answer));
  expect(served).toBeGreaterThanOrEqual(5);
  expect(served).toBeLessThanOrEqual(MOST);
  expect(await balance(organizationId)).toBeGreaterThan(-0.24);
}

describe('one book over processes', () => {
  it(
    'of two that share a database: at most one call of overdraft each at the last cent',
    async () => {
      const first = await serve();
      await spendAtOnce([first, await serve()]);
    },
    RUN_MS,
  );

  it(
    'of two workers: the same',
    async () => {
      const primary = await serve({ WORKERS: '2' });
      await eventually(() => (workersOf(primary.gateway.pid).length === 2 ? true : undefined), 'two workers');
      await spendAtOnce([primary]);
    },
    RUN_MS,
  );

  it(
    'forgets what a process held that was killed, when its time is up, and loses no money',
    async () => {
      const first = await serve();
      const second = await serve();
      const { organizationId, apiKey } = await seed(first);
      holdDearCalls({ provider });
      for (const { answer } of burst([first], apiKey, 6)) answer.catch(() => undefined);
      await eventually(() => (provider.requests.length === 6 ? true : undefined), 'six calls in flight');
      const refused = () =>
        codeOf(burst([second], apiKey, 1)[0]?.answer ?? Promise.reject(new Error('none')));
      expect(await refused()).toBe('reserved_in_flight');
      first.gateway.signal('SIGKILL');
      await first.gateway.exited;
      expect(await refused()).toBe('reserved_in_flight');
      await site.db.query(
        `UPDATE gateway_processes SET expires_at = now() WHERE id = (
           SELECT process_id FROM balance_leases WHERE account_id = $1 ORDER BY granted_usd DESC LIMIT 1)`,
        [organizationId],
      );
      provider.reset();
      // A refusal is remembered for an instant, so that a burst does not ask the database for each of its calls.
      await eventually(
        async () => ((await refused()) === undefined ? true : undefined),
        'a call that is served',
      );
      expect(await balance(organizationId)).toBeGreaterThan(0);
    },
    RUN_MS,
  );
});
