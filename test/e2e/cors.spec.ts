import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatCompletion, chatStream, CHAT_USAGE } from '../support/recordings/openai-answers.js';
import { jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

const PAGE = 'https://app.example';
/** What the official SDKs send from a browser, beside what clients of ours add. */
const SDK_HEADERS =
  'anthropic-beta,anthropic-dangerous-direct-browser-access,anthropic-version,authorization,content-type,openai-organization,openai-project,traceparent,user-agent,x-api-key,x-request-id,x-session-id,x-stainless-arch,x-stainless-helper-method,x-stainless-retry-count,x-stainless-timeout';
const CHAT = '/api/v1/route/chat/completions';

let service: TestApplication;
let open: TestApplication;
let closed: TestApplication;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestApplication({
    environment: {
      CORS_ORIGINS: `http://localhost:3000, ${PAGE}`,
      HEADER_PREFIX: 'x-acme-',
      BATCH_GATEWAY_PORT: '0',
    },
  });
  open = await startTestApplication({ environment: { CORS_ORIGINS: '*' }, database: service.database });
  closed = await startTestApplication({ database: service.database });
  tenant = await seedTenant(service.dataSource);
});
afterAll(async () => {
  await closed.stop();
  await open.stop();
  await service.stop();
});

function preflight(
  path: string,
  { url = service.url, origin = PAGE, method = 'POST' } = {},
): Promise<Response> {
  const headers = {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': SDK_HEADERS,
  };
  return fetch(url + path, { method: 'OPTIONS', headers });
}

const corsHeadersOf = (answer: Response): string[] =>
  [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('a preflight of a page that may call', () => {
  it.each([
    [CHAT, 'POST'],
    ['/api/v1/route', 'POST'],
    ['/api/v1/route/embeddings', 'POST'],
    ['/api/v1/route/models', 'GET, HEAD'],
    ['/api/v1/route/models/vendora/claude-haiku-4-5', 'GET, HEAD'],
    ['/api/v1/route/batches', 'GET, HEAD, POST'],
    ['/api/v1/route/batches/batch_1', 'GET, HEAD'],
    ['/api/v1/route/batches/uploads/obj_1?signature=x', 'PUT'],
    ['/api/v1/messages?beta=true', 'POST'],
    ['/api/v1/messages/count_tokens', 'POST'],
    ['/api/v1/messages/batches/msgbatch_1', 'DELETE, GET, HEAD'],
    ['/api/v1/models', 'GET, HEAD'],
    ['/api/v1/traces', 'POST'],
    ['/api/v1/feedback', 'POST'],
    ['/api/v1/key', 'GET, HEAD'],
  ])('is let in at %s', async (path, methods) => {
    for (const url of [service.url, service.batchGatewayUrl ?? '']) {
      const answer = await preflight(path, { url });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': PAGE,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': SDK_HEADERS,
        'access-control-max-age': '7200',
        vary: expect.stringContaining('Origin') as unknown,
      });
    }
  });

  it.each(['/api/v1/admin/organizations', '/api/v1/webhooks/stripe', '/docs', '/healthz', '/metrics'])(
    'is not let in at %s',
    async (path) => {
      for (const { url } of [service, open]) {
        const answer = await preflight(path, { url });
        expect([answer.status, corsHeadersOf(answer)]).toEqual([405, []]);
      }
    },
  );

  it('is 404 where there is nothing', async () => {
    expect((await preflight('/api/v1/nothing')).status).toBe(404);
  });
});

describe('a page that may not call', () => {
  it.each(['https://evil.example', 'null', 'http://app.example'])(
    'gets no word of it: %s',
    async (origin) => {
      const answer = await preflight(CHAT, { origin });
      expect([answer.status, corsHeadersOf(answer)]).toEqual([405, []]);
      expect(answer.headers.get('vary')).toBe('Origin');
    },
  );

  it('is every one when nothing is set', async () => {
    const answer = await preflight(CHAT, { url: closed.url });
    expect([answer.status, corsHeadersOf(answer), answer.headers.get('vary')]).toEqual([405, [], null]);
  });
});

describe('an answer to a page that may call', () => {
  const chat = (url: string, headers: Record<string, string>, body: object = {}) =>
    fetch(url + CHAT, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: PAGE, ...headers },
      body: JSON.stringify({
        model: 'vendorb/gpt-4o-mini',
        messages: [{ role: 'user', content: 'Hi' }],
        ...body,
      }),
    });

  it.each<[string, number, () => Promise<Response>]>([
    [
      'a whole answer',
      200,
      () => {
        service.provider.enqueue(jsonAnswer(chatCompletion()));
        return chat(service.url, { 'x-api-key': tenant.apiKey });
      },
    ],
    [
      'a stream',
      200,
      () => {
        service.provider.enqueue(streamAnswer(chatStream(['a'], { usage: CHAT_USAGE })));
        return chat(service.url, { 'x-api-key': tenant.apiKey }, { stream: true });
      },
    ],
    ['a refused key', 401, () => chat(service.url, { 'x-api-key': 'svc_live_no' })],
    ['a refused body', 400, () => chat(service.url, { 'x-api-key': tenant.apiKey }, { model: 'gpt-99' })],
    [
      'a wrong method',
      405,
      () => fetch(service.url + CHAT, { headers: { origin: PAGE, 'x-api-key': tenant.apiKey } }),
    ],
    [
      'a list',
      200,
      () =>
        fetch(`${service.url}/api/v1/route/batches`, {
          headers: { origin: PAGE, 'x-api-key': tenant.apiKey },
        }),
    ],
  ])('can be read with its headers: %s', async (_case, status, ask) => {
    const answer = await ask();
    await answer.text();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(answer.headers.get('vary')).toBe('Origin');
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ') ?? [];
    for (const name of answer.headers.keys()) if (name.startsWith('x-acme-')) expect(exposed).toContain(name);
    expect(exposed).toEqual(expect.arrayContaining(['x-request-id', 'retry-after', 'x-should-retry']));
  });

  it('says so to everybody when any origin may call', async () => {
    const answer = await chat(open.url, { 'x-api-key': 'svc_live_no', origin: 'https://any.example' });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
  });

  it('is silent in the management API', async () => {
    const headers = { origin: PAGE, authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await fetch(`${service.url}/api/v1/admin/organizations`, { headers });
    expect([answer.status, corsHeadersOf(answer)]).toEqual([200, []]);
  });
});
