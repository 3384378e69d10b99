import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AlertDelivery } from '../../src/alerts/delivery/alert-delivery.service.js';
import { AlertWatch } from '../../src/alerts/watch/alert-watch.service.js';
import { Reloads } from '../../src/billing/payments/reloads.service.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { isSignedBy, WebhookReceiver } from '../support/webhook-receiver.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { changeKey, changeProject } from './limit-support.js';

const EVERYTHING = [
  'balance_below',
  'limit_50',
  'limit_80',
  'limit_100',
  'card_declined',
  'provider_down',
  'ledger_difference',
  'recommendation',
  'batch_ended',
];
const WITHIN = { timeout: 12_000, interval: 50 };

let service: TestApplication;
let second: TestApplication;
let receiver: WebhookReceiver;
let operator: AdminClient;
let tenant: Tenant;
let path: string;

beforeAll(async () => {
  const environment = { ALLOW_PRIVATE_ENDPOINTS: 'true' };
  service = await startTestApplication({ environment });
  const { database, provider } = service;
  second = await startTestApplication({ environment, database, provider });
  receiver = await WebhookReceiver.start();
  operator = new AdminClient(service.url);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
  receiver.close();
});
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource, { balanceUsd: '6' });
  path = `/organizations/${tenant.organizationId}/alerts`;
});
afterEach(async () => {
  await service.dataSource.query('DELETE FROM alert_settings');
  await service.dataSource.query('UPDATE alerts SET next_try_at = NULL');
  service.provider.reset();
  receiver.reset();
});

const set = (events: string[], more: object = {}) =>
  operator.put(path, { url: `${receiver.url}?team=1`, events, ...more });
const deliveries = async () => (await operator.get(`${path}/deliveries`)).body.data;
const both = (work: (application: TestApplication) => Promise<void>) =>
  Promise.all([service, second].map(work));
const watch = () => both(({ app }) => app.get(AlertWatch).look());
const deliver = () => both(({ app }) => app.get(AlertDelivery).deliverDue());

async function move(amountUsd: string): Promise<void> {
  await service.dataSource.query(
    `WITH row AS (INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference)
       VALUES ($1, CASE WHEN $2::numeric < 0 THEN 'usage' ELSE 'credit' END, $2, gen_random_uuid()::text))
     UPDATE balances SET balance_usd = balance_usd + $2 WHERE organization_id = $1`,
    [tenant.organizationId, amountUsd],
  );
}

