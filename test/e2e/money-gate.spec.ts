import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ChangeFeed } from '../../src/database/change-feed.js';
import { CHAT_USAGE, chatCompletion, chatEvents, openAiError } from '../support/recordings/openai-answers.js';
import {
  DESTROY,
  END,
  gate,
  HANG,
  head,
  jsonAnswer,
  neverAnswer,
  script,
  streamAnswer,
} from '../support/recordings/script.js';
import { balanceOf, chargesOf, seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { eventually, openChat, sendChat, type OpenAnswer } from './stream-call.js';
import { SOON_MS } from '../support/soon.js';

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

const call = (apiKey: string, body: Record<string, unknown> = {}): Promise<OpenAnswer> =>
  openChat(service.url, { apiKey, body });

describe('the spend gate', () => {
  it.each(['0', '-0.000000000001', '-5'])(
    'refuses a call at a balance of %s and sends nothing',
    async (balanceUsd) => {
      const { apiKey } = await seedTenant(service.dataSource, { balanceUsd });
      for (const body of [{}, { stream: true }]) {
        const answer = await call(apiKey, body);
        expect(answer.status).toBe(402);
        expect(answer.headers['x-svc-error-source']).toBe('gateway');
        expect(await answer.json()).toMatchObject({
          error: { code: 'insufficient_balance', type: 'insufficient_quota' },
        });
      }
      expect(service.provider.requests).toHaveLength(0);
    },
  );

  it('lets a call pass on the last picodollar, once', async () => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd: '0.000000000001' });
    expect((await call(tenant.apiKey)).status).toBe(200);
    expect((await call(tenant.apiKey)).status).toBe(402);
    const { balance, equalsLedger } = await balanceOf(service.dataSource, tenant.organizationId);
    expect({ balance, equalsLedger }).toEqual({ balance: '-0.000004499999', equalsLedger: true });
  });

  it('lets one of many calls at once pass on a tiny balance; the others are told to come again', async () => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd: '0.0000001' });
    const held = gate();
    service.provider.enqueue(
      script(held, head(200, { 'content-type': 'application/json' }), chatCompletion(), END),
    );
    const calls = Array.from({ length: 20 }, () => sendChat(service.url, { apiKey: tenant.apiKey }));
    const refused: OpenAnswer[] = [];
    for (const { answer } of calls)
      void answer.then((opened) => opened.status === 402 && refused.push(opened));
    await held.reached;
    await eventually(() => (refused.length === 19 ? true : undefined), 'nineteen refusals');
    expect(service.provider.requests).toHaveLength(1);
    for (const answer of refused) {
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(await answer.json()).toMatchObject({ error: { code: 'reserved_in_flight' } });
    }
    held.open();
    const answers = await Promise.all(calls.map(({ answer }) => answer));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).balance).toBe('-0.000004400000');
    const later = await call(tenant.apiKey);
    expect(await later.json()).toMatchObject({ error: { code: 'insufficient_balance' } });
  });

  it('lets calls at once pass as long as what they hold fits', async () => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd: '1' });
    const held = gate();
    service.provider.respond(
      '/chat/completions',
      script(held, head(200, { 'content-type': 'application/json' }), chatCompletion(), END),
    );
    const calls = Array.from({ length: 20 }, () => sendChat(service.url, { apiKey: tenant.apiKey }));
    await eventually(
      () => (service.provider.requests.length === 20 ? true : undefined),
      'twenty calls at the provider',
    );
    held.open();
    for (const { answer } of calls) expect((await answer).status).toBe(200);
  });

  it('lets pay as you go run past zero', async () => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd: '-3', payAsYouGo: true });
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(tenant.apiKey)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await balanceOf(service.dataSource, tenant.organizationId)).toEqual({
      balance: '-3.000022500000',
      equalsLedger: true,
    });
  });

  it('hears of credit that another replica took, within a second', async () => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd: '0' });
    expect((await call(tenant.apiKey)).status).toBe(402);
    const paid = await new AdminClient(replica.url).post(`/organizations/${tenant.organizationId}/credits`, {
      amount_usd: '1',
      note: 'test',
    });
    expect(paid.status).toBeLessThan(300);
    const paidAt = performance.now();
    await eventually(
      async () => ((await call(tenant.apiKey)).status === 200 ? true : undefined),
      'a call that passes',
    );
    expect(performance.now() - paidAt).toBeLessThan(SOON_MS);
  });

  it('hears of money that another replica spent, and overdraws by one call of each at most', async () => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd: '0.000001' });
    const both = [service, replica].map(({ url }) => openChat(url, { apiKey: tenant.apiKey }));
    for (const answer of both) await (await answer).whole();
    await eventually(async () => {
      const statuses = await Promise.all(
        [service, replica].map(async ({ url }) => (await openChat(url, { apiKey: tenant.apiKey })).status),
      );
      return statuses.every((status) => status === 402) ? true : undefined;
    }, 'refusals of both');
    const { balance } = await balanceOf(service.dataSource, tenant.organizationId);
    expect(Number(balance)).toBeGreaterThanOrEqual(-0.000009);
  });

  it('is not fooled by a change that overtakes the first look at a balance', async () => {
    const tenant = await seedTenant(service.dataSource);
    const lock = new pg.Client({ connectionString: service.database.url });
    await lock.connect();
    try {
      await lock.query('BEGIN');
      await lock.query('LOCK TABLE balances IN ACCESS EXCLUSIVE MODE');
      const waiting = sendChat(service.url, { apiKey: tenant.apiKey });
      await eventually(() => waitingForLock(service), 'a look at the balance that waits');
      const heard = new Promise<void>((resolve) => service.app.get(ChangeFeed).onChange(() => resolve()));
      await service.dataSource.query(`SELECT pg_notify('gateway_changes', $1)`, [
        JSON.stringify({ organizationId: tenant.organizationId }),
      ]);
      await heard;
      await lock.query('COMMIT');
      expect((await waiting.answer).status).toBe(200);
    } finally {
      await lock.end();
    }
  });
});

