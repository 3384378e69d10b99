import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BETWEEN_POLLS_MS } from '../support/between-polls.js';
import {
  chatCompletion,
  chatEvents,
  chatStream,
  CHAT_USAGE,
  openAiError,
} from '../support/recordings/openai-answers.js';
import {
  DESTROY,
  gate,
  jsonAnswer,
  neverAnswer,
  script,
  streamAnswer,
} from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient, type ChatOptions, type WholeAnswer } from './chat-client.js';
import { EMBEDDINGS_PATH, openRaw, sendRaw } from './messages-call.js';
import { CHAT_PATH, eventually } from './stream-call.js';

const MINI = 'vendorb/gpt-4o-mini';
const SONNET = 'vendora/claude-sonnet-5-5';
const DEEPSEEK = 'deepseek/deepseek-v3.2';
const CACHED: ChatOptions = { headers: { 'x-svc-cache': '10m' } };
const USAGE = { usage: CHAT_USAGE };

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
let client: ChatClient;
beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
});
beforeEach(() => begin({ smartRouting: false }));
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function begin(options: Parameters<typeof seedTenant>[1]): Promise<void> {
  tenant = await seedTenant(service.dataSource, options);
  client = new ChatClient(service.url, tenant.apiKey);
}
const asked = (): number => service.provider.requests.filter(({ method }) => method === 'POST').length;
const cacheOf = ({ headers }: Pick<WholeAnswer, 'headers'>): unknown => headers['x-svc-cache'];
const rows = (): Promise<Record<string, unknown>[]> =>
  service.dataSource.query('SELECT * FROM cached_answers WHERE project_id = $1', [tenant.projectId]);
const embed = (body: unknown, headers: Record<string, string> = { 'x-svc-cache': '10m' }) =>
  openRaw(service.url, { apiKey: tenant.apiKey, path: EMBEDDINGS_PATH, body, headers });

const sendCached = (members: object) =>
  sendRaw(service.url, {
    apiKey: tenant.apiKey,
    path: CHAT_PATH,
    body: { model: MINI, messages: [{ role: 'user', content: 'Hi' }], ...members },
    headers: { 'x-svc-cache': '10m' },
  });

/** @returns what takes the lock away */
async function lockTable(mode: string): Promise<() => Promise<void>> {
  const blocker = service.dataSource.createQueryRunner();
  await blocker.startTransaction();
  await blocker.query(`LOCK TABLE cached_answers IN ${mode} MODE`);
  return async () => {
    await blocker.rollbackTransaction();
    await blocker.release();
  };
}

async function metricsText(): Promise<string> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  return (await fetch(`${service.url}/metrics`, { headers })).text();
}

/** It cost nothing, used nothing, and has a receipt that says why. */
async function expectHit(answer: Pick<WholeAnswer, 'headers'>): Promise<void> {
  expect(cacheOf(answer)).toBe('hit');
  const id = String(answer.headers['x-svc-call-id']);
  expect(await chargesOf(service.dataSource, id)).toEqual([]);
  expect(await callRow(service.dataSource, id)).toMatchObject({ status: 200, input_tokens: '0' });
  const { body } = await operator.get(`/calls/${id}`);
  expect(body).toMatchObject({ cache: 'hit', cost_usd: 0, billed_usd: 0, usage: null, attempts: [] });
  expect(body.reasons.join()).toContain('cache');
}

