import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchesOfDeletedProjects } from '../../src/batches/lifecycle/deleted-projects.service.js';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { gate, jsonAnswer } from '../support/recordings/script.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import type { BatchClient } from './batch-client.js';
import { COST, item, ledgerOf, messages, seedBatchTenant } from './batches-support.js';

const llama = { model: 'meta-llama/Llama-3.3-70B-Instruct', messages };
const hosted = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ custom_id: `h${index}`, body: llama }));

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

const admin = () => new AdminClient(application.url);
const sweep = () => admin().post('/maintenance/sweep');
const deleteProject = async () => (await admin().delete(`/projects/${tenant.projectId}`)).status;
const ledger = () => ledgerOf(application, tenant);
const kinds = async () => (await ledger()).rows.map(({ kind }) => kind);
const batches = () =>
  application.dataSource.query<{ id: string; status: string; cost: string; canceled_count: number }[]>(
    'SELECT id, status, cost_usd::float8::text AS cost, canceled_count FROM batches WHERE project_id = $1 ORDER BY id',
    [tenant.projectId],
  );
const callsOfHosted = () => application.provider.requests.filter(({ path }) => path.startsWith('/h/')).length;

describe('the batches of a deleted project', () => {
  it('are canceled at their provider; what was done is billed once, the rest of the reservation is back', async () => {
    provider.resultOf = (_request, index) => (index === 0 ? undefined : { type: 'canceled' });
    await client.submitted({ requests: [item('a'), item('b')] });
    expect(await deleteProject()).toBe(200);
    expect([provider.cancels, (await batches())[0]?.status]).toEqual([1, 'canceling']);
    provider.endAll();
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(await batches()).toMatchObject([{ status: 'ended', cost: String(COST), canceled_count: 1 }]);
    expect(provider.cancels).toBe(1);
    expect(await kinds()).toEqual(['credit', 'reservation', 'release', 'settlement']);
    expect(await ledger()).toMatchObject({ reserved: '0', balance: String(100 - COST) });
  });

  it('run no further hosted request, and end at once where nothing else is waited for', async () => {
    const { id } = await client.submitted({ requests: hosted(60) });
    await client.status(id);
    const done = callsOfHosted();
    expect(done).toBe(50);
    expect(await deleteProject()).toBe(200);
    expect(await batches()).toMatchObject([{ status: 'ended', canceled_count: 10 }]);
    await sweep();
    expect(callsOfHosted()).toBe(done);
    expect(await ledger()).toMatchObject({ reserved: '0' });
  });

  it('are found by the sweep when the process stopped right after the deletion', async () => {
    await client.submitted({ requests: [item('a'), ...hosted(1)] });
    vi.spyOn(application.app.get(BatchesOfDeletedProjects), 'cancelOf').mockResolvedValue();
    expect(await deleteProject()).toBe(200);
    expect([provider.cancels, (await batches())[0]?.status]).toEqual([0, 'in_progress']);
    await sweep();
    expect([provider.cancels, callsOfHosted()]).toEqual([1, 0]);
    provider.endAll();
    await sweep();
    expect(await batches()).toMatchObject([{ status: 'ended', canceled_count: 1 }]);
  });

  it('are none that other projects have', async () => {
    const other = await seedBatchTenant(application);
    const { id } = await other.client.submitted({ requests: [item('a')] });
    await client.submitted({ requests: [item('a')] });
    expect(await deleteProject()).toBe(200);
    expect((await other.client.status(id)).json).toMatchObject({ status: 'in_progress' });
    expect(provider.cancels).toBe(1);
  });

  it('that are being handed over are stopped behind that', async () => {
    const handOver = gate();
    provider.createFaults.push(() => {
      handOver.reach();
      return handOver.opened;
    });
    const submission = client.submit({ requests: [item('a')] });
    await handOver.reached;
    expect(await deleteProject()).toBe(200);
    handOver.open();
    await submission;
    expect(provider.cancels).toBe(1);
  });

  it('are either refused or canceled when they are submitted beside the deletion', async () => {
    application.provider.respond('/h/v1/chat/completions', jsonAnswer({ error: {} }, { status: 503 }));
    const submissions = Array.from({ length: 8 }, () => client.submit({ requests: hosted(1) }));
    const [, ...answers] = await Promise.all([deleteProject(), ...submissions]);
    for (const { status } of answers) expect([200, 401]).toContain(status);
    await sweep();
    for (const { status } of await batches()) expect(status).toBe('ended');
    expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
  });
});
