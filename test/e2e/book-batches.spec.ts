import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { balanceOf } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { batchDoors } from './batch-doors.js';
import { BatchClient } from './batch-client.js';
import { item, ledgerOf, UNLIMITED } from './batches-support.js';
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
import { movements, seedPayingTenant, type PayingOptions, type PayingTenant } from './payments-support.js';
import { eventually, openChat } from './stream-call.js';

let batchProvider: FakeBatchProvider;
let service: TestApplication;
let replica: TestApplication;
beforeAll(async () => {
  batchProvider = await FakeBatchProvider.start();
  const environment = { PROVIDER_A_BASE_URL: batchProvider.url, BATCH_GATEWAY_PORT: '0' };
  service = await startTestApplication({ environment });
  replica = await startTestApplication({
    environment,
    database: service.database,
    provider: service.provider,
  });
});
afterEach(() => {
  service.provider.reset();
  batchProvider.reset();
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
  await batchProvider.close();
});

const seed = (options: PayingOptions): Promise<PayingTenant> =>
  seedPayingTenant(service, { ...UNLIMITED, ...options });

/** Estimated at 64 cents and a little: 128,000 output tokens at half of 10 USD a million. */
const BATCH = { requests: [item('a', { max_tokens: 128_000 })] };
const SMALL_BATCH = { requests: [item('a')] };

const DOORS = batchDoors(() => service);

describe.each(DOORS)('batches side by side by %s', (_name, submit) => {
  it('all pass, by as many reloads as it takes', async () => {
    const reload = { threshold_usd: 0.5, amount_usd: 1 };
    const tenant = await seed({ balanceUsd: '0.2', card: 'pm_sandbox_ok', reload });
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(tenant, BATCH)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { rows } = await ledgerOf(service, tenant);
    expect(rows.filter(({ kind }) => kind === 'reservation')).toHaveLength(5);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });
});

describe('one book for calls and batches', () => {
  it('keeps a batch from what calls in flight hold, on any process, and calls from what a batch holds', async () => {
    const tenant = await seed({ balanceUsd: '0.7' });
    const held = holdDearCalls(service);
    const calls = burst([service, replica], tenant.apiKey, 5);
    await arrivals(service, 5);
    for (const { url } of [service, replica]) {
      const answer = await new BatchClient(url, tenant.apiKey).submit(BATCH);
      expect([answer.status, answer.json.error]).toMatchObject([
        402,
        { code: 'reserved_in_flight', balance_usd: 0.7, estimate_usd: expect.closeTo(0.64, 2) },
      ]);
    }
    held.open();
    expect((await tally(calls.map(({ answer }) => answer))).served).toBe(5);
    service.provider.reset();
    await tenant.admin.post(`/organizations/${tenant.organizationId}/credits`, { amount_usd: 0.6 });
    // A process hears the end of its calls a moment after their callers do.
    await eventually(
      async () =>
        (await new BatchClient(service.url, tenant.apiKey).submit(BATCH)).status === 200 || undefined,
      'money for the batch',
    );
    const waiting = holdDearCalls(service);
    const last = burst([service, replica], tenant.apiKey, 10);
    await arrivals(service, 1);
    // Six cents are left: one call of twelve overdraws.
    const refused = refusalsOf(last);
    await eventually(() => (refused() === 9 ? true : undefined), 'nine refusals');
    waiting.open();
    expect((await tally(last.map(({ answer }) => answer))).served).toBe(1);
  });

  it('overdraws by no more than one call at the last cent, over all surfaces and processes at once', async () => {
    const tenant = await seed({ balanceUsd: '1' });
    const held = holdDearCalls(service);
    const calls = burst([service, replica], tenant.apiKey, 30);
    const refused = refusalsOf(calls);
    const submissions = Array.from({ length: 6 }, (_, index) =>
      new BatchClient((index % 2 === 0 ? service : replica).url, tenant.apiKey).submit(BATCH),
    );
    const statuses = (await Promise.all(submissions)).map(({ status }) => status);
    const passed = statuses.filter((status) => status === 200).length;
    expect(passed).toBeLessThanOrEqual(1);
    const served = passed === 1 ? Math.ceil(0.36 / DEAR_USD) : Math.ceil(1 / DEAR_USD);
    await eventually(() => (refused() >= 30 - served ? true : undefined), 'the refusals');
    held.open();
    const { served: answered } = await tally(calls.map(({ answer }) => answer));
    expect(answered).toBeLessThanOrEqual(served);
    const { balance } = await balanceOf(service.dataSource, tenant.organizationId);
    expect(Number(balance)).toBeGreaterThan(-DEAR_USD);
  });
});

