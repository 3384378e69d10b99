import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/lib/clock.js';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { FakeOpenAiBatch } from '../support/fake-openai-batches.js';
import { FakeProvider } from '../support/fake-provider.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { AdminClient } from './admin-client.js';
import { BatchClient, type BatchStatus } from './batch-client.js';
import { item, ledgerOf, messages, seedBatchTenant } from './batches-support.js';

const DAY_MS = 86_400_000;
/** 1,000 input and 100 output tokens at half of 0.15 and 0.60 USD a million. */
const MINI_COST = 0.000105;

let providerA: FakeBatchProvider;
let provider: FakeProvider;
let database: TestDatabase;
let application: TestApplication;
let tenant: Tenant;
let client: BatchClient;
let upstream: FakeOpenAiBatch;

const start = () =>
  startTestApplication({ environment: { PROVIDER_A_BASE_URL: providerA.url }, database, provider });

beforeAll(async () => {
  [providerA, provider, database] = [
    await FakeBatchProvider.start(),
    await FakeProvider.start(),
    await createTestDatabase(),
  ];
  application = await start();
});
afterAll(async () => {
  await application.stop();
  await Promise.all([providerA.close(), provider.close(), database.drop()]);
});
beforeEach(async () => {
  providerA.reset();
  provider.reset();
  ({ tenant, client } = await seedBatchTenant(application));
  upstream = new FakeOpenAiBatch(provider);
});
afterEach(() => vi.restoreAllMocks());

const mini = (id: string) => ({ custom_id: id, body: { model: 'gpt-4o-mini', messages, max_tokens: 100 } });
const three = { requests: [mini('a'), mini('b'), mini('c')] };
const counts = (completed: number, failed = 0) => ({ total: 3, completed, failed });
const polled = async (id: string) => (await client.status(id)).json as BatchStatus;
const sweep = () => new AdminClient(application.url).post('/maintenance/sweep');
const allThree = () => [0, 1, 2].map((index) => upstream.answered(index));

function passDays(days: number): void {
  vi.spyOn(application.app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + days * DAY_MS));
}

/** As after so many polls and sweeps; the time is the clock's. */
async function pollOften(id: string): Promise<void> {
  await application.dataSource.query(
    `UPDATE batch_portions SET error = jsonb_set(error, '{trouble,tries}', '30') WHERE batch_id = $1`,
    [id],
  );
}

async function expectWaiting(id: string, reason: string): Promise<void> {
  const status = await polled(id);
  expect(status).toMatchObject({ status: 'in_progress', request_count: 3 });
  expect(status.providers[0]?.error?.message).toContain(reason);
  expect(status).not.toHaveProperty('results_url');
  expect((await client.results(id)).status).toBe(409);
  expect((await ledgerOf(application, tenant)).rows.map(({ kind }) => kind)).toEqual([
    'credit',
    'reservation',
  ]);
}

