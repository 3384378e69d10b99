import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeProvider } from '../support/fake-provider.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const CHAT = '/route/chat/completions';
const ROUTE = '/route';
const MESSAGES = '/messages';
const COUNT = '/messages/count_tokens';
const EMBEDDINGS = '/route/embeddings';
const BATCHES = '/route/batches';
const FACADE = '/messages/batches';
const messages = [{ role: 'user', content: 'Hi' }];

let service: TestApplication;
let endpoint: FakeProvider;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication({ environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
  endpoint = await FakeProvider.start();
  tenant = await seedTenant(service.dataSource, { smartRouting: false });
});
afterEach(() => service.provider.reset());
afterAll(async () => {
  await service.stop();
  await endpoint.close();
});

async function post(path: string, body: object): Promise<{ status: number; error: Record<string, unknown> }> {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { error = {} } = (await answer.json()) as { error?: Record<string, unknown> };
  return { status: answer.status, error };
}

const chat = (more: object) => ({ model: 'vendorb/gpt-4o-mini', messages, ...more });
const native = (more: object) => ({ model: 'claude-sonnet-5-5', max_tokens: 9, messages, ...more });
const inBatch = (item: object) => ({ requests: [{ custom_id: 'a', ...item }] });

const ON_CHAT = [
  { service_tier: 'priority' },
  { service_tier: 'flex' },
  { service_tier: 'scale' },
  { service_tier: 'fast' },
  { service_tier: 7 },
  { inference_geo: 'us' },
];
const ON_MESSAGES = [
  ...ON_CHAT,
  { service_tier: 'default' },
  { billing_policy: { type: 'billing_policy', bill_to: 'user_profile' } },
  { fallback_credit_token: 'fct_1' },
];
const REFUSED: [string, object, object][] = [
  ...ON_CHAT.flatMap((option): [string, object, object][] => [
    [CHAT, chat(option), option],
    [CHAT, { messages, ...option }, option],
    [CHAT, chat({ model: 'vendora/claude-sonnet-5-5', ...option }), option],
    [ROUTE, chat(option), option],
    [EMBEDDINGS, { model: 'text-embedding-3-small', input: 'x', ...option }, option],
    [BATCHES, inBatch({ body: chat(option) }), option],
  ]),
  ...ON_MESSAGES.flatMap((option): [string, object, object][] => [
    [MESSAGES, native(option), option],
    [COUNT, native(option), option],
    [BATCHES, inBatch({ params: native(option) }), option],
    [FACADE, inBatch({ params: native(option) }), option],
  ]),
];

describe('an option that changes the price', () => {
  it.each(REFUSED)('is refused at %s: %j', async (path, body, option) => {
    const { status, error } = await post(path, body);
    const [field = ''] = Object.keys(option);
    expect(status).toBe(400);
    expect(error['type']).toBe('invalid_request_error');
    // Provider A's envelope has no members for these.
    if (!path.startsWith(MESSAGES)) {
      expect(error['code']).toBe('unsupported_parameter');
      expect(String(error['param'])).toMatch(new RegExp(`(^|\\.)${field}$`));
    }
    expect(error['message']).toContain(field);
    expect(service.provider.requests).toHaveLength(0);
  });

  it('is for the owner of a registered endpoint to choose', async () => {
    const model = 'llama3:8b';
    await new AdminClient(service.url).post(`/projects/${tenant.projectId}/endpoints`, {
      model,
      base_url: `${endpoint.url}/v1`,
      api_key: 'key-of-the-caller',
    });
    const option = { service_tier: 'flex', inference_geo: 'us' };
    expect((await post(CHAT, { model, messages, ...option })).status).toBe(200);
    expect((await endpoint.nextRequest()).json()).toMatchObject(option);
    expect((await post(ROUTE, { model, messages, ...option })).error['code']).not.toBe(
      'unsupported_parameter',
    );
  });
});

describe('a tier at the list price', () => {
  it.each([
    ['vendorb/gpt-4o-mini', 'auto', 'auto'],
    ['vendorb/gpt-4o-mini', 'default', 'default'],
    ['vendorb/gpt-4o-mini', 'standard_only', 'default'],
    ['openai/gpt-oss-20b', 'standard_only', 'default'],
    ['vendora/claude-sonnet-5-5', 'auto', 'auto'],
    ['vendora/claude-sonnet-5-5', 'default', 'standard_only'],
    ['vendora/claude-sonnet-5-5', 'standard_only', 'standard_only'],
  ])('goes to %s in its own word: %s', async (model, written, sent) => {
    await post(CHAT, chat({ model, service_tier: written }));
    expect((await service.provider.nextRequest()).json()).toMatchObject({ service_tier: sent });
  });

  it.each(['auto', 'standard_only'])('passes on the Messages API: %s', async (tier) => {
    await post(MESSAGES, native({ service_tier: tier }));
    expect((await service.provider.nextRequest()).json()).toMatchObject({ service_tier: tier });
  });

  it('that is null says nothing', async () => {
    expect((await post(CHAT, chat({ service_tier: null, inference_geo: null }))).status).toBe(200);
  });
});