describe('pay as you go with a declined card', () => {
  const TEXT = 'The balance is used up and the saved card was declined';

  it.each(DOORS)(
    'goes on while the balance is positive, then is 402 card_declined, by %s',
    async (_name, submit) => {
      const tenant = await seed({ balanceUsd: '0.01', payAsYouGo: true, card: 'pm_sandbox_declined' });
      await decline(tenant);
      expect((await submit(tenant, SMALL_BATCH)).status).toBe(200);
      const covered = (await openChat(service.url, { apiKey: tenant.apiKey })).status;
      expect(covered).toBe(200);
      await takeAll(tenant);
      const chat = await (await dearCall(service, tenant.apiKey)).json();
      expect(chat.error).toMatchObject({ code: 'card_declined' });
      const answer = await submit(tenant, SMALL_BATCH);
      expect([answer.status, answer.json.error.message]).toEqual([402, chat.error.message]);
      expect(answer.text).toContain('card_declined');
      expect(chat.error.message).toContain(TEXT);
      expect(batchProvider.creates).toBe(1);
    },
  );

  it('takes no batch that the rest does not cover, and says that the card was declined', async () => {
    const tenant = await seed({ balanceUsd: '0.01', payAsYouGo: true, card: 'pm_sandbox_declined' });
    await decline(tenant);
    const { status, json } = await new BatchClient(service.url, tenant.apiKey).submit(BATCH);
    expect([status, json.error]).toMatchObject([402, { code: 'insufficient_balance', balance_usd: 0.01 }]);
    expect(json.error.message).toContain('declined');
  });

  it('stops a process that has never heard of the organization, too', async () => {
    const tenant = await seed({ balanceUsd: '-1', payAsYouGo: true, card: 'pm_sandbox_declined' });
    await decline(tenant);
    expect(await codeOf(dearCall(replica, tenant.apiKey))).toBe('card_declined');
    expect(service.provider.requests).toHaveLength(0);
  });

  it('that pays again is on credit again, with its batches', async () => {
    const tenant = await seed({ balanceUsd: '-1', payAsYouGo: true, card: 'pm_sandbox_declined' });
    await decline(tenant);
    expect((await new BatchClient(service.url, tenant.apiKey).submit(BATCH)).status).toBe(402);
    await tenant.admin.put(`/organizations/${tenant.organizationId}/card`, {
      payment_method: 'pm_sandbox_ok',
    });
    expect((await new BatchClient(service.url, tenant.apiKey).submit(BATCH)).status).toBe(200);
    expect(await movements(service, tenant.organizationId, ['reservation'])).toEqual([]);
  });

  /** As a failed charge leaves it. */
  async function decline({ organizationId }: PayingTenant): Promise<void> {
    await service.dataSource.query(
      `UPDATE payment_accounts SET declined_at = now(), declined_until = now() + interval '1 hour' WHERE organization_id = $1`,
      [organizationId],
    );
    await tell(organizationId);
  }

  /** The rest is spent elsewhere. */
  async function takeAll({ organizationId, apiKey }: PayingTenant): Promise<void> {
    await service.dataSource.query(
      `WITH rest AS (SELECT balance_usd FROM balances WHERE organization_id = $1 FOR UPDATE), row AS (
         INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference)
         SELECT $1, 'adjustment', -balance_usd, $1 FROM rest RETURNING amount_usd)
       UPDATE balances SET balance_usd = balance_usd + amount_usd FROM row WHERE organization_id = $1`,
      [organizationId],
    );
    await tell(organizationId);
    await eventually(
      async () => ((await codeOf(dearCall(service, apiKey))) === undefined ? undefined : true),
      'a refusal',
    );
  }

  async function tell(organizationId: string): Promise<void> {
    await service.dataSource.query(`SELECT pg_notify('gateway_changes', $1)`, [
      JSON.stringify({ organizationId }),
    ]);
  }
});
