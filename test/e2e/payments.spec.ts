import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { movements, paymentsOf, seedPayingTenant } from './payments-support.js';
import { eventually, openChat, type OpenAnswer } from './stream-call.js';

let service: TestApplication;
let replica: TestApplication;
let operator: AdminClient;
beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
  operator = new AdminClient(service.url);
});
afterEach(() => service.provider.reset());
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

const RELOAD = { threshold_usd: 5, amount_usd: 20 };
const call = ({ url }: TestApplication, apiKey: string): Promise<OpenAnswer> => openChat(url, { apiKey });
const bothReplicas = (count: number): TestApplication[] =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? service : replica));

describe('a card', () => {
  it('is saved, shown without its secrets, replaced and removed', async () => {
    const id = await operator.createOrganization();
    const saved = await operator.put(`/organizations/${id}/card`, { payment_method: 'pm_sandbox_ok' });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      id,
      card: {
        payment_method: 'pm_sandbox_ok',
        provider: 'sandbox',
        brand: 'sandbox',
        last4: '4242',
        declined_at: null,
      },
    });
    expect((await operator.get(`/organizations/${id}`)).body.card).toEqual(saved.body.card);
    await operator.put(`/organizations/${id}/card`, { payment_method: 'pm_sandbox_declined' });
    expect((await operator.get(`/organizations/${id}`)).body.card.last4).toBe('0002');
    const removed = await operator.delete(`/organizations/${id}/card`);
    expect([removed.status, removed.body.card]).toEqual([200, null]);
    expect((await operator.delete(`/organizations/${id}/card`)).status).toBe(200);
  });

  it("is the organization's to save, and no other's", async () => {
    const [own, other] = [await operator.createOrganization(), await operator.createOrganization()];
    const { token } = await operator.createToken(own);
    const member = operator.withToken(token);
    const body = { payment_method: 'pm_sandbox_ok' };
    expect((await member.put(`/organizations/${own}/card`, body)).status).toBe(200);
    expect((await member.put(`/organizations/${other}/card`, body)).status).toBe(404);
    expect((await member.delete(`/organizations/${other}/card`)).status).toBe(404);
    expect((await member.get(`/organizations/${other}/ledger/check`)).status).toBe(404);
    expect((await operator.get(`/organizations/${other}`)).body.card).toBeNull();
  });

  it.each([
    [{ payment_method: 'pm_unknown' }],
    [{ payment_method: 'constructor' }],
    [{ payment_method: 5 }],
    [{ payment_method: '' }],
    [{ payment_method: 'p'.repeat(300) }],
    [{}],
  ])('of %j is 400 that names the field', async (body) => {
    const id = await operator.createOrganization();
    const answer = await operator.put(`/organizations/${id}/card`, body);
    expect([answer.status, answer.body.error.param]).toEqual([400, 'payment_method']);
    expect((await operator.get(`/organizations/${id}`)).body.card).toBeNull();
  });
});

