import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

let application: TestApplication;
let apiKey: string;
let keyWithoutMoney: string;

beforeAll(async () => {
  application = await startTestApplication();
  ({ apiKey } = await seedTenant(application.dataSource));
  ({ apiKey: keyWithoutMoney } = await seedTenant(application.dataSource, { balanceUsd: '0' }));
});
afterAll(() => application.stop());

const CHAT = '/route/chat/completions';
const MESSAGES = '/messages';
const COUNT = '/messages/count_tokens';
const EMBEDDINGS = '/route/embeddings';
/** Every other surface, and what is no surface at all; without a key each is refused by its own rule. */
const REFUSED = [
  ['POST', '/api/v1/route'],
  ['POST', '/api/v1/route/batches'],
  ['GET', '/api/v1/route/batches/batch_no/results'],
  ['POST', '/api/v1/messages/batches'],
  ['GET', '/api/v1/messages/batches/msgbatch_no'],
  ['PUT', '/api/v1/route/batches/uploads/obj_no'],
  ['POST', '/api/v1/traces'],
  ['POST', '/api/v1/feedback'],
  ['GET', '/api/v1/models'],
  ['GET', '/api/v1/key'],
  ['GET', '/api/v1/admin/organizations'],
  ['GET', '/metrics'],
  ['GET', '/nothing'],
  ['GET', '/api/v1/%zz'],
] as const;
const messages = [{ role: 'user', content: 'hello' }];

function post(path: string, body: string, key: string): Promise<Response> {
  return fetch(`${application.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body,
  });
}

describe('a call that is refused before anything is sent', () => {
  it.each([
    [400, CHAT, { model: 'gpt-99', messages }],
    [400, MESSAGES, { model: 'auto', messages }],
    [400, COUNT, { model: 'auto', messages }],
    [400, EMBEDDINGS, { model: 'auto', input: 'x' }],
    [413, CHAT, { model: 'gpt-4o', messages, pad: 'x'.repeat(1_048_576) }],
  ])('has a request id and a call id of its own: %s at %s', async (status, path, body) => {
    const ids = new Set<string | null>();
    for (let call = 0; call < 2; call += 1) {
      const answer = await post(path, JSON.stringify(body), apiKey);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
      expect(answer.headers.get('x-svc-call-id')).toMatch(/^call_[0-9a-z]+$/);
      ids.add(answer.headers.get('x-svc-call-id'));
    }
    expect(ids.size).toBe(2);
  });

  it.each([CHAT, MESSAGES, COUNT, EMBEDDINGS])('has them without a valid key too: %s', async (path) => {
    const answer = await post(path, '{}', 'svc_live_nobody');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('x-svc-call-id')).toMatch(/^call_/);
  });

  it('has them when there is no money, and leaves no row in the call log', async () => {
    const answer = await post(CHAT, JSON.stringify({ model: 'gpt-4o', messages }), keyWithoutMoney);
    expect(answer.status).toBe(402);
    const id = answer.headers.get('x-svc-call-id');
    expect(id).toMatch(/^call_/);
    expect(await application.dataSource.query('SELECT FROM calls WHERE id = $1', [id])).toEqual([]);
  });

  it('is told apart from what is no call of a model, which has a request id alone', async () => {
    const answer = await post('/route', '{}', apiKey);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    expect(answer.headers.has('x-svc-call-id')).toBe(false);
  });
});

describe('a final error of ours', () => {
  it.each(REFUSED)('tells clients not to try again: %s %s', async (method, path) => {
    const answer = await fetch(application.url + path, { method });
    await answer.text();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('x-should-retry')).toBe('false');
  });

  it('says nothing of the kind when waiting helps', async () => {
    const { apiKey: limited } = await seedTenant(application.dataSource, {
      rateLimits: { inference: { per_second: 0.01, burst: 1 } },
    });
    await post(CHAT, '{}', limited);
    const answer = await post(CHAT, '{}', limited);
    expect([answer.status, answer.headers.has('x-should-retry')]).toEqual([429, false]);
  });
});
