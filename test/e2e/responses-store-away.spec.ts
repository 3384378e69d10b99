import { afterAll, beforeAll, expect, it } from 'vitest';
import { atOnce } from '../../src/lib/steps.js';
import { inputAsItems } from '../../src/responses/store/items/input-as-items.js';
import { ResponseStore } from '../../src/responses/store/response-store.service.js';
import { scanTopLevel } from '../../src/wire/json-bytes/scan-top-level.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { FakeProvider } from '../support/fake-provider.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { eventually } from './stream-call.js';
import { SOON_MS } from '../support/soon.js';

let database: TestDatabase;
let proxy: DatabaseProxy;
let provider: FakeProvider;
let service: TestApplication;
let store: ResponseStore;
let tenant: Tenant;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await DatabaseProxy.start(database.url);
  provider = await FakeProvider.start();
  service = await startTestApplication({ database: { ...database, url: proxy.url }, provider });
  store = service.app.get(ResponseStore, { strict: false });
  tenant = await seedTenant(service.dataSource);
});
afterAll(async () => {
  await service.stop();
  await provider.close();
  await proxy.stop();
  await database.drop();
});

const keep = (id: string) =>
  store.keep({
    id,
    projectId: tenant.projectId,
    organizationId: tenant.organizationId,
    callId: 'call_1',
    previousId: undefined,
    model: 'vendorb/gpt-6.1-terra',
    createdAt: new Date(),
    input: atOnce(inputAsItems(scanTopLevel(Buffer.from('{"input":"Hi"}')))),
    response: Buffer.from(`{"id":"${id}","output":[]}`),
  });
const statusOf = async (id: string): Promise<number> => {
  const headers = { authorization: `Bearer ${tenant.apiKey}` };
  return (await fetch(`${service.url}/api/v1/openai/responses/${id}`, { headers })).status;
};

it('holds no answer up while the database is away, and keeps it when the database is back in time', async () => {
  await keep('resp_before');
  expect(await statusOf('resp_before')).toBe(200);
  await proxy.become('refuse');
  const startedMs = performance.now();
  await keep('resp_while');
  expect(performance.now() - startedMs).toBeLessThan(SOON_MS);
  expect(await statusOf('resp_while')).toBe(503);
  await expect(
    store.resolve(tenant.projectId, { previousResponseId: 'resp_while', items: [] }),
  ).rejects.toMatchObject({ status: 503, code: 'database_unavailable' });
  await proxy.become('pass');
  await eventually(
    async () => ((await statusOf('resp_while')) === 200 ? true : undefined),
    'what waited is kept',
  );
  expect(await statusOf('resp_before')).toBe(200);
});
