import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FirstStart } from '../../src/admin/first-start.service.js';
import { balanceOf } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

let application: TestApplication;
let operator: AdminClient;

beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
});
afterAll(() => application.stop());

describe('a first start', () => {
  it('on an empty database gives one key, however many processes start at once', async () => {
    const firstStart = application.app.get(FirstStart, { strict: false });
    const outcomes = await Promise.all([firstStart.run(), firstStart.run(), firstStart.run()]);
    const keys = outcomes.flatMap((outcome) => outcome?.apiKey ?? []);
    expect(keys).toEqual([expect.stringMatching(/^svc_live_/)]);
    const { body } = await operator.get('/organizations');
    expect(body.data).toMatchObject([{ name: 'Default', balance_usd: 10 }]);
    const answer = await fetch(`${application.url}/api/v1/route/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'auto', messages: [{ role: 'user', content: 'Hi' }] }),
    });
    expect(answer.status).toBe(200);
    await answer.text();
  });
});

describe('an organization', () => {
  it('is created with its defaults and read in the same shape', async () => {
    const created = await operator.post('/organizations', { name: 'Acme' });
    expect(created.body).toEqual({
      id: expect.stringMatching(/^org_/),
      name: 'Acme',
      pay_as_you_go: false,
      rate_limits: {},
      data_policy: { zero_retention: false },
      auto_reload: { enabled: false, threshold_usd: 0, amount_usd: 0 },
      balance_usd: 0,
      reserved_usd: 0,
      card: null,
      alerts: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(created.headers['x-request-id']).toBeDefined();
    expect((await operator.get(`/organizations/${created.body.id}`)).body).toEqual(created.body);
  });

  it('takes every setting at once, and PATCH changes what it names', async () => {
    const settings = {
      name: 'Acme',
      pay_as_you_go: true,
      rate_limits: { inference: { per_second: 0.5, burst: 10 }, traces: 'unlimited' },
      data_policy: { zero_retention: true },
      auto_reload: { enabled: true, threshold_usd: 5, amount_usd: 50 },
    };
    const { body } = await operator.post('/organizations', settings);
    expect(body).toMatchObject(settings);
    const changed = await operator.patch(`/organizations/${body.id}`, {
      data_policy: { zero_retention: false },
      auto_reload: { enabled: false },
    });
    expect(changed.body).toEqual({
      ...body,
      data_policy: { zero_retention: false },
      auto_reload: { enabled: false, threshold_usd: 5, amount_usd: 50 },
    });
  });

  it('keeps both of two changes that arrive together', async () => {
    const id = await operator.createOrganization();
    const changes = [{ amount_usd: 7 }, { threshold_usd: 3 }];
    await Promise.all(
      changes.map((change) => operator.patch(`/organizations/${id}`, { auto_reload: change })),
    );
    expect((await operator.get(`/organizations/${id}`)).body.auto_reload).toMatchObject({
      amount_usd: 7,
      threshold_usd: 3,
    });
  });

  it('is listed newest first, a page at a time, each once', async () => {
    const created: string[] = [];
    for (let index = 0; index < 5; index += 1)
      created.unshift(await operator.createOrganization(`O${index}`));
    const first = await operator.get('/organizations?limit=2');
    expect(first.body).toMatchObject({ object: 'list', has_more: true });
    expect(first.body.first_id).toBe(first.body.data[0].id);
    const seen: string[] = [];
    let query = '?limit=2';
    for (;;) {
      const { body } = await operator.get(`/organizations${query}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.has_more) break;
      query = `?limit=2&after=${body.last_id}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => created.includes(id)).sort()).toEqual([...created].sort());
  });
});

describe('a credit', () => {
  const add = (organizationId: string, body: object) =>
    operator.post(`/organizations/${organizationId}/credits`, body);

  it('is a ledger row, exact to 12 decimals, and on the balance', async () => {
    const id = await operator.createOrganization();
    const amounts = [25, 0.1, 0.2, '0.000000000001', '1e-12', 1e-7];
    for (const amount of amounts) expect((await add(id, { amount_usd: amount })).status).toBe(200);
    expect(await balanceOf(application.dataSource, id)).toEqual({
      balance: '25.300000100002',
      equalsLedger: true,
    });
    const { body } = await operator.get(`/organizations/${id}/ledger`);
    expect(body.data.map((row: { amount_usd: number }) => row.amount_usd)).toEqual([
      1e-7, 1e-12, 1e-12, 0.2, 0.1, 25,
    ]);
    expect((await operator.get(`/organizations/${id}`)).body.balance_usd).toBe(25.300000100002);
  });

  it('answers its ledger row', async () => {
    const id = await operator.createOrganization();
    const { body } = await add(id, { amount_usd: 25, note: 'Invoice 17', idempotency_key: 'i-17' });
    expect(body).toEqual({
      id: expect.stringMatching(/^led_\d+$/),
      created_at: expect.any(String),
      kind: 'credit',
      amount_usd: 25,
      reference: 'i-17',
      note: 'Invoice 17',
    });
    expect((await operator.get(`/organizations/${id}/ledger`)).body.data).toEqual([body]);
  });

  it('sent again with its key answers the first row and moves nothing, twins at once too', async () => {
    const id = await operator.createOrganization();
    const credit = { amount_usd: 5, idempotency_key: 'twin' };
    const twins = await Promise.all(Array.from({ length: 8 }, () => add(id, credit)));
    const replay = await add(id, { amount_usd: '5.00', idempotency_key: 'twin' });
    const ids = [...twins, replay].map(({ body }) => body.id as string);
    expect(new Set(ids).size).toBe(1);
    expect(await balanceOf(application.dataSource, id)).toEqual({
      balance: '5.000000000000',
      equalsLedger: true,
    });
  });

  it.each([[{ amount_usd: 9 }], [{ amount_usd: 5, note: 'other' }], [{ amount_usd: '5.000000000001' }]])(
    'with a key used for another credit (%j) is 409 that says so, and moves nothing',
    async (other) => {
      const id = await operator.createOrganization();
      await add(id, { amount_usd: 5, idempotency_key: 'twin' });
      const answer = await add(id, { ...other, idempotency_key: 'twin' });
      expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
        409,
        'idempotency_key_reused',
        'idempotency_key',
      ]);
      expect(answer.body.error.message).toContain('a credit of 5 USD with no note');
      expect(await balanceOf(application.dataSource, id)).toEqual({
        balance: '5.000000000000',
        equalsLedger: true,
      });
    },
  );

  it('takes no key that the database would keep as another one', async () => {
    const id = await operator.createOrganization();
    for (const key of ['\\udc00', '\\udc01', '\\u0000']) {
      const answer = await operator.post(
        `/organizations/${id}/credits`,
        `{"amount_usd":1,"idempotency_key":"${key}"}`,
      );
      expect([key, answer.status, answer.body.error?.param]).toEqual([key, 400, 'idempotency_key']);
    }
    expect((await operator.get(`/organizations/${id}/ledger`)).body.data).toEqual([]);
  });

  it('with the same key in another organization is another credit', async () => {
    const [one, two] = [await operator.createOrganization(), await operator.createOrganization()];
    for (const id of [one, two]) await add(id, { amount_usd: 5, idempotency_key: 'shared' });
    for (const id of [one, two])
      expect((await operator.get(`/organizations/${id}`)).body.balance_usd).toBe(5);
  });

  it.each([
    [0],
    [-1],
    ['-0.5'],
    [1_000_000_001],
    ['0.0000000000001'],
    ['NaN'],
    ['Infinity'],
    ['ten'],
    [''],
    [true],
    [null],
    [[5]],
    [{ usd: 5 }],
    [undefined],
  ])('of %j is 400 beside every other bad field, and moves nothing', async (amount) => {
    const id = await operator.createOrganization();
    const answer = await add(id, { amount_usd: amount, note: 5, idempotency_key: 'x'.repeat(129) });
    expect(answer.status).toBe(400);
    const fields = answer.body.error.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['amount_usd', 'note', 'idempotency_key']);
    expect((await operator.get(`/organizations/${id}/ledger`)).body.data).toEqual([]);
  });

  it('past what a balance can hold is 400, and moves nothing', async () => {
    const id = await operator.createOrganization();
    await application.dataSource.query(
      `WITH row AS (INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference) VALUES ($1, 'credit', 999999999000, $1))
       UPDATE balances SET balance_usd = 999999999000 WHERE organization_id = $1`,
      [id],
    );
    const answer = await add(id, { amount_usd: 1_000_000_000 });
    expect([answer.status, answer.body.error.param]).toEqual([400, 'amount_usd']);
    expect(answer.body.error.message).toContain('999,999,999,999');
    expect(await balanceOf(application.dataSource, id)).toEqual({
      balance: '999999999000.000000000000',
      equalsLedger: true,
    });
  });

  it('1e400 is 400', async () => {
    const id = await operator.createOrganization();
    const answer = await operator.post(`/organizations/${id}/credits`, '{"amount_usd":1e400}');
    expect([answer.status, answer.body.error.param]).toEqual([400, 'amount_usd']);
  });

  it('pages through the ledger', async () => {
    const id = await operator.createOrganization();
    for (const amount of [1, 2, 3]) await add(id, { amount_usd: amount });
    const first = await operator.get(`/organizations/${id}/ledger?limit=2`);
    const second = await operator.get(`/organizations/${id}/ledger?limit=2&after=${first.body.last_id}`);
    const amounts = [...first.body.data, ...second.body.data].map((row) => row.amount_usd as number);
    expect(amounts).toEqual([3, 2, 1]);
    expect([first.body.has_more, second.body.has_more]).toEqual([true, false]);
    const wrong = await operator.get(`/organizations/${id}/ledger?after=org_1`);
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'after']);
  });
});