describe('the exact cache', () => {
  it('is off: the same request twice is asked twice, and no answer speaks of a cache', async () => {
    const answers = [await client.ask(MINI), await client.ask(MINI)];
    expect(answers.map(cacheOf)).toEqual([undefined, undefined]);
    expect(asked()).toBe(2);
    expect(await rows()).toEqual([]);
  });

  it('answers the same request again: byte for byte but for the cost, as a call of its own', async () => {
    const bytes = Buffer.from(
      '{"usage":{"prompt_tokens":1.0,"completion_tokens":2},"id":"chatcmpl-1", "choices":[{"message":{"content":"\\u0041","role":"assistant"},"finish_reason":"stop","index":0}],"n":12345678901234567890}',
    );
    service.provider.enqueue(jsonAnswer(bytes));
    const first = await client.ask(MINI, {}, CACHED);
    const second = await client.ask(MINI, {}, CACHED);
    expect(cacheOf(first)).toBe('miss');
    expect(Number(first.headers['x-svc-cost'])).toBeGreaterThan(0);
    expect(second.text).toBe(first.text.replace(/"cost":[\d.]+/, '"cost":0'));
    expect(second.headers).toMatchObject({
      'x-svc-cost': '0',
      'x-svc-model': MINI,
      'x-svc-tier': 'fixed',
      'content-type': first.headers['content-type'],
    });
    expect(second.callId).not.toBe(first.callId);
    expect(asked()).toBe(1);
    await expectHit(second);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });

  it('answers a stream again, its events as they came', async () => {
    const stream = chatStream(['Good ', 'day', '.'], USAGE);
    service.provider.enqueue(streamAnswer(stream));
    const first = await client.ask(MINI, { stream: true }, CACHED);
    const second = await client.ask(MINI, { stream: true }, CACHED);
    expect(cacheOf(first)).toBe('miss');
    expect(first.text).toMatch(/"cost":0\.0/);
    expect(second.text).toBe(first.text.replace(/"cost":[\d.]+/, '"cost":0'));
    expect(second.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(second.headers).not.toHaveProperty('x-svc-cost');
    await expectHit(second);
    expect((await client.ask(MINI, {}, CACHED)).headers['x-svc-cache']).toBe('miss');
  });

  it('answers what provider A said, translated, whole and as a stream', async () => {
    for (const members of [{}, { stream: true }]) {
      const [first, second] = [
        await client.ask(SONNET, members, CACHED),
        await client.ask(SONNET, members, CACHED),
      ];
      expect(second.text).toBe(first.text.replace(/"cost":[\d.]+/, '"cost":0'));
      await expectHit(second);
    }
    expect(asked()).toBe(2);
  });

  it('answers embeddings again, byte for byte', async () => {
    const body = { model: 'text-embedding-3-small', input: ['a', 'b'] };
    const first = await embed(body);
    const second = await embed(body);
    expect([cacheOf(first), cacheOf(second)]).toEqual(['miss', 'hit']);
    expect((await second.whole()).equals(await first.whole())).toBe(true);
    expect(second.headers).toMatchObject({
      'x-svc-cost': '0',
      'x-svc-model': 'vendorb/text-embedding-3-small',
    });
    await expectHit(second);
    expect(cacheOf(await embed({ ...body, input: ['a', 'c'] }))).toBe('miss');
    expect(asked()).toBe(2);
  });

  it.each([['0'], ['0s'], ['-10m'], ['25h'], ['600'], ['soon'], [''], ['10m, no-store']])(
    'refuses %j, naming the header, before anything is asked',
    async (value) => {
      const headers = { 'x-svc-cache': value };
      const chat = await client.ask(MINI, {}, { headers });
      expect(chat.status).toBe(400);
      expect(chat.error).toMatchObject({ param: 'x-svc-cache', message: expect.stringContaining('24h') });
      const embeddings = await embed({ model: 'text-embedding-3-small', input: 'a' }, headers);
      expect([embeddings.status, (await embeddings.json()).error.param]).toEqual([400, 'x-svc-cache']);
      expect(asked()).toBe(0);
    },
  );

  it('is neither read nor written with no-store', async () => {
    await client.ask(MINI, {}, CACHED);
    const before = await rows();
    const fresh = await client.ask(MINI, {}, { headers: { 'x-svc-cache': 'no-store' } });
    expect([cacheOf(fresh), asked()]).toEqual([undefined, 2]);
    expect(await rows()).toEqual(before);
    await client.ask(MINI, { temperature: 1 }, { headers: { 'x-svc-cache': 'no-store' } });
    expect(await rows()).toHaveLength(1);
  });

  it('says nothing on surfaces that have none', async () => {
    const body = { model: MINI, input: 'Hi' };
    const path = '/api/v1/route/responses';
    for (const headers of [{ 'x-svc-cache': '10m' }, { 'x-svc-cache': '10m' }]) {
      const answer = await openRaw(service.url, { apiKey: tenant.apiKey, path, body, headers });
      expect([answer.status, cacheOf(answer)]).toEqual([200, undefined]);
    }
    expect(asked()).toBe(2);
  });
});

describe('the same request', () => {
  it('is one whatever is said of whom it is for, and however its members stand', async () => {
    const messages = '[{"role":"user","content":"Hi"}]';
    await client.send(`{"model":"${MINI}","messages":${messages}}`, CACHED);
    const others: [string, Record<string, string>][] = [
      [
        `{"model":"${MINI}","messages":${messages}}`,
        { 'x-svc-tags': 'a,b', 'x-svc-user': 'ann', 'x-session-id': 's' },
      ],
      [`{"messages" : ${messages} ,\n "model":"${MINI}"}`, {}],
      [`{"session_id":"t","model":"${MINI}","messages":${messages}}`, {}],
    ];
    for (const [body, headers] of others) {
      const answer = await client.send(body, { headers: { ...CACHED.headers, ...headers } });
      await expectHit(answer);
    }
    const { body } = await operator.get(`/projects/${tenant.projectId}/calls?tag=a`);
    expect(body.data).toMatchObject([{ tags: ['a', 'b'], end_user: 'ann', session_id: 's', cache: 'hit' }]);
    expect(asked()).toBe(1);
  });

  it.each([
    ['another text', { messages: [{ role: 'user', content: 'Hi ' }] }],
    ['a setting', { temperature: 0 }],
    ['another end user in the body', { user: 'ann' }],
    ['a stream', { stream: true }],
  ])('is another with %s', async (_what, members) => {
    await client.ask(MINI, {}, CACHED);
    expect(cacheOf(await client.ask(MINI, members, CACHED))).toBe('miss');
    expect(asked()).toBe(2);
  });

  it('is another with another key of the same project', async () => {
    await client.ask(MINI, {}, CACHED);
    const { body } = await operator.post(`/projects/${tenant.projectId}/keys`, { name: 'second' });
    const other = new ChatClient(service.url, body.key);
    expect(cacheOf(await other.ask(MINI, {}, CACHED))).toBe('miss');
    await expectHit(await client.ask(MINI, {}, CACHED));
  });

  it('is one for the auto router, whatever it would choose now', async () => {
    await begin({ smartRouting: true });
    const first = await client.ask('auto', {}, CACHED);
    const second = await client.ask('auto', {}, CACHED);
    await expectHit(second);
    expect(second.headers['x-svc-model']).toBe(first.headers['x-svc-model']);
    expect(second.headers['x-svc-tier']).toBe(first.headers['x-svc-tier']);
  });

  it('is another when its alias means another model', async () => {
    const alias = `/projects/${tenant.projectId}/aliases/house`;
    await operator.put(alias, { model: MINI });
    await client.ask('house', {}, CACHED);
    await expectHit(await client.ask('house', {}, CACHED));
    await operator.put(alias, { model: 'vendorb/gpt-6.1-terra' });
    const answer = await client.ask('house', {}, CACHED);
    expect([cacheOf(answer), answer.headers['x-svc-model']]).toEqual(['miss', 'vendorb/gpt-6.1-terra']);
  });

  it('is another when smart routing is turned off: the named model answers', async () => {
    await begin({ smartRouting: true });
    await client.ask(MINI, {}, CACHED);
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { smart_routing: false } });
    const answer = await client.ask(MINI, {}, CACHED);
    expect([cacheOf(answer), answer.headers['x-svc-tier']]).toEqual(['miss', 'fixed']);
  });
});

