import OpenAI from 'openai';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeOpenAiBatch } from '../support/fake-openai-batches.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { callRow, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { BatchClient } from './batch-client.js';
import { ChatClient } from './chat-client.js';
import { EMBEDDINGS_PATH, HELLO, openRaw } from './messages-call.js';
import { created, jsonLines, line, openAiClient } from './openai-batches-support.js';
import { RESPONSES_PATH } from './responses-client.js';
import { eventually } from './stream-call.js';

const TERRA = 'vendorb/gpt-6.1-terra';
const SONNET = 'vendora/claude-sonnet-5-5';
const GLM = 'zai-org/GLM-5.3';

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
});
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource, {
    rateLimits: { inference: 'unlimited', batch_polls: 'unlimited' },
  });
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const pathOf = (alias = '', { projectId } = tenant): string =>
  `/projects/${projectId}/aliases${alias === '' ? '' : `/${encodeURIComponent(alias)}`}`;
const put = (alias: string, model: string) => operator.put(pathOf(alias), { model });

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await request(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.statusCode, headers: answer.headers, json: (await answer.body.json()) as never };
}

const sentModels = (): unknown[] =>
  service.provider.requests.map(({ body }) => (JSON.parse(body.toString()) as { model: unknown }).model);

describe('aliases in the management API', () => {
  it('are made, listed by name, changed and deleted, and the audit log says by whom', async () => {
    expect((await put('fast', 'gpt-6.1-terra')).body).toEqual({ alias: 'fast', model: TERRA });
    await put('careful', SONNET);
    expect((await put('fast', SONNET)).body).toEqual({ alias: 'fast', model: SONNET });
    expect((await operator.get(pathOf())).body).toEqual({
      object: 'list',
      data: [
        { alias: 'careful', model: SONNET },
        { alias: 'fast', model: SONNET },
      ],
      has_more: false,
      first_id: 'careful',
      last_id: 'fast',
    });
    expect((await operator.get(`${pathOf()}?limit=1&after=careful`)).body.data).toEqual([
      { alias: 'fast', model: SONNET },
    ]);
    expect((await operator.delete(pathOf('fast'))).body).toEqual({ id: 'fast', deleted: true });
    expect((await operator.delete(pathOf('fast'))).status).toBe(404);
    const { body } = await operator.get(`/organizations/${tenant.organizationId}/audit?kind=alias`);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'alias.delete',
      'alias.change',
      'alias.create',
      'alias.create',
    ]);
    expect(body.data[1]).toMatchObject({ before: { model: TERRA }, after: { model: SONNET } });
  });

  it.each([
    ['gpt-6.1-terra', TERRA, 'alias'],
    ['Claude-Sonnet-5-5', TERRA, 'alias'],
    ['auto', TERRA, 'alias'],
    ['vendora/claude-sonnet-5-5', TERRA, 'alias'],
    ['llama3:8b', TERRA, 'alias'],
    ['a b', TERRA, 'alias'],
    ['a\u0000b', TERRA, 'alias'],
    ['fast', 'auto', 'model'],
    ['fast', 'other', 'model'],
    ['fast', 'some-org/some-model', 'model'],
  ])('refuse %j for %s, naming `%s`', async (alias, model, param) => {
    await put('other', TERRA);
    const answer = await put(alias, model);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    expect((await operator.get(pathOf())).body.data).toEqual([{ alias: 'other', model: TERRA }]);
  });

  it('are a hundred a project at the most, however many are made at once', async () => {
    await service.dataSource.query(
      `INSERT INTO model_aliases (project_id, alias, model) SELECT $1, 'n' || n, $2 FROM generate_series(1, 98) n`,
      [tenant.projectId, TERRA],
    );
    const answers = await Promise.all(['w', 'x', 'y', 'z'].map((alias) => put(alias, TERRA)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.error).toMatchObject({
      code: 'too_many_aliases',
      param: 'alias',
    });
    expect((await put('n7', SONNET)).status).toBe(200);
  });

  it("do not exist for another organization's token", async () => {
    await put('fast', TERRA);
    const stranger = operator.withToken(
      (await operator.createToken(await operator.createOrganization())).token,
    );
    expect((await stranger.get(pathOf())).status).toBe(404);
    expect((await stranger.put(pathOf('fast'), { model: SONNET })).status).toBe(404);
    expect((await stranger.delete(pathOf('fast'))).status).toBe(404);
  });
});