describe('auto reload', () => {
  it('tops up once, before fifty racing calls that have no money, on two processes', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '-0.5',
      card: 'pm_sandbox_ok',
      reload: RELOAD,
    });
    const answers = await Promise.all(bothReplicas(50).map((one) => call(one, tenant.apiKey)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await Promise.all(answers.map((answer) => answer.whole()));
    expect(await movements(service, tenant.organizationId)).toEqual([['reload', '20.000000000000']]);
    expect(await balanceOf(service.dataSource, tenant.organizationId)).toEqual({
      balance: '19.499775000000',
      equalsLedger: true,
    });
  });

  it('tops up once beside fifty racing calls that still have some', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '4.99',
      card: 'pm_sandbox_ok',
      reload: RELOAD,
    });
    const answers = await Promise.all(bothReplicas(50).map((one) => call(one, tenant.apiKey)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await eventually(
      async () => ((await movements(service, tenant.organizationId)).length > 0 ? true : undefined),
      'the reload',
    );
    await Promise.all(bothReplicas(10).map(async (one) => (await call(one, tenant.apiKey)).whole()));
    expect(await movements(service, tenant.organizationId)).toEqual([['reload', '20.000000000000']]);
  });

  it('tops up behind the call that takes the balance under the threshold', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '5.000004',
      card: 'pm_sandbox_ok',
      reload: RELOAD,
    });
    await (await call(service, tenant.apiKey)).whole();
    await eventually(
      async () => ((await movements(service, tenant.organizationId)).length > 0 ? true : undefined),
      'the reload',
    );
    expect((await balanceOf(service.dataSource, tenant.organizationId)).balance).toBe('24.999999500000');
  });

  it('does nothing at the threshold itself, without a card, or when it is off', async () => {
    const tenants = [
      await seedPayingTenant(service, { balanceUsd: '6', card: 'pm_sandbox_ok', reload: RELOAD }),
      await seedPayingTenant(service, { balanceUsd: '0', reload: RELOAD }),
      await seedPayingTenant(service, { balanceUsd: '0', card: 'pm_sandbox_ok' }),
    ];
    const answers = await Promise.all(tenants.map(({ apiKey }) => call(service, apiKey)));
    expect(answers.map(({ status }) => status)).toEqual([200, 402, 402]);
    expect(await answers[1]?.json()).toMatchObject({ error: { code: 'insufficient_balance' } });
    for (const { organizationId } of tenants) expect(await movements(service, organizationId)).toEqual([]);
  });

  it('begins to work the moment that a card is saved', async () => {
    const tenant = await seedPayingTenant(service, { balanceUsd: '0', reload: RELOAD });
    expect((await call(service, tenant.apiKey)).status).toBe(402);
    await tenant.admin.put(`/organizations/${tenant.organizationId}/card`, {
      payment_method: 'pm_sandbox_ok',
    });
    expect((await call(service, tenant.apiKey)).status).toBe(200);
  });
});

describe('a declined card', () => {
  it('stops no call while there is money, then is 402 card_declined, and is asked once', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '0.000001',
      card: 'pm_sandbox_declined',
      reload: RELOAD,
    });
    expect((await call(service, tenant.apiKey)).status).toBe(200);
    const refused = await Promise.all(bothReplicas(20).map((one) => call(one, tenant.apiKey)));
    for (const answer of refused) {
      expect(answer.status).toBe(402);
      expect(await answer.json()).toMatchObject({
        error: { code: 'card_declined', type: 'insufficient_quota' },
      });
    }
    expect(service.provider.requests).toHaveLength(1);
    expect(await paymentsOf(service, tenant.organizationId)).toMatchObject([
      { status: 'failed', failure: 'card_declined' },
    ]);
    expect(await movements(service, tenant.organizationId)).toEqual([]);
    const { body } = await tenant.admin.get(`/organizations/${tenant.organizationId}`);
    expect(body.card.declined_at).toMatch(/^\d{4}-/);
  });

  it('is replaced by one that pays, and calls go on', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '0',
      card: 'pm_sandbox_declined',
      reload: RELOAD,
    });
    expect((await call(service, tenant.apiKey)).status).toBe(402);
    await tenant.admin.put(`/organizations/${tenant.organizationId}/card`, {
      payment_method: 'pm_sandbox_ok',
    });
    expect((await call(service, tenant.apiKey)).status).toBe(200);
    expect(await movements(service, tenant.organizationId)).toEqual([['reload', '20.000000000000']]);
  });

  it('is tried again when the pause is over', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '0',
      card: 'pm_sandbox_declined',
      reload: RELOAD,
    });
    expect((await call(service, tenant.apiKey)).status).toBe(402);
    await service.dataSource.query(
      `UPDATE payment_accounts SET declined_until = now() WHERE organization_id = $1`,
      [tenant.organizationId],
    );
    await service.dataSource.query(`SELECT pg_notify('gateway_changes', $1)`, [
      JSON.stringify({ organizationId: tenant.organizationId }),
    ]);
    await eventually(async () => {
      expect((await call(service, tenant.apiKey)).status).toBe(402);
      return (await paymentsOf(service, tenant.organizationId)).length === 2 ? true : undefined;
    }, 'the second attempt');
  });

  it('does not stand in the way of credits', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '0',
      card: 'pm_sandbox_declined',
      reload: RELOAD,
    });
    expect((await call(service, tenant.apiKey)).status).toBe(402);
    await tenant.admin.post(`/organizations/${tenant.organizationId}/credits`, { amount_usd: 1 });
    expect((await call(service, tenant.apiKey)).status).toBe(200);
  });
});

