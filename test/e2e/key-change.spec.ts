import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEALED_PLACES } from '../../src/admin/maintenance/sealed-places.js';
import { countSealed } from '../../src/database/sealed-column.js';
import type { SealingKeys } from '../../src/lib/secret-box.js';
import { FakeProvider } from '../support/fake-provider.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { AdminClient, type AdminAnswer } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { UploadClient } from './upload-client.js';

const FORMER = randomBytes(32);
const CURRENT = randomBytes(32);
const OWN = 'sk-own-0123456789abcdef';

let database: TestDatabase;
let provider: FakeProvider;
let service: TestApplication;
let tenant: Tenant;
let written: { callback: string; alerts: string; callId: string; uploadUrl: string };

const start = (secretsKey: SealingKeys): Promise<TestApplication> =>
  startTestApplication({ database, provider, secretsKey, environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
const operator = (): AdminClient => new AdminClient(service.url);

async function expectOk(answer: Promise<AdminAnswer>): Promise<AdminAnswer['body']> {
  const { status, body } = await answer;
  expect([status, body?.error]).toEqual([status < 300 ? status : 200, undefined]);
  return body;
}

/** Everything that is sealed, by its doors. */
async function writeSecrets(): Promise<void> {
  tenant = await seedTenant(service.dataSource, { smartRouting: false });
  const { projectId, organizationId } = tenant;
  await expectOk(operator().put(`/projects/${projectId}/provider-keys/provider_b`, { api_key: OWN }));
  await expectOk(
    operator().post(`/projects/${projectId}/endpoints`, {
      model: 'ours:7b',
      base_url: `${provider.url}/own/v1`,
      api_key: 'key-of-the-endpoint',
      headers: { 'x-team': 'header-of-the-endpoint' },
    }),
  );
  await expectOk(operator().patch(`/projects/${projectId}`, { call_content: { enabled: true } }));
  const callback = (await expectOk(operator().get(`/projects/${projectId}/callback-secret`))).callback_secret;
  const alerts = (await expectOk(operator().get(`/organizations/${organizationId}/alerts/secret`))).secret;
  const answer = await new ChatClient(service.url, tenant.apiKey).ask('vendorb/gpt-4o-mini');
  const { upload_url: uploadUrl } = await new UploadClient(service.url, tenant.apiKey).create();
  written = { callback, alerts, callId: String(answer.headers['x-svc-call-id']), uploadUrl };
  await expectReadable();
}

async function expectReadable(): Promise<void> {
  const { projectId, organizationId, apiKey } = tenant;
  provider.requests.length = 0;
  const client = new ChatClient(service.url, apiKey);
  expect((await client.ask('vendorb/gpt-4o-mini')).status).toBe(200);
  expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${OWN}`);
  expect((await client.ask('ours:7b')).status).toBe(200);
  expect(provider.requests.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer key-of-the-endpoint',
    'x-team': 'header-of-the-endpoint',
  });
  expect((await operator().get(`/projects/${projectId}/callback-secret`)).body.callback_secret).toBe(
    written.callback,
  );
  expect((await operator().get(`/organizations/${organizationId}/alerts/secret`)).body.secret).toBe(
    written.alerts,
  );
}

async function counts(keys: SealingKeys) {
  const each = await Promise.all(SEALED_PLACES.map((place) => countSealed(service.dataSource, keys, place)));
  return each.map(({ current, former, unreadable }) => [current, former, unreadable]);
}

beforeAll(async () => {
  [database, provider] = [await createTestDatabase(), await FakeProvider.start()];
  service = await start(FORMER);
  await writeSecrets();
});
afterAll(async () => {
  await service.stop();
  await provider.close();
  await database.drop();
});

describe('a change of SECRETS_KEY', () => {
  it('leaves everything readable while the former key stands beside the new one', async () => {
    await service.stop();
    service = await start([CURRENT, FORMER]);
    await expectReadable();
    const { body } = await operator().get(`/calls/${written.callId}/content`);
    expect(body.request).toContain('messages');
    // Signed before the change, and put behind it.
    const { pathname, search } = new URL(written.uploadUrl);
    const put = await fetch(`${service.url}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"requests":[]}',
    });
    expect(put.status).toBeLessThan(300);
    expect(await counts([CURRENT, FORMER])).toEqual(SEALED_PLACES.map(() => [0, 1, 0]));
  });

  it('is done with the next sweep, which seals what is kept for good anew', async () => {
    await expectOk(operator().post('/maintenance/sweep'));
    expect(await counts(CURRENT)).toEqual(SEALED_PLACES.map(() => [1, 0, 0]));
    await service.stop();
    service = await start(CURRENT);
    await expectReadable();
    // What was kept of calls is not sealed anew: the former key stays until it has expired.
    const { body } = await operator().get(`/calls/${written.callId}/content`);
    expect(body.error.code).toBe('call_content_unreadable');
  });
});
