import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeProvider } from '../support/fake-provider.js';
import { chatCompletion, chatStream, CHAT_USAGE, openAiError } from '../support/recordings/openai-answers.js';
import { dropConnection, jsonAnswer, redirectTo, streamAnswer } from '../support/recordings/script.js';
import { balanceOf, callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient, sentHeaders } from './chat-client.js';

const LOCAL = 'llama3:8b';
const TUNED = 'ft:gpt-4o-mini:acme::abc123';
const PROVIDER_KEY = 'key-of-the-caller-at-its-server';

let service: TestApplication;
let strict: TestApplication;
let endpoint: FakeProvider;
let elsewhere: FakeProvider;
let tenant: Tenant;
let client: ChatClient;

beforeAll(async () => {
  service = await startTestApplication({ environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
  strict = await startTestApplication({ database: service.database, provider: service.provider });
  endpoint = await FakeProvider.start();
  elsewhere = await FakeProvider.start();
});
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource, { balanceUsd: '0' });
  client = new ChatClient(service.url, tenant.apiKey);
});
afterEach(() => {
  expect(service.provider.requests).toHaveLength(0);
  for (const provider of [service.provider, endpoint, elsewhere]) provider.reset();
});
afterAll(async () => {
  await strict.stop();
  await service.stop();
  await Promise.all([endpoint.close(), elsewhere.close()]);
});

