import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { insertCall, insertGroup, insertJudged } from './records-support.js';
import { CONVERSATION, RouteClient } from './route-client.js';

const BIG = 'vendora/claude-sonnet-5-5';
const MEDIUM = 'vendorb/gpt-6.1-terra';
const OPEN = 'openai/gpt-oss-120b';

/** Provider B keeps what it is sent; provider A and the hosted provider do not, by agreement. */
let service: TestApplication;
let strict: Tenant;
let other: Tenant;

beforeAll(async () => {
  service = await startTestApplication({ environment: { ZERO_RETENTION_PROVIDERS: 'provider_a,hosted' } });
  strict = await seedTenant(service.dataSource, { zeroRetention: true });
  other = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const chatOf = (tenant: Tenant): ChatClient => new ChatClient(service.url, tenant.apiKey);

function post(path: string, body: object, { apiKey }: Tenant = strict): Promise<Response> {
  return fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('an organization with zero retention', () => {
  it('is never routed to a provider that keeps what it is sent, and is told why', async () => {
    const tenant = await seedTenant(service.dataSource, {
      zeroRetention: true,
      tiers: { big: MEDIUM, medium: MEDIUM, small: OPEN },
    });
    const answer = await chatOf(tenant).send(CONVERSATION);
    expect(answer.headers).toMatchObject({ 'x-svc-model': OPEN, 'x-svc-tier': 'small' });
    expect(service.provider.requests[0]?.json()).toMatchObject({
      provider: { zdr: true, data_collection: 'deny' },
    });
    const decision = await new RouteClient(service.url, tenant.apiKey).decide(CONVERSATION);
    expect(decision['reasons']).toContainEqual(
      `${MEDIUM} runs at a provider that may keep what it is sent, and the data policy is zero retention.`,
    );
  });

  it('is served by providers with an agreement', async () => {
    expect((await chatOf(strict).send(CONVERSATION)).headers['x-svc-model']).toBe(BIG);
    expect((await chatOf(strict).ask(BIG)).status).toBe(200);
  });

  it('gets no other model for one that it names: 403 on every surface', async () => {
    const chat = await chatOf(strict).ask(MEDIUM);
    expect([chat.status, chat.error.code]).toEqual([403, 'zero_retention_unavailable']);
    const decision = await post('/api/v1/route', { model: MEDIUM, task: 'Say hello.' });
    const embeddings = await post('/api/v1/route/embeddings', {
      model: 'text-embedding-3-small',
      input: 'Hi',
    });
    for (const answer of [decision, embeddings]) {
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: { code: 'zero_retention_unavailable' } });
    }
    expect(service.provider.requests).toEqual([]);
    expect((await post('/api/v1/messages', message(BIG))).status).toBe(200);
  });

  it('has no router left when all of its models are kept somewhere', async () => {
    const tenant = await seedTenant(service.dataSource, { zeroRetention: true, tiers: { medium: MEDIUM } });
    const answer = await chatOf(tenant).send(CONVERSATION);
    expect([answer.status, answer.error.code]).toEqual([400, 'router_unconfigured']);
    const decision = await new RouteClient(service.url, tenant.apiKey).decide(CONVERSATION);
    expect(decision).toMatchObject({ configured: false });
  });

  it('is listed only what it may call', async () => {
    const list = async (tenant: Tenant): Promise<string[]> => {
      const answer = await fetch(`${service.url}/api/v1/route/models`, {
        headers: { authorization: `Bearer ${tenant.apiKey}` },
      });
      return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
    };
    expect(await list(strict)).toEqual(expect.arrayContaining([BIG, OPEN]));
    expect(await list(strict)).not.toContain(MEDIUM);
    expect(await list(other)).toContain(MEDIUM);
  });

  it('is not recommended a model that it may not call', async () => {
    const operator = new AdminClient(service.url);
    const recommended = async (tenant: Tenant): Promise<number> => {
      await operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates: false } });
      const groupId = await insertGroup(service.dataSource, tenant);
      await insertCall(service.dataSource, tenant, { groupId, servedModel: BIG });
      await insertJudged(service.dataSource, tenant, { groupId, model: MEDIUM, succeeded: 20, judged: 20 });
      const { body } = await operator.get(`/projects/${tenant.projectId}/recommendations`);
      return (body as { data: unknown[] }).data.length;
    };
    expect(await recommended(strict)).toBe(0);
    expect(await recommended(other)).toBe(1);
  });
});

it('others are served as before, wherever a model runs', async () => {
  expect((await chatOf(other).ask(MEDIUM)).status).toBe(200);
});

it('providers that are not known stop the start', async () => {
  await expect(
    startTestApplication({ environment: { ZERO_RETENTION_PROVIDERS: 'provider_a, provider_c' } }),
  ).rejects.toThrow(/ZERO_RETENTION_PROVIDERS: got "provider_a, provider_c"; it takes none, or some of/);
});

function message(model: string): object {
  return { model, max_tokens: 16, messages: [{ role: 'user', content: 'Hi' }] };
}