describe('a call that writes an alias', () => {
  it('is answered by its target, which the header names, and the log keeps what was written', async () => {
    await put('fast', TERRA);
    const answer = await new ChatClient(service.url, tenant.apiKey).ask('fast');
    expect(answer.status).toBe(200);
    expect(answer.headers['x-svc-model']).toBe(TERRA);
    expect(sentModels()).toEqual(['gpt-6.1-terra']);
    const { body } = await operator.get(`/calls/${answer.callId}`);
    expect(body).toMatchObject({ requested_model: 'fast', decided_model: TERRA, served_model: TERRA });
  });

  it('is good at once where it was made, and refused as an unknown model once it is gone', async () => {
    const chat = new ChatClient(service.url, tenant.apiKey);
    expect((await chat.ask('fast')).status).toBe(400);
    await put('fast', TERRA);
    expect((await chat.ask('fast')).headers['x-svc-model']).toBe(TERRA);
    await put('fast', SONNET);
    expect((await chat.ask('fast')).headers['x-svc-model']).toBe(SONNET);
    await operator.delete(pathOf('fast'));
    expect((await chat.ask('fast')).status).toBe(400);
    expect(service.provider.requests).toHaveLength(2);
  });

  it('goes through the router that is anchored on its target: nothing is made of the alias', async () => {
    await put('fast', TERRA);
    const chat = new ChatClient(service.url, tenant.apiKey);
    const routers = [await chat.ask('fast'), await chat.ask(TERRA)].map(
      ({ headers }) => headers['x-svc-router'],
    );
    expect(routers[0]).toBe(routers[1]);
    const { body } = await operator.get(`/projects/${tenant.projectId}/routers`);
    expect(body.data.filter(({ origin }: { origin: string }) => origin === 'from_code')).toEqual([
      expect.objectContaining({ anchor_model: TERRA }),
    ]);
  });

  it("means nothing to another project's keys", async () => {
    await put('fast', TERRA);
    const other = await seedTenant(service.dataSource);
    expect((await new ChatClient(service.url, other.apiKey).ask('fast')).status).toBe(400);
  });

  it("is held to its target's policy on every surface", async () => {
    await put('zh', GLM);
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models: false } });
    const messages = [{ role: 'user', content: 'Hi' }];
    const body = { model: 'zh', messages };
    for (const [path, sent] of [
      ['/api/v1/route/chat/completions', body],
      ['/api/v1/route', body],
      ['/api/v1/openai/responses', { model: 'zh', input: 'Hi' }],
      ['/api/v1/messages', { ...HELLO, model: 'zh' }],
      ['/api/v1/route/batches', { requests: [{ custom_id: 'a', body: { ...body, max_tokens: 5 } }] }],
      ['/api/v1/messages/batches', { requests: [{ custom_id: 'a', params: { ...HELLO, model: 'zh' } }] }],
    ] as const)
      expect((await post(path, sent)).status, path).toBe(403);
    expect(service.provider.requests).toEqual([]);
  });

  it("is held to the key's list of models as its target is", async () => {
    await put('fast', TERRA);
    await put('careful', SONNET);
    await operator.patch(`/keys/${tenant.keyId}`, { models: [TERRA] });
    const chat = new ChatClient(service.url, tenant.apiKey);
    expect((await chat.ask('fast')).headers['x-svc-model']).toBe(TERRA);
    const refused = await chat.ask('careful');
    expect([refused.status, refused.error.code]).toEqual([403, 'model_not_allowed']);
  });

  it('is served on Messages, Responses, embeddings and decisions', async () => {
    await put('fast', TERRA);
    await put('careful', SONNET);
    await put('vectors', 'text-embedding-3-small');
    const messages = await openRaw(service.url, {
      apiKey: tenant.apiKey,
      body: { ...HELLO, model: 'careful' },
    });
    expect([messages.status, messages.headers['x-svc-model']]).toEqual([200, SONNET]);
    const responses = await post(RESPONSES_PATH, { model: 'fast', input: 'Hi' });
    expect([responses.status, responses.headers['x-svc-model']]).toEqual([200, TERRA]);
    const vectors = await post(EMBEDDINGS_PATH, { model: 'vectors', input: 'Hi' });
    expect([vectors.status, vectors.headers['x-svc-model']]).toEqual([200, 'vendorb/text-embedding-3-small']);
    expect(sentModels()).toEqual(['claude-sonnet-5-5', 'gpt-6.1-terra', 'text-embedding-3-small']);
    const row = await callRow(service.dataSource, String(vectors.headers['x-svc-call-id']));
    expect(row['requested_model']).toBe('vectors');
    const decision = await post('/api/v1/route', { model: 'careful', task: 'Say hello to a friend.' });
    expect(decision.json).toMatchObject({ configured: true, model: SONNET, anchor_model: SONNET });
  });

  it('is served in the playground and tried in the preview of a router', async () => {
    await put('fast', TERRA);
    const messages = [{ role: 'user', content: 'Hi' }];
    const operators = { authorization: `Bearer ${operator.bearer}` };
    const played = await post(
      `/api/v1/admin/projects/${tenant.projectId}/playground/chat/completions`,
      { model: 'fast', messages },
      operators,
    );
    expect([played.status, played.headers['x-svc-model']]).toEqual([200, TERRA]);
    const { status } = await operator.post(`/projects/${tenant.projectId}/routers/preview`, {
      router_id: tenant.routerId,
      request: { model: 'fast', messages },
    });
    expect(status).toBe(200);
  });

  it('is sent to the provider as the target in batches of every shape', async () => {
    await put('fast', TERRA);
    await put('careful', SONNET);
    const atB = new FakeOpenAiBatch(service.provider);
    service.provider.respond(
      ({ path }) => path.startsWith('/a/v1/messages/batches'),
      jsonAnswer({ id: 'msgbatch_1', type: 'message_batch', processing_status: 'in_progress' }),
    );
    const messages = [{ role: 'user', content: 'Hi' }];
    await new BatchClient(service.url, tenant.apiKey).submitted({
      requests: [
        { custom_id: 'b', body: { model: 'fast', messages, max_tokens: 5 } },
        { custom_id: 'p', params: { model: 'careful', messages, max_tokens: 5 } },
      ],
    });
    expect(atB.requests.map(({ body }) => body['model'])).toEqual(['gpt-6.1-terra']);
    const atA = service.provider.requests.find(({ path }) => path.startsWith('/a/v1/messages/batches'));
    expect(JSON.parse(atA?.body.toString() ?? '')).toMatchObject({
      requests: [{ params: { model: 'claude-sonnet-5-5' } }],
    });
    const openai = openAiClient(service, tenant.apiKey);
    atB.requests = [];
    await created(openai, jsonLines(line('one', { model: 'fast' })));
    await eventually(() => Promise.resolve(atB.requests[0]), 'the file at the provider');
    expect(atB.requests.map(({ body }) => body['model'])).toEqual(['gpt-6.1-terra']);
  });
});

