import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ContentRetention } from '../../src/contents/content-retention.service.js';
import { Clock } from '../../src/lib/clock.js';
import { DAY_MS, HOUR_MS } from '../../src/lib/durations.js';
import { anthropicEvents } from '../support/recordings/anthropic-answers.js';
import {
  chatCompletion,
  chatEvents,
  openAiError,
  toolCallDeltas,
} from '../support/recordings/openai-answers.js';
import { DESTROY, gate, jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const MODEL_B = 'gpt-4o';
const MODEL_A = 'claude-sonnet-5-5';
const SECRET = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
const messages = [{ role: 'user', content: 'Hi, “you”' }];

interface Content {
  request: string;
  response: string;
  request_bytes: number;
  response_bytes: number;
  request_cut: boolean;
  response_cut: boolean;
  created_at: string;
  expires_at: string;
}

let service: TestApplication;
let operator: AdminClient;

beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
});
afterEach(() => {
  vi.restoreAllMocks();
  service.provider.reset();
});
afterAll(() => service.stop());

async function keeping(setting: object = {}, options: TenantOptions = {}): Promise<Tenant> {
  const tenant = await seedTenant(service.dataSource, options);
  await change(tenant, { enabled: true, ...setting });
  return tenant;
}

async function change({ projectId }: Tenant, setting: object): Promise<void> {
  const { status, body } = await operator.patch(`/projects/${projectId}`, { call_content: setting });
  expect([status, body.error]).toEqual([200, undefined]);
}

async function send(
  { apiKey }: Pick<Tenant, 'apiKey'>,
  path: string,
  body: object | string,
  url = service.url,
): Promise<{ status: number; callId: string; text: string }> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const callId = answer.headers.get('x-svc-call-id') ?? '';
  return { status: answer.status, callId, text: await answer.text().catch(() => '') };
}

const read = (callId: string, client = operator) => client.get(`/calls/${callId}/content`);
async function contentOf(callId: string): Promise<Content> {
  const { status, body } = await read(callId);
  expect([status, body.error]).toEqual([200, undefined]);
  return body as Content;
}

const CHAT = { model: MODEL_B, messages };
const ANTHROPIC = { model: MODEL_A, max_tokens: 50, messages };

