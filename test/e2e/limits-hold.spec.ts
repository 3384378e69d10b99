import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallRecord } from '../../src/billing/calls/call-record.js';
import { UsageCommitRepository } from '../../src/billing/metering/usage-commit.repository.js';
import { newId } from '../../src/lib/ids.js';
import { balanceOf, seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { arrivals, burst, codeOf, DEAR_USD, dearCall, holdDearCalls, tally } from './book-support.js';
import { changeKey, changeProject, spendOf } from './limit-support.js';
import { ResponsesClient } from './responses-client.js';
import { eventually, openChat } from './stream-call.js';

let service: TestApplication;
let replica: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
});
afterEach(() => service.provider.reset());
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

const seed = (options: TenantOptions = {}): Promise<Tenant> => seedTenant(service.dataSource, options);

/** Calls that cost 12 cents each, one after the other. */
async function spend(tenant: Tenant, calls = 1): Promise<void> {
  const held = holdDearCalls(service);
  held.open();
  for (let call = 0; call < calls; call += 1)
    expect((await (await dearCall(service, tenant.apiKey)).whole()).length).toBeGreaterThan(0);
}

const errorOf = async (tenant: Tenant, application = service): Promise<Record<string, unknown>> =>
  ((await (await dearCall(application, tenant.apiKey)).json()) as { error: Record<string, unknown> }).error;

describe('a key that has spent its limit', () => {
  it.each([
    [
      '/api/v1/route/chat/completions',
      { model: 'vendorb/gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] },
    ],
    ['/api/v1/openai/responses', { model: 'vendorb/gpt-4o-mini', input: 'Hi' }],
    [
      '/api/v1/messages',
      { model: 'claude-sonnet-5-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] },
    ],
    ['/api/v1/route/embeddings', { model: 'vendorb/text-embedding-3-small', input: 'Hi' }],
  ])('is told so at %s, with limit, spend and reset, and nothing is sent', async (path, body) => {
    const tenant = await seed();
    await spend(tenant);
    await changeKey(service, tenant, { limit_usd: '0.1', limit_period: 'month' });
    service.provider.reset();
    const answer = await new ResponsesClient(service.url, tenant.apiKey).send(body, { path });
    expect(answer.status).toBe(402);
    const { error } = answer.json as { error: Record<string, unknown> };
    // Provider A's envelope has a place of its own for what is ours.
    const { error_code: code, ...figures } = (error['details'] ?? error) as Record<string, unknown>;
    expect(code ?? error['code']).toBe('key_limit_reached');
    expect(figures).toMatchObject({ limit_usd: 0.1, spent_usd: DEAR_USD });
    expect(error['message']).toContain('resets at');
    expect(String(figures['resets_at'])).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
    expect(service.provider.requests).toHaveLength(0);
  });

  it('still gets decisions, and other keys of the project go on', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { limit_usd: 0, limit_period: 'total' });
    expect(await errorOf(tenant)).toMatchObject({
      code: 'key_limit_reached',
      limit_usd: 0,
      spent_usd: 0,
      resets_at: null,
    });
    const decision = await new ResponsesClient(service.url, tenant.apiKey).send(
      { messages: [{ role: 'user', content: 'Hi' }] },
      { path: '/api/v1/route' },
    );
    expect(decision.status).toBe(200);
    const other = await new AdminClient(service.url).post(`/projects/${tenant.projectId}/keys`, {
      name: 'B',
    });
    const { key } = other.body as { key: string };
    expect(await codeOf(openChat(service.url, { apiKey: key }))).toBeUndefined();
  });

  it('is reserved_in_flight while only calls in flight stand in the way, on any process', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { limit_usd: 0.2, limit_period: 'day' });
    const held = holdDearCalls(service);
    const calls = burst([service, replica], tenant.apiKey, 2);
    await arrivals(service, 2);
    for (const application of [service, replica])
      expect(await errorOf(tenant, application)).toMatchObject({
        code: 'reserved_in_flight',
        limit_usd: 0.2,
        spent_usd: 0,
      });
    held.open();
    expect((await tally(calls.map(({ answer }) => answer))).served).toBe(2);
    await eventually(
      async () => ((await errorOf(tenant, replica))['code'] === 'key_limit_reached' ? true : undefined),
      'the limit to be reached',
    );
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });
});