describe('alerts in the management API', () => {
  it('are none at first, are set whole, read and turned off, and the audit log says by whom', async () => {
    expect((await operator.get(path)).status).toBe(404);
    const { status, body } = await set(['balance_below', 'batch_ended'], {
      balance_below_usd: '0.000000000001',
    });
    expect([status, body]).toEqual([
      200,
      {
        url: `${receiver.url}?team=1`,
        balance_below_usd: 1e-12,
        events: ['balance_below', 'batch_ended'],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect((await set(['batch_ended'])).body).toMatchObject({
      balance_below_usd: null,
      events: ['batch_ended'],
    });
    expect((await operator.get(path)).body).toMatchObject({ events: ['batch_ended'] });
    expect((await operator.delete(path)).body).toEqual({ deleted: true });
    expect([(await operator.delete(path)).status, (await operator.get(path)).status]).toEqual([404, 404]);
    const audit = await operator.get(`/organizations/${tenant.organizationId}/audit?kind=alerts`);
    expect(audit.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'alerts.delete',
      'alerts.change',
      'alerts.create',
    ]);
  });

  it.each([
    [{ url: undefined, events: ['batch_ended'] }, 'url'],
    [{ url: 'ftp://example.com', events: ['batch_ended'] }, 'url'],
    [{ url: 'https://user:secret@example.com/', events: ['batch_ended'] }, 'url'],
    [{ events: undefined }, 'events'],
    [{ events: [] }, 'events'],
    [{ events: 'batch_ended' }, 'events'],
    [{ events: ['batch_ended', 'batch_ended'] }, 'events'],
    [{ events: ['batch_ended', 'nothing'] }, 'events'],
    [{ events: [null] }, 'events'],
    [{ events: ['balance_below'] }, 'balance_below_usd'],
    [{ events: ['balance_below'], balance_below_usd: null }, 'balance_below_usd'],
    [{ events: ['balance_below'], balance_below_usd: -1 }, 'balance_below_usd'],
    [{ events: ['balance_below'], balance_below_usd: 'much' }, 'balance_below_usd'],
    [{ events: ['batch_ended'], balance_below_usd: '0.0000000000001' }, 'balance_below_usd'],
    [{ events: ['batch_ended'], secret: 'mine' }, 'secret'],
  ])('refuse %j, naming `%s`, and stay as they were', async (body, param) => {
    await set(['recommendation']);
    const answer = await operator.put(path, { url: receiver.url, ...body });
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    expect(answer.body.error.message).not.toContain('api_key');
    expect((await operator.get(path)).body.events).toEqual(['recommendation']);
  });

  it("belong to their organization: another one's token finds nothing, its own does everything", async () => {
    await set(['batch_ended']);
    const stranger = operator.withToken(
      (await operator.createToken(await operator.createOrganization())).token,
    );
    for (const each of ['', '/deliveries', '/secret'])
      expect((await stranger.get(path + each)).status).toBe(404);
    for (const each of ['/test', '/secret/rotate'])
      expect((await stranger.post(path + each)).status).toBe(404);
    expect((await stranger.put(path, { url: receiver.url, events: ['batch_ended'] })).status).toBe(404);
    expect((await stranger.delete(path)).status).toBe(404);
    const own = operator.withToken((await operator.createToken(tenant.organizationId)).token);
    expect(
      (await own.put(path, { url: receiver.url, events: EVERYTHING, balance_below_usd: 1 })).status,
    ).toBe(200);
    expect((await own.get(`${path}/secret`)).body.secret).toMatch(/^als_/);
  });

  it('keep the secret encrypted, and sign with the new one as soon as it is rotated', async () => {
    await set(['batch_ended']);
    const first = (await operator.get(`${path}/secret`)).body.secret as string;
    expect((await operator.get(`${path}/secret`)).body.secret).toBe(first);
    const [row] = await service.dataSource.query<{ sealed: Buffer }[]>(
      'SELECT alert_secret_encrypted AS sealed FROM organizations WHERE id = $1',
      [tenant.organizationId],
    );
    expect(row?.sealed.toString('latin1')).not.toContain(first);
    await operator.post(`${path}/test`);
    const rotated = (await operator.post(`${path}/secret/rotate`)).body.secret as string;
    expect(rotated).not.toBe(first);
    await operator.post(`${path}/test`);
    const [before, after] = receiver.posts;
    expect([isSignedBy(first, before!), isSignedBy(first, after!), isSignedBy(rotated, after!)]).toEqual([
      true,
      false,
      true,
    ]);
    const audit = await operator.get(`/organizations/${tenant.organizationId}/audit?kind=alerts`);
    expect(JSON.stringify(audit.body)).not.toMatch(/als_/);
  });
});

describe('a test post', () => {
  it('is made at once, and answers with what came of it', async () => {
    expect((await operator.post(`${path}/test`)).status).toBe(404);
    await set(['batch_ended']);
    const { body } = await operator.post(`${path}/test`);
    expect(body).toMatchObject({
      event: 'test',
      status: 'delivered',
      attempts: 1,
      response_status: 204,
      error: null,
    });
    expect(receiver.posts.map(({ path: at }) => at)).toEqual(['/hook?team=1']);
    expect(receiver.of()).toEqual([body.body]);
    expect(body.body).toMatchObject({ id: body.id, object: 'alert', organization_id: tenant.organizationId });
    expect(await deliveries()).toEqual([body]);
  });

  it.each([
    ['refuses', 500, 'the address answered 500'],
    ['redirects', 302, 'the address answered 302'],
  ])('says so when the server %s it, and is not made again', async (_what, code, error) => {
    await set(['batch_ended']);
    receiver.answers.push((response) => response.writeHead(code, { location: receiver.url }).end());
    const { body } = await operator.post(`${path}/test`);
    expect(body).toMatchObject({ status: 'failed', response_status: code, error, next_attempt_at: null });
    await deliver();
    expect(receiver.posts).toHaveLength(1);
  });

  it('says so when nobody listens', async () => {
    await operator.put(path, { url: 'http://127.0.0.1:9/', events: ['batch_ended'] });
    expect((await operator.post(`${path}/test`)).body).toMatchObject({
      status: 'failed',
      response_status: null,
    });
  });
});

describe('a balance that falls under the threshold', () => {
  it('is told once over two processes within 12 s, with its figures, and again only after it was above', async () => {
    await set(['balance_below'], { balance_below_usd: '5.5' });
    await watch();
    await move('-1');
    await expect.poll(() => receiver.of().length, WITHIN).toBe(1);
    const [post] = receiver.of();
    expect(post).toEqual({
      id: expect.stringMatching(/^alt_\d+$/),
      object: 'alert',
      event: 'balance_below',
      created_at: expect.any(String),
      organization_id: tenant.organizationId,
      balance_usd: 5,
      balance_below_usd: 5.5,
    });
    const { secret } = (await operator.get(`${path}/secret`)).body as { secret: string };
    expect(isSignedBy(secret, receiver.posts[0]!)).toBe(true);
    await move('-1');
    await watch();
    await deliver();
    expect(receiver.posts).toHaveLength(1);
    await move('10');
    await watch();
    await move('-10');
    await watch();
    await deliver();
    expect(receiver.of().map(({ balance_usd }) => balance_usd)).toEqual([5, 4]);
  });

  it('is news again after a moment above that nobody looked at', async () => {
    await set(['balance_below'], { balance_below_usd: 5 });
    await move('-2');
    await watch();
    await move('0.5');
    await move('-0.5');
    await watch();
    await move('1');
    await move('-1.5');
    await watch();
    await watch();
    await deliver();
    // Two processes deliver them side by side.
    expect(
      receiver
        .of()
        .map(({ balance_usd }) => Number(balance_usd))
        .sort(),
    ).toEqual([3.5, 4]);
  });

  it('is told of money that calls have spent', async () => {
    await set(['balance_below'], { balance_below_usd: 6 });
    await new ChatClient(service.url, tenant.apiKey).ask('vendorb/gpt-6.1-terra');
    await expect.poll(() => receiver.of('balance_below').length, WITHIN).toBe(1);
    expect(receiver.of()[0]?.['balance_usd']).toBeLessThan(6);
  });
});

describe('an event that happens', () => {
  it('tells of a declined card once, until the card is taken or saved again', async () => {
    await set(['card_declined']);
    const organization = `/organizations/${tenant.organizationId}`;
    await operator.patch(organization, { auto_reload: { enabled: true, threshold_usd: 50, amount_usd: 10 } });
    await operator.put(`${organization}/card`, { payment_method: 'pm_sandbox_declined' });
    const declined = async (application = service) =>
      expect(await application.app.get(Reloads).topUp(tenant.organizationId)).toBe('declined');
    await declined();
    await service.dataSource.query(`UPDATE payment_accounts SET declined_until = now() - interval '1 s'`);
    await declined(second);
    await deliver();
    expect(receiver.of()).toEqual([
      expect.objectContaining({
        event: 'card_declined',
        kind: 'reload',
        amount_usd: 10,
        reason: 'card_declined',
      }),
    ]);
    await operator.put(`${organization}/card`, { payment_method: 'pm_sandbox_declined' });
    await declined();
    await deliver();
    expect(receiver.posts).toHaveLength(2);
  });

  it('tells of a difference between balance and ledger once a day, with the figures', async () => {
    await set(['ledger_difference']);
    const check = () => operator.get(`/organizations/${tenant.organizationId}/ledger/check`);
    await check();
    await service.dataSource.query('UPDATE balances SET balance_usd = 7 WHERE organization_id = $1', [
      tenant.organizationId,
    ]);
    await check();
    await check();
    await deliver();
    expect(receiver.of()).toEqual([
      expect.objectContaining({
        event: 'ledger_difference',
        balance_usd: 7,
        ledger_sum_usd: 6,
        difference_usd: 1,
      }),
    ]);
  });

  it('tells of limits that count another sum than was billed, and again when there are more of them', async () => {
    await set(['ledger_difference']);
    for (const change of [changeKey, changeProject])
      await change(service, tenant, { limit_usd: 100, limit_period: 'total' });
    for (const id of [tenant.keyId, tenant.projectId]) {
      await service.dataSource.query(
        `INSERT INTO spend_days (purse_id, day, spent_usd) VALUES ($1, current_date, 1)
         ON CONFLICT (purse_id, day) DO UPDATE SET spent_usd = spend_days.spent_usd + 1`,
        [id],
      );
      for (let checks = 0; checks < 2; checks += 1)
        await operator.get(`/organizations/${tenant.organizationId}/ledger/check`);
    }
    await deliver();
    // Posts that are due together come in any order.
    expect(receiver.of()).toHaveLength(2);
    for (const limit_differences of [1, 2])
      expect(receiver.of()).toContainEqual(
        expect.objectContaining({ event: 'ledger_difference', difference_usd: 0, limit_differences }),
      );
  });

  it('tells nobody who did not ask', async () => {
    await set(['batch_ended']);
    await move('-5');
    await service.dataSource.query('UPDATE balances SET balance_usd = 7 WHERE organization_id = $1', [
      tenant.organizationId,
    ]);
    await operator.get(`/organizations/${tenant.organizationId}/ledger/check`);
    await watch();
    expect(await deliveries()).toEqual([]);
  });
});

describe('a provider that fails', () => {
  const DOWN = { status: 503 };
  const ask = ({ url }: TestApplication) => new ChatClient(url, tenant.apiKey).ask('vendorb/gpt-6.1-terra');
  const fail = async (count: number, application = service) => {
    service.provider.respond(() => true, jsonAnswer({ error: { message: 'Overloaded.' } }, DOWN));
    for (let n = 0; n < count; n += 1) await ask(application);
  };
  const failedInRow = async () =>
    (
      await service.dataSource.query<{ failed_in_row: number }[]>(
        `SELECT failed_in_row FROM provider_runs WHERE provider = 'provider_b'`,
      )
    )[0]?.failed_in_row;
  const counted = (count: number) => expect.poll(failedInRow, WITHIN).toBe(count);

  it('is told after twenty failed calls in a row over both processes, once an outage', async () => {
    await set(['provider_down']);
    await fail(12);
    await counted(12);
    await fail(7, second);
    await counted(19);
    expect(await deliveries()).toEqual([]);
    await fail(3);
    await counted(22);
    await deliver();
    expect(receiver.of()).toEqual([
      expect.objectContaining({
        event: 'provider_down',
        provider: 'provider_b',
        account: 'default',
        reason: 'failed_calls',
        since: expect.any(String),
      }),
    ]);
    service.provider.reset();
    await ask(second);
    await counted(0);
    await fail(20, second);
    await counted(20);
    await deliver();
    expect(receiver.posts).toHaveLength(2);
    service.provider.reset();
    await ask(service);
    await counted(0);
  });

  it('is told at once when its lone account asks to be left alone for long, and not for a moment', async () => {
    await set(['provider_down']);
    const busy = async (seconds: string): Promise<void> => {
      const headers = { 'retry-after': seconds };
      service.provider.respond(
        () => true,
        jsonAnswer({ error: { message: 'Busy.' } }, { status: 429, headers }),
      );
      await ask(service);
    };
    await busy('1');
    await counted(1);
    expect(await deliveries()).toEqual([]);
    await busy('20');
    await expect.poll(async () => (await deliveries()).length, WITHIN).toBe(1);
    await deliver();
    expect(receiver.of()).toEqual([
      expect.objectContaining({ event: 'provider_down', provider: 'provider_b', reason: 'all_accounts_out' }),
    ]);
    const shown = (await operator.get('/providers')).body.data as { provider: string; state: string }[];
    expect(shown.find(({ provider }) => provider === 'provider_b')).toMatchObject({
      state: 'out',
      reason: 'rate_limited',
    });
    service.provider.reset();
    await ask(service);
    await counted(0);
  });

  it("is not to blame for the caller's own mistakes", async () => {
    await set(['provider_down']);
    await fail(5);
    await counted(5);
    service.provider.reset();
    service.provider.respond(() => true, jsonAnswer({ error: { message: 'Bad.' } }, { status: 400 }));
    for (let n = 0; n < 20; n += 1) await ask(service);
    await fail(1);
    await counted(6);
    expect(await deliveries()).toEqual([]);
    service.provider.reset();
    await ask(service);
    await counted(0);
  });
});

describe('a post that is not taken', () => {
  const below = async () => {
    await set(['balance_below'], { balance_below_usd: 5 });
    await move('-2');
    await watch();
  };

  it('is made again as callbacks are, with the same body, and not after it was taken', async () => {
    receiver.answers.push((response) => response.writeHead(500).end());
    await below();
    await deliver();
    const [row] = await deliveries();
    expect(row).toMatchObject({
      status: 'pending',
      attempts: 1,
      response_status: 500,
      error: 'the address answered 500',
    });
    expect(Date.parse(row.next_attempt_at) - Date.parse(row.last_attempt_at)).toBe(60_000);
    await service.dataSource.query('UPDATE alerts SET next_try_at = now() WHERE next_try_at IS NOT NULL');
    await deliver();
    expect(await deliveries()).toMatchObject([
      { status: 'delivered', attempts: 2, response_status: 204, error: null },
    ]);
    const [first, again] = receiver.posts;
    expect(again?.text).toBe(first?.text);
    await deliver();
    expect(receiver.posts).toHaveLength(2);
  });

  it('is never sent where a redirect leads', async () => {
    const other = await WebhookReceiver.start();
    receiver.answers.push((response) => response.writeHead(307, { location: other.url }).end());
    await below();
    await deliver();
    expect(other.posts).toEqual([]);
    expect(await deliveries()).toMatchObject([{ status: 'pending', response_status: 307 }]);
    other.close();
  });

  it('goes to the address of now when it is made again, and nowhere once alerts are off', async () => {
    receiver.answers.push((response) => response.writeHead(500).end());
    await below();
    await deliver();
    await operator.put(path, { url: `${receiver.url}/new`, events: ['batch_ended'] });
    await service.dataSource.query('UPDATE alerts SET next_try_at = now() WHERE next_try_at IS NOT NULL');
    receiver.answers.push((response) => response.writeHead(500).end());
    await deliver();
    expect(receiver.posts.map(({ path: at }) => at)).toEqual(['/hook?team=1', '/hook/new']);
    await operator.delete(path);
    await deliver();
    expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 2, next_attempt_at: null }]);
    expect(receiver.posts).toHaveLength(2);
  });

  it("holds up nobody else's while a server keeps it waiting", async () => {
    let answer: () => void = () => undefined;
    receiver.answers.push((response) => (answer = () => response.writeHead(204).end()));
    await below();
    await service.app.get(AlertDelivery).look();
    await expect.poll(() => receiver.posts.length, WITHIN).toBe(1);
    const other = await seedTenant(service.dataSource, { balanceUsd: '1' });
    const url = `${receiver.url}/other`;
    const settings = { url, events: ['balance_below'], balance_below_usd: 5 };
    await operator.put(`/organizations/${other.organizationId}/alerts`, settings);
    await expect.poll(() => receiver.posts.map(({ path: at }) => at), WITHIN).toContain('/hook/other');
    answer();
    await deliver();
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });
});
