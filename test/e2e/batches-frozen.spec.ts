import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallbackDelivery } from '../../src/batches/callbacks/callback-delivery.service.js';
import { FanOut } from '../../src/batches/lifecycle/fan-out.service.js';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { BatchClient, type BatchStatus } from './batch-client.js';
import { COST, item, ledgerOf, seedBatchTenant } from './batches-support.js';
import { eventually } from './stream-call.js';

/** One process stands still for longer than its lease, as under SIGSTOP; another takes over; then the first goes on. */

let provider: FakeBatchProvider;
let frozen: TestApplication;
let other: TestApplication;
let tenant: Tenant;
let client: BatchClient;
let otherClient: BatchClient;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  const environment = { PROVIDER_A_BASE_URL: provider.url, ALLOW_PRIVATE_ENDPOINTS: 'true' };
  frozen = await startTestApplication({ environment });
  other = await startTestApplication({ environment, database: frozen.database, provider: frozen.provider });
});
afterAll(async () => {
  await other.stop();
  await frozen.stop();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  ({ tenant, client } = await seedBatchTenant(frozen));
  otherClient = new BatchClient(other.url, tenant.apiKey);
});
afterEach(() => vi.restoreAllMocks());

const query = (sql: string, parameters: unknown[] = []) => frozen.dataSource.query<unknown>(sql, parameters);
const kinds = async () => (await ledgerOf(frozen, tenant)).rows.map(({ kind }) => kind);

/** A place where a process stands still until it is let go. */
function makeGate(): { reached: Promise<void>; pass: () => Promise<void>; open: () => void } {
  let arrive: () => void = () => undefined;
  let open: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { reached, open: () => open(), pass: () => (arrive(), opened) };
}

/** The leases of the tenant's batch run out. @returns its id */
async function expireLeases(): Promise<string> {
  const [rows] = (await query(
    `UPDATE batches SET refresh_lease_until = now() - interval '1 second',
            submit_lease_until = CASE WHEN submit_lease_until IS NOT NULL THEN now() - interval '1 second' END
      WHERE project_id = $1 RETURNING id`,
    [tenant.projectId],
  )) as [{ id: string }[], number];
  return rows[0]?.id ?? '';
}

/** The other process refreshes, again and again, until it has. */
async function takeOver(isDone: (status: BatchStatus) => boolean): Promise<BatchStatus> {
  return eventually(async () => {
    const id = await expireLeases();
    const status = (await otherClient.status(id)).json as BatchStatus;
    return isDone(status) ? status : undefined;
  }, 'the other process takes over');
}

describe('a submission whose process stands still past its lease', () => {
  it('leaves nothing running at the provider when it goes on, and its client hears that it failed', async () => {
    const gate = makeGate();
    provider.createFaults.push(gate.pass);
    const submission = client.submit({ requests: [item('a')] });
    await gate.reached;
    await takeOver(({ status }) => status === 'failed');
    gate.open();
    const { status, json } = await submission;
    expect([status, (json as BatchStatus).status]).toEqual([200, 'failed']);
    expect([provider.creates, provider.cancels]).toEqual([1, 1]);
    expect(await kinds()).toEqual(['credit', 'reservation', 'release']);
  });

  it('is told of the failure too when the provider refuses it then', async () => {
    const gate = makeGate();
    provider.createFaults.push({ status: 400, message: 'Too late.', hook: gate.pass });
    const submission = client.submit({ requests: [item('a')] });
    await gate.reached;
    await takeOver(({ status }) => status === 'failed');
    gate.open();
    const { status, json } = await submission;
    expect([status, (json as BatchStatus).status]).toEqual([200, 'failed']);
    expect(await kinds()).toEqual(['credit', 'reservation', 'release']);
  });
});

/** A batch whose first create got no answer, and a refresh that stands still while it makes another one. */
async function frozenHandOver() {
  provider.createFaults.push('lose');
  const { id } = await client.submitted({ requests: [item('a')] });
  const gate = makeGate();
  provider.createFaults.push(gate.pass);
  const poll = client.status(id);
  await gate.reached;
  return { id, gate, poll };
}

describe('a refresh whose process stands still past its lease', () => {
  it('hands nothing over that another one has handed over meanwhile', async () => {
    provider.createFaults.push('lose');
    const { id } = await client.submitted({ requests: [item('a')] });
    const gate = makeGate();
    const fanOut = frozen.app.get(FanOut);
    const submit = fanOut.submit.bind(fanOut);
    vi.spyOn(fanOut, 'submit').mockImplementation(async (portion, projectId) => {
      await gate.pass();
      return submit(portion, projectId);
    });
    const poll = client.status(id);
    await gate.reached;
    await takeOver(() => provider.batches.length === 1);
    gate.open();
    await poll;
    expect([provider.batches.length, provider.cancels]).toEqual([1, 0]);
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ succeeded_count: 1, cost_usd: COST });
  });

  it('stops what it handed over a second time', async () => {
    const { id, gate, poll } = await frozenHandOver();
    // The provider does not list it yet, so the other process makes its own.
    const [second] = provider.batches.splice(0);
    await takeOver(() => provider.batches.length === 1);
    if (second !== undefined) provider.batches.push(second);
    gate.open();
    await poll;
    expect(provider.batches.map(({ status }) => status)).toEqual(['in_progress', 'canceling']);
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ succeeded_count: 1, cost_usd: COST });
  });

  it('leaves alone what it handed over when another one has found it at the provider', async () => {
    const { gate, poll } = await frozenHandOver();
    provider.endAll();
    expect(await takeOver(({ status }) => status === 'ended')).toMatchObject({ cost_usd: COST });
    gate.open();
    await poll;
    expect([provider.batches.length, provider.cancels]).toEqual([1, 0]);
    expect(await kinds()).toEqual(['credit', 'reservation', 'release', 'settlement']);
  });

  it('writes nothing on a batch that another one has ended', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    const gate = makeGate();
    provider.pollHooks.push(() => gate.pass().then(() => 403));
    const poll = client.status(id);
    await gate.reached;
    provider.endAll();
    const ended = await takeOver(({ status }) => status === 'ended');
    gate.open();
    await poll;
    expect((await otherClient.status(id)).json).toEqual(ended);
    expect(ended.providers).toMatchObject([{ provider: 'provider_a', status: 'ended', request_count: 1 }]);
  });
});

describe('a callback whose sender stands still past its claim', () => {
  it('is not sent again after another one has delivered it', async () => {
    const gate = makeGate();
    let posts = 0;
    const server = createServer((_request, response) => {
      posts += 1;
      if (posts === 1) void gate.pass().then(() => response.writeHead(500).end());
      else response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const callback_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { id } = await client.submitted({ requests: [item('a')], callback_url });
    provider.endAll();
    await client.ended(id);
    const first = frozen.app.get(CallbackDelivery).deliverDue();
    await gate.reached;
    await query('UPDATE batch_callbacks SET next_try_at = now() WHERE batch_id = $1', [id]);
    await eventually(async () => {
      await other.app.get(CallbackDelivery).deliverDue();
      return posts === 2 || undefined;
    }, 'the second post');
    gate.open();
    await first;
    const [row] = (await query(
      'SELECT next_try_at, delivered_at, last_failure FROM batch_callbacks WHERE batch_id = $1',
      [id],
    )) as object[];
    expect(row).toMatchObject({ next_try_at: null, last_failure: null, delivered_at: expect.any(Date) });
    server.close();
  });
});