describe('a project with a limit', () => {
  it('bounds all of its keys together, beside limits of their own', async () => {
    const tenant = await seed();
    const admin = new AdminClient(service.url);
    const body = { name: 'B', limit_usd: 5, limit_period: 'day' };
    const { key } = (await admin.post(`/projects/${tenant.projectId}/keys`, body)).body as { key: string };
    await spend(tenant, 2);
    expect(await changeProject(service, tenant, { limit_usd: 0.36, limit_period: 'week' })).toMatchObject({
      limit_usd: 0.36,
      limit_period: 'week',
      spent_usd: 0.24,
      remaining_usd: 0.12,
      limit_reached: false,
    });
    await spend({ ...tenant, apiKey: key });
    for (const apiKey of [tenant.apiKey, key])
      expect(await errorOf({ ...tenant, apiKey }, replica)).toMatchObject({
        code: 'project_limit_reached',
        limit_usd: 0.36,
        spent_usd: 0.36,
      });
    const { counted, ledger } = await spendOf(service.dataSource, tenant.projectId);
    expect([counted, ledger]).toEqual(['0.360000000000', '0.360000000000']);
  });
});

describe('pay as you go', () => {
  it('does not run past a limit', async () => {
    const tenant = await seed({ payAsYouGo: true, balanceUsd: '0' });
    await changeKey(service, tenant, { limit_usd: 0.1, limit_period: 'day' });
    await spend(tenant);
    expect(await codeOf(dearCall(service, tenant.apiKey))).toBe('key_limit_reached');
  });
});

describe('a limit that is set or changed while calls run', () => {
  it('counts every call once, whenever it is committed', async () => {
    const tenant = await seed();
    const held = holdDearCalls(service);
    held.open();
    const running = burst([service, replica], tenant.apiKey, 60).map(({ answer }) => answer);
    const patches = Promise.all([
      changeKey(service, tenant, { limit_usd: 100, limit_period: 'total' }),
      changeProject(replica, tenant, { limit_usd: 100, limit_period: 'month' }),
    ]);
    const more = burst([replica, service], tenant.apiKey, 20).map(({ answer }) => answer);
    await patches;
    expect((await tally([...running, ...more])).served).toBe(80);
    for (const id of [tenant.keyId, tenant.projectId]) {
      const { counted, ledger } = await spendOf(service.dataSource, id);
      expect(counted).toBe(ledger);
      expect(Number(counted)).toBeCloseTo(80 * DEAR_USD, 10);
    }
    const check = `/organizations/${tenant.organizationId}/ledger/check`;
    expect((await new AdminClient(service.url).get(check)).body).toMatchObject({ ok: true });
    await service.dataSource.query(
      'UPDATE spend_days SET spent_usd = spent_usd - 0.000000000001 WHERE purse_id = $1',
      [tenant.keyId],
    );
    expect((await new AdminClient(service.url).get(check)).body).toMatchObject({
      ok: false,
      limit_differences: 1,
    });
  });

  it('takes effect at once when it is below what is spent, and says so', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { limit_usd: 50, limit_period: 'month' });
    await spend(tenant, 2);
    expect(await changeKey(service, tenant, { limit_usd: 0.2 })).toMatchObject({
      limit_usd: 0.2,
      limit_period: 'month',
      spent_usd: 0.24,
      remaining_usd: 0,
      limit_reached: true,
    });
    expect(await codeOf(dearCall(service, tenant.apiKey))).toBe('key_limit_reached');
    await eventually(
      async () =>
        (await codeOf(dearCall(replica, tenant.apiKey))) === 'key_limit_reached' ? true : undefined,
      'the other process',
    );
    await changeKey(replica, tenant, { limit_usd: null });
    await eventually(
      async () => ((await codeOf(dearCall(service, tenant.apiKey))) === undefined ? true : undefined),
      'a call without a limit',
    );
  });
});

it('a commit that is sent again after a lost answer counts what was not there alone', async () => {
  const tenant = await seed();
  await changeKey(service, tenant, { limit_usd: 5, limit_period: 'day' });
  const commits = service.app.get(UsageCommitRepository);
  const record = (id: string): CallRecord => ({
    id: newId('call'),
    createdAt: new Date(),
    organizationId: tenant.organizationId,
    projectId: tenant.projectId,
    keyId: tenant.keyId,
    surface: 'chat',
    stream: false,
    status: 200,
    requestedModel: id,
    reasons: [],
    attempts: [1n, 20n].map((cents) => ({
      model: 'm',
      provider: 'p',
      status: 200,
      cost: cents * 10_000_000_000n,
      billed: true,
      durationMs: 1,
    })),
    timings: { gatewayMs: 1, upstreamMs: 1 },
  });
  const [first, second] = [record('first'), record('second')];
  await commits.commit([first]);
  await commits.commit([first, second]);
  await commits.commit([first, second]);
  const { counted, ledger } = await spendOf(service.dataSource, tenant.keyId);
  expect([counted, ledger]).toEqual(['0.420000000000', '0.420000000000']);
});

it('a call of a key without a limit asks the database for nothing but its commit', async () => {
  const tenant = await seed();
  await spend(tenant, 2);
  const [row] = await service.dataSource.query<{ count: string }[]>(
    'SELECT count(*) FROM balance_leases WHERE account_id = ANY($1)',
    [[tenant.keyId, tenant.projectId]],
  );
  expect(row?.count).toBe('0');
});