async function register(fields: Record<string, unknown> = {}): Promise<void> {
  const answer = await new AdminClient(service.url).post(`/projects/${tenant.projectId}/endpoints`, {
    model: LOCAL,
    base_url: `${endpoint.url}/v1`,
    api_key: PROVIDER_KEY,
    ...fields,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(JSON.stringify(answer.body)).not.toContain(PROVIDER_KEY);
}

async function expectUnbilled(callId: string): Promise<void> {
  expect(await chargesOf(service.dataSource, callId)).toEqual([]);
  expect((await balanceOf(service.dataSource, tenant.organizationId)).balance).toBe('0.000000000000');
}

describe('a registered endpoint', () => {
  it("is called with the caller's provider key and body, and nothing of ours or of the caller's key", async () => {
    await register();
    await client.send(
      `{ "model":"${LOCAL}", "messages":[{"role":"user","content":"Hi"}],"seed":12345678901234567890,"session_id":"s","provider":{"sort":"x"},"options":{"num_ctx":1.0}}`,
      { headers: { 'x-api-key': tenant.apiKey, cookie: 'session=1' } },
    );
    const { headers, method, path, body } = await endpoint.nextRequest();
    expect({ method, path }).toEqual({ method: 'POST', path: '/v1/chat/completions' });
    expect(sentHeaders(headers)).toEqual({
      authorization: `Bearer ${PROVIDER_KEY}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    });
    expect(body.toString()).toBe(
      `{ "model":"${LOCAL}", "messages":[{"role":"user","content":"Hi"}],"seed":12345678901234567890,"options":{"num_ctx":1.0}}`,
    );
  });

  it('answers at zero balance, costs nothing, and is metered', async () => {
    await register();
    endpoint.enqueue(jsonAnswer(chatCompletion({ usage: { ...CHAT_USAGE, cost: 5 } })));
    const answer = await client.ask(LOCAL);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'x-svc-cost': '0', 'x-svc-model': LOCAL, 'x-svc-tier': 'fixed' });
    expect(answer.json).toMatchObject({ usage: { prompt_tokens: 10, completion_tokens: 5, cost: 0 } });
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({
      status: 200,
      served_model: LOCAL,
      cost_usd: '0.000000000000',
      billed_usd: '0.000000000000',
    });
    expect(row.detail.usage).toMatchObject({ input_tokens: 10, output_tokens: 5 });
    expect(row.detail.attempts).toMatchObject([{ provider: 'endpoint', status: 200, billed: false }]);
    await expectUnbilled(answer.callId);
  });

  it('streams, with a cost of 0 in the usage chunk', async () => {
    await register();
    endpoint.enqueue(streamAnswer(chatStream(['Hello'], { usage: CHAT_USAGE })));
    const answer = await client.ask(LOCAL, { stream: true });
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(answer.text).toContain('"cost":0}');
    expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true);
    const { body } = await endpoint.nextRequest();
    expect(JSON.parse(body.toString())).toMatchObject({ stream_options: { include_usage: true } });
    await expectUnbilled(answer.callId);
  });

  it('gets the name that its server knows, for fine-tuned ids too', async () => {
    await register({ model: TUNED, upstream_model: 'my-model' });
    for (const id of [TUNED, `vendorb/${TUNED}`]) {
      expect((await client.ask(id)).status).toBe(200);
      expect((await endpoint.nextRequest()).json()).toHaveProperty('model', 'my-model');
    }
  });

  it('without a key is called without one', async () => {
    await register({ api_key: undefined });
    expect((await client.ask(LOCAL)).status).toBe(200);
    expect((await endpoint.nextRequest()).headers).not.toHaveProperty('authorization');
  });

  it('belongs to its project alone', async () => {
    await register();
    const stranger = await seedTenant(service.dataSource);
    const answer = await new ChatClient(service.url, stranger.apiKey).ask(LOCAL);
    expect(answer.status).toBe(400);
    expect(answer.error.code).toBe('no_registered_endpoint');
    expect(endpoint.requests).toHaveLength(0);
  });

  it.each([301, 302, 303, 307, 308])(
    'that redirects with %i is not followed: 502, and the key goes no further',
    async (status) => {
      await register();
      endpoint.enqueue(redirectTo(`${elsewhere.url}/v1/chat/completions`, status));
      const answer = await client.ask(LOCAL);
      expect(answer.status).toBe(502);
      expect(answer.error).toMatchObject({ code: 'gateway_redirect', type: 'api_error' });
      expect(elsewhere.requests).toHaveLength(0);
      expect(endpoint.requests).toHaveLength(1);
      expect(await callRow(service.dataSource, answer.callId)).toMatchObject({ status: 502 });
      await expectUnbilled(answer.callId);
    },
  );

  it.each([401, 402, 429, 500])("that answers %i is relayed: the key is the caller's own", async (status) => {
    await register();
    const bytes = openAiError({ message: 'Incorrect API key provided', code: 'invalid_api_key' });
    endpoint.enqueue(jsonAnswer(bytes, { status, headers: { 'retry-after': '3' } }));
    const answer = await client.ask(LOCAL);
    expect(answer.status).toBe(status);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({ 'x-svc-error-source': 'upstream', 'retry-after': '3' });
    await expectUnbilled(answer.callId);
  });

  it('that is not there is a 502 that names no address', async () => {
    await register();
    endpoint.enqueue(dropConnection());
    const answer = await client.ask(LOCAL);
    expect(answer.status).toBe(502);
    expect(answer.error.code).toBe('upstream_unreachable');
    expect(answer.text).not.toContain('127.0.0.1');
  });

  it.each([false, true])('without usage is metered on an estimate (stream: %s)', async (stream) => {
    await register();
    endpoint.enqueue(
      stream ? streamAnswer(chatStream(['Hello there.'])) : jsonAnswer(chatCompletion({ usage: null })),
    );
    const answer = await client.ask(LOCAL, { stream });
    expect(answer.text).toContain('"cost":0}');
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.detail.usage).toMatchObject({ estimated: true });
    await expectUnbilled(answer.callId);
  });

  it('of a Chinese lab is refused while they are off', async () => {
    tenant = await seedTenant(service.dataSource, { chineseModels: false });
    client = new ChatClient(service.url, tenant.apiKey);
    await register({ model: 'qwen3:8b' });
    const answer = await client.ask('qwen3:8b');
    expect(answer.status).toBe(403);
    expect(endpoint.requests).toHaveLength(0);
  });
});

describe('an endpoint at an address that the rules forbid by now', () => {
  it.each(['http', 'https'])('is refused when a call finds it so (%s)', async (scheme) => {
    await register({ base_url: `${scheme}://${new URL(endpoint.url).host}/v1` });
    const answer = await new ChatClient(strict.url, tenant.apiKey).ask(LOCAL);
    expect(answer.status).toBe(502);
    expect(answer.error).toMatchObject({ code: 'endpoint_address_refused', type: 'api_error' });
    expect(endpoint.requests).toHaveLength(0);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ status: 502, decided_model: LOCAL, served_model: null });
    await expectUnbilled(answer.callId);
  });

  it.each([
    'https://10.0.0.1/v1',
    'https://169.254.169.254/latest',
    'https://[::1]/v1',
    'https://[::ffff:127.0.0.1]/v1',
    'https://2130706433/v1',
    'https://0x7f.1/v1',
    'https://localhost/v1',
    'https://db.internal/v1',
  ])('is refused: %s', async (address) => {
    await service.dataSource.query(
      `INSERT INTO registered_endpoints (id, project_id, model, base_url) VALUES ($1, $2, $3, $4)`,
      [`end_${tenant.projectId}`, tenant.projectId, LOCAL, address],
    );
    const answer = await new ChatClient(strict.url, tenant.apiKey).ask(LOCAL);
    expect(answer.status).toBe(502);
    expect(answer.error.code).toBe('endpoint_address_refused');
  });
});
