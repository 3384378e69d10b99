import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { EMBEDDINGS_PATH, HELLO, MESSAGES_PATH, openRaw } from './messages-call.js';
import { RESPONSES_PATH } from './responses-client.js';
import { CHAT_PATH } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
let careful: Tenant;
beforeAll(async () => {
  service = await startTestApplication({ environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
  tenant = await seedTenant(service.dataSource);
  careful = await seedTenant(service.dataSource, { chineseModels: false });
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReturnType<typeof JSON.parse>;
}

async function get(path: string, { apiKey } = tenant, url = service.url): Promise<Answer> {
  const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': apiKey } });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);
const ALL = '/api/v1/models?limit=1000';
const CHINESE = [
  'zai-org/GLM-5.3',
  'Qwen/Qwen3-235B-A22B-Instruct-2507',
  'deepseek-ai/DeepSeek-V4.1-Flash',
  'nvidia/DeepSeek-V3.2-NVFP4',
];

describe("provider A's list", () => {
  it('has its shape and its headers', async () => {
    const { status, headers, body } = await get(ALL);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data', 'has_more', 'first_id', 'last_id']);
    expect(body.data.find(({ id }: { id: string }) => id === 'claude-sonnet-5-5')).toMatchObject({
      type: 'model',
      display_name: 'Claude Sonnet 5.5',
      created_at: '2026-11-01T00:00:00Z',
      max_input_tokens: expect.any(Number),
      max_tokens: expect.any(Number),
      lifecycle: 'active',
      line: 'sonnet',
    });
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('content-type')).toContain('application/json');
  });

  it('names what the Messages API takes, and nothing else', async () => {
    const ids = idsOf(await get(ALL));
    expect(ids.filter((id) => !id.startsWith('claude-')).sort()).toEqual(
      [...CHINESE, 'openai/gpt-oss-120b', 'meta-llama/Llama-3.3-70B-Instruct'].sort(),
    );
    expect(ids).not.toContain('claude-opus-4-1');
    for (const model of ids) {
      const answer = await openRaw(service.url, {
        apiKey: tenant.apiKey,
        path: MESSAGES_PATH,
        body: { ...HELLO, model },
      });
      expect(answer.status, model).toBe(200);
    }
  });

  it('leaves out Chinese models while they are off', async () => {
    const ids = idsOf(await get(ALL, careful));
    expect(ids).toContain('openai/gpt-oss-120b');
    for (const id of CHINESE) expect(ids).not.toContain(id);
  });

  it('is paged forwards and backwards without a gap', async () => {
    const all = idsOf(await get(ALL));
    expect(idsOf(await get('/api/v1/models'))).toEqual(all.slice(0, 20));
    const forwards: string[] = [];
    for (let after = ''; ;) {
      const page = await get(`/api/v1/models?limit=4${after}`);
      forwards.push(...idsOf(page));
      expect(page.body.first_id).toBe(page.body.data[0].id);
      if (!page.body.has_more) break;
      after = `&after_id=${encodeURIComponent(page.body.last_id)}`;
    }
    expect(forwards).toEqual(all);
    const backwards: string[] = [];
    for (let before = encodeURIComponent(all.at(-1) ?? ''); ;) {
      const page = await get(`/api/v1/models?limit=4&before_id=${before}`);
      backwards.unshift(...idsOf(page));
      if (!page.body.has_more) break;
      before = encodeURIComponent(page.body.first_id);
    }
    expect(backwards).toEqual(all.slice(0, -1));
    const past = await get(`/api/v1/models?after_id=${encodeURIComponent(all.at(-1) ?? '')}`);
    expect(past.body).toEqual({ data: [], has_more: false, first_id: null, last_id: null });
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'limit=1&limit=2',
    'after_id=nonsense',
    'after_id=a&before_id=b',
    'before_id=a&before_id=b',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await get(`/api/v1/models?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
  });

  it.each(['claude-sonnet-5-5', 'vendora%2Fclaude-sonnet-5-5', 'vendora/claude-sonnet-5-5'])(
    'has an entry for %s',
    async (id) => {
      expect((await get(`/api/v1/models/${id}`)).body).toMatchObject({
        type: 'model',
        id: 'claude-sonnet-5-5',
      });
    },
  );

  it.each(['nonsense', 'gpt-4o-mini', 'zai-org%2FGLM-5.3'])('has no entry for %s', async (id) => {
    const { status, body } = await get(`/api/v1/models/${id}`, careful);
    expect(status).toBe(404);
    expect(body).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
  });

  it('needs a key', async () => {
    const { status, body } = await get('/api/v1/models', { ...tenant, apiKey: 'svc_live_unknown' });
    expect(status).toBe(401);
    expect(body).toMatchObject({ type: 'error', error: { type: 'authentication_error' } });
  });
});

describe('the OpenAI list', () => {
  it('has its shape, and names what chat, embeddings and Responses take', async () => {
    const list = await get('/api/v1/route/models');
    expect(Object.keys(list.body)).toEqual(['object', 'data']);
    expect(list.body.object).toBe('list');
    expect(list.body.data.find(({ id }: { id: string }) => id === 'vendorb/gpt-4o-mini')).toEqual({
      id: 'vendorb/gpt-4o-mini',
      object: 'model',
      created: Date.UTC(2024, 6, 18) / 1_000,
      owned_by: 'OpenAI',
    });
    const ids = idsOf(list);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['vendora/claude-sonnet-5-5', 'openai/gpt-oss-120b']));
    expect(idsOf(await get('/api/v1/openai/models'))).toEqual(ids);
    const onlyOnResponses = ids.filter((id) => /-pro$|codex|deep-research/.test(id));
    expect(onlyOnResponses.length).toBeGreaterThan(3);
    expect(ids.slice(-onlyOnResponses.length)).toEqual(onlyOnResponses);
    for (const model of ids) {
      const isEmbedding = model.includes('text-embedding');
      const isOnResponses = onlyOnResponses.includes(model);
      const chat = { ...HELLO, max_tokens: 5_000, model };
      const body = isEmbedding || isOnResponses ? { model, input: 'Hi' } : chat;
      const path = isEmbedding ? EMBEDDINGS_PATH : isOnResponses ? RESPONSES_PATH : CHAT_PATH;
      const answer = await openRaw(service.url, { apiKey: tenant.apiKey, path, body });
      expect(answer.status, model).toBe(200);
    }
  });

  it('leaves out Chinese models while they are off', async () => {
    const ids = idsOf(await get('/api/v1/route/models', careful));
    expect(ids).toContain('openai/gpt-oss-120b');
    for (const id of CHINESE) expect(ids).not.toContain(id);
  });

  it('begins with `auto`, where a router serves it', async () => {
    const auto = { id: 'auto', object: 'model', owned_by: 'router' };
    expect((await get('/api/v1/route/models')).body.data[0]).toMatchObject(auto);
    expect((await get('/api/v1/route/models/auto')).body).toMatchObject(auto);
    const routerless = await seedTenant(service.dataSource, { tiers: null });
    expect(idsOf(await get('/api/v1/route/models', routerless))).not.toContain('auto');
    expect((await get('/api/v1/route/models/auto', routerless)).status).toBe(404);
    expect(idsOf(await get(ALL))).not.toContain('auto');
  });

  it('ends with the models on the project’s own endpoints', async () => {
    const owner = await seedTenant(service.dataSource);
    const created = await new AdminClient(service.url).post(`/projects/${owner.projectId}/endpoints`, {
      model: 'llama3:8b',
      base_url: `${service.provider.url}/own/v1`,
      api_key: 'own',
    });
    expect(created.status).toBeLessThan(300);
    const { body } = await get('/api/v1/route/models', owner);
    const registeredAt = Math.floor(Date.parse(created.body.created_at as string) / 1_000);
    expect(body.data.at(-1)).toMatchObject({
      id: 'llama3:8b',
      owned_by: 'registered-endpoint',
      created: registeredAt,
    });
    expect(idsOf(await get('/api/v1/route/models'))).not.toContain('llama3:8b');
    expect((await get('/api/v1/route/models/llama3:8b', owner)).body).toMatchObject({ id: 'llama3:8b' });
  });

  it.each(['vendorb%2Fgpt-4o-mini', 'vendorb/gpt-4o-mini', 'gpt-4o-mini'])(
    'has an entry for %s',
    async (id) => {
      expect((await get(`/api/v1/route/models/${id}`)).body).toMatchObject({
        object: 'model',
        id: 'vendorb/gpt-4o-mini',
      });
    },
  );

  it('has no entry for an unknown id', async () => {
    const { status, body } = await get('/api/v1/route/models/nonsense');
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: { type: 'not_found_error', code: 'model_not_found' } });
  });
});

it('both lists hold only what the configured providers serve', async () => {
  const poor = await startTestApplication({
    environment: { PROVIDER_B_API_KEY: '', MARKETPLACE_API_KEY: '', HOSTED_API_KEY: '' },
    database: service.database,
    provider: service.provider,
  });
  try {
    const native = idsOf(await get(ALL, tenant, poor.url));
    expect(native.every((id) => id.startsWith('claude-'))).toBe(true);
    const ids = idsOf(await get('/api/v1/route/models', tenant, poor.url));
    expect(ids.every((id) => id === 'auto' || id.startsWith('vendora/'))).toBe(true);
  } finally {
    await poor.stop();
  }
});
