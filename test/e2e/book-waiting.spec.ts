import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { FakeStripe } from '../support/fake-stripe.js';
import { balanceOf } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { BatchClient } from './batch-client.js';
import { item, UNLIMITED } from './batches-support.js';
import { arrivals, burst, codeOf, dearCall, holdDearCalls, tally } from './book-support.js';
import { movements, paymentsOf, seedPayingTenant, type PayingTenant } from './payments-support.js';
import { eventually } from './stream-call.js';

let stripe: FakeStripe;
let batchProvider: FakeBatchProvider;
let service: TestApplication;
beforeAll(async () => {
  stripe = await FakeStripe.start();
  batchProvider = await FakeBatchProvider.start();
  service = await startTestApplication({
    environment: {
      PAYMENTS: 'stripe',
      STRIPE_API_KEY: 'sk_test_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_for_tests',
      STRIPE_API_BASE_URL: stripe.url,
      PROVIDER_A_BASE_URL: batchProvider.url,
    },
  });
});
afterEach(() => {
  service.provider.reset();
  batchProvider.reset();
  stripe.reset();
});
afterAll(async () => {
  await service.stop();
  await stripe.close();
  await batchProvider.close();
});

const seed = (balanceUsd: string, card = 'pm_card_visa'): Promise<PayingTenant> =>
  seedPayingTenant(service, {
    ...UNLIMITED,
    balanceUsd,
    card,
    reload: { threshold_usd: 0.5, amount_usd: 1 },
  });
const charging = () =>
  eventually(
    () => (stripe.requests.some(({ path }) => path === '/v1/payment_intents') ? true : undefined),
    'a charge',
  );

describe('who waits for a reload', () => {
  it('is admitted when it has come, batches too', async () => {
    const tenant = await seed('0');
    stripe.holdCharges();
    const calls = burst([service], tenant.apiKey, 3);
    const batch = new BatchClient(service.url, tenant.apiKey).submit({ requests: [item('a')] });
    await charging();
    expect(service.provider.requests).toHaveLength(0);
    expect(batchProvider.creates).toBe(0);
    stripe.letChargesGo();
    expect(await tally(calls.map(({ answer }) => answer))).toEqual({ served: 3, refused: {} });
    expect((await batch).status).toBe(200);
  });

  it('and leaves meanwhile, leaves nothing behind', async () => {
    const tenant = await seed('0');
    stripe.holdCharges();
    const calls = burst([service], tenant.apiKey, 20);
    await charging();
    for (const call of calls) call.leave();
    await eventually(async () => {
      const rows = await service.dataSource.query<unknown[]>(
        'SELECT FROM calls WHERE organization_id = $1 AND status = 499',
        [tenant.organizationId],
      );
      return rows.length === 20 ? true : undefined;
    }, 'the rows of twenty calls that were left');
    stripe.letChargesGo();
    await eventually(
      async () => ((await movements(service, tenant.organizationId)).length === 1 ? true : undefined),
      'the reload that was under way',
    );
    expect(service.provider.requests).toHaveLength(0);
    // All of the dollar is free: eight calls of twelve cents hold it, and the ninth overdraws.
    const held = holdDearCalls(service);
    const next = burst([service], tenant.apiKey, 8);
    await arrivals(service, 8);
    held.open();
    expect((await tally(next.map(({ answer }) => answer))).served).toBe(8);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });

  it('is told together when the card is declined', async () => {
    const tenant = await seed('0', 'pm_card_chargeDeclined');
    stripe.holdCharges();
    const calls = burst([service], tenant.apiKey, 10);
    const batch = new BatchClient(service.url, tenant.apiKey).submit({ requests: [item('a')] });
    await charging();
    stripe.letChargesGo();
    expect(await tally(calls.map(({ answer }) => answer))).toEqual({
      served: 0,
      refused: { '402 card_declined': 10 },
    });
    expect((await batch).json.error).toMatchObject({ code: 'card_declined' });
    expect(await paymentsOf(service, tenant.organizationId)).toHaveLength(1);
  });

  it('is 503 payment_unavailable when the provider of payments has no answer, batches too', async () => {
    const tenant = await seed('0');
    stripe.trouble({ kind: 'refuse', status: 500, type: 'api_error' });
    const batch = new BatchClient(service.url, tenant.apiKey).submit({ requests: [item('a')] });
    expect(await codeOf(dearCall(service, tenant.apiKey))).toBe('payment_unavailable');
    const { status, json } = await batch;
    expect([status, json.error.code]).toEqual([503, 'payment_unavailable']);
  });

  it('goes on when money comes by another way', async () => {
    const tenant = await seed('0');
    stripe.holdCharges();
    const [call] = burst([service], tenant.apiKey, 1);
    await charging();
    await tenant.admin.post(`/organizations/${tenant.organizationId}/credits`, { amount_usd: 1 });
    expect((await call?.answer)?.status).toBe(200);
    stripe.letChargesGo();
  });
});
