import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { AdminClient } from './admin-client.js';
import { BatchClient, readLedger } from './batch-client.js';
import { GatewayProcess } from './process-gateway.js';
import { eachOnItsOwnSite } from './process-site.js';
import { eventually } from './stream-call.js';

const RUN_MS = 120_000;
const COST = 0.0015;
const body = {
  idempotency_key: 'one',
  requests: [
    {
      custom_id: 'a',
      params: {
        model: 'vendora/claude-sonnet-5-5',
        messages: [{ role: 'user', content: 'Hi.' }],
        max_tokens: 100,
      },
    },
  ],
};

let provider: FakeBatchProvider;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
});
afterEach(() => provider.reset());
afterAll(() => provider.close());
const site = eachOnItsOwnSite();

interface Served {
  readonly gateway: GatewayProcess;
  readonly client: BatchClient;
  readonly admin: AdminClient;
  readonly apiKey: string;
}

/** The key and the token of the first start, for those after it. */
async function serve(first?: Served): Promise<Served> {
  const gateway = GatewayProcess.start(
    {
      DATABASE_URL: site.database.url,
      PROVIDER_A_BASE_URL: provider.url,
      PROVIDER_A_API_KEY: 'key-of-provider-a',
    },
    site.directory.path,
  );
  const { url, apiKey, adminToken } = await gateway.welcome();
  const key = first?.apiKey ?? apiKey ?? '';
  return {
    gateway,
    client: new BatchClient(url, key),
    admin: new AdminClient(url, adminToken),
    apiKey: key,
  };
}

/** The next create waits at the provider, which has made it. */
function holdCreate(): { reached: Promise<void>; release: () => void } {
  let arrive: () => void = () => undefined;
  let release: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  provider.createFaults.push(() => (arrive(), released));
  return { reached, release: () => release() };
}

async function kill({ gateway }: Served): Promise<void> {
  gateway.signal('SIGKILL');
  await gateway.exited;
}

async function organizationId(): Promise<string> {
  const { rows } = await site.db.query<{ organization_id: string }>('SELECT organization_id FROM batches');
  return rows[0]?.organization_id ?? '';
}

async function kindsOf(organization: string): Promise<string[]> {
  const query = async (sql: string, parameters: unknown[]) => (await site.db.query(sql, parameters)).rows;
  const { rows, reserved } = await readLedger(query, organization);
  expect(reserved).toBe('0');
  return rows.map(({ kind }) => kind).filter((kind) => kind !== 'credit');
}

async function isSound({ admin }: Served, organization: string): Promise<boolean> {
  const { body: check } = await admin.get(`/organizations/${organization}/ledger/check`);
  return (check as { ok: boolean }).ok;
}

describe('kill -9', () => {
  it(
    "between the provider's end and the settlement: after the restart the batch ends, billed once",
    async () => {
      const first = await serve();
      const { id } = await first.client.submitted(body);
      provider.endAll();
      // The results hang: the process dies while it reads them.
      let reached: () => void = () => undefined;
      const reading = new Promise<void>((resolve) => (reached = resolve));
      provider.resultsHook = () => {
        reached();
        return new Promise(() => undefined);
      };
      const poll = first.client.status(id).catch(() => 'cut');
      await reading;
      await kill(first);
      expect(await poll).toBe('cut');
      provider.resultsHook = undefined;
      const second = await serve(first);
      const ended = await eventually(async () => {
        const { json } = await second.client.status(id);
        return (json as { status: string }).status === 'ended' ? (json as object) : undefined;
      }, 'the end of the batch');
      expect(ended).toMatchObject({ succeeded_count: 1, cost_usd: COST });
      const organization = await organizationId();
      expect(await kindsOf(organization)).toEqual(['reservation', 'release', 'settlement']);
      expect(await isSound(second, organization)).toBe(true);
      expect(await second.client.resultLines(id)).toHaveLength(1);
    },
    RUN_MS,
  );

  it(
    'in mid submission: the batch fails when its lease is over, is refunded, and stopped at the provider',
    async () => {
      const first = await serve();
      let reached: () => void = () => undefined;
      const creating = new Promise<void>((resolve) => (reached = resolve));
      provider.createFaults.push(() => {
        reached();
        return new Promise(() => undefined);
      });
      const submission = first.client.submit(body).catch(() => 'cut');
      await creating;
      await kill(first);
      expect(await submission).toBe('cut');
      const second = await serve(first);
      const organization = await organizationId();
      expect(await isSound(second, organization)).toBe(true);
      // Provider A shows whose a batch is once it has ended.
      provider.endAll();
      await site.db.query("UPDATE batches SET submit_lease_until = now() - interval '1 second'");
      const batch = await second.client.submitted(body);
      expect(provider.creates).toBe(1);
      expect((await second.client.status(batch.id)).json).toMatchObject({ status: 'failed' });
      expect(await kindsOf(organization)).toEqual(['reservation', 'release']);
      expect(await isSound(second, organization)).toBe(true);
      const again = await second.client.submitted({ ...body, idempotency_key: 'two' });
      provider.endAll();
      expect(await second.client.ended(again.id)).toMatchObject({ status: 'ended', cost_usd: COST });
      expect(await isSound(second, organization)).toBe(true);
    },
    RUN_MS,
  );
});

describe('a process that is stopped past its lease and goes on', () => {
  it(
    'in mid submission leaves nothing at the provider; in mid refresh it hands nothing over twice',
    async () => {
      const first = await serve();
      const second = await serve(first);
      const submitting = holdCreate();
      const submission = first.client.submit(body);
      await submitting.reached;
      first.gateway.signal('SIGSTOP');
      await site.db.query("UPDATE batches SET submit_lease_until = now() - interval '1 second'");
      expect((await second.client.submitted(body)).status).toBe('in_progress');
      const [{ id }] = ((await second.client.list()).json as { data: [{ id: string }] }).data;
      expect((await second.client.status(id)).json).toMatchObject({ status: 'failed' });
      submitting.release();
      first.gateway.signal('SIGCONT');
      expect((await submission).json).toMatchObject({ id, status: 'failed' });
      expect([provider.creates, provider.cancels]).toEqual([1, 1]);

      provider.endAll();
      provider.createFaults.push('lose');
      const { id: other } = await first.client.submitted({ ...body, idempotency_key: 'two' });
      const refreshing = holdCreate();
      const poll = first.client.status(other);
      await refreshing.reached;
      first.gateway.signal('SIGSTOP');
      // Listed late, as a provider may: the second process makes its own.
      const late = provider.batches.splice(1);
      await eventually(async () => {
        await site.db.query("UPDATE batches SET refresh_lease_until = now() - interval '1 second'");
        await second.client.status(other);
        return provider.batches.length === 2 || undefined;
      }, 'the second process hands it over');
      provider.batches.push(...late);
      refreshing.release();
      first.gateway.signal('SIGCONT');
      await poll;
      expect(provider.batches.map(({ status }) => status)).toEqual(['ended', 'in_progress', 'canceling']);
      provider.endAll();
      expect(await first.client.ended(other)).toMatchObject({ succeeded_count: 1, cost_usd: COST });
      const organization = await organizationId();
      expect(await kindsOf(organization)).toEqual([
        'reservation',
        'release',
        'reservation',
        'release',
        'settlement',
      ]);
      expect(await isSound(second, organization)).toBe(true);
    },
    RUN_MS,
  );
});
