import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BETWEEN_POLLS_MS } from '../support/between-polls.js';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import { jsonAnswer, redirectTo } from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { openChat, type OpenAnswer } from './stream-call.js';

const WITHIN_MS = 1_000;

let application: TestApplication;
let replica: TestApplication;
let operator: AdminClient;
let tenant: Tenant;

beforeAll(async () => {
  const environment = { ALLOW_PRIVATE_ENDPOINTS: 'true' };
  application = await startTestApplication({ environment });
  const { database, provider } = application;
  replica = await startTestApplication({ environment, database, provider });
  operator = new AdminClient(application.url);
  tenant = await seedTenant(application.dataSource);
});
afterEach(() => application.provider.reset());
afterAll(async () => {
  await replica.stop();
  await application.stop();
});

async function register(model: string, fields: object = {}): Promise<string> {
  const { status, body } = await operator.post(`/projects/${tenant.projectId}/endpoints`, {
    model,
    base_url: `${application.provider.url}/own/v1/`,
    api_key: 'sk-of-the-caller',
    ...fields,
  });
  expect(status).toBe(200);
  return (body as { id: string }).id;
}

const call = (model: string, url = application.url, apiKey = tenant.apiKey): Promise<OpenAnswer> =>
  openChat(url, { apiKey, body: { model } });

/** Asks one process until the expected status comes; the last one that came when the time is over. */
async function statusWithin(model: string, url: string, expected: number): Promise<number> {
  const end = performance.now() + WITHIN_MS;
  for (;;) {
    const answer = await call(model, url);
    await answer.whole();
    if (answer.status === expected || performance.now() > end) return answer.status;
    await pause(BETWEEN_POLLS_MS);
  }
}

describe('a call of a registered endpoint', () => {
  it.each([
    ['ft:gpt-4o-mini:acme::1', {}, 'ft:gpt-4o-mini:acme::1'],
    ['llama3:8b', { upstream_model: 'llama-3-8b' }, 'llama-3-8b'],
  ])("runs there with the caller's key and id, metered and never billed: %s", async (model, fields, sent) => {
    await register(model, fields);
    application.provider.enqueue(jsonAnswer(chatCompletion({ model: sent })));
    const answer = await call(model);
    expect([answer.status, answer.headers['x-svc-model']]).toEqual([200, model]);
    const body = await answer.json();
    expect(body.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 5, cost: 0 });

    const request = await application.provider.nextRequest();
    expect(request.path).toBe('/own/v1/chat/completions');
    expect(request.headers.authorization).toBe('Bearer sk-of-the-caller');
    expect(JSON.stringify(request.headers)).not.toContain(tenant.apiKey);
    expect(JSON.parse(request.body.toString())).toMatchObject({ model: sent });
    expect(await callRow(application.dataSource, answer.callId)).toMatchObject({
      status: 200,
      billed_usd: '0.000000000000',
    });
    expect(await chargesOf(application.dataSource, answer.callId)).toEqual([]);
    expect((await balanceOf(application.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
  });

  it('sends no authorization when there is no key', async () => {
    await register('keyless:1', { api_key: undefined });
    expect((await call('keyless:1')).status).toBe(200);
    const request = await application.provider.nextRequest();
    expect(request.headers.authorization).toBeUndefined();
  });

  it('does not follow a redirect', async () => {
    await register('moved:1');
    application.provider.enqueue(redirectTo(`${application.provider.url}/elsewhere`, 307));
    const answer = await call('moved:1');
    const { error } = await answer.json();
    expect([answer.status, error.code]).toEqual([502, 'gateway_redirect']);
    expect(application.provider.requests).toHaveLength(1);
  });

  it('is 400 without an endpoint, also when another project has one', async () => {
    await register('private:1');
    const stranger = await seedTenant(application.dataSource);
    for (const [model, apiKey] of [
      ['nobody:1', tenant.apiKey],
      ['private:1', stranger.apiKey],
    ] as const)
      expect((await call(model, application.url, apiKey)).status).toBe(400);
    expect(application.provider.requests).toEqual([]);
  });

  it('of a key that cannot be opened any more says so and sends nothing; the other endpoints work', async () => {
    const broken = await register('broken:1');
    await register('whole:1');
    await application.dataSource.query(
      `UPDATE registered_endpoints SET api_key_encrypted = set_byte(api_key_encrypted, 40, 255 - get_byte(api_key_encrypted, 40)) WHERE id = $1`,
      [broken],
    );
    await application.dataSource.query(`SELECT pg_notify('gateway_changes', 'everything')`);
    const answer = await call('broken:1');
    expect([answer.status, (await answer.json()).error.code]).toEqual([500, 'endpoint_key_unreadable']);
    expect(application.provider.requests).toEqual([]);
    expect((await call('whole:1')).status).toBe(200);

    expect((await operator.patch(`/endpoints/${broken}`, { api_key: 'sk-new' })).status).toBe(200);
    expect(await statusWithin('broken:1', application.url, 200)).toBe(200);
  });
});

describe('a change of an endpoint', () => {
  it('holds on every process within a second', async () => {
    const id = await register('changing:1');
    for (const { url } of [application, replica])
      expect(await statusWithin('changing:1', url, 200)).toBe(200);

    await operator.patch(`/endpoints/${id}`, { api_key: 'sk-second' });
    for (const { url } of [application, replica]) {
      const end = performance.now() + WITHIN_MS;
      let seen: unknown;
      do {
        application.provider.reset();
        await (await call('changing:1', url)).whole();
        seen = application.provider.requests[0]?.headers.authorization;
      } while (seen !== 'Bearer sk-second' && performance.now() < end);
      expect(seen).toBe('Bearer sk-second');
    }

    await operator.delete(`/endpoints/${id}`);
    for (const { url } of [application, replica])
      expect(await statusWithin('changing:1', url, 400)).toBe(400);
  });
});
