import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/lib/clock.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import {
  arrivals,
  burst,
  codeOf,
  DEAR_USD,
  dearCall,
  holdDearCalls,
  refusalsOf,
  tally,
} from './book-support.js';
import { changeKey, changeProject, setBillingTime, spendOf } from './limit-support.js';
import { eventually } from './stream-call.js';
import { foldEverything, insertCall } from './usage-support.js';

const CROWD = 40;

let service: TestApplication;
let replica: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
});
afterEach(async () => {
  vi.restoreAllMocks();
  service.provider.reset();
  await setBillingTime(service);
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

const seed = (): Promise<Tenant> => seedTenant(service.dataSource);

async function spend(tenant: Tenant, calls = 1): Promise<void> {
  holdDearCalls(service).open();
  for (let call = 0; call < calls; call += 1)
    expect(await codeOf(dearCall(service, tenant.apiKey))).toBeUndefined();
}

const served = (tenant: Tenant): Promise<true> =>
  eventually(
    async () => ((await codeOf(dearCall(service, tenant.apiKey))) === undefined ? true : undefined),
    'a call that is served',
  );

describe('a period that ends', () => {
  it.each([
    ['day', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
    ['day', '2028-02-28T23:59:59.999Z', '2028-02-29T00:00:00Z'],
    ['week', '2027-01-03T23:59:59.999Z', '2027-01-04T00:00:00Z'],
    ['month', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
    ['month', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
  ])('lets a key with a limit a %s go on at the moment after its last (%s)', async (period, last, next) => {
    const tenant = await seed();
    await setBillingTime(service, last);
    await changeKey(service, tenant, { limit_usd: 0.1, limit_period: period });
    await spend(tenant);
    const refused = (await (await dearCall(service, tenant.apiKey)).json()) as { error: object };
    expect(refused.error).toMatchObject({
      code: 'key_limit_reached',
      spent_usd: 0.12,
      resets_at: new Date(next).toISOString(),
    });
    await setBillingTime(service, next);
    await served(tenant);
    expect(await changeKey(service, tenant, {})).toMatchObject({ spent_usd: 0.12, limit_reached: true });
    const { counted, ledger } = await spendOf(service.dataSource, tenant.keyId);
    expect([counted, ledger]).toEqual(['0.240000000000', '0.240000000000']);
  });

  it('never does for a total', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { limit_usd: 0.1, limit_period: 'total' });
    await spend(tenant);
    await setBillingTime(service, '2099-01-01T00:00:00Z');
    const refused = (await (await dearCall(service, tenant.apiKey)).json()) as { error: object };
    expect(refused.error).toMatchObject({ code: 'key_limit_reached', resets_at: null });
  });

  it('ends for a project as for a key', async () => {
    const tenant = await seed();
    await setBillingTime(service, '2026-12-31T23:59:59.999Z');
    await changeProject(service, tenant, { limit_usd: 0.1, limit_period: 'month' });
    await spend(tenant);
    expect(await codeOf(dearCall(service, tenant.apiKey))).toBe('project_limit_reached');
    await setBillingTime(service, '2027-01-01T00:00:00Z');
    await served(tenant);
    const { counted, ledger } = await spendOf(service.dataSource, tenant.projectId);
    expect([counted, ledger]).toEqual(['0.240000000000', '0.240000000000']);
  });

  it('while calls run counts them where they are billed, and loses none', async () => {
    const tenant = await seed();
    await setBillingTime(service, '2026-12-31T23:59:59.999Z');
    await changeKey(service, tenant, { limit_usd: 0.5, limit_period: 'month' });
    await spend(tenant);
    const held = holdDearCalls(service);
    service.provider.requests.length = 0;
    const running = burst([service], tenant.apiKey, 2);
    await arrivals(service, 2);
    await setBillingTime(service, '2027-01-01T00:00:00Z');
    held.open();
    expect((await tally(running.map(({ answer }) => answer))).served).toBe(2);
    expect(await changeKey(service, tenant, {})).toMatchObject({ spent_usd: 0.24, remaining_usd: 0.26 });
    await setBillingTime(service, '2026-12-31T00:00:00Z');
    expect(await changeKey(service, tenant, {})).toMatchObject({ spent_usd: 0.12 });
    const { counted, ledger } = await spendOf(service.dataSource, tenant.keyId);
    expect([counted, ledger]).toEqual(['0.360000000000', '0.360000000000']);
  });
});

it('a period that ends under a crowd over two processes leaves the next one overdrawn by a call a process at the most', async () => {
  const tenant = await seed();
  const processes = [service, replica];
  await setBillingTime(service, '2026-12-31T23:59:59.999Z');
  await changeKey(service, tenant, { limit_usd: 0.3, limit_period: 'month' });
  const held = holdDearCalls(service);
  service.provider.requests.length = 0;
  const before = burst(processes, tenant.apiKey, 2);
  await arrivals(service, 2);
  await setBillingTime(service, '2027-01-01T00:00:00Z');
  const behind = burst(processes, tenant.apiKey, CROWD);
  const refused = refusalsOf(behind);
  await eventually(() => (refused() >= CROWD - processes.length ? true : undefined), 'the refusals');
  held.open();
  const { served } = await tally([...before, ...behind].map(({ answer }) => answer));
  expect(served).toBeGreaterThanOrEqual(2);
  expect(served * DEAR_USD).toBeLessThanOrEqual(0.3 + processes.length * DEAR_USD);
  expect(await changeKey(service, tenant, {})).toMatchObject({
    spent_usd: expect.closeTo(served * DEAR_USD, 10),
  });
  const { counted, ledger } = await spendOf(service.dataSource, tenant.keyId);
  expect(counted).toBe(ledger);
});

describe('a limit that is changed in the middle of a period', () => {
  it('counts what the period has spent before there was one, summed up or not', async () => {
    const tenant = await seed();
    const at = (time: string, billed: string) =>
      insertCall(service.dataSource, tenant, { created_at: new Date(time), billed_usd: billed });
    await setBillingTime(service, '2027-03-17T12:00:00Z');
    await at('2027-02-28T23:59:59.999Z', '100');
    await at('2027-03-01T00:00:00Z', '10');
    await at('2027-03-14T23:59:59.999Z', '1');
    await foldEverything(service);
    await at('2027-03-15T00:00:00Z', '0.1');
    await at('2027-03-17T00:00:00Z', '0.010000000001');
    const spent: unknown[] = [];
    for (const period of ['day', 'week', 'month', 'total']) {
      const changed = await changeKey(service, tenant, { limit_usd: 1_000, limit_period: period });
      spent.push((changed as { spent_usd: number }).spent_usd);
    }
    expect(spent).toEqual([0.010000000001, 0.110000000001, 11.110000000001, 111.110000000001]);
  });

  it('counts calls that run meanwhile once, whichever period they end in', async () => {
    const tenant = await seed();
    await setBillingTime(service, '2027-01-31T23:59:59.999Z');
    await changeKey(service, tenant, { limit_usd: 1, limit_period: 'day' });
    const held = holdDearCalls(service);
    service.provider.requests.length = 0;
    const running = burst([service], tenant.apiKey, 2);
    await arrivals(service, 2);
    await changeKey(service, tenant, { limit_usd: 0.2, limit_period: 'month' });
    await setBillingTime(service, '2027-02-01T00:00:00Z');
    held.open();
    expect((await tally(running.map(({ answer }) => answer))).served).toBe(2);
    await eventually(
      async () =>
        (await codeOf(dearCall(service, tenant.apiKey))) === 'key_limit_reached' ? true : undefined,
      'the limit of the new month to be reached',
    );
    expect(await changeKey(service, tenant, { limit_period: 'total' })).toMatchObject({ spent_usd: 0.24 });
    const { counted, ledger } = await spendOf(service.dataSource, tenant.keyId);
    expect([counted, ledger]).toEqual(['0.240000000000', '0.240000000000']);
  });

  it('goes on from what is spent when it is taken away and set again', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { limit_usd: 1, limit_period: 'day' });
    await spend(tenant);
    expect(await changeKey(service, tenant, { limit_usd: null })).toMatchObject({
      limit_usd: null,
      limit_period: null,
      spent_usd: null,
      limit_reached: false,
    });
    await spend(tenant);
    expect(await changeKey(service, tenant, { limit_usd: 1, limit_period: 'month' })).toMatchObject({
      spent_usd: 0.24,
    });
  });
});

it('a process whose clock steps changes nothing: the clock of the database decides', async () => {
  const tenant = await seed();
  await changeKey(service, tenant, { limit_usd: 0.1, limit_period: 'day' });
  await spend(tenant);
  const clock = service.app.get(Clock);
  const now = clock.now.bind(clock);
  for (const days of [-40, 40]) {
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(now().getTime() + days * 86_400_000));
    expect(await codeOf(dearCall(service, tenant.apiKey))).toBe('key_limit_reached');
  }
});

it('a clock of the database that steps counts in the period that it shows, and nothing twice', async () => {
  const tenant = await seed();
  await setBillingTime(service, '2026-12-31T23:59:59Z');
  await changeKey(service, tenant, { limit_usd: 0.2, limit_period: 'month' });
  await spend(tenant);
  await setBillingTime(service, '2027-01-01T00:00:01Z');
  await spend(tenant);
  await setBillingTime(service, '2026-12-31T23:59:59Z');
  expect(await changeKey(service, tenant, {})).toMatchObject({ spent_usd: 0.12, remaining_usd: 0.08 });
  await spend(tenant);
  expect(await changeKey(service, tenant, {})).toMatchObject({ spent_usd: 0.24, limit_reached: true });
  await setBillingTime(service, '2027-01-01T00:00:01Z');
  expect(await changeKey(service, tenant, {})).toMatchObject({ spent_usd: 0.12, limit_reached: false });
  const { counted, ledger } = await spendOf(service.dataSource, tenant.keyId);
  expect([counted, ledger]).toEqual(['0.360000000000', '0.360000000000']);
});
