import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { eventually } from './stream-call.js';

interface Surface {
  readonly path: (tenant: Tenant) => string;
  readonly body: object;
  /** What the body says in its own words. */
  readonly said: object;
  readonly kept: { readonly end_user: string; readonly metadata: object | null };
  readonly authorization?: string;
  readonly envelope?: 'anthropic';
}

const MODEL = 'vendorb/gpt-6.1-terra';
const OPENAI_SAID = { user: 'ann', safety_identifier: 'hash', metadata: { order: '7', note: 'ü' } };
const OPENAI_KEPT = { end_user: 'ann', metadata: { order: '7', note: 'ü' } };
const CHAT = {
  path: () => '/api/v1/route/chat/completions',
  body: { model: MODEL, messages: [{ role: 'user', content: 'Hi' }] },
  said: OPENAI_SAID,
  kept: OPENAI_KEPT,
};
const SURFACES: Readonly<Record<string, Surface>> = {
  chat: CHAT,
  'a stream': { ...CHAT, body: { ...CHAT.body, stream: true } },
  'a model of provider A': { ...CHAT, body: { ...CHAT.body, model: 'vendora/claude-sonnet-5-5' } },
  'the playground': {
    ...CHAT,
    path: ({ projectId }) => `/api/v1/admin/projects/${projectId}/playground/chat/completions`,
    authorization: `Bearer ${ADMIN_TOKEN}`,
  },
  Responses: {
    path: () => '/api/v1/openai/responses',
    body: { model: 'vendorb/gpt-4o-mini', input: 'Hi' },
    said: OPENAI_SAID,
    kept: OPENAI_KEPT,
  },
  embeddings: {
    path: () => '/api/v1/route/embeddings',
    body: { model: 'vendorb/text-embedding-3-small', input: 'Hi' },
    said: OPENAI_SAID,
    kept: OPENAI_KEPT,
  },
  Messages: {
    path: () => '/api/v1/messages',
    body: { model: 'claude-sonnet-5-5', max_tokens: 64, messages: [{ role: 'user', content: 'Hi' }] },
    said: { metadata: { user_id: 'ann' } },
    kept: { end_user: 'ann', metadata: null },
    envelope: 'anthropic',
  },
};
const NAMES = Object.keys(SURFACES);

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const surfaceOf = (name: string): Surface => SURFACES[name] as Surface;

async function send(name: string, said: object, headers: Record<string, string> = {}) {
  const { path, body, authorization = `Bearer ${tenant.apiKey}` } = surfaceOf(name);
  const text = JSON.stringify({ ...body, ...said });
  const answer = await request(service.url + path(tenant), {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: text,
  });
  return {
    text,
    status: answer.statusCode,
    callId: String(answer.headers['x-svc-call-id']),
    answer: await answer.body.text(),
  };
}

const receipt = async (callId: string) => (await operator.get(`/calls/${callId}`)).body;

/** The field and the message of an error in its surface's dress. */
function faultOf(name: string, text: string): string {
  const { error } = JSON.parse(text) as { error: { message: string; param?: string | null } };
  return surfaceOf(name).envelope === 'anthropic' ? error.message : `${error.param}: ${error.message}`;
}

describe.each(NAMES)('a call of %s', (name) => {
  it('keeps what its body says', async () => {
    const { said, kept } = surfaceOf(name);
    const { callId, status } = await send(name, said);
    expect(status).toBe(200);
    expect(await receipt(callId)).toMatchObject({ tags: [], session_id: null, ...kept });
  });

  it('keeps what its headers say, which win', async () => {
    const { said, kept } = surfaceOf(name);
    const headers = { 'x-svc-tags': 'team-a, run:7 ,team-a', 'x-svc-user': 'bob', 'x-session-id': 'sess-1' };
    const { callId } = await send(name, said, headers);
    expect(await receipt(callId)).toMatchObject({
      ...kept,
      tags: ['team-a', 'run:7'],
      end_user: 'bob',
      session_id: 'sess-1',
    });
  });

  it('is nobody’s where nothing is said', async () => {
    const { callId } = await send(name, {});
    expect(await receipt(callId)).toMatchObject({
      tags: [],
      end_user: null,
      session_id: null,
      metadata: null,
    });
  });

  it('sends none of our headers up', async () => {
    await send(name, {}, { 'x-svc-tags': 'team-a', 'x-svc-user': 'bob', 'x-session-id': 'sess-1' });
    const { headers, body } = await service.provider.nextRequest();
    expect(Object.keys(headers).filter((header) => /svc|session/.test(header))).toEqual([]);
    expect(body.toString()).not.toMatch(/team-a|bob|sess-1/);
  });

  it.each<[string, Record<string, string>]>([
    ['x-svc-tags', { 'x-svc-tags': 'a b' }],
    ['x-svc-tags', { 'x-svc-tags': 'a,,b' }],
    ['x-svc-tags', { 'x-svc-tags': 'a,b,c,d,e,f,g,h,i,j,k' }],
    ['x-svc-user', { 'x-svc-user': 'u'.repeat(257) }],
    ['x-session-id', { 'x-session-id': 's'.repeat(201) }],
  ])('is refused for a bad %s, and nothing is sent', async (field, headers) => {
    const { status, answer } = await send(name, {}, headers);
    expect([status, faultOf(name, answer)]).toEqual([400, expect.stringContaining(field)]);
    expect(service.provider.requests).toEqual([]);
  });
});

