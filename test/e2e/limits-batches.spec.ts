import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { batchDoors } from './batch-doors.js';
import { BatchClient, type BatchAnswer } from './batch-client.js';
import { item, UNLIMITED } from './batches-support.js';
import { codeOf } from './book-support.js';
import { changeKey, changeProject, setBillingTime, spendOf } from './limit-support.js';
import { openChat } from './stream-call.js';
import { APIError } from 'openai';
import { created, jsonLines, line, openAiClient } from './openai-batches-support.js';

let batchProvider: FakeBatchProvider;
let service: TestApplication;
beforeAll(async () => {
  batchProvider = await FakeBatchProvider.start();
  const environment = { PROVIDER_A_BASE_URL: batchProvider.url, BATCH_GATEWAY_PORT: '0' };
  service = await startTestApplication({ environment });
});
afterEach(async () => {
  service.provider.reset();
  batchProvider.reset();
  await setBillingTime(service);
});
afterAll(async () => {
  await service.stop();
  await batchProvider.close();
});

const seed = (options: TenantOptions = {}): Promise<Tenant> =>
  seedTenant(service.dataSource, { ...UNLIMITED, ...options });

/** Estimated at 64 cents and a little: 128,000 output tokens at half of 10 USD a million. */
const BATCH = { requests: [item('a', { max_tokens: 128_000 })] };
const LIMIT = { limit_usd: 1, limit_period: 'month' };

const DOORS = batchDoors(() => service);

function refusalOf({ status, json }: BatchAnswer): Record<string, unknown> {
  const { error } = json as { error: Record<string, unknown> };
  const { error_code: code, ...figures } = (error['details'] ?? error) as Record<string, unknown>;
  return { ...figures, status, code: code ?? error['code'] };
}

describe.each(DOORS)('a batch by %s', (_name, submit) => {
  it('is held against the limit of its key, and refused when its estimate does not fit', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { ...LIMIT, limit_usd: 0.5 });
    expect(refusalOf(await submit(tenant, BATCH))).toMatchObject({
      status: 402,
      code: 'key_limit_reached',
      limit_usd: 0.5,
      spent_usd: 0,
      estimate_usd: expect.closeTo(0.64, 2),
    });
    await changeKey(service, tenant, LIMIT);
    expect((await submit(tenant, BATCH)).status).toBe(200);
    expect(refusalOf(await submit(tenant, BATCH))).toMatchObject({ status: 402, code: 'reserved_in_flight' });
  });

  it('is held against the limit of its project too, for pay as you go as well', async () => {
    const tenant = await seed({ payAsYouGo: true, balanceUsd: '0' });
    await changeProject(service, tenant, { ...LIMIT, limit_usd: 0.5 });
    expect(refusalOf(await submit(tenant, BATCH))).toMatchObject({ code: 'project_limit_reached' });
    await changeProject(service, tenant, LIMIT);
    expect((await submit(tenant, BATCH)).status).toBe(200);
    expect(refusalOf(await submit(tenant, BATCH))).toMatchObject({ code: 'reserved_in_flight' });
  });
});

describe('a batch under a limit', () => {
  it('counts what it cost when it settles, and gives back the rest of what it held', async () => {
    const tenant = await seed();
    const client = new BatchClient(service.url, tenant.apiKey);
    // The limit comes after the batch, which holds its estimate of it all the same.
    const { id } = await client.submitted(BATCH);
    const running = await changeKey(service, tenant, LIMIT);
    expect(running).toMatchObject({ spent_usd: 0, remaining_usd: expect.closeTo(0.36, 2) });
    const own = await ownKey(tenant);
    expect(own).toMatchObject({ limit_usd: 1, limit_period: 'month', spent_usd: 0 });
    expect(own['remaining_usd']).toBe(running.remaining_usd);
    batchProvider.endAll();
    await client.ended(id);
    const { counted, ledger } = await spendOf(service.dataSource, tenant.keyId);
    expect(counted).toBe(ledger);
    expect(Number(counted)).toBeGreaterThan(0);
    const ended = await ownKey(tenant);
    expect(ended['spent_usd']).toBe(Number(counted));
    expect(ended['remaining_usd']).toBeCloseTo(1 - Number(counted), 12);
  });

  it('counts in the period in which it settles, which it holds its estimate of as well', async () => {
    const tenant = await seed();
    await setBillingTime(service, '2026-12-31T23:59:59.999Z');
    await changeKey(service, tenant, LIMIT);
    const client = new BatchClient(service.url, tenant.apiKey);
    const { id } = await client.submitted(BATCH);
    await setBillingTime(service, '2027-01-01T00:00:00Z');
    expect(await changeKey(service, tenant, {})).toMatchObject({
      spent_usd: 0,
      remaining_usd: expect.closeTo(0.36, 2),
    });
    expect(refusalOf(await client.submit(BATCH))).toMatchObject({ status: 402, code: 'reserved_in_flight' });
    batchProvider.endAll();
    await client.ended(id);
    const { counted, ledger } = await spendOf(service.dataSource, tenant.keyId);
    expect(counted).toBe(ledger);
    expect(await changeKey(service, tenant, {})).toMatchObject({ spent_usd: Number(counted) });
    await setBillingTime(service, '2026-12-31T23:59:59.999Z');
    expect(await changeKey(service, tenant, {})).toMatchObject({ spent_usd: 0 });
  });

  it('leaves calls what it does not hold', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { ...LIMIT, limit_usd: '0.65' });
    await new BatchClient(service.url, tenant.apiKey).submitted(BATCH);
    expect(await codeOf(openChat(service.url, { apiKey: tenant.apiKey }))).toBeUndefined();
  });
});

describe("a batch of OpenAI's clients", () => {
  const lines = jsonLines(line('a', { max_completion_tokens: 100_000 }));
  const refusal = async (tenant: Tenant): Promise<Record<string, unknown>> => {
    const error = await created(openAiClient(service, tenant.apiKey), lines).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    if (!(error instanceof APIError)) return {};
    return { status: error.status, ...(error.error as object) };
  };

  it.each([
    [changeKey, 'key_limit_reached'],
    [changeProject, 'project_limit_reached'],
  ] as const)('is refused by a limit that its estimate does not fit into (%o, %s)', async (change, code) => {
    const tenant = await seed();
    await change(service, tenant, { limit_usd: '0.0001', limit_period: 'day' });
    expect(await refusal(tenant)).toMatchObject({ status: 402, code, limit_usd: 0.0001, spent_usd: 0 });
  });

  it('is refused for a model that its key may not call', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { models: ['vendora/*'] });
    expect(await refusal(tenant)).toMatchObject({ status: 403, code: 'model_not_allowed' });
  });
});

async function ownKey({ apiKey }: Tenant): Promise<Record<string, unknown>> {
  const answer = await fetch(`${service.url}/api/v1/key`, { headers: { authorization: `Bearer ${apiKey}` } });
  return (await answer.json()) as Record<string, unknown>;
}
