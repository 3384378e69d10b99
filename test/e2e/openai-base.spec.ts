import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatStream, CHAT_USAGE } from '../support/recordings/openai-answers.js';
import { streamAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { eventsOf } from './stream-call.js';

const BASES = ['/api/v1/route', '/api/v1/openai'];
const CHAT = { model: 'vendorb/gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] };
const EMBEDDING = { model: 'text-embedding-3-small', input: 'Hi' };

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication({ environment: { CORS_ORIGINS: '*' } });
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

function ask(path: string, body?: object, key = tenant.apiKey): Promise<Response> {
  return fetch(service.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** Names of headers, and the values that no call has for itself. */
function headersOf(answer: Response): Record<string, string> {
  const own = /^(?:date|x-request-id|x-upstream-request-id|x-svc-call-id|x-ratelimit-.*|content-length)$/;
  return Object.fromEntries([...answer.headers].map(([name, value]) => [name, own.test(name) ? '' : value]));
}

describe.each(BASES)('an OpenAI client at %s', (base) => {
  it('gets chat completions, which are logged as such', async () => {
    const answer = await ask(`${base}/chat/completions`, CHAT);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      object: 'chat.completion',
      usage: { cost: expect.any(Number) as number },
    });
    const [row] = await service.dataSource.query<{ surface: string }[]>(
      'SELECT surface FROM calls WHERE id = $1',
      [answer.headers.get('x-svc-call-id')],
    );
    expect(row).toEqual({ surface: 'chat' });
  });

  it('gets a stream of them', async () => {
    service.provider.enqueue(streamAnswer(chatStream(['Hi'], { usage: CHAT_USAGE })));
    const answer = await ask(`${base}/chat/completions`, { ...CHAT, stream: true });
    expect(eventsOf(await answer.text()).at(-1)).toBe('[DONE]');
  });

  it('gets embeddings', async () => {
    const answer = await ask(`${base}/embeddings`, EMBEDDING);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ object: 'list' });
  });

  it('finds models in any spelling, and those that are not listed by their id', async () => {
    const list = (await (await ask(`${base}/models`)).json()) as { data: { id: string }[] };
    expect(list.data.map(({ id }) => id)).toContain('vendorb/gpt-4o-mini');
    for (const id of ['vendorb%2Fgpt-4o-mini', 'gpt-4o-mini', 'gpt-5.5-pro'])
      expect((await ask(`${base}/models/${id}`)).status, id).toBe(200);
    const none = await ask(`${base}/models/nothing`);
    expect([none.status, await none.json()]).toMatchObject([404, { error: { code: 'model_not_found' } }]);
  });

  it('is refused in its own shape, with the id of a call', async () => {
    const bad = await ask(`${base}/chat/completions`, { ...CHAT, messages: [] });
    expect(bad.status).toBe(400);
    expect(bad.headers.get('x-svc-call-id')).toMatch(/^call_/);
    expect(await bad.json()).toMatchObject({ error: { param: 'messages', type: 'invalid_request_error' } });
    const stranger = await ask(`${base}/models`, undefined, 'svc_live_nobody');
    expect([stranger.status, await stranger.json()]).toMatchObject([
      401,
      { error: { code: 'invalid_api_key' } },
    ]);
  });

  it.each(['chat/completions', 'embeddings', 'responses'])('is told the methods of %s', async (path) => {
    const answer = await fetch(`${service.url}${base}/${path}`, { method: 'PUT' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['chat/completions', 'embeddings', 'models', 'responses'])(
    'may ask for %s from a page',
    async (path) => {
      const method = path === 'models' ? 'GET' : 'POST';
      const answer = await fetch(`${service.url}${base}/${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example', 'access-control-request-method': method },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-methods')).toContain(method);
    },
  );

  it.each([
    ['POST', 'responses/resp_1/cancel'],
    ['POST', 'responses/compact'],
    ['POST', 'responses/input_tokens'],
  ])('is told the way out from %s %s', async (method, path) => {
    const answer = await fetch(`${service.url}${base}/${path}`, { method });
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect([answer.status, error.code]).toEqual([404, 'unknown_path']);
    expect(error.message.length).toBeGreaterThan(100);
  });
});

it('answers alike under both names', async () => {
  const [one, other] = await Promise.all(BASES.map((base) => ask(`${base}/chat/completions`, CHAT)));
  expect(headersOf(other as Response)).toEqual(headersOf(one as Response));
});

it.each(['', '/', '/credits', '/keys', '/completions'])(
  'answers in none of our own shapes: /api/v1/openai%s',
  async (path) => {
    const answer = await ask(`/api/v1/openai${path}`, { task: 'Hi' });
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'unknown_path' } }]);
  },
);