const inOpenAiWords = NAMES.filter((name) => name !== 'Messages');
describe.each(inOpenAiWords)('a body of %s', (name) => {
  it.each<[string, object]>([
    ['user', { user: 'u'.repeat(257) }],
    ['user', { user: 5 }],
    ['user', { user: 'a\u0000' }],
    ['safety_identifier', { safety_identifier: 'u'.repeat(257) }],
    ['metadata', { metadata: 'text' }],
    ['metadata.a', { metadata: { a: {} } }],
    ['metadata.a', { metadata: { a: 'v'.repeat(513) } }],
    ['metadata', { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, key) => [`k${key}`, 'v'])) }],
  ])('is refused for a bad %s, and nothing is sent', async (field, said) => {
    const { status, answer } = await send(name, said);
    expect([status, faultOf(name, answer)]).toEqual([400, expect.stringMatching(new RegExp(`^${field}: `))]);
    expect(service.provider.requests).toEqual([]);
  });
});

it.each([
  ['longer than it may be', 'u'.repeat(257)],
  ['a number', 5],
  ['with a NUL', 'a\u0000'],
])('a body of Messages is refused for a user that is %s, and nothing is sent', async (_what, userId) => {
  const { status, answer } = await send('Messages', { metadata: { user_id: userId } });
  expect([status, faultOf('Messages', answer)]).toEqual([400, expect.stringContaining('metadata.user_id')]);
  expect(service.provider.requests).toEqual([]);
});

it.each(['chat', 'embeddings', 'Responses', 'Messages'])(
  'what the body of %s says goes up as it came',
  async (name) => {
    const said = JSON.stringify(surfaceOf(name).said).slice(1, -1);
    await send(name, surfaceOf(name).said, { 'x-svc-tags': 'team-a' });
    expect((await service.provider.nextRequest()).body.toString()).toContain(said);
  },
);

it('the session of a chat body is kept too, and does not go up', async () => {
  const { callId } = await send('chat', { session_id: 'sess-body' }, { 'x-session-id': 'sess-head' });
  expect(await receipt(callId)).toMatchObject({ session_id: 'sess-body' });
  expect((await service.provider.nextRequest()).body.toString()).not.toContain('sess-');
});

it('the session of Codex is that of a Responses call', async () => {
  const { callId } = await send('Responses', {}, { 'session-id': 'codex-1' });
  expect(await receipt(callId)).toMatchObject({ session_id: 'codex-1' });
});

it('a call that fails keeps for whom it was', async () => {
  service.provider.enqueue(jsonAnswer({ error: { message: 'no' } }, { status: 500 }));
  const { callId, status } = await send('chat', { user: 'ann' }, { 'x-svc-tags': 'team-a' });
  expect(status).toBeGreaterThanOrEqual(500);
  // Nothing was charged, so the answer does not wait for the row.
  const row = await eventually(async () => {
    const { status: found, body } = await operator.get(`/calls/${callId}`);
    return found === 200 ? (body as object) : undefined;
  }, 'the call is in the log');
  expect(row).toMatchObject({ tags: ['team-a'], end_user: 'ann' });
});

it('the holder of a key sees it on his own call', async () => {
  const { callId } = await send('chat', { user: 'ann' }, { 'x-svc-tags': 'team-a' });
  const answer = await fetch(`${service.url}/api/v1/calls/${callId}`, {
    headers: { authorization: `Bearer ${tenant.apiKey}` },
  });
  expect(await answer.json()).toMatchObject({ tags: ['team-a'], end_user: 'ann', session_id: null });
});
