import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const PROVIDER_A_PATHS = /^\/api\/v1\/(?:messages|models)(?:\/|$)/;

let service: TestApplication;
let apiKey: string;
let projectId: string;
/** Path to methods, as the OpenAPI document has them. */
let documented: [path: string, methods: string[]][];

beforeAll(async () => {
  service = await startTestApplication({ environment: { BATCH_GATEWAY_PORT: '0' } });
  ({ apiKey, projectId } = await seedTenant(service.dataSource));
  const document = (await (await fetch(`${service.url}/docs-json`)).json()) as { paths: object };
  documented = Object.entries(document.paths).map(([path, item]) => {
    const methods = Object.keys(item as object).map((method) => method.toUpperCase());
    return [path.replace(/\{\w+\}/g, 'some_id'), methods.includes('GET') ? [...methods, 'HEAD'] : methods];
  });
  documented.push(['/docs', ['GET', 'HEAD']], ['/docs-json', ['GET', 'HEAD']]);
});
afterAll(() => service.stop());

/** Whether another route, with a parameter there, takes the method: `GET …/batches/uploads` asks for a batch of that id. */
function isTakenByAnother(path: string, method: string): boolean {
  return documented.some(
    ([other, methods]) =>
      methods.includes(method) && new RegExp(`^${other.replaceAll('some_id', '[^/]+')}$`).test(path),
  );
}

describe('a method that a path does not take', () => {
  it('is 405 with Allow, in the envelope of the surface, on every path of both listeners', async () => {
    let asked = 0;
    for (const url of [service.url, service.batchGatewayUrl ?? ''])
      for (const [path, methods] of documented)
        for (const method of METHODS.filter((name) => !isTakenByAnother(path, name))) {
          const answer = await fetch(url + path, { method });
          const allow = answer.headers.get('allow')?.split(', ');
          expect([path, method, answer.status]).toEqual([path, method, 405]);
          expect([path, allow]).toEqual([path, expect.arrayContaining(methods)]);
          expect(answer.headers.get('x-should-retry')).toBe('false');
          if (method !== 'HEAD') expectEnvelope(path, await answer.json());
          asked += 1;
        }
    expect(asked).toBeGreaterThan(300);
  });

  it('is found however the path is written', async () => {
    const answer = await fetch(`${service.url}/api/v1/m%65ssages?beta=true`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expectEnvelope('/api/v1/messages', await answer.json());
  });

  it.each(['/api/v1/route/chat/completions/', '/api/v1/nothing', '/docs/nothing.css', '/'])(
    'is no matter where there is nothing: %s',
    async (path) => {
      for (const method of ['GET', 'PUT']) {
        const answer = await fetch(service.url + path, { method });
        const expected = path.startsWith('/docs/') && method === 'PUT' ? 405 : 404;
        expect([method, answer.status]).toEqual([method, expected]);
      }
    },
  );
});

function expectEnvelope(path: string, body: unknown): void {
  if (PROVIDER_A_PATHS.test(path))
    expect(body).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', details: { error_code: 'method_not_allowed' } },
    });
  else expect(body).toMatchObject({ error: { type: 'invalid_request_error', code: 'method_not_allowed' } });
}

describe('what a browser may make of an answer', () => {
  it.each<[string, () => Promise<Response>]>([
    ['the page of the documentation', () => fetch(`${service.url}/docs`)],
    ['its script', () => fetch(`${service.url}/docs/swagger-ui-bundle.js`)],
    ['the OpenAPI document', () => fetch(`${service.url}/docs-json`)],
    ['a probe', () => fetch(`${service.url}/healthz`)],
    ['an error', () => fetch(`${service.url}/nothing`)],
    ['a path that cannot be decoded', () => fetch(`${service.url}/%zz`)],
    ['a list of the management API', () => admin('/organizations')],
    ['CSV of calls', () => admin(`/projects/${projectId}/calls?format=csv`)],
    ['CSV of usage', () => admin(`/projects/${projectId}/usage?group_by=day&format=csv`)],
    ['a list of models', () => withKey('/route/models')],
    ['a list of batches', () => withKey('/route/batches')],
    [
      'a chat completion',
      () => {
        service.provider.enqueue(jsonAnswer(chatCompletion()));
        return withKey('/route/chat/completions', {
          model: 'vendorb/gpt-4o-mini',
          messages: [{ role: 'user', content: 'Hi' }],
        });
      },
    ],
  ])('is what its content type says: %s', async (_case, ask) => {
    const answer = await ask();
    await answer.arrayBuffer();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['/docs', '/docs/', '/docs/swagger-ui-init.js'])(
    'is no frame of another page, and loads nothing from elsewhere: %s',
    async (path) => {
      const policy = (await fetch(service.url + path)).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
    },
  );

  it('holds for the page as it is: no script in the page, no script, style or picture from elsewhere', async () => {
    const html = await (await fetch(`${service.url}/docs`)).text();
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|javascript:/i);
    for (const [, address = ''] of html.matchAll(/\s(?:src|href)="([^"]*)"/g))
      expect(address).toMatch(/^(?:\.?\/|#|data:image)/);
  });
});

const admin = (path: string): Promise<Response> =>
  fetch(`${service.url}/api/v1/admin${path}`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });

const withKey = (path: string, body?: object): Promise<Response> =>
  fetch(`${service.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