async function waitingForLock({ dataSource }: TestApplication): Promise<true | undefined> {
  const rows: unknown[] = await dataSource.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%balance%'`,
  );
  return rows.length > 0 ? true : undefined;
}

describe('what a call holds of the balance', () => {
  const held = { balanceUsd: '0.00000001' };
  const CHEAP = { ...CHAT_USAGE, prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

  it.each([
    ['a refusal of the provider', jsonAnswer(openAiError(), { status: 400 })],
    ['a connection that breaks', script(DESTROY)],
    ['an answer that is no JSON', jsonAnswer(Buffer.from('no'))],
    ['an answer without cost', jsonAnswer(chatCompletion({ usage: CHEAP }))],
    ['a stream without cost', streamAnswer(...chatEvents(['a'], { usage: CHEAP }))],
  ])('is free again after %s', async (_name, answer) => {
    const { apiKey } = await seedTenant(service.dataSource, held);
    for (let round = 0; round < 3; round += 1) {
      service.provider.enqueue(answer);
      const opened = await call(apiKey, { stream: answer.steps.length > 3 });
      await opened.whole();
      expect(opened.status).not.toBe(402);
    }
    const tenantIsServed = await call(apiKey);
    expect(tenantIsServed.status).toBe(200);
  });

  it('is free again after a client that left', async () => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd: '0.000003' });
    service.provider.enqueue(neverAnswer());
    const left = sendChat(service.url, { apiKey: tenant.apiKey });
    const request = await service.provider.nextRequest();
    left.leave();
    await request.aborted;
    await eventually(
      async () => ((await call(tenant.apiKey)).status === 200 ? true : undefined),
      'a call that passes',
    );
  });

  it('counts every answer of an `n`', async () => {
    const tenant = await seedTenant(service.dataSource, { balanceUsd: '0.005' });
    service.provider.enqueue(streamAnswer(...chatEvents(['a']).slice(0, 2), HANG));
    const answer = await call(tenant.apiKey, { stream: true, max_tokens: 100, n: 128 });
    await answer.until('"a"');
    const second = await call(tenant.apiKey);
    expect([second.status, await second.json()]).toMatchObject([
      402,
      { error: { code: 'reserved_in_flight' } },
    ]);
    answer.leave();
  });

  it('stays held while a stream runs', async () => {
    const tenant = await seedTenant(service.dataSource, held);
    service.provider.enqueue(streamAnswer(...chatEvents(['a']).slice(0, 2), HANG));
    const answer = await call(tenant.apiKey, { stream: true });
    await answer.until('"a"');
    const second = await call(tenant.apiKey);
    expect(second.status).toBe(402);
    expect(await second.json()).toMatchObject({ error: { code: 'reserved_in_flight' } });
    answer.leave();
    await eventually(
      async () => ((await chargesOf(service.dataSource, answer.callId)).length === 1 ? true : undefined),
      'the bill',
    );
  });
});