describe('the content of a call', () => {
  it.each([
    ['/route/chat/completions', CHAT],
    ['/openai/chat/completions', { ...CHAT, model: MODEL_A }],
    ['/messages', ANTHROPIC],
    ['/route/embeddings', { model: 'text-embedding-3-small', input: 'Hi' }],
    ['/openai/responses', { model: MODEL_B, input: 'Hi' }],
    ['/route/responses', { model: MODEL_A, input: 'Hi', store: false }],
  ])('is what was sent and what came back: %s', async (path, body) => {
    const { status, callId, text } = await send(await keeping(), path, body);
    expect(status).toBe(200);
    const content = await contentOf(callId);
    expect(content).toMatchObject({
      object: 'call.content',
      call_id: callId,
      request: JSON.stringify(body),
      response: text,
      request_bytes: Buffer.byteLength(JSON.stringify(body)),
      response_bytes: Buffer.byteLength(text),
      request_cut: false,
      response_cut: false,
    });
    expect(Date.parse(content.expires_at) - Date.parse(content.created_at)).toBe(7 * DAY_MS);
  });

  it('is kept of a call of the playground too', async () => {
    const tenant = await keeping();
    const { status, headers } = await operator.post(
      `/projects/${tenant.projectId}/playground/chat/completions`,
      CHAT,
    );
    expect(status).toBe(200);
    expect((await contentOf(String(headers['x-svc-call-id']))).request).toBe(JSON.stringify(CHAT));
  });

  it.each([
    [
      '/route/chat/completions',
      CHAT,
      { choices: [{ message: { content: 'Hello there.' }, finish_reason: 'stop' }] },
    ],
    [
      '/route/chat/completions',
      { ...CHAT, model: MODEL_A },
      { choices: [{ message: { role: 'assistant' } }] },
    ],
    ['/messages', ANTHROPIC, { type: 'message', content: [{ type: 'text' }], stop_reason: 'end_turn' }],
    ['/openai/responses', { model: MODEL_B, input: 'Hi' }, { object: 'response', status: 'completed' }],
    ['/route/responses', { model: MODEL_A, input: 'Hi' }, { object: 'response', status: 'completed' }],
  ])('of a stream is the whole answer that its events make: %s', async (path, body, expected) => {
    const { callId, text } = await send(await keeping(), path, { ...body, stream: true });
    const content = await contentOf(callId);
    expect(JSON.parse(content.response)).toMatchObject(expected);
    expect([content.response_bytes, content.response_cut]).toEqual([Buffer.byteLength(text), false]);
  });

  it('holds no secret, also none that came in pieces of a stream', async () => {
    const tenant = await keeping();
    const pieces = SECRET.match(/.{1,7}/g) ?? [];
    service.provider.enqueue(streamAnswer(...chatEvents(['Your key is ', ...pieces, '.'])));
    const body = {
      ...CHAT,
      stream: true,
      messages: [{ role: 'user', content: `postgres://u:hunter2@db ${SECRET}` }],
    };
    const content = await contentOf((await send(tenant, '/route/chat/completions', body)).callId);
    expect(content.request).toContain('postgres://u:[masked:url_password]@db [masked:api_key]');
    expect(content.response).toContain('Your key is [masked:api_key].');

    service.provider.enqueue(
      streamAnswer(
        ...anthropicEvents({ model: MODEL_A, content: [{ type: 'text', text: `x ${SECRET} y` }] }),
      ),
    );
    const message = await contentOf((await send(tenant, '/messages', { ...ANTHROPIC, stream: true })).callId);
    expect(message.response).toContain('x [masked:api_key] y');
  });

  it('holds no secret whose letters JSON writes by their numbers, in requests, answers and streams', async () => {
    const tenant = await keeping();
    const numbered = SECRET.replaceAll(
      /[a-p]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const body = (stream: boolean): string =>
      `{"model":"${MODEL_B}","stream":${stream},"n":1.0,"messages":[{"role":"user","content":"\\u00e9: ${numbered}"}]}`;
    const masked = (stream: boolean): string => body(stream).replace(numbered, '[masked:api_key]');
    const completion = String(chatCompletion({ content: 'Key: KEY.' }));
    service.provider.enqueue(jsonAnswer(Buffer.from(completion.replace('KEY', numbered))));
    const whole = await contentOf((await send(tenant, '/route/chat/completions', body(false))).callId);
    expect(whole.request).toBe(masked(false));
    expect(whole.response).toContain('"Key: [masked:api_key]."');

    const pieces = [`{"key":"${numbered.slice(0, 20)}`, `${numbered.slice(20)}"}`];
    const deltas = toolCallDeltas({ name: 'use', pieces });
    service.provider.enqueue(streamAnswer(...chatEvents(deltas, { finishReason: 'tool_calls' })));
    const streamed = await contentOf((await send(tenant, '/route/chat/completions', body(true))).callId);
    expect(streamed.request).toBe(masked(true));
    expect(streamed.response).toContain(String.raw`"arguments":"{\"key\":\"[masked:api_key]\"}"`);
  });

  it('is cut at the cap, and nothing else is', async () => {
    const tenant = await keeping({ max_kb: 1 });
    const long = '語'.repeat(100_000);
    service.provider.enqueue(jsonAnswer(chatCompletion({ content: long })));
    const { callId, text } = await send(tenant, '/route/chat/completions', {
      ...CHAT,
      messages: [{ role: 'user', content: long }],
    });
    expect(service.provider.requests[0]?.body.toString()).toContain(long);
    expect(text).toContain(long);
    const content = await contentOf(callId);
    for (const part of [content.request, content.response]) {
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1_024);
      expect(Buffer.byteLength(part)).toBeGreaterThan(1_020);
      expect(part).not.toContain('\ufffd');
    }
    expect(content).toMatchObject({
      request_cut: true,
      response_cut: true,
      response_bytes: Buffer.byteLength(text),
    });
  });

  it('of a call that failed is the error that its caller got', async () => {
    const tenant = await keeping();
    service.provider.enqueue(jsonAnswer(openAiError({ message: 'no such thing' }), { status: 400 }));
    const refused = await send(tenant, '/route/chat/completions', CHAT);
    expect(refused.status).toBe(400);
    expect((await contentOf(refused.callId)).response).toBe(refused.text);
    service.provider.enqueue(streamAnswer(...chatEvents(['Half an answer']).slice(0, 2), DESTROY));
    const broken = await send(tenant, '/route/chat/completions', { ...CHAT, stream: true });
    expect(JSON.parse((await contentOf(broken.callId)).response)).toMatchObject({
      choices: [{ message: { content: 'Half an answer' }, finish_reason: null }],
      error: expect.any(Object) as object,
    });
  });

  it('is sealed in the database', async () => {
    const { callId } = await send(await keeping(), '/route/chat/completions', CHAT);
    await contentOf(callId);
    const [row] = await service.dataSource.query<{ request: Buffer; response: Buffer }[]>(
      'SELECT request, response FROM call_contents WHERE call_id = $1',
      [callId],
    );
    expect(`${row?.request.toString('latin1')} ${row?.response.toString('latin1')}`).not.toMatch(
      /messages|choices/,
    );
  });

  it('is none before an answer begins: its first bytes wait for nothing', async () => {
    const tenant = await keeping();
    const held = gate();
    service.provider.enqueue(streamAnswer(...chatEvents(['Hello']).slice(0, 2), held));
    const insert = vi.spyOn(service.dataSource, 'query');
    const answer = await fetch(`${service.url}/api/v1/route/chat/completions`, {
      method: 'POST',
      headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...CHAT, stream: true }),
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    expect(insert.mock.calls.filter(([text]) => text.includes('call_contents'))).toEqual([]);
    held.open();
    while ((await reader?.read())?.done === false);
  });
});

