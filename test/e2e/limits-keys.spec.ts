import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ChangeFeed } from '../../src/database/change-feed.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { CHAT_PATH, eventually, openChat, type OpenAnswer } from './stream-call.js';
import { SOON_MS } from '../support/soon.js';

let service: TestApplication;
let replica: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
});
afterEach(() => service.provider.reset());
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

const call = (apiKey: string, url = service.url): Promise<OpenAnswer> => openChat(url, { apiKey });

interface HeadOnlyAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

/** A request that announces a megabyte and sends not a byte of it. */
async function callWithoutBody(headers: Record<string, string>): Promise<HeadOnlyAnswer> {
  const sent = httpRequest(service.url + CHAT_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '1000000', ...headers },
    agent: false,
  });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  const [response] = (await once(sent, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; headers: object },
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(Buffer.from(chunk));
    // The answer is whole while our body is still to come, so its end is not waited for.
    if (Buffer.concat(chunks).toString().endsWith('}')) break;
  }
  sent.destroy();
  return {
    status: response.statusCode,
    headers: { ...response.headers },
    text: Buffer.concat(chunks).toString(),
  };
}

async function drainBucket(apiKey: string, count: number): Promise<OpenAnswer[]> {
  return Promise.all(Array.from({ length: count }, () => call(apiKey)));
}

describe('the rate limit of a key', () => {
  it('is a burst of 300 unless something else is set, and says so', async () => {
    const { apiKey } = await seedTenant(service.dataSource, { rateLimits: {} });
    const answer = await call(apiKey);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit-requests': '300',
      'x-ratelimit-remaining-requests': '299',
      'x-ratelimit-reset-requests': '40ms',
    });
  });

  it('lets its burst through, then answers 429 in whole seconds, and sends nothing on', async () => {
    const { apiKey } = await seedTenant(service.dataSource, {
      rateLimits: { inference: { per_second: 0.25, burst: 5 } },
    });
    const answers = await drainBucket(apiKey, 8);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(service.provider.requests).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    for (const answer of refused) {
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      expect(answer.headers).toMatchObject({
        'x-ratelimit-limit-requests': '5',
        'x-ratelimit-remaining-requests': '0',
        'x-svc-error-source': 'gateway',
      });
      expect(await answer.json()).toMatchObject({
        error: { code: 'rate_limit_exceeded', type: 'rate_limit_error' },
      });
    }
  });

  it('refuses before the body is read', async () => {
    const { apiKey } = await seedTenant(service.dataSource, {
      rateLimits: { inference: { per_second: 0.01, burst: 1 } },
    });
    await drainBucket(apiKey, 1);
    const answer = await callWithoutBody({ authorization: `Bearer ${apiKey}` });
    expect(answer.status).toBe(429);
    expect(answer.text).toContain('rate_limit_exceeded');
  });

  it('may be none at all', async () => {
    const { apiKey } = await seedTenant(service.dataSource, { rateLimits: { inference: 'unlimited' } });
    const answers = await drainBucket(apiKey, 320);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers[0]?.headers).not.toHaveProperty('x-ratelimit-limit-requests');
  });

  it("is each key's own", async () => {
    const rateLimits = { inference: { per_second: 0.01, burst: 1 } };
    const tenants = [
      await seedTenant(service.dataSource, { rateLimits }),
      await seedTenant(service.dataSource, { rateLimits }),
    ];
    for (const { apiKey } of tenants) expect((await call(apiKey)).status).toBe(200);
    for (const { apiKey } of tenants) expect((await call(apiKey)).status).toBe(429);
  });

  it('that is changed holds on every replica within a second', async () => {
    const { apiKey, organizationId } = await seedTenant(service.dataSource, { rateLimits: {} });
    await Promise.all([call(apiKey), call(apiKey, replica.url)]);
    const changed = await new AdminClient(service.url).patch(`/organizations/${organizationId}`, {
      rate_limits: { inference: { per_second: 7, burst: 9 } },
    });
    expect(changed.status).toBe(200);
    const changedAt = performance.now();
    for (const { url } of [service, replica])
      await eventually(
        async () =>
          (await call(apiKey, url)).headers['x-ratelimit-limit-requests'] === '9' ? true : undefined,
        'the new limit',
      );
    expect(performance.now() - changedAt).toBeLessThan(SOON_MS);
  });
});

