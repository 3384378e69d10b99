import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Payments } from '../../src/billing/payments/payments.service.js';
import { FakeStripe, signature, signedEvent } from '../support/fake-stripe.js';
import { balanceOf } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { movements, paymentsOf, seedPayingTenant, type PayingOptions } from './payments-support.js';
import { eventually, openChat, sendChat, type OpenAnswer } from './stream-call.js';

const WEBHOOK_SECRET = 'whsec_for_tests';
const RELOAD = { threshold_usd: 5, amount_usd: 20 };

let stripe: FakeStripe;
let service: TestApplication;
let replica: TestApplication;
let operator: AdminClient;
beforeAll(async () => {
  stripe = await FakeStripe.start();
  const environment = {
    PAYMENTS: 'stripe',
    STRIPE_API_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE_URL: stripe.url,
  };
  service = await startTestApplication({ environment });
  replica = await startTestApplication({
    environment,
    database: service.database,
    provider: service.provider,
  });
  operator = new AdminClient(service.url);
});
afterEach(() => {
  service.provider.reset();
  stripe.reset();
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
  await stripe.close();
});

const call = ({ url }: TestApplication, apiKey: string): Promise<OpenAnswer> => openChat(url, { apiKey });
const seed = (options: PayingOptions) =>
  seedPayingTenant(service, { card: 'pm_card_visa', reload: RELOAD, ...options });
/** As if the pause between two attempts were over. */
const makeDue = (organizationId: string) =>
  service.dataSource.query('UPDATE payments SET retry_at = now() WHERE organization_id = $1', [
    organizationId,
  ]);
const finishPending = (application: TestApplication) =>
  application.app.get(Payments, { strict: false }).finishPending();

describe('a card at Stripe', () => {
  it('is bound to a customer by a confirmed SetupIntent, and the customer is made once', async () => {
    const id = await operator.createOrganization();
    const saved = await operator.put(`/organizations/${id}/card`, { payment_method: 'pm_card_visa' });
    expect(saved.body.card).toMatchObject({
      provider: 'stripe',
      brand: 'visa',
      last4: '4242',
      exp_year: 2031,
    });
    await operator.put(`/organizations/${id}/card`, { payment_method: 'pm_card_mastercard' });
    expect(stripe.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/customers',
      'POST /v1/setup_intents',
      'POST /v1/setup_intents',
      'POST /v1/payment_methods/pm_card_visa/detach',
    ]);
    const [customer, intent] = stripe.requests;
    expect(customer?.authorization).toBe('Bearer sk_test_key');
    expect(customer?.form.get('metadata[gateway_organization]')).toBe(id);
    expect(Object.fromEntries(intent?.form ?? [])).toMatchObject({
      payment_method: 'pm_card_visa',
      usage: 'off_session',
      confirm: 'true',
    });
    await operator.delete(`/organizations/${id}/card`);
    expect(stripe.requests.at(-1)?.path).toBe('/v1/payment_methods/pm_card_mastercard/detach');
  });

  it.each([
    ['pm_of_nobody', 400, 'invalid_request', 'resource_missing'],
    ['pm_card_refused', 402, 'card_declined', 'lost_card'],
    ['pm_card_authenticationRequired', 402, 'card_declined', 'confirmation'],
  ])('%s is not saved: %i %s', async (method, status, code, word) => {
    const id = await operator.createOrganization();
    const answer = await operator.put(`/organizations/${id}/card`, { payment_method: method });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      status,
      code,
      'payment_method',
    ]);
    expect(answer.body.error.message).toContain(word);
    expect((await operator.get(`/organizations/${id}`)).body.card).toBeNull();
  });
});

