import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { anthropicError } from '../support/recordings/anthropic-answers.js';
import { chatCompletion, chatEvents, openAiError } from '../support/recordings/openai-answers.js';
import {
  DESTROY,
  dropConnection,
  emptyAnswer,
  gate,
  HANG,
  head,
  htmlAnswer,
  jsonAnswer,
  neverAnswer,
  redirectTo,
  script,
  streamAnswer,
  truncatedAnswer,
  type Script,
} from '../support/recordings/script.js';
import { callRow, chargesOf, seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { ResponsesClient } from './responses-client.js';

const FIRST = 'vendorb/gpt-6.1-terra';
const SECOND = 'vendora/claude-sonnet-5-5';
const THIRD = 'openai/gpt-oss-120b';
/** At the most, for something visible. */
const HEAD_WAITS_MS = 45_000;
const STREAM_HEAD = head(200, { 'content-type': 'text/event-stream' });
const TIERS = { big: FIRST, medium: SECOND, small: THIRD };
/** A conversation: Big answers it. */
const AUTO = { model: 'auto', messages: [{ role: 'user', content: 'How was your day? Mine was long.' }] };

let service: TestApplication;
let operator: AdminClient;
beforeAll(async () => {
  service = await startTestApplication({ environment: { FIRST_BYTE_TIMEOUT: '60ms' } });
  operator = new AdminClient(service.url);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function caller(
  on: readonly string[] = ['outage'],
  options: TenantOptions = {},
): Promise<{ client: ChatClient; tenant: Tenant }> {
  const tenant = await seedTenant(service.dataSource, { tiers: TIERS, ...options });
  const path = `/routers/${String(tenant.routerId)}`;
  expect((await operator.patch(path, { fallback: { on } })).status).toBe(200);
  return { tenant, client: new ChatClient(service.url, tenant.apiKey) };
}

const status = (code: number, body: Buffer = openAiError()): Script => jsonAnswer(body, { status: code });
const asked = (): string[] =>
  service.provider.requests.map((request) => (request.json() as { model: string }).model);
const attemptsOf = async (callId: string) => (await callRow(service.dataSource, callId)).detail.attempts;

describe('the fallback of a router', () => {
  it('is in every read, on for the default router of a new project, off for others, and versioned', async () => {
    const organization = await operator.createOrganization();
    const project = await operator.createProject(organization);
    const list = async () => (await operator.get(`/projects/${project}/routers`)).body.data;
    expect((await list())[0].fallback).toEqual({ on: ['outage'] });
    const made = await operator.post(`/projects/${project}/routers`, { name: 'Own', tiers: { big: SECOND } });
    expect(made.body.fallback).toEqual({ on: [] });
    const changed = await operator.patch(`/routers/${made.body.id}`, { fallback: { on: ['outage'] } });
    expect(changed.body.fallback).toEqual({ on: ['outage'] });
    expect(changed.headers['etag']).not.toBe(made.headers['etag']);
    const versions = (await operator.get(`/routers/${made.body.id}/versions`)).body.data;
    expect(versions.map(({ fallback }: { fallback: unknown }) => fallback)).toEqual([
      { on: ['outage'] },
      { on: [] },
    ]);
    const restored = await operator.post(`/routers/${made.body.id}/versions/1/restore`);
    expect(restored.body.fallback).toEqual({ on: [] });
  });

  it.each([
    [{ on: ['rain'] }],
    [{ on: 'outage' }],
    [{}],
    ['outage'],
    [{ on: ['outage', 'outage'] }],
    [{ on: [], more: 1 }],
  ])('refuses %j by its name', async (fallback) => {
    const { tenant } = await caller();
    const answer = await operator.patch(`/routers/${String(tenant.routerId)}`, { fallback });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('fallback');
  });
});

describe('an outage', () => {
  it.each<[string, Script]>([
    ['529', status(529, anthropicError('overloaded_error'))],
    ['503', status(503)],
    ['500', status(500)],
    ['429', status(429)],
    ['408', status(408)],
    ['an overload told as 409', status(409, openAiError({ message: 'The model is overloaded.' }))],
    ['a refused account', status(401)],
    ['no answer', dropConnection()],
    ['an answer that breaks off', truncatedAnswer(chatCompletion())],
    ['half an answer', jsonAnswer(chatCompletion().subarray(0, 100))],
    ['a page in place of an answer', htmlAnswer('<h1>Hello</h1>', 200)],
    ['nothing', emptyAnswer(204)],
    ['a redirect', redirectTo('https://elsewhere.example/')],
  ])(
    'of %s sends the call on to the first tier that was not asked, and bills it once',
    async (_name, failure) => {
      const { client } = await caller();
      service.provider.enqueue(failure);
      const answer = await client.send(AUTO);
      expect(answer.status).toBe(200);
      expect(asked()).toEqual(['gpt-6.1-terra', 'claude-sonnet-5-5']);
      expect(answer.headers).toMatchObject({ 'x-svc-retry': 'outage-fallback', 'x-svc-model': SECOND });
      expect(await attemptsOf(answer.callId)).toMatchObject([
        { model: FIRST, account: 'default', billed: false },
        { model: SECOND, account: 'default', status: 200, retry_reason: 'outage-fallback', billed: true },
      ]);
      expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
    },
  );

  it('that the marketplace tells behind a 200 is one too, and its account is left alone', async () => {
    const { client } = await caller(['outage'], { tiers: { big: 'google/gemini-3.1-pro', medium: SECOND } });
    const error = { error: { code: 429, message: 'Slow down.' } };
    service.provider.enqueue(jsonAnswer(error));
    const answer = await client.send(AUTO);
    expect(answer.headers['x-svc-model']).toBe(SECOND);
    expect((await attemptsOf(answer.callId))[0]).toMatchObject({ provider: 'marketplace', status: 429 });
    const { body } = await operator.get('/providers');
    expect(body.data).toContainEqual(
      expect.objectContaining({ provider: 'marketplace', state: 'out', reason: 'rate_limited' }),
    );
  });

  it('goes on from Big to Small, and asks nothing twice', async () => {
    const { client } = await caller();
    service.provider.enqueue(status(503));
    service.provider.enqueue(status(529, anthropicError('overloaded_error')));
    const answer = await client.send(AUTO);
    expect(answer.headers['x-svc-model']).toBe(THIRD);
    expect((await attemptsOf(answer.callId)).map(({ model }) => model)).toEqual([FIRST, SECOND, THIRD]);
  });

  it('that meets everybody reaches the caller as the first one told it, and costs nothing', async () => {
    const { client } = await caller();
    service.provider.enqueue(status(503, openAiError({ message: 'First.' })));
    service.provider.enqueue(status(529, anthropicError('overloaded_error', 'Second.')));
    service.provider.enqueue(status(500, openAiError({ message: 'Third.' })));
    const answer = await client.send(AUTO);
    expect([answer.status, answer.error.message]).toEqual([503, 'First.']);
    expect(asked()).toHaveLength(3);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
    expect((await callRow(service.dataSource, answer.callId)).billed_usd).toMatch(/^0(\.0+)?$/);
  });

  it.each([400, 404, 413, 422])('is no %d: that is about the request', async (code) => {
    const { client } = await caller();
    service.provider.enqueue(status(code));
    expect((await client.send(AUTO)).status).toBe(code);
    expect(asked()).toHaveLength(1);
  });

  it('stays with the caller when the router does not fall back', async () => {
    const { client } = await caller([]);
    service.provider.enqueue(status(503));
    expect((await client.send(AUTO)).status).toBe(503);
    expect(asked()).toHaveLength(1);
  });

  it('never brings another model to a caller that chose one', async () => {
    const fixed = await caller(['outage'], { smartRouting: false });
    service.provider.enqueue(status(503));
    expect((await fixed.client.ask(FIRST)).status).toBe(503);
    const none = await seedTenant(service.dataSource, { tiers: null });
    service.provider.enqueue(status(503));
    expect((await new ChatClient(service.url, none.apiKey).ask(FIRST)).status).toBe(503);
    expect(asked()).toHaveLength(2);
  });

  it('never brings a model that the policy forbids', async () => {
    const tiers = { big: FIRST, medium: 'zai-org/GLM-5.3' };
    const { client } = await caller(['outage'], { tiers, chineseModels: false });
    service.provider.enqueue(status(503));
    expect((await client.send(AUTO)).status).toBe(503);
    expect(asked()).toHaveLength(1);
  });

  it('leaves an anchored router under its ceiling', async () => {
    const { client, tenant } = await caller();
    const anchor = 'vendorb/gpt-5.4-mini';
    await operator.post(`/projects/${tenant.projectId}/routers`, {
      name: 'Anchored',
      anchor_model: anchor,
      fallback: { on: ['outage'] },
    });
    service.provider.enqueue(status(503));
    const answer = await client.send({ ...AUTO, model: anchor });
    expect(answer.headers['x-svc-model']).toBe(THIRD);
    expect(asked()).toEqual(['gpt-5.4-mini', expect.stringContaining('gpt-oss-120b')]);
  });
});

describe('an outage of a stream', () => {
  const stream = { ...AUTO, stream: true };

  it.each<[string, Script]>([
    ['is refused', status(529)],
    ['breaks before anything is visible', script(STREAM_HEAD, DESTROY)],
    ['ends before anything is visible', streamAnswer()],
    ['is no stream of events', streamAnswer('data: {"id":\n\n')],
    ['sends nothing after its head', script(STREAM_HEAD, HANG)],
    ['never answers', neverAnswer()],
  ])('that %s is answered by another tier', async (_name, failure) => {
    const { client } = await caller();
    service.provider.enqueue(failure);
    const answer = await client.send(stream);
    expect(answer.headers).toMatchObject({ 'x-svc-retry': 'outage-fallback', 'x-svc-model': SECOND });
    expect(answer.text).toContain('[DONE]');
    const [failed, served] = await attemptsOf(answer.callId);
    expect(failed).not.toHaveProperty('cost_usd');
    expect(served).toMatchObject({ model: SECOND, billed: true });
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('never opens later, when the time is over that its head could have waited', async () => {
    const { client } = await caller();
    const waits = new Map<unknown, () => void>();
    const start = vi.spyOn(globalThis, 'setTimeout');
    const clear = vi.spyOn(globalThis, 'clearTimeout');
    service.provider.enqueue(streamAnswer(chatEvents([])[0] ?? '', DESTROY));
    const answer = await client.send(stream);
    for (const [at, [run, delay]] of start.mock.calls.entries())
      if (delay === HEAD_WAITS_MS) waits.set(start.mock.results[at]?.value, run);
    for (const [timer] of clear.mock.calls) waits.delete(timer);
    vi.restoreAllMocks();
    expect(answer.headers['x-svc-model']).toBe(SECOND);
    for (const run of waits.values()) expect(run).not.toThrow();
    expect(waits.size).toBe(0);
  });

  it('is told to the caller once something was visible, and nobody else is asked', async () => {
    const { client } = await caller();
    const [first = '', second = ''] = chatEvents(['Hello', ' there.']).map(String);
    service.provider.enqueue(streamAnswer(first, second, DESTROY));
    const answer = await client.send(stream);
    expect(answer.headers).not.toHaveProperty('x-svc-retry');
    expect(answer.text).toContain('"error"');
    expect(asked()).toHaveLength(1);
  });

  it('is waited out when there is nobody else', async () => {
    const held = gate();
    const { client } = await caller([]);
    service.provider.enqueue(streamAnswer(held, ...chatEvents(['Late.'])));
    const waiting = client.send(stream);
    await held.reached;
    // Another call is given up meanwhile: the time is over for this one too.
    const other = await caller();
    service.provider.enqueue(neverAnswer());
    expect((await other.client.send(stream)).headers['x-svc-retry']).toBe('outage-fallback');
    held.open();
    const answer = await waiting;
    expect([answer.status, answer.headers['x-svc-retry']]).toEqual([200, undefined]);
    expect(answer.text).toContain('Late.');
  });
});

describe('an outage of a Responses call', () => {
  it('is answered by another tier, at another provider', async () => {
    const { tenant } = await caller();
    const client = new ResponsesClient(service.url, tenant.apiKey);
    service.provider.enqueue(status(503));
    const answer = await client.ask('auto', { input: 'How was your day? Mine was long.' });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-svc-retry']).toBe('outage-fallback');
    expect(answer.headers['x-svc-model']).toBe(SECOND);
  });
});