describe('an API key', () => {
  it('is taken in either header', async () => {
    const { apiKey } = await seedTenant(service.dataSource);
    const body = JSON.stringify({
      model: 'vendorb/gpt-4o-mini',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const ways: Record<string, string>[] = [
      { authorization: `Bearer ${apiKey}` },
      { authorization: `bearer ${apiKey}` },
      { 'x-api-key': apiKey },
    ];
    for (const headers of ways) {
      const answer = await fetch(service.url + CHAT_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      expect(answer.status).toBe(200);
      await answer.text();
    }
    for (const request of service.provider.requests)
      expect(JSON.stringify(request.rawHeaders)).not.toContain(apiKey);
  });

  it.each<[string, Record<string, string>]>([
    ['is missing', {}],
    ['is empty', { authorization: 'Bearer ' }],
    ['is unknown', { authorization: 'Bearer svc_live_nothing' }],
    ['has another prefix', { 'x-api-key': 'sk-something' }],
    ['comes as Basic', { authorization: 'Basic c3ZjX2xpdmVfeA==' }],
  ])('that %s is 401 before the body is read, and is not repeated', async (_name, headers) => {
    const answer = await callWithoutBody(headers);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { code: 'invalid_api_key', type: 'authentication_error' },
    });
    expect(answer.text).not.toMatch(/nothing|something|c3Zj/);
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String) as string });
  });

  it('that was revoked is 401 on every replica within a second', async () => {
    const { apiKey, keyId } = await seedTenant(service.dataSource);
    for (const { url } of [service, replica]) expect((await call(apiKey, url)).status).toBe(200);
    const revoked = await new AdminClient(service.url).delete(`/keys/${keyId}`);
    expect(revoked.status).toBeLessThan(300);
    const revokedAt = performance.now();
    for (const { url } of [service, replica])
      await eventually(
        async () => ((await call(apiKey, url)).status === 401 ? true : undefined),
        'a refusal',
      );
    expect(performance.now() - revokedAt).toBeLessThan(SOON_MS);
  });

  it('that is new works at once on every replica, also when it was refused the moment before', async () => {
    const { projectId } = await seedTenant(service.dataSource);
    const admin = new AdminClient(service.url);
    const created = await admin.post(`/projects/${projectId}/keys`, { name: 'new' });
    const { key } = created.body as { key: string };
    const [row] = await service.dataSource
      .query<{ id: string; hash: string }[]>(
        'DELETE FROM api_keys WHERE prefix = $1 AND project_id = $2 RETURNING *',
        [key.slice(0, 14), projectId],
      )
      .then((result) => result[0] as unknown as { id: string; hash: string }[]);
    // Not announced: what is known of the key is what the next call finds.
    await service.dataSource.query(`SELECT pg_notify('gateway_changes', 'everything')`);
    for (const { url } of [service, replica])
      await eventually(async () => ((await call(key, url)).status === 401 ? true : undefined), 'a refusal');
    const heard = [service, replica].map(
      ({ app }) => new Promise<void>((resolve) => app.get(ChangeFeed).onChange(() => resolve())),
    );
    await service.dataSource.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO api_keys (id, project_id, name, prefix, hash) VALUES ($1, $2, 'new', $3, $4)`,
        [row?.id, projectId, key.slice(0, 14), row?.hash],
      );
      const [project] = await manager.query<{ organization_id: string }[]>(
        'SELECT organization_id FROM projects WHERE id = $1',
        [projectId],
      );
      await manager.query(`SELECT pg_notify('gateway_changes', $1)`, [
        JSON.stringify({ organizationId: project?.organization_id }),
      ]);
    });
    await Promise.all(heard);
    for (const { url } of [service, replica]) expect((await call(key, url)).status).toBe(200);
  });

  it('of a deleted project is 401 on every replica within a second', async () => {
    const { apiKey, projectId } = await seedTenant(service.dataSource);
    for (const { url } of [service, replica]) expect((await call(apiKey, url)).status).toBe(200);
    expect((await new AdminClient(replica.url).delete(`/projects/${projectId}`)).status).toBeLessThan(300);
    const deletedAt = performance.now();
    for (const { url } of [service, replica])
      await eventually(
        async () => ((await call(apiKey, url)).status === 401 ? true : undefined),
        'a refusal',
      );
    expect(performance.now() - deletedAt).toBeLessThan(SOON_MS);
  });
});
