import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { BatchClient, readLedger, type BatchStatus } from './batch-client.js';
import { seedPayingTenant, type PayingOptions } from './payments-support.js';

const CLAUDE = 'vendora/claude-sonnet-5-5';
const messages = [{ role: 'user', content: 'Say hello.' }];
const item = (id: string, more: object = {}) => ({
  custom_id: id,
  params: { model: CLAUDE, messages, max_tokens: 100, ...more },
});
const UNLIMITED = { rateLimits: { batch_polls: 'unlimited', batch_submissions: 'unlimited' } };

let provider: FakeBatchProvider;
let application: TestApplication;
let tenant: Tenant;
let client: BatchClient;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  application = await startTestApplication({
    environment: { PROVIDER_A_BASE_URL: provider.url, BATCH_GATEWAY_PORT: '0' },
  });
});
afterAll(async () => {
  await application.stop();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  await useTenant();
});

async function useTenant(options: TenantOptions = {}): Promise<void> {
  tenant = await seedTenant(application.dataSource, { ...UNLIMITED, ...options });
  client = new BatchClient(application.url, tenant.apiKey);
}

const query = (sql: string, parameters: unknown[]) => application.dataSource.query<unknown>(sql, parameters);
const ledger = () => readLedger(query, tenant.organizationId);
const kinds = async () => (await ledger()).rows.map(({ kind }) => kind);
const facadePath = (id: string) => `/api/v1/messages/batches/msg${id}`;

/** The next creates reach the provider and wait there. */
function holdCreates(count: number): { reached: Promise<unknown>; release: () => void } {
  const releases: (() => void)[] = [];
  const reached = Array.from(
    { length: count },
    () =>
      new Promise<void>((arrive) => {
        provider.createFaults.push(() => {
          arrive();
          return new Promise((free) => releases.push(free));
        });
      }),
  );
  return {
    reached: Promise.all(reached),
    release: () => {
      for (const free of releases) free();
    },
  };
}

describe('a deleted batch', () => {
  it('frees its idempotency key: the same submission makes a new one, by either surface', async () => {
    const body = { requests: [item('a')], idempotency_key: 'nightly' };
    const first = await client.submitted(body);
    expect((await client.submitted(body)).id).toBe(first.id);
    provider.endAll();
    await client.ended(first.id);
    expect((await client.submitted(body)).id).toBe(first.id);
    expect((await client.send('DELETE', facadePath(first.id))).status).toBe(200);
    const answers = await Promise.all([
      client.submit(body),
      client.send('POST', '/api/v1/messages/batches', body),
    ]);
    const [own, facade] = answers.map(({ json }) => (json as BatchStatus).id);
    expect(facade).toBe(`msg${own}`);
    expect(own).not.toBe(first.id);
    expect((await client.status(own ?? '')).status).toBe(200);
  });
});

describe('a cancel during the submission', () => {
  it('is forwarded before the submission is answered', async () => {
    const { reached, release } = holdCreates(1);
    const submission = client.submitted({ requests: [item('a')] });
    await reached;
    const [{ id }] = ((await client.list()).json as { data: [{ id: string }] }).data;
    expect((await client.cancel(id)).json).toMatchObject({ status: 'canceling' });
    expect(provider.cancels).toBe(0);
    release();
    expect(await submission).toMatchObject({ id, status: 'canceling' });
    expect(provider.cancels).toBe(1);
  });

  it('keeps what was not handed over yet from its provider', async () => {
    const { reached, release } = holdCreates(2);
    const gateway = new BatchClient(application.batchGatewayUrl ?? '', tenant.apiKey);
    const requests = Array.from({ length: 50_001 }, (_, at) => item(`c${at}`, { max_tokens: 1 }));
    const submission = gateway.submitted({ requests });
    await reached;
    const [{ id }] = ((await client.list()).json as { data: [{ id: string }] }).data;
    await client.cancel(id);
    release();
    await submission;
    expect([provider.creates, provider.cancels]).toEqual([2, 2]);
    provider.resultOf = () => ({ type: 'canceled' });
    provider.endAll();
    expect(await client.ended(id)).toMatchObject({ canceled_count: 50_001, cost_usd: 0 });
    expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
  }, 60_000);
});

