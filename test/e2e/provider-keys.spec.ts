import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedRequest } from '../support/fake-provider.js';
import { chatCompletion, chatEvents } from '../support/recordings/openai-answers.js';
import {
  dropConnection,
  gate,
  jsonAnswer,
  neverAnswer,
  streamAnswer,
  truncatedAnswer,
  type Script,
} from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { EMBEDDINGS_PATH, HELLO, openRaw } from './messages-call.js';

const TERRA = 'vendorb/gpt-6.1-terra';
const SONNET = 'vendora/claude-sonnet-5-5';
const OWN = 'sk-own-0123456789abcdef';
const REFUSAL = { error: { message: `Incorrect API key provided: ${OWN}`, code: 'invalid_api_key' } };

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
let client: ChatClient;
beforeAll(async () => {
  service = await startTestApplication({ environment: { FIRST_BYTE_TIMEOUT: '60ms' } });
  operator = new AdminClient(service.url);
});
beforeEach(() => begin('100'));
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function begin(balanceUsd: string): Promise<void> {
  tenant = await seedTenant(service.dataSource, { balanceUsd, smartRouting: false });
  client = new ChatClient(service.url, tenant.apiKey);
}
const path = (provider = ''): string =>
  `/projects/${tenant.projectId}/provider-keys${provider && `/${provider}`}`;
const put = (provider: string, members: object = {}) =>
  operator.put(path(provider), { api_key: OWN, ...members });
const isOwn = ({ headers }: RecordedRequest): boolean =>
  headers.authorization === `Bearer ${OWN}` || headers['x-api-key'] === OWN;
const isOwnCall = (request: RecordedRequest): boolean => request.method === 'POST' && isOwn(request);
const calls = (): RecordedRequest[] => service.provider.requests.filter(({ method }) => method === 'POST');
const attemptsOf = async (callId: string) => (await callRow(service.dataSource, callId)).detail.attempts;

/** It cost nothing, on the receipt and in the ledger. */
async function expectFree(callId: string): Promise<void> {
  expect(await chargesOf(service.dataSource, callId)).toEqual([]);
  const { body } = await operator.get(`/calls/${callId}`);
  expect(body).toMatchObject({ cost_usd: 0, attempts: [{ account: 'own', status: 200, billed: false }] });
  expect(body.usage).toBeTruthy();
}

describe("a project's own provider keys", () => {
  it('are tried, listed without the key, replaced and deleted, and the audit log says so', async () => {
    const created = await put('provider_b');
    expect(created).toMatchObject({
      status: 200,
      body: { provider: 'provider_b', fall_back_to_system: false },
    });
    const [trial] = service.provider.requests;
    expect(trial).toMatchObject({ method: 'GET' });
    expect(trial?.path).toMatch(/\/models$/);
    expect(trial?.headers.authorization).toBe(`Bearer ${OWN}`);
    await put('provider_b', { fall_back_to_system: true });
    const { body } = await operator.get(path());
    expect(body.data).toEqual([
      { provider: 'provider_b', created_at: created.body.created_at, fall_back_to_system: true },
    ]);
    expect((await operator.delete(path('provider_b'))).body).toEqual({ id: 'provider_b', deleted: true });
    expect((await operator.delete(path('provider_b'))).status).toBe(404);
    const log = await operator.get(`/organizations/${tenant.organizationId}/audit`);
    expect((log.body.data as { action: string }[]).map(({ action }) => action)).toEqual([
      'provider_key.delete',
      'provider_key.change',
      'provider_key.create',
    ]);
    expect(JSON.stringify([body, log.body])).not.toContain(OWN);
  });

  it.each([
    ['provider_a', '/v1/models'],
    ['provider_b', '/models'],
    ['marketplace', '/key'],
  ])('of %s that it refuses are 400 naming api_key, and nothing is kept', async (provider, ending) => {
    service.provider.respond(ending, jsonAnswer(REFUSAL, { status: 401 }));
    const { status, body } = await put(provider);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(provider)]);
    expect(body.error).toMatchObject({ code: 'provider_key_refused', param: 'api_key' });
    expect(JSON.stringify(body)).not.toContain(OWN);
    expect((await operator.get(path())).body.data).toEqual([]);
  });

  it('are not kept untried, nor for providers that take none, nor where they could not be sent', async () => {
    service.provider.respond('/models', jsonAnswer({}, { status: 503 }));
    expect((await put('provider_b')).status).toBe(502);
    expect((await put('hosted')).status).toBe(404);
    expect((await put('provider_b', { api_key: 'two words' })).body.error.param).toBe('api_key');
    expect((await operator.get(path())).body.data).toEqual([]);
  });

  it("are nobody else's: another organization's token finds no project", async () => {
    const { token } = await operator.createToken(await operator.createOrganization());
    const stranger = operator.withToken(token);
    for (const { status } of [await stranger.get(path()), await stranger.delete(path('provider_b'))])
      expect(status).toBe(404);
    expect((await stranger.put(path('provider_b'), { api_key: OWN })).status).toBe(404);
    expect(service.provider.requests).toEqual([]);
  });
});