describe('keys, policy and money', () => {
  it('come before it: what may not be called any more is refused', async () => {
    await client.ask(DEEPSEEK, {}, CACHED);
    await expectHit(await client.ask(DEEPSEEK, {}, CACHED));
    await operator.patch(`/keys/${tenant.keyId}`, { models: ['vendora/*'] });
    expect((await client.ask(DEEPSEEK, {}, CACHED)).error.code).toBe('model_not_allowed');
    await operator.patch(`/keys/${tenant.keyId}`, { models: null });
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models: false } });
    expect((await client.ask(DEEPSEEK, {}, CACHED)).error.code).toBe('chinese_models_off');
    await operator.patch(`/keys/${tenant.keyId}`, { disabled: true });
    expect((await client.ask(DEEPSEEK, {}, CACHED)).error.code).toBe('key_disabled');
  });

  it('make a miss of what a router chose and the key may not call now', async () => {
    await begin({ tiers: { big: SONNET, medium: SONNET, small: SONNET } });
    await client.ask('auto', {}, CACHED);
    const tiers = { big: MINI, medium: MINI, small: MINI };
    await operator.patch(`/routers/${tenant.routerId}`, { tiers });
    await operator.patch(`/keys/${tenant.keyId}`, { models: ['vendorb/*'] });
    const answer = await client.ask('auto', {}, CACHED);
    expect([cacheOf(answer), answer.headers['x-svc-model']]).toEqual(['miss', MINI]);
  });

  it('let a hit pass without a balance, and refuse a miss', async () => {
    const content = 'a'.repeat(200_000);
    const messages = [{ role: 'user', content }];
    await client.ask(MINI, { messages }, CACHED);
    await service.dataSource.query('UPDATE balances SET balance_usd = 0 WHERE organization_id = $1', [
      tenant.organizationId,
    ]);
    const second = await startTestApplication({ database: service.database, provider: service.provider });
    const poor = new ChatClient(second.url, tenant.apiKey);
    const [hit, miss, uncached] = [
      await poor.ask(MINI, { messages }, CACHED),
      await poor.ask(MINI, { messages, seed: 1 }, CACHED),
      await poor.ask(MINI, { messages }),
    ];
    await second.stop();
    expect([hit.status, cacheOf(hit)]).toEqual([200, 'hit']);
    expect([miss.error.code, uncached.error.code]).toEqual(['insufficient_balance', 'insufficient_balance']);
  });

  it('take a hit from the rate limit as any call', async () => {
    await begin({ smartRouting: false, rateLimits: { inference: { per_second: 0.001, burst: 2 } } });
    await client.ask(MINI, {}, CACHED);
    await client.ask(MINI, {}, CACHED);
    expect((await client.ask(MINI, {}, CACHED)).status).toBe(429);
  });

  it('keep nothing of zero retention, and give nothing that was kept before', async () => {
    await client.ask(MINI, {}, CACHED);
    await service.dataSource.query('UPDATE organizations SET zero_retention = true WHERE id = $1', [
      tenant.organizationId,
    ]);
    const environment = { ZERO_RETENTION_PROVIDERS: 'provider_b' };
    const strict = await startTestApplication({
      environment,
      database: service.database,
      provider: service.provider,
    });
    const answer = await new ChatClient(strict.url, tenant.apiKey).ask(MINI, {}, CACHED);
    const bad = await new ChatClient(strict.url, tenant.apiKey).ask(
      MINI,
      {},
      { headers: { 'x-svc-cache': '0' } },
    );
    await strict.stop();
    expect([answer.status, cacheOf(answer), asked(), bad.status]).toEqual([200, undefined, 2, 400]);
    await operator.post('/maintenance/sweep');
    expect(await rows()).toEqual([]);
  });
});