describe('pay as you go', () => {
  const sweep = async (): Promise<number> =>
    (await operator.post('/maintenance/sweep')).body.charges as number;

  it('charges what is owed to the card, once an hour, however often and wherever the sweep runs', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '-3.000022500001',
      payAsYouGo: true,
      card: 'pm_sandbox_ok',
    });
    const sweeps = await Promise.all([
      sweep(),
      new AdminClient(replica.url).post('/maintenance/sweep').then(({ body }) => body.charges as number),
    ]);
    expect(sweeps[0] + sweeps[1]).toBe(1);
    expect(await movements(service, tenant.organizationId)).toEqual([['hourly_charge', '3.000022500001']]);
    expect(await balanceOf(service.dataSource, tenant.organizationId)).toEqual({
      balance: '0.000000000000',
      equalsLedger: true,
    });
    await (await call(service, tenant.apiKey)).whole();
    expect(await sweep()).toBe(0);
    await service.dataSource.query(
      `UPDATE payments SET period = '2000-01-01T00' WHERE organization_id = $1`,
      [tenant.organizationId],
    );
    expect(await sweep()).toBe(1);
    expect((await movements(service, tenant.organizationId))[1]).toEqual(['hourly_charge', '0.000004500000']);
  });

  it('charges nobody without a card, without debts, or who has to pay before', async () => {
    const tenants = [
      await seedPayingTenant(service, { balanceUsd: '-1', payAsYouGo: true }),
      await seedPayingTenant(service, { balanceUsd: '0', payAsYouGo: true, card: 'pm_sandbox_ok' }),
      await seedPayingTenant(service, { balanceUsd: '-1', card: 'pm_sandbox_ok' }),
    ];
    expect(await sweep()).toBe(0);
    for (const { organizationId } of tenants) expect(await movements(service, organizationId)).toEqual([]);
    expect((await call(service, tenants[0]?.apiKey ?? '')).status).toBe(200);
  });

  it('ends with 402 card_declined when the card gives nothing, until another card is saved', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '-1',
      payAsYouGo: true,
      card: 'pm_sandbox_declined',
    });
    await (await call(service, tenant.apiKey)).whole();
    expect(await sweep()).toBe(0);
    await eventually(
      async () => ((await call(service, tenant.apiKey)).status === 402 ? true : undefined),
      'a refusal',
    );
    const refused = await call(service, tenant.apiKey);
    expect(await refused.json()).toMatchObject({ error: { code: 'card_declined' } });
    await tenant.admin.put(`/organizations/${tenant.organizationId}/card`, {
      payment_method: 'pm_sandbox_ok',
    });
    await eventually(
      async () => ((await call(service, tenant.apiKey)).status === 200 ? true : undefined),
      'a call that passes',
    );
  });
});

