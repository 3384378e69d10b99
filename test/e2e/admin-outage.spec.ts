import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;

beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
  tenant = await seedTenant(application.dataSource);
});
afterAll(() => application.stop());

/** Lets nobody into the service's database, and throws out who is in it, while `work` runs. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const name = new URL(application.database.url).pathname.slice(1);
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  try {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await work();
  } finally {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await server.end();
  }
}

describe('a management API whose database is away', () => {
  it('answers 503 to try again, to every token, and works again afterwards', async () => {
    const { token } = await operator.createToken(tenant.organizationId);
    const member = operator.withToken(token);
    await withoutDatabase(async () => {
      const answers = [
        await operator.get('/organizations'),
        await member.get(`/organizations/${tenant.organizationId}`),
        await operator.post(`/organizations/${tenant.organizationId}/credits`, { amount_usd: 1 }),
        await operator.patch(`/projects/${tenant.projectId}`, { name: 'New' }),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(503);
        expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
        expect(answer.body.error).toMatchObject({ type: 'api_error', code: 'database_unavailable' });
      }
    });
    const back = await operator.get(`/organizations/${tenant.organizationId}`);
    expect(back).toMatchObject({ status: 200, body: { balance_usd: 100 } });
    expect((await member.get('/organizations')).status).toBe(200);
  });

  it('is alive, not ready, and still says what is in memory', async () => {
    await withoutDatabase(async () => {
      expect((await fetch(`${application.url}/healthz`)).status).toBe(200);
      const ready = await fetch(`${application.url}/readyz`);
      expect(ready.status).toBe(503);
      expect(ready.headers.get('retry-after')).toBe('1');
      expect(await ready.json()).toMatchObject({ error: { code: 'not_ready' } });
      const metrics = await fetch(`${application.url}/metrics`, {
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      });
      expect(metrics.status).toBe(200);
      expect((await operator.get('/models')).status).toBe(200);
      const status = await operator.get('/status');
      expect(status).toMatchObject({
        status: 200,
        body: { database: { state: 'down', version: null, latency_ms: null }, queue: { state: 'up' } },
      });
    });
  });
});