describe('contents are not kept', () => {
  it('unless the project says so, nor of what has no row in the call log', async () => {
    const tenant = await seedTenant(service.dataSource);
    const { callId } = await send(tenant, '/route/chat/completions', CHAT);
    expect((await read(callId)).status).toBe(404);
    await change(tenant, { enabled: true });
    await change(tenant, { enabled: false });
    expect((await read((await send(tenant, '/messages', ANTHROPIC)).callId)).status).toBe(404);

    const keeper = await keeping();
    const count = await send(keeper, '/messages/count_tokens', { model: MODEL_A, messages });
    const unknown = await send(keeper, '/route/chat/completions', { ...CHAT, model: 'gpt-99' });
    for (const { callId: id } of [count, unknown]) expect((await read(id)).status).toBe(404);
    expect(
      await service.dataSource.query('SELECT FROM call_contents WHERE project_id = ANY($1)', [
        [tenant.projectId, keeper.projectId],
      ]),
    ).toEqual([]);
  });

  it('with zero retention, whatever the project says; what was kept before goes', async () => {
    const strict = await keeping({}, { zeroRetention: true });
    const { status, callId } = await send(strict, '/messages', ANTHROPIC);
    expect([status, (await read(callId)).status]).toEqual([200, 404]);

    const tenant = await keeping();
    const before = await send(tenant, '/messages', ANTHROPIC);
    await contentOf(before.callId);
    await operator.patch(`/organizations/${tenant.organizationId}`, {
      data_policy: { zero_retention: true },
    });
    expect((await read(before.callId)).status).toBe(404);
    await service.app.get(ContentRetention).sweep();
    expect(await rowsOf(tenant)).toBe(0);
    expect((await read((await send(tenant, '/messages', ANTHROPIC)).callId)).status).toBe(404);
  });

  it('longer than the retention, by the clock; a shorter one holds for what is there', async () => {
    const tenant = await keeping({ retention: '2d' });
    const { callId } = await send(tenant, '/messages', ANTHROPIC);
    await contentOf(callId);
    const clock = vi.spyOn(service.app.get(Clock), 'now');
    const at = (ms: number) => clock.mockImplementation(() => new Date(Date.now() + ms));
    at(2 * DAY_MS - HOUR_MS);
    await service.app.get(ContentRetention).sweep();
    expect((await read(callId)).status).toBe(200);
    at(2 * DAY_MS + HOUR_MS);
    expect((await read(callId)).status).toBe(404);
    at(3 * DAY_MS + HOUR_MS);
    await service.app.get(ContentRetention).sweep();
    expect(await rowsOf(tenant)).toBe(0);

    at(0);
    const shortened = await keeping({ retention: '30d' });
    const second = await send(shortened, '/messages', ANTHROPIC);
    await contentOf(second.callId);
    await change(shortened, { retention: '1h' });
    at(2 * HOUR_MS);
    expect((await read(second.callId)).status).toBe(404);
    await service.app.get(ContentRetention).sweep();
    expect(await rowsOf(shortened)).toBe(0);
  });

  it('of a project that was deleted', async () => {
    const tenant = await keeping();
    await contentOf((await send(tenant, '/messages', ANTHROPIC)).callId);
    await operator.delete(`/projects/${tenant.projectId}`);
    await service.app.get(ContentRetention).sweep();
    expect(await rowsOf(tenant)).toBe(0);
  });
});