describe('the ledger check', () => {
  const check = (organizationId: string) => operator.get(`/organizations/${organizationId}/ledger/check`);

  it('proves that the balance is the sum of the rows', async () => {
    const tenant = await seedPayingTenant(service, {
      balanceUsd: '1',
      card: 'pm_sandbox_ok',
      reload: RELOAD,
    });
    await (await call(service, tenant.apiKey)).whole();
    await eventually(
      async () => ((await movements(service, tenant.organizationId)).length > 0 ? true : undefined),
      'the reload',
    );
    const { status, body } = await check(tenant.organizationId);
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      checked_at: expect.stringMatching(/^\d{4}-.*Z$/),
      entries: 3,
      balance_usd: 20.9999955,
      ledger_sum_usd: 20.9999955,
      difference_usd: 0,
      reserved_usd: 0,
      open_reservations_usd: 0,
      open_reservations: 0,
      negative_holds: 0,
      double_settlements: 0,
      limit_differences: 0,
      piece_faults: [],
      archived_entries: 0,
      archive_faults: [],
    });
    expect((await check('org_00000')).status).toBe(404);
  });

  const enter = (
    organizationId: string,
    rows: [kind: string, amount: string, reference: string, part?: number][],
  ) =>
    Promise.all(
      rows.map(([kind, amount, reference, part = 0]) =>
        service.dataSource.query(
          `INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, part) VALUES ($1, $2, $3, $4, $5)`,
          [organizationId, kind, amount, `${reference}_${organizationId}`, part],
        ),
      ),
    );
  const setBalance = (organizationId: string, balance: string, reserved: string) =>
    service.dataSource.query(
      'UPDATE balances SET balance_usd = $2, reserved_usd = $3 WHERE organization_id = $1',
      [organizationId, balance, reserved],
    );

  it('knows open reservations, and those that are released and settled', async () => {
    const { organizationId } = await seedPayingTenant(service, { balanceUsd: '10' });
    await enter(organizationId, [
      ['reservation', '-3', 'batch_1'],
      ['reservation', '-4', 'batch_2'],
      ['release', '4', 'batch_2'],
      ['settlement', '-1.5', 'batch_2'],
    ]);
    await setBalance(organizationId, '5.5', '3');
    expect((await check(organizationId)).body).toMatchObject({
      ok: true,
      balance_usd: 5.5,
      reserved_usd: 3,
      open_reservations_usd: 3,
      open_reservations: 1,
    });
  });

  it.each([
    ['a balance that is not the sum', [], '10.000000000001', '0', { difference_usd: 1e-12 }],
    ['a hold without a row', [], '10', '2', { reserved_usd: 2, open_reservations_usd: 0 }],
    ['more released than reserved', [['release', '1', 'b']], '11', '-1', { negative_holds: 1 }],
    [
      'a batch settled twice',
      [
        ['settlement', '-1', 'b'],
        ['settlement', '-1', 'b', 1],
      ],
      '8',
      '0',
      { double_settlements: 1 },
    ],
    [
      'a batch settled that still holds',
      [
        ['reservation', '-1', 'b'],
        ['settlement', '-1', 'b'],
      ],
      '8',
      '1',
      { double_settlements: 1 },
    ],
  ] as const)('finds %s, and the sweep counts it', async (_title, rows, balance, reserved, found) => {
    const { organizationId } = await seedPayingTenant(service, { balanceUsd: '10' });
    await enter(
      organizationId,
      rows.map((row) => [...row]),
    );
    await setBalance(organizationId, balance, reserved);
    const { body } = await check(organizationId);
    expect(body).toMatchObject({ ok: false, ...found });
    const counted = await differencesCounted();
    await operator.post('/maintenance/sweep');
    expect(await differencesCounted()).toBeGreaterThan(counted);
    await service.dataSource.query('DELETE FROM balances WHERE organization_id = $1', [organizationId]);
  });

  async function differencesCounted(): Promise<number> {
    const answer = await fetch(`${service.url}/metrics`, {
      headers: { authorization: 'Bearer svc_operator_for_tests_only' },
    });
    return Number(/^gateway_ledger_differences_total\{.*\} (\d+)$/m.exec(await answer.text())?.[1]);
  }
});