describe('a reload at Stripe', () => {
  it('is one off-session payment in cents under our key, however many calls on two processes want it', async () => {
    const tenant = await seed({ balanceUsd: '-1' });
    stripe.holdCharges();
    const calls = Array.from({ length: 50 }, (_, index) =>
      sendChat((index % 2 === 0 ? service : replica).url, { apiKey: tenant.apiKey }),
    );
    await eventually(() => (stripe.requests.some(isCharge) ? true : undefined), 'the charge');
    await eventually(
      async () => ((await idleInTransaction()) === 0 ? true : undefined),
      'no open transaction',
    );
    stripe.letChargesGo();
    const answers = await Promise.all(calls.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await Promise.all(answers.map((answer) => answer.whole()));
    const [payment] = await paymentsOf(service, tenant.organizationId);
    expect(stripe.paid).toMatchObject([
      {
        amount: 2_000,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        metadata: { gateway_payment: payment?.id, gateway_organization: tenant.organizationId },
      },
    ]);
    const charges = stripe.requests.filter(isCharge);
    expect(charges.map(({ idempotencyKey }) => idempotencyKey)).toEqual([payment?.id]);
    expect(charges[0]?.form.get('off_session')).toBe('true');
    expect(await movements(service, tenant.organizationId)).toEqual([['reload', '20.000000000000']]);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });

  it('whose answer is lost is 503 for calls without money, and is credited once when it is asked about again', async () => {
    const tenant = await seed({ balanceUsd: '0' });
    stripe.trouble({ kind: 'lose' });
    const refused = await call(service, tenant.apiKey);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(await refused.json()).toMatchObject({ error: { code: 'payment_unavailable' } });
    expect((await call(replica, tenant.apiKey)).status).toBe(503);
    expect(service.provider.requests).toHaveLength(0);
    expect(stripe.paid).toHaveLength(1);
    await makeDue(tenant.organizationId);
    const answers = await Promise.all([service, replica].map((one) => call(one, tenant.apiKey)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(stripe.paid).toHaveLength(1);
    expect(await movements(service, tenant.organizationId)).toEqual([['reload', '20.000000000000']]);
  });

  it('that a process left between charge and credit is finished by another, with the same key', async () => {
    const tenant = await seed({ balanceUsd: '0' });
    stripe.trouble({ kind: 'drop' });
    expect((await call(service, tenant.apiKey)).status).toBe(503);
    expect(stripe.paid).toHaveLength(0);
    await makeDue(tenant.organizationId);
    await Promise.all([finishPending(service), finishPending(replica)]);
    const [payment] = await paymentsOf(service, tenant.organizationId);
    expect(payment).toMatchObject({ status: 'succeeded', attempts: 2 });
    const keys = stripe.requests.filter(isCharge).map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys)).toEqual(new Set([payment?.id]));
    expect(stripe.paid).toHaveLength(1);
    expect(await movements(service, tenant.organizationId)).toHaveLength(1);
  });

  it('that Stripe fails to answer delays no call that has money', async () => {
    const tenant = await seed({ balanceUsd: '1' });
    stripe.trouble({ kind: 'refuse', status: 500, type: 'api_error' });
    for (let round = 0; round < 5; round += 1) expect((await call(service, tenant.apiKey)).status).toBe(200);
    expect(stripe.requests.filter(isCharge).length).toBeLessThanOrEqual(1);
  });

  it('that is declined is written down with its reason', async () => {
    const tenant = await seed({ balanceUsd: '0', card: 'pm_card_chargeDeclined' });
    const refused = await call(service, tenant.apiKey);
    expect(await refused.json()).toMatchObject({ error: { code: 'card_declined' } });
    expect(await paymentsOf(service, tenant.organizationId)).toMatchObject([
      { status: 'failed', failure: 'insufficient_funds' },
    ]);
  });

  it('that nobody knows of after a day is given up, never charged with a key that was forgotten', async () => {
    const tenant = await seed({ balanceUsd: '0' });
    stripe.trouble({ kind: 'drop' });
    expect((await call(service, tenant.apiKey)).status).toBe(503);
    await service.dataSource.query(
      `UPDATE payments SET retry_at = now(), created_at = now() - interval '25 hours' WHERE organization_id = $1`,
      [tenant.organizationId],
    );
    await finishPending(service);
    // What an earlier test left pending may be due by now.
    const paid = () =>
      stripe.paid.filter(({ metadata }) => metadata['gateway_organization'] === tenant.organizationId);
    expect(paid()).toHaveLength(0);
    expect(await paymentsOf(service, tenant.organizationId)).toMatchObject([
      { status: 'failed', failure: 'provider_never_answered' },
    ]);
    expect((await call(service, tenant.apiKey)).status).toBe(200);
    expect(paid()).toHaveLength(1);
  });
});

describe('an hourly charge at Stripe', () => {
  it('is rounded up to the cent, credited as charged, and left for later below the smallest charge', async () => {
    const owes = await seedPayingTenant(service, {
      balanceUsd: '-3.000022500001',
      payAsYouGo: true,
      card: 'pm_card_visa',
    });
    const owesLittle = await seedPayingTenant(service, {
      balanceUsd: '-0.499999999999',
      payAsYouGo: true,
      card: 'pm_card_visa',
    });
    expect((await operator.post('/maintenance/sweep')).body.charges).toBe(1);
    const ofBoth = stripe.paid.filter(({ metadata }) =>
      [owes, owesLittle].some(({ organizationId }) => metadata['gateway_organization'] === organizationId),
    );
    expect(ofBoth.map(({ amount }) => amount)).toEqual([301]);
    expect(await movements(service, owes.organizationId)).toEqual([['hourly_charge', '3.010000000000']]);
    expect(await movements(service, owesLittle.organizationId)).toEqual([]);
  });
});

describe('the webhook', () => {
  const post = ({ body, signature }: { body: string; signature?: string }) =>
    fetch(`${service.url}/api/v1/webhooks/stripe`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'stripe-signature': signature }),
      },
      body,
    });
  const balance = async (organizationId: string) =>
    (await balanceOf(service.dataSource, organizationId)).balance;

  /** A payment that Stripe still works on. */
  async function processing() {
    const tenant = await seed({ balanceUsd: '0', card: 'pm_card_processing' });
    expect((await call(service, tenant.apiKey)).status).toBe(503);
    const intent = stripe.intents.find(({ metadata }) =>
      Object.values(metadata).includes(tenant.organizationId),
    );
    if (intent === undefined) throw new Error('no payment');
    return { tenant, intent };
  }

  it('credits a payment that came to its end later, once however often and by whom it is told', async () => {
    const { tenant, intent } = await processing();
    const event = signedEvent(
      { type: 'payment_intent.succeeded', object: stripe.settle(intent.id, 'succeeded') },
      { secret: WEBHOOK_SECRET },
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(event)));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ received: true });
    }
    await makeDue(tenant.organizationId);
    await finishPending(replica);
    expect(await movements(service, tenant.organizationId)).toEqual([['reload', '20.000000000000']]);
    expect((await call(service, tenant.apiKey)).status).toBe(200);
  });

  it('ends a payment that failed later, and credits it after all when Stripe takes that back', async () => {
    const { tenant, intent } = await processing();
    const tell = (type: string, object: object) =>
      post(signedEvent({ type, object }, { secret: WEBHOOK_SECRET }));
    await tell('payment_intent.payment_failed', stripe.settle(intent.id, 'requires_payment_method'));
    const refused = await call(service, tenant.apiKey);
    expect(await refused.json()).toMatchObject({ error: { code: 'card_declined' } });
    await tell('payment_intent.succeeded', stripe.settle(intent.id, 'succeeded'));
    await tell('payment_intent.payment_failed', intent);
    expect(await movements(service, tenant.organizationId)).toHaveLength(1);
    expect((await call(service, tenant.apiKey)).status).toBe(200);
  });

  it('moves nothing under a wrong signature, an old one, or none', async () => {
    const { tenant, intent } = await processing();
    const event = { type: 'payment_intent.succeeded', object: stripe.settle(intent.id, 'succeeded') };
    const good = signedEvent(event, { secret: WEBHOOK_SECRET });
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
    const posts = [
      { body: good.body },
      { ...good, signature: 'nonsense' },
      { ...good, body: good.body.replace('2000', '9000') },
      signedEvent(event, { secret: 'whsec_of_someone_else' }),
      signedEvent(event, { secret: WEBHOOK_SECRET, timestamp: hourAgo }),
    ];
    for (const wrong of posts) {
      const answer = await post(wrong);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: { code: 'invalid_webhook_signature' } });
    }
    expect(await balance(tenant.organizationId)).toBe('0.000000000000');
  });

  it('moves nothing for another amount or currency, for payments of others, or for other events', async () => {
    const { tenant, intent } = await processing();
    const paid = stripe.settle(intent.id, 'succeeded');
    const type = 'payment_intent.succeeded';
    const events = [
      { type, object: { ...paid, amount_received: 200_000 } },
      { type, object: { ...paid, currency: 'jpy' } },
      { type, object: { ...paid, metadata: {} } },
      { type, object: { ...paid, metadata: { gateway_payment: 'pay_000unknown' } } },
      { type, object: { ...paid, metadata: { gateway_payment: "pay_'; DROP TABLE payments" } } },
      { type: 'payment_intent.created', object: paid },
      { type: 'charge.succeeded', object: {} },
    ];
    for (const event of events)
      expect((await post(signedEvent(event, { secret: WEBHOOK_SECRET }))).status).toBe(200);
    expect(await balance(tenant.organizationId)).toBe('0.000000000000');
  });

  it.each([
    '{}',
    'null',
    '[]',
    '"text"',
    '{"type":"payment_intent.succeeded"}',
    '{"type":"payment_intent.succeeded","data":{"object":{}}}',
    'no JSON',
  ])('is not upset by a signed %s', async (body) => {
    const signed = { body, signature: signature(body, { secret: WEBHOOK_SECRET }) };
    expect([200, 400]).toContain((await post(signed)).status);
  });

  it('is closed where payments are in the sandbox', async () => {
    const sandbox = await startTestApplication({ database: service.database, provider: service.provider });
    const answer = await fetch(`${sandbox.url}/api/v1/webhooks/stripe`, { method: 'POST', body: '{}' });
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'webhooks_not_configured',
    ]);
    await sandbox.stop();
  });
});

function isCharge({ method, path }: { method: string; path: string }): boolean {
  return method === 'POST' && path === '/v1/payment_intents';
}

async function idleInTransaction(): Promise<number> {
  const [row] = await service.dataSource.query<{ count: string }[]>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
  );
  return Number(row?.count);
}