describe('the lists of models', () => {
  it("name aliases in both vendors' shapes, and only those whose target may be called there", async () => {
    await put('fast', TERRA);
    await put('careful', SONNET);
    await put('zh', GLM);
    const openai = new OpenAI({ apiKey: tenant.apiKey, baseURL: `${service.url}/api/v1/openai` });
    const ids = async () => (await openai.models.list()).data.map(({ id }) => id);
    expect(await ids()).toEqual(expect.arrayContaining(['fast', 'careful', 'zh']));
    expect(await openai.models.retrieve('fast')).toMatchObject({
      id: 'fast',
      object: 'model',
      owned_by: 'alias',
    });
    const listed = await fetch(`${service.url}/api/v1/models?limit=1000`, {
      headers: { 'x-api-key': tenant.apiKey },
    });
    const { data } = (await listed.json()) as { data: { id: string; max_tokens: number }[] };
    const named = (id: string) => data.find((model) => model.id === id);
    expect(named('careful')).toMatchObject({
      type: 'model',
      max_tokens: named('claude-sonnet-5-5')?.max_tokens,
    });
    expect([named('fast'), named('zh')]).toEqual([undefined, expect.anything()]);
    const one = await fetch(`${service.url}/api/v1/models/careful`, {
      headers: { 'x-api-key': tenant.apiKey },
    });
    expect(await one.json()).toMatchObject({ id: 'careful', display_name: 'careful' });
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models: false } });
    expect(await ids()).not.toContain('zh');
  });
});
