import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicEvent, anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { END, head, htmlAnswer, jsonAnswer, script, type Script } from '../support/recordings/script.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import type { BatchClient } from './batch-client.js';
import { item, seedBatchTenant } from './batches-support.js';
import { EMBEDDINGS_PATH, HELLO, MESSAGES_PATH, openRaw } from './messages-call.js';
import { CHAT_PATH, MODEL_A, MODEL_B } from './stream-call.js';

const OWN_KEY = 'sk-of-the-caller/0123456789';
const LOCAL = 'llama3:8b';

let service: TestApplication;
let tenant: Tenant;
let client: BatchClient;
beforeAll(async () => {
  service = await startTestApplication({ environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
  ({ tenant, client } = await seedBatchTenant(service));
  await new AdminClient(service.url).post(`/projects/${tenant.projectId}/endpoints`, {
    model: LOCAL,
    base_url: `${service.provider.url}/own/v1`,
    api_key: OWN_KEY,
  });
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const error = (key: string) => ({ error: { message: `Bad key "${key}"`, type: 'invalid_request_error' } });
const chat = { messages: [{ role: 'user', content: 'Hi' }] };
const sse = (...parts: (Buffer | string)[]): Script =>
  script(head(200, { 'content-type': 'text/event-stream' }), ...parts, END);

const SURFACES: [string, string, object, string][] = [
  ['Messages', MESSAGES_PATH, HELLO, 'key-of-provider-a'],
  ['chat on provider A', CHAT_PATH, { ...chat, model: MODEL_A }, 'key-of-provider-a'],
  ['chat on provider B', CHAT_PATH, { ...chat, model: MODEL_B }, 'key-of-provider-b'],
  ['chat on a registered endpoint', CHAT_PATH, { ...chat, model: LOCAL }, OWN_KEY],
  ['embeddings', EMBEDDINGS_PATH, { model: 'text-embedding-3-small', input: 'x' }, 'key-of-provider-b'],
];

const call = async (path: string, body: object): Promise<{ status: number; everything: string }> => {
  const answer = await openRaw(service.url, { apiKey: tenant.apiKey, path, body });
  const text = (await answer.whole()).toString();
  return { status: answer.status, everything: `${JSON.stringify(answer.headers)}${text}` };
};

describe.each(SURFACES)('a credential that is quoted in an answer of %s', (_name, path, body, key) => {
  it.each<[string, Script]>([
    ['a JSON error', jsonAnswer(error(key), { status: 400 })],
    [
      'headers',
      jsonAnswer(error('x'), { status: 400, headers: { 'request-id': key, 'retry-after': `1 ${key}` } }),
    ],
    ['a page', htmlAnswer(`<p>Bearer ${key} is not known here</p>`, 502)],
  ])('is struck out of %s', async (_where, answer) => {
    service.provider.respond(() => true, answer);
    const { status, everything } = await call(path, body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(everything).toContain('[credential]');
    expect(everything).not.toContain(key);
  });
});

describe('a credential in an error event', () => {
  const events: [string, string, object, string, Buffer][] = [
    [
      'of Messages',
      MESSAGES_PATH,
      { ...HELLO, stream: true },
      'key-of-provider-a',
      anthropicEvent('error', error('key-of-provider-a')),
    ],
    [
      'of chat on provider A',
      CHAT_PATH,
      { ...chat, model: MODEL_A, stream: true },
      'key-of-provider-a',
      anthropicEvent('error', error('key-of-provider-a')),
    ],
    [
      'of chat on provider B',
      CHAT_PATH,
      { ...chat, model: MODEL_B, stream: true },
      'key-of-provider-b',
      Buffer.from(`data: ${JSON.stringify(error('key-of-provider-b'))}\n\n`),
    ],
  ];
  it.each(events)('%s is struck out, cut in two as well', async (_name, path, body, key, event) => {
    const cut = event.indexOf(key) + 5;
    service.provider.enqueue(sse(event.subarray(0, cut), event.subarray(cut)));
    const { everything } = await call(path, body);
    expect(everything).toContain('[credential]');
    expect(everything).not.toContain(key);
  });
});

describe('a credential in an error that came with 200', () => {
  it('is struck out', async () => {
    service.provider.enqueue(jsonAnswer({ type: 'error', ...error('key-of-provider-a') }));
    const { everything } = await call(MESSAGES_PATH, HELLO);
    expect(everything).toContain('[credential]');
    expect(everything).not.toContain('key-of-provider-a');
  });
});

describe('what a model wrote', () => {
  it('is not touched, whatever it looks like', async () => {
    const text = 'key-of-provider-a';
    service.provider.enqueue(jsonAnswer(anthropicMessage({ content: [{ type: 'text', text }] })));
    expect((await call(MESSAGES_PATH, HELLO)).everything).toContain(text);
  });
});

describe('a credential that a batch API quotes', () => {
  it('is neither answered nor stored', async () => {
    service.provider.respond(() => true, jsonAnswer(error('key-of-provider-a'), { status: 400 }));
    const { status, json } = await client.submit({ requests: [item('a')] });
    expect(status).toBe(502);
    expect(JSON.stringify(json)).toContain('[credential]');
    expect(JSON.stringify(json)).not.toContain('key-of-provider-a');
  });
});
