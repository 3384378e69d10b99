import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { DatabaseProxy } from '../support/database-proxy.js';
import { anthropicError } from '../support/recordings/anthropic-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { AdminClient } from './admin-client.js';
import { HELLO, openRaw } from './messages-call.js';
import { eventually } from './stream-call.js';

let database: TestDatabase;
let proxy: DatabaseProxy;
let service: TestApplication;
let operator: AdminClient;
let other: pg.Client;
let apiKey: string;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await DatabaseProxy.start(database.url);
  service = await startTestApplication({
    database: { ...database, url: proxy.url },
    environment: { PROVIDER_A_API_KEYS: 'main=sk-main,backup=sk-backup' },
  });
  operator = new AdminClient(service.url);
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
  ({ apiKey } = await seedTenant(service.dataSource));
});
afterAll(async () => {
  await other.end();
  await service.stop();
  await service.provider.close();
  await proxy.stop();
  await database.drop();
});

const stateOfMain = async (): Promise<unknown> => {
  const { body } = await operator.get('/providers');
  return (body.data as { name: string; state: string }[] | undefined)?.find(({ name }) => name === 'main')
    ?.state;
};

const untilReady = (): Promise<true> =>
  eventually(
    async () => ((await fetch(`${service.url}/readyz`)).status === 200 ? true : undefined),
    'a service that is ready',
  );

async function leaveMainOut(): Promise<void> {
  service.provider.respond(
    ({ headers }) => headers['x-api-key'] === 'sk-main',
    jsonAnswer(anthropicError('rate_limit_error'), { status: 429, headers: { 'retry-after': '600' } }),
  );
  await eventually(async () => {
    expect((await openRaw(service.url, { apiKey, body: HELLO })).status).toBe(200);
    return (await stateOfMain()) === 'out' ? true : undefined;
  }, 'an outage');
  await eventually(
    async () => ((await other.query('SELECT 1 FROM provider_outages')).rowCount === 1 ? true : undefined),
    'the row of it',
  );
}

describe('an account that is out while the database goes away', () => {
  it('is still out when it is back, and what others found out meanwhile is read', async () => {
    await leaveMainOut();
    await proxy.become('refuse');
    await eventually(
      async () => ((await fetch(`${service.url}/readyz`)).status === 200 ? undefined : true),
      'a service without its database',
    );
    await proxy.become('pass');
    await untilReady();
    expect(await stateOfMain()).toBe('out');
    await proxy.become('refuse');
    // Another process has found it well; nobody hears its notice.
    await other.query('DELETE FROM provider_outages');
    await proxy.become('pass');
    await untilReady();
    await eventually(async () => ((await stateOfMain()) === 'healthy' ? true : undefined), 'the news');
  });
});