describe('calls of a project with an own key', () => {
  it('go out with it, cost nothing, need no balance, and say so: chat, streams, Responses, embeddings', async () => {
    await begin('0');
    await put('provider_b');
    const whole = await client.ask(TERRA);
    const stream = await client.ask(TERRA, { stream: true });
    const openai = new OpenAI({
      apiKey: tenant.apiKey,
      baseURL: `${service.url}/api/v1/route`,
      maxRetries: 0,
    });
    const answers = [
      await openai.responses.create({ model: TERRA, input: 'Hi' }).asResponse(),
      await openai.embeddings.create({ model: 'text-embedding-3-small', input: 'Hi' }).asResponse(),
    ];
    const headers = [whole.headers, stream.headers, ...answers.map((one) => Object.fromEntries(one.headers))];
    expect(headers.map((one) => one['x-svc-billed-to'])).toEqual(headers.map(() => 'own-key'));
    expect(calls()).toHaveLength(4);
    expect(calls().every(isOwn)).toBe(true);
    for (const one of headers) await expectFree(String(one['x-svc-call-id']));
    const { balance, equalsLedger } = await balanceOf(service.dataSource, tenant.organizationId);
    expect([Number(balance), equalsLedger]).toEqual([0, true]);
  });

  it('go out with it in the Messages API too, and with ours at other providers', async () => {
    await put('provider_a');
    const { headers } = await openRaw(service.url, { apiKey: tenant.apiKey, body: HELLO });
    expect(headers['x-svc-billed-to']).toBe('own-key');
    expect(calls().every(isOwn)).toBe(true);
    await expectFree(String(headers['x-svc-call-id']));
    const other = await client.ask(TERRA);
    expect(other.headers).not.toHaveProperty('x-svc-billed-to');
    expect(calls().filter(isOwn)).toHaveLength(1);
    expect(await chargesOf(service.dataSource, other.callId)).toHaveLength(1);
  });

  it('get its refusal as it came, without the key, and no account of ours is out for it', async () => {
    await put('provider_b');
    service.provider.respond(isOwnCall, jsonAnswer(REFUSAL, { status: 401 }));
    const answer = await client.ask(TERRA);
    expect(answer.status).toBe(401);
    expect(answer.error.code).toBe('invalid_api_key');
    expect(answer.headers['x-svc-billed-to']).toBe('own-key');
    expect(answer.text).not.toContain(OWN);
    const embeddings = await openRaw(service.url, {
      apiKey: tenant.apiKey,
      path: EMBEDDINGS_PATH,
      body: { model: 'text-embedding-3-small', input: 'Hi' },
    });
    expect(embeddings.status).toBe(401);
    expect(embeddings.headers['x-svc-billed-to']).toBe('own-key');
    expect(calls().every(isOwn)).toBe(true);
    const { body } = await operator.get('/providers');
    expect(new Set((body.data as { state: string }[]).map(({ state }) => state))).toEqual(
      new Set(['healthy']),
    );
  });

  it.each([401, 429, 503])('fall back to ours at %i where the project wants it, priced', async (status) => {
    await put('provider_b', { fall_back_to_system: true });
    service.provider.respond(isOwnCall, jsonAnswer(REFUSAL, { status }));
    const answer = await client.ask(TERRA);
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('x-svc-billed-to');
    expect(answer.headers['x-svc-retry']).toBe('outage-fallback');
    expect(await attemptsOf(answer.callId)).toMatchObject([
      { account: 'own', status, billed: false },
      { account: 'default', status: 200, retry_reason: 'outage-fallback', billed: true },
    ]);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('fall back to ours as well when nothing comes that could be an answer', async () => {
    await put('provider_b', { fall_back_to_system: true });
    for (const failure of [dropConnection(), truncatedAnswer(chatCompletion())]) {
      service.provider.enqueue(failure, isOwnCall);
      const answer = await client.ask(TERRA);
      expect([answer.status, answer.headers['x-svc-retry']]).toEqual([200, 'outage-fallback']);
      expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
    }
  });

  it('fall back in the Messages API as well, and not for what is about the request', async () => {
    await put('provider_a', { fall_back_to_system: true });
    service.provider.enqueue(
      jsonAnswer({ type: 'error', error: { type: 'rate_limit_error' } }, { status: 429 }),
      isOwnCall,
    );
    const answer = await openRaw(service.url, { apiKey: tenant.apiKey, body: HELLO });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-svc-retry']).toBe('outage-fallback');
    expect(await chargesOf(service.dataSource, String(answer.headers['x-svc-call-id']))).toHaveLength(1);
    service.provider.enqueue(
      jsonAnswer({ type: 'error', error: { type: 'invalid_request_error' } }, { status: 400 }),
      isOwnCall,
    );
    expect((await client.ask(SONNET)).status).toBe(400);
  });

  it('do not fall back without the money for it: what the provider said is the answer', async () => {
    await begin('0');
    await put('provider_b', { fall_back_to_system: true });
    service.provider.respond(isOwnCall, jsonAnswer(REFUSAL, { status: 429 }));
    const answer = await client.ask(TERRA);
    expect([answer.status, answer.headers['x-svc-billed-to']]).toEqual([429, 'own-key']);
    expect(calls().every(isOwn)).toBe(true);
  });

  it('are on our account again once it is deleted', async () => {
    await put('provider_b');
    await client.ask(TERRA);
    await operator.delete(path('provider_b'));
    const answer = await client.ask(TERRA);
    expect(calls().map(isOwn)).toEqual([true, false]);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });
});

describe('the way around of a router whose first tier is on an own key', () => {
  const AUTO = { model: 'auto', messages: [{ role: 'user', content: 'How was your day? Mine was long.' }] };
  const stream = { ...AUTO, stream: true };

  async function routed(balanceUsd = '100', on: readonly string[] = ['outage']): Promise<void> {
    const tiers = { big: TERRA, medium: SONNET };
    tenant = await seedTenant(service.dataSource, { balanceUsd, tiers });
    client = new ChatClient(service.url, tenant.apiKey);
    await operator.patch(`/routers/${String(tenant.routerId)}`, { fallback: { on } });
    await put('provider_b');
  }

  it.each<[string, Script]>([
    ['503', jsonAnswer(REFUSAL, { status: 503 })],
    ['429', jsonAnswer(REFUSAL, { status: 429 })],
    ['a refused connection', dropConnection()],
    ['half an answer', truncatedAnswer(chatCompletion())],
  ])('leads, after %s, to another tier at another provider, priced', async (_name, failure) => {
    await routed();
    service.provider.enqueue(failure, isOwnCall);
    const answer = await client.send(AUTO);
    expect(answer.headers).toMatchObject({ 'x-svc-model': SONNET, 'x-svc-retry': 'outage-fallback' });
    expect(answer.headers).not.toHaveProperty('x-svc-billed-to');
    expect(await attemptsOf(answer.callId)).toMatchObject([
      { model: TERRA, account: 'own', billed: false },
      { model: SONNET, account: 'default', status: 200, retry_reason: 'outage-fallback', billed: true },
    ]);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('leads there from a silent stream as well', async () => {
    await routed();
    service.provider.enqueue(neverAnswer(), isOwnCall);
    const answer = await client.send(stream);
    expect(answer.headers).toMatchObject({ 'x-svc-model': SONNET, 'x-svc-retry': 'outage-fallback' });
  });

  it('is free where the other tier is on an own key too', async () => {
    await routed('0');
    await put('provider_a');
    service.provider.enqueue(jsonAnswer(REFUSAL, { status: 503 }), isOwnCall);
    const answer = await client.send(AUTO);
    expect(answer.headers).toMatchObject({ 'x-svc-model': SONNET, 'x-svc-billed-to': 'own-key' });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });

  it.each([401, 403])(
    'is not taken when the key is refused: %i reaches the caller as it came',
    async (status) => {
      await routed();
      service.provider.respond(isOwnCall, jsonAnswer(REFUSAL, { status }));
      const answer = await client.send(AUTO);
      expect([answer.status, answer.headers['x-svc-billed-to']]).toEqual([status, 'own-key']);
      expect(calls().every(isOwn)).toBe(true);
    },
  );

  it('gives back what the own key was told when nobody else can answer', async () => {
    await routed();
    service.provider.respond(({ method }) => method === 'POST', jsonAnswer({ error: {} }, { status: 500 }));
    service.provider.respond(isOwnCall, jsonAnswer(REFUSAL, { status: 429 }));
    const answer = await client.send(AUTO);
    expect([answer.status, answer.error.code, answer.headers['x-svc-billed-to']]).toEqual([
      429,
      'invalid_api_key',
      'own-key',
    ]);
    expect(calls().length).toBeGreaterThan(1);
  });

  it('is not taken where the router does not fall back, nor without the money for it', async () => {
    for (const [balance, on] of [
      ['100', []],
      ['0', ['outage']],
    ] as const) {
      await routed(balance, on);
      service.provider.enqueue(jsonAnswer(REFUSAL, { status: 503 }), isOwnCall);
      expect((await client.send(AUTO)).status).toBe(503);
    }
    expect(calls().every(isOwn)).toBe(true);
  });

  it('does not give up a silent stream that nobody else may answer', async () => {
    await routed('0');
    const held = gate();
    service.provider.enqueue(streamAnswer(held, ...chatEvents(['Late.'])), isOwnCall);
    const waiting = client.send(stream);
    await held.reached;
    // Another project's call is given up meanwhile: the time is over for this one too.
    await routed();
    service.provider.enqueue(neverAnswer(), isOwnCall);
    expect((await client.send(stream)).headers['x-svc-retry']).toBe('outage-fallback');
    held.open();
    expect((await waiting).text).toContain('Late.');
  });
});