describe('a provider that stays unreadable', () => {
  const troubleSince = (days: number) =>
    query(
      `UPDATE batch_portions SET error = jsonb_set(error, '{trouble}', jsonb_build_object('since', $2::text, 'tries', 30))
        WHERE batch_id IN (SELECT id FROM batches WHERE project_id = $1)`,
      [tenant.projectId, new Date(Date.now() - days * 86_400_000).toISOString()],
    );

  it('does not hold the money for ever: the results are awaited for three days, then the requests are errored', async () => {
    const { id } = await client.submitted({ requests: [item('a'), item('b')] });
    provider.endAll();
    provider.resultsStatus = 403;
    const waiting = (await client.status(id)).json as BatchStatus;
    expect(waiting).toMatchObject({ status: 'in_progress', providers: [{ status: 'ended' }] });
    expect(waiting.providers[0]?.error?.message).toContain('The provider gives no results.');
    await troubleSince(2.9);
    expect((await client.status(id)).json).toMatchObject({ status: 'in_progress' });
    await troubleSince(3.1);
    expect((await client.status(id)).json).toMatchObject({
      status: 'ended',
      errored_count: 2,
      cost_usd: 0,
      providers: [{ status: 'failed', error: { status: 403 } }],
    });
    expect(await kinds()).toEqual(['credit', 'reservation', 'release']);
    const [line] = await client.resultLines(id);
    expect(line).toMatchObject({ status: 'errored', response: null });
    expect(line?.error?.message).toContain('could not be read');
  });

  it('is forgotten when its results can be read after all', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.endAll();
    provider.resultsStatus = 403;
    await client.status(id);
    await troubleSince(2.9);
    provider.resultsStatus = undefined;
    const ended = await client.ended(id);
    expect(ended).toMatchObject({ succeeded_count: 1 });
    expect(ended.providers[0]).not.toHaveProperty('error');
  });

  it('does not hold the money either when it refuses every poll', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    provider.pollStatus = 401;
    const polled = (await client.status(id)).json as BatchStatus;
    expect(polled).toMatchObject({ status: 'in_progress' });
    expect(polled.providers[0]).not.toHaveProperty('error');
    await troubleSince(3.1);
    expect((await client.status(id)).json).toMatchObject({ status: 'ended', errored_count: 1, cost_usd: 0 });
    expect(await ledger()).toMatchObject({ balance: '100', reserved: '0' });
  });
});

describe('an estimate over a balance that is above the reload threshold', () => {
  const usePaying = async (options: PayingOptions): Promise<void> => {
    tenant = await seedPayingTenant(application, { ...UNLIMITED, card: 'pm_sandbox_ok', ...options });
    client = new BatchClient(application.url, tenant.apiKey);
  };
  /** Estimated at 0.64 USD for each request: 128,000 output tokens at half of 10 USD a million. */
  const costly = (count: number) => ({
    requests: Array.from({ length: count }, (_, at) => item(`c${at}`, { max_tokens: 128_000 })),
  });

  it('is reserved after one reload that covers it', async () => {
    const estimate = ((await client.quote(costly(10))).json as { estimate_usd: number }).estimate_usd;
    await usePaying({
      balanceUsd: (estimate / 2).toFixed(2),
      reload: { threshold_usd: 1, amount_usd: Math.ceil(estimate) },
    });
    const { id } = await client.submitted(costly(10));
    expect(id).toBeTruthy();
    expect(await kinds()).toEqual(['credit', 'reload', 'reservation']);
  });

  it('reloads once for several at a time, and never more than the balance then covers', async () => {
    const estimate = ((await client.quote(costly(10))).json as { estimate_usd: number }).estimate_usd;
    await usePaying({
      balanceUsd: (estimate / 2).toFixed(2),
      reload: { threshold_usd: 1, amount_usd: Math.ceil(estimate * 3) },
    });
    const answers = await Promise.all([1, 2, 3].map(() => client.submit(costly(10))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await kinds()).filter((kind) => kind === 'reload')).toHaveLength(1);
  });

  it('is 402, and no card is charged, when one reload would not cover it', async () => {
    await usePaying({ balanceUsd: '2', reload: { threshold_usd: 1, amount_usd: 4 } });
    expect((await client.submit(costly(10))).status).toBe(402);
    expect(await kinds()).toEqual(['credit']);
  });
});
