import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/lib/clock.js';
import { ObjectStore } from '../../src/storage/object-store.js';
import { StorageUnavailableError } from '../../src/storage/storage-errors.js';
import {
  ProviderAccounts,
  ProviderNotConfiguredError,
} from '../../src/upstreams/accounts/provider-accounts.service.js';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { jsonAnswer } from '../support/recordings/script.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import type { BatchClient, BatchStatus } from './batch-client.js';
import { COST, item, ledgerOf, messages, seedBatchTenant } from './batches-support.js';

const DAY_MS = 86_400_000;

let provider: FakeBatchProvider;
let application: TestApplication;
let tenant: Tenant;
let client: BatchClient;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  application = await startTestApplication({ environment: { PROVIDER_A_BASE_URL: provider.url } });
});
afterAll(async () => {
  await application.stop();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  application.provider.reset();
  ({ tenant, client } = await seedBatchTenant(application));
});
afterEach(() => vi.restoreAllMocks());

const query = (sql: string, parameters: unknown[] = []) =>
  application.dataSource.query<unknown>(sql, parameters);
const sweep = () => new AdminClient(application.url).post('/maintenance/sweep');

function passDays(days: number): void {
  vi.spyOn(application.app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + days * DAY_MS));
}

/** The object store gives nothing, the next time it is asked. */
function breakNextRead(): void {
  const store = application.app.get(ObjectStore);
  vi.spyOn(store, 'read').mockRejectedValueOnce(new StorageUnavailableError(new Error('the disk is away')));
}

describe('an object store that fails while a portion is handed over', () => {
  it('is no refusal of the provider: the submission is taken, and the next poll hands it over', async () => {
    breakNextRead();
    const { id, status } = await client.submitted({ requests: [item('a')] });
    expect([status, provider.creates]).toEqual(['in_progress', 0]);
    await client.status(id);
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ succeeded_count: 1, cost_usd: COST });
    expect(provider.creates).toBe(1);
  });

  it('fails no portion that a refresh hands over again', async () => {
    provider.createFaults.push('lose');
    const { id } = await client.submitted({ requests: [item('a')] });
    breakNextRead();
    expect((await client.status(id)).json).toMatchObject({ providers: [{ status: 'in_progress' }] });
    await client.status(id);
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ succeeded_count: 1, cost_usd: COST });
  });
});

describe('hosted requests', () => {
  const llama = { model: 'meta-llama/Llama-3.3-70B-Instruct', messages };
  const hosted = { requests: [{ custom_id: 'h', body: llama }] };

  it('that could not be read are tried by the next poll, and it counts as no try', async () => {
    const { id } = await client.submitted(hosted);
    for (let poll = 0; poll < 3; poll += 1) {
      breakNextRead();
      expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
    }
    application.provider.enqueue(
      jsonAnswer({ error: { message: 'busy' } }, { status: 503, headers: { 'retry-after': '0' } }),
    );
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress', errored_count: 0 });
    expect((await client.status(id)).json).toMatchObject({ status: 'ended', succeeded_count: 1 });
  });

  it('wait for an account that a restart has lost', async () => {
    const { id } = await client.submitted(hosted);
    const accounts = application.app.get(ProviderAccounts);
    const lost = vi.spyOn(accounts, 'pick').mockImplementation((upstream) => {
      throw new ProviderNotConfiguredError(upstream);
    });
    for (let poll = 0; poll < 4; poll += 1)
      expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
    lost.mockRestore();
    expect((await client.status(id)).json).toMatchObject({ status: 'ended', succeeded_count: 1 });
  });
});

describe('a provider that never ends a batch', () => {
  it.each(['in_progress', 'paused_for_review', undefined])(
    'does not hold the money for ever, whatever it calls that: %s',
    async (processing_status) => {
      const { id } = await client.submitted({ requests: [item('a')] });
      provider.shownAs = { processing_status };
      passDays(1.9);
      expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
      passDays(5.5);
      await query(
        `UPDATE batch_portions SET error = jsonb_build_object('message', 'before', 'trouble', jsonb_build_object('since', $2::text, 'tries', 30))
          WHERE batch_id = $1`,
        [id, new Date(Date.now() + 2 * DAY_MS).toISOString()],
      );
      const ended = (await client.status(id)).json as BatchStatus;
      expect(ended).toMatchObject({ status: 'ended', errored_count: 1, cost_usd: 0 });
      expect(ended.providers[0]?.error?.message).toContain('has not ended the batch');
      expect(provider.cancels).toBe(1);
      expect(await ledgerOf(application, tenant)).toMatchObject({ balance: '100', reserved: '0' });
    },
  );

  it('is forgiven when it ends it after all', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    passDays(4);
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
    provider.endAll();
    const ended = await client.ended(id);
    expect(ended).toMatchObject({ succeeded_count: 1, cost_usd: COST });
    expect(ended.providers[0]).not.toHaveProperty('error');
  });
});

describe('a provider that counts what cannot be', () => {
  it.each([1e12, 0.5, -3])('does not keep the batch from ending: %s', async (odd) => {
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.endAll();
    provider.shownAs = { request_counts: { processing: 0, succeeded: odd, errored: odd } };
    expect((await client.status(id)).json).toMatchObject({ status: 'ended', succeeded_count: 1 });
  });
});

describe('what a crash leaves in the object store', () => {
  it('is deleted by the sweep when it is older than results are kept; what a batch still needs stays', async () => {
    const store = application.app.get(ObjectStore);
    const leftover = 'batches/batch_0crashed/results-0left';
    await store.write(leftover, Readable.from([Buffer.from('{}')]));
    const { id } = await client.submitted({ requests: [item('a')] });
    passDays(40);
    await sweep();
    expect(await store.stat(leftover)).toBeDefined();
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ succeeded_count: 1, cost_usd: COST });
    passDays(29.5);
    await sweep();
    expect(await store.stat(leftover)).toBeDefined();
    passDays(30.5);
    await sweep();
    expect(await store.stat(leftover)).toBeUndefined();
  });
});