describe("provider B's results that come later than its word that the batch is completed", () => {
  it.each([
    ['without its output file', {}, {}, 'counts 3 results, and gives 0'],
    ['with a file that is not there', { output_file_id: 'out' }, { out: 404 }, 'No such File'],
    ['with a part of its lines', { output_file_id: 'out' }, { out: [0, 1] }, 'counts 3 results, and gives 2'],
    ['without counts', { request_counts: undefined }, {}, 'counts 3 results, and gives 0'],
  ])('%s are waited for, over a restart, and billed once', async (_name, shown, files, reason) => {
    const { id } = await client.submitted(three);
    upstream.shown = { status: 'completed', request_counts: counts(3), ...shown };
    for (const [name, lines] of Object.entries<number | number[]>(files))
      upstream.files.set(
        name,
        typeof lines === 'number' ? lines : lines.map((index) => upstream.answered(index)),
      );
    await expectWaiting(id, reason);
    await expectWaiting(id, reason);
    await sweep();
    await application.stop();
    application = await start();
    client = new BatchClient(application.url, tenant.apiKey);
    await expectWaiting(id, reason);
    upstream.shown = { status: 'completed', request_counts: counts(3), output_file_id: 'out' };
    upstream.files.set('out', allThree());
    const ended = await polled(id);
    expect(ended).toMatchObject({ status: 'ended', succeeded_count: 3, cost_usd: 3 * MINI_COST });
    expect(ended.providers[0]).not.toHaveProperty('error');
    expect((await ledgerOf(application, tenant)).reserved).toBe('0');
  });

  it('are found by the sweep when nobody polls', async () => {
    const { id } = await client.submitted(three);
    upstream.shown = { status: 'completed', request_counts: counts(2, 1), output_file_id: 'out' };
    upstream.files.set('out', allThree().slice(0, 2));
    await sweep();
    expect((await client.results(id)).status).toBe(409);
    const refusal = { status_code: 400, request_id: 'r', body: { error: { message: 'No.' } } };
    upstream.files.set('err', [upstream.answered(2, { response: refusal })]);
    upstream.shown = { ...upstream.shown, error_file_id: 'err' };
    await sweep();
    const lines = await client.resultLines(id);
    expect(lines.map(({ status }) => status).sort()).toEqual(['errored', 'succeeded', 'succeeded']);
  });

  it('and never come whole: after three days what is there is delivered and billed, the rest errored', async () => {
    const { id } = await client.submitted(three);
    upstream.shown = { status: 'completed', request_counts: counts(3), output_file_id: 'out' };
    upstream.files.set('out', allThree().slice(0, 2));
    await expectWaiting(id, 'gives 2');
    await pollOften(id);
    passDays(2.9);
    await expectWaiting(id, 'gives 2');
    passDays(3.1);
    await sweep();
    const ended = await polled(id);
    expect(ended).toMatchObject({
      status: 'ended',
      succeeded_count: 2,
      errored_count: 1,
      cost_usd: 2 * MINI_COST,
    });
    expect(ended.providers[0]).toMatchObject({ status: 'failed' });
    const lost = (await client.resultLines(id)).find(({ custom_id }) => custom_id === 'c');
    expect(lost).toMatchObject({ status: 'errored', cost: 0, response: null });
    expect(lost?.error?.message).toContain('counts 3 results, and gives 2');
    expect((await ledgerOf(application, tenant)).reserved).toBe('0');
  });

  it('are errored at once where their own line is broken', async () => {
    const { id } = await client.submitted(three);
    upstream.shown = { status: 'completed', request_counts: counts(3), output_file_id: 'out' };
    upstream.files.set('out', [
      upstream.answered(0),
      upstream.answered(1).slice(0, -30),
      upstream.answered(2),
    ]);
    expect(await polled(id)).toMatchObject({ status: 'ended', succeeded_count: 2, errored_count: 1 });
  });
});

describe("provider A's results that cannot be read yet", () => {
  const errorLine = '{"type":"error","error":{"type":"api_error","message":"Busy."}}\n';
  it.each([
    ['are 404', () => (providerA.resultsStatus = 404)],
    ['hold an error', () => (providerA.resultsFile = () => errorLine)],
    ['are a page', () => (providerA.resultsFile = () => '<html>\n<body>Maintenance</body>\n</html>\n')],
    ['are empty', () => (providerA.resultsFile = () => '')],
  ])('because they %s are waited for', async (_name, breakThem) => {
    const { id } = await client.submitted({ requests: [item('a'), item('b'), item('c')] });
    providerA.endAll();
    breakThem();
    await expectWaiting(id, 'could not be read so far');
    providerA.resultsStatus = undefined;
    providerA.resultsFile = undefined;
    expect(await polled(id)).toMatchObject({ status: 'ended', succeeded_count: 3, cost_usd: 0.0045 });
  });

  it('give the time of the other portion back once they can be read', async () => {
    const { id } = await client.submitted({ requests: [item('x'), ...three.requests] });
    providerA.endAll();
    providerA.resultsStatus = 404;
    upstream.shown = { status: 'completed', request_counts: counts(3) };
    const both = await polled(id);
    expect(both.providers.map(({ error }) => error === undefined)).toEqual([false, false]);
    providerA.resultsStatus = undefined;
    const one = await polled(id);
    expect(one).toMatchObject({ status: 'in_progress' });
    expect(one.providers.map(({ error }) => error === undefined)).toEqual([true, false]);
  });
});
