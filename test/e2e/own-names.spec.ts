import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';

let service: TestApplication;
let tenant: Tenant;
let key: string;
let client: ChatClient;
beforeAll(async () => {
  service = await startTestApplication({
    environment: {
      HEADER_PREFIX: 'x-acme-',
      KEY_PREFIX: 'acme_',
      ID_PREFIX_A: 'alpha',
      ID_PREFIX_B: 'beta',
    },
  });
  tenant = await seedTenant(service.dataSource, {
    tiers: { big: 'alpha/claude-sonnet-5-5', medium: 'beta/gpt-6.1-terra' },
  });
  const { body } = await new AdminClient(service.url).post(`/projects/${tenant.projectId}/keys`, {
    name: 'new',
  });
  ({ key } = body as { key: string });
  client = new ChatClient(service.url, key);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

describe('names of its own', () => {
  it('stand in the headers of answers and errors, which hold none of the usual ones', async () => {
    const answers = [
      await client.ask('beta/gpt-4o-mini'),
      await client.ask('beta/gpt-4o-mini', { stream: true }),
      await client.ask('beta/gpt-99'),
    ];
    expect(answers[0]?.headers).toMatchObject({
      'x-acme-model': 'beta/gpt-4o-mini',
      'x-acme-tier': 'strong',
      'x-acme-cost': expect.any(String) as string,
      'x-acme-call-id': expect.any(String) as string,
    });
    expect(answers[1]?.headers).toMatchObject({ 'x-acme-model': 'beta/gpt-4o-mini' });
    expect(answers[2]?.headers).toMatchObject({ 'x-acme-error-source': 'gateway' });
    for (const { headers } of answers)
      expect(Object.keys(headers).filter((name) => name.startsWith('x-svc-'))).toEqual([]);
  });

  it('are the ones that an error tells to write', async () => {
    const answer = await client.ask('nothing-of-that-name');
    expect(answer.error.message).toContain('Write alpha/…, beta/…,');
  });

  it('begin a new key, and keys that begin otherwise are refused', async () => {
    expect(key).toMatch(/^acme_/);
    expect((await client.ask('auto')).status).toBe(200);
    expect((await new ChatClient(service.url, tenant.apiKey).ask('auto')).status).toBe(401);
  });

  it('stand in the OpenAPI document', async () => {
    const text = await (await request(`${service.url}/docs-json`)).body.text();
    expect(text).toContain('"x-acme-model"');
    expect(text).toContain('alpha/claude-sonnet-5-5');
    expect(text.match(/x-svc-|svc_live_|vendor[ab]\//g)).toBeNull();
  });
});