async function rowsOf({ projectId }: Tenant): Promise<number> {
  const [row] = await service.dataSource.query<{ rows: number }[]>(
    'SELECT count(*)::int AS rows FROM call_contents WHERE project_id = $1',
    [projectId],
  );
  return row?.rows ?? -1;
}

describe('who reads a content', () => {
  it('is the operator or the organization itself, and is in the audit log', async () => {
    const tenant = await keeping();
    const { callId } = await send(tenant, '/messages', ANTHROPIC);
    const own = operator.withToken((await operator.createToken(tenant.organizationId)).token);
    const stranger = operator.withToken(
      (await operator.createToken((await seedTenant(service.dataSource)).organizationId)).token,
    );
    expect((await read(callId, own)).status).toBe(200);
    expect((await read(callId, stranger)).status).toBe(404);
    expect((await read(callId, operator.withToken(tenant.apiKey))).status).toBe(401);
    expect((await read('call_nobody')).status).toBe(404);
    const { body } = await operator.get(`/organizations/${tenant.organizationId}/audit`);
    const entries = body.data as {
      action: string;
      target: { id: string };
      who_name: string;
      after: unknown;
    }[];
    expect(entries.filter(({ action }) => action === 'call_content.read')).toEqual([
      expect.objectContaining({
        target: { id: callId, type: 'call_content' },
        who_name: 'ci',
        after: { call_id: callId },
      }),
    ]);
    expect(entries.find(({ action }) => action === 'project.change')).toMatchObject({
      before: { call_content: { enabled: false, retention: '7d', max_kb: 64 } },
      after: { call_content: { enabled: true, retention: '7d', max_kb: 64 } },
    });
  });
});

describe('the setting', () => {
  it('is off by default, and what is not named stays', async () => {
    const tenant = await seedTenant(service.dataSource);
    const shown = async (): Promise<unknown> =>
      (await operator.get(`/projects/${tenant.projectId}`)).body.call_content;
    expect(await shown()).toEqual({ enabled: false, retention: '7d', max_kb: 64 });
    await change(tenant, { retention: '12h', max_kb: 1_024 });
    await change(tenant, { enabled: true });
    expect(await shown()).toEqual({ enabled: true, retention: '12h', max_kb: 1_024 });
  });

  it.each([
    [{ max_kb: 0 }, 'call_content.max_kb'],
    [{ max_kb: 1_025 }, 'call_content.max_kb'],
    [{ max_kb: 1.5 }, 'call_content.max_kb'],
    [{ max_kb: '64' }, 'call_content.max_kb'],
    [{ max_kb: null }, 'call_content.max_kb'],
    [{ retention: '59m' }, 'call_content.retention'],
    [{ retention: '91d' }, 'call_content.retention'],
    [{ retention: 'a week' }, 'call_content.retention'],
    [{ retention: 7 }, 'call_content.retention'],
    [{ enabled: 'yes' }, 'call_content.enabled'],
    [{ colour: 'red' }, 'colour'],
    ['on', 'call_content'],
    [null, 'call_content'],
  ])('refuses %j and names it', async (setting, param) => {
    const tenant = await seedTenant(service.dataSource);
    const { status, body } = await operator.patch(`/projects/${tenant.projectId}`, { call_content: setting });
    expect([status, JSON.stringify(body.error)]).toEqual([400, expect.stringContaining(param)]);
  });
});

describe('several processes', () => {
  it('read what another one kept, and write what waits before they stop', async () => {
    const tenant = await keeping();
    const second = await startTestApplication({ database: service.database, provider: service.provider });
    const calls = await Promise.all(
      Array.from({ length: 20 }, () => send(tenant, '/messages', { ...ANTHROPIC, stream: true }, second.url)),
    );
    await second.stop();
    for (const { callId } of calls) expect((await contentOf(callId)).request).toContain('“you”');
  });
});