describe('what is kept', () => {
  it('is sealed, and gone for others once it is older than they want or than it was kept for', async () => {
    await client.ask(MINI, {}, CACHED);
    const [row] = await rows();
    expect(JSON.stringify(row)).not.toContain('Hello');
    expect((row?.['sealed'] as Buffer).includes('Hello')).toBe(false);
    await service.dataSource.query(
      `UPDATE cached_answers SET created_at = created_at - interval '5 minutes'`,
    );
    await expectHit(await client.ask(MINI, {}, CACHED));
    expect(cacheOf(await client.ask(MINI, {}, { headers: { 'x-svc-cache': '1m' } }))).toBe('miss');
    await service.dataSource.query(`UPDATE cached_answers SET expires_at = now() - interval '1 second'`);
    expect(cacheOf(await client.ask(MINI, {}, CACHED))).toBe('miss');
    await expectHit(await client.ask(MINI, {}, CACHED));
    await service.dataSource.query(`UPDATE cached_answers SET expires_at = now() - interval '1 second'`);
    await operator.post('/maintenance/sweep');
    expect(await rows()).toEqual([]);
  });

  it('is there for every process at once', async () => {
    const second = await startTestApplication({ database: service.database, provider: service.provider });
    const there = new ChatClient(second.url, tenant.apiKey);
    for (const members of [{}, { stream: true }]) {
      const first = await client.ask(MINI, members, CACHED);
      const again = await there.ask(MINI, members, CACHED);
      expect([cacheOf(first), cacheOf(again)]).toEqual(['miss', 'hit']);
    }
    await second.stop();
    expect(asked()).toBe(2);
  });

  it('is asked of the model when the row is damaged, and mended by its answer', async () => {
    await client.ask(MINI, {}, CACHED);
    await service.dataSource.query(`UPDATE cached_answers SET sealed = substring(sealed FROM 1 FOR 40)`);
    const answer = await client.ask(MINI, {}, CACHED);
    expect([answer.status, cacheOf(answer)]).toEqual([200, 'miss']);
    await expectHit(await client.ask(MINI, {}, CACHED));
  });

  it('is whole or nothing when its writing ends in the middle, and no answer fails for it', async () => {
    const unlock = await lockTable('SHARE');
    const answering = client.ask(MINI, {}, CACHED);
    const killed = await eventually(async () => {
      const ended: unknown[] = await service.dataSource.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INTO cached_answers%'`,
      );
      return ended.length === 0 ? undefined : ended.length;
    }, 'a statement that waits');
    const answer = await answering.finally(unlock);
    expect([killed, answer.status, answer.json.usage.cost > 0]).toEqual([1, 200, true]);
    expect(await rows()).toEqual([]);
    expect(cacheOf(await client.ask(MINI, {}, CACHED))).toBe('miss');
    await expectHit(await client.ask(MINI, {}, CACHED));
  });

  it('is not waited for when the database holds it up: the model is asked', async () => {
    const unlock = await lockTable('ACCESS EXCLUSIVE');
    const answer = await client.ask(MINI, { stream: true }, CACHED).finally(unlock);
    expect([answer.status, cacheOf(answer), answer.text.endsWith('data: [DONE]\n\n')]).toEqual([
      200,
      'miss',
      true,
    ]);
  });

  it('is never an error: of the provider, in a stream, of a body that is none', async () => {
    const mess: [object, Parameters<typeof service.provider.enqueue>[0]][] = [
      [{}, jsonAnswer(openAiError({ message: 'busy', code: 'x' }), { status: 500 })],
      [{}, jsonAnswer(openAiError({ message: 'busy', code: 'x' }), { status: 429 })],
      [{}, jsonAnswer(openAiError({ message: 'an error in a 200', code: 'x' }))],
      [{}, jsonAnswer(Buffer.from('<p>'))],
      [
        { stream: true },
        streamAnswer(
          ...chatEvents(['a']).slice(0, 2),
          `data: {"error":{"message":"broke"}}\n\n`,
          'data: [DONE]\n\n',
        ),
      ],
      [{ stream: true }, streamAnswer(...chatEvents(['a']).slice(0, 2), DESTROY)],
      [{ stream: true }, streamAnswer(...chatEvents(['a']).slice(0, 2))],
      [
        { stream: true },
        streamAnswer(
          ...chatEvents(['a'], { finishReason: null, done: false }),
          `data: {"id":"x","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1}}\n\n`,
        ),
      ],
    ];
    for (const [members, script] of mess) {
      service.provider.enqueue(script);
      await client.ask(MINI, members, CACHED).catch(() => undefined);
    }
    expect(await rows()).toEqual([]);
    expect(asked()).toBe(mess.length);
  });

  it('is nothing of a stream whose client left in the middle', async () => {
    const pause = gate();
    const [start, ...rest] = chatEvents(['Good ', 'day'], USAGE);
    service.provider.enqueue(streamAnswer(start ?? '', rest[0] ?? '', pause, ...rest.slice(1)));
    const call = sendCached({ stream: true });
    const answer = await call.answer;
    await answer.until('Good');
    const upstream = await service.provider.nextRequest();
    call.leave();
    const { callId } = answer;
    await upstream.closed;
    pause.open();
    expect((await callRow(service.dataSource, callId)).status).toBe(499);
    expect(await rows()).toEqual([]);
  });

  it('is nothing of a whole answer whose client left before it came', async () => {
    service.provider.enqueue(neverAnswer());
    const call = sendCached({});
    await service.provider.nextRequest();
    call.leave();
    const find = () =>
      service.dataSource.query(`SELECT status FROM calls WHERE project_id = $1`, [tenant.projectId]);
    while ((await find()).length === 0) await pause(BETWEEN_POLLS_MS);
    expect([await find(), await rows()]).toEqual([[{ status: 499 }], []]);
  });

  it('is up to 4 MB, and a large one is given again whole', async () => {
    const content = 'ü'.repeat(1_500_000);
    service.provider.respond('/chat/completions', jsonAnswer(chatCompletion({ content })));
    const first = await client.ask(MINI, {}, CACHED);
    // A database that takes longer than a second makes a miss of a hit, and of what is kept something that comes later.
    const second = await eventually(async () => {
      const answer = await client.ask(MINI, {}, CACHED);
      return cacheOf(answer) === 'hit' ? answer : undefined;
    }, 'a large answer that is given again');
    expect(second.json.choices).toEqual(first.json.choices);
    service.provider.enqueue(jsonAnswer(chatCompletion({ content: content + content })));
    await client.ask(MINI, { seed: 1 }, CACHED);
    service.provider.enqueue(
      streamAnswer(chatStream([...Array.from({ length: 5 }, () => 'a'.repeat(1_000_000))], USAGE)),
    );
    expect((await client.ask(MINI, { seed: 1, stream: true }, CACHED)).status).toBe(200);
    expect(await rows()).toHaveLength(1);
    const metrics = await metricsText();
    expect(metrics).toMatch(/gateway_cache_not_kept_total\{[^}]*reason="too_large"[^}]*\} 2/);
    expect(metrics).toMatch(/gateway_cache_lookups_total\{[^}]*outcome="hit"/);
  });

  it('is one row of two that ask at once, both of which are asked and billed', async () => {
    const pause = gate();
    const answer = jsonAnswer(chatCompletion());
    service.provider.respond('/chat/completions', {
      ...answer,
      steps: [...script(pause).steps, ...answer.steps],
    });
    const both = [client.ask(MINI, {}, CACHED), client.ask(MINI, {}, CACHED)];
    await service.provider.nextRequest();
    await service.provider.nextRequest();
    pause.open();
    const answers = await Promise.all(both);
    expect(answers.map(cacheOf)).toEqual(['miss', 'miss']);
    expect(await rows()).toHaveLength(1);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });

  it('shows in usage as calls without tokens or cost, and every sum equals the ledger', async () => {
    await client.ask(MINI, {}, CACHED);
    const before = await operator.get(`/projects/${tenant.projectId}/usage?group_by=model`);
    await client.ask(MINI, {}, CACHED);
    const after = await operator.get(`/projects/${tenant.projectId}/usage?group_by=model`);
    expect(after.body.total).toEqual({
      ...before.body.total,
      requests: Number(before.body.total.requests) + 1,
    });
    const check = await operator.get(`/projects/${tenant.projectId}/usage/check`);
    expect(check.body).toMatchObject({ ok: true, difference_usd: 0 });
  });

  it('is in the content of the call where the project keeps contents', async () => {
    await operator.patch(`/projects/${tenant.projectId}`, { call_content: { enabled: true } });
    for (const members of [{}, { stream: true }]) {
      await client.ask(MINI, members, CACHED);
      const hit = await client.ask(MINI, members, CACHED);
      const { body } = await operator.get(`/calls/${hit.callId}/content`);
      expect(body.request).toContain('"Hi"');
      expect(body.response.length).toBeGreaterThan(20);
    }
  });
});
