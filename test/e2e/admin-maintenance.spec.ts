import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { QUICK, RouteClient } from './route-client.js';

describe('the sweep', () => {
  let service: TestApplication;
  let admin: AdminClient;
  beforeAll(async () => {
    service = await startTestApplication();
    admin = new AdminClient(service.url);
  });
  afterAll(() => service.stop());

  it('deletes pins that have ended, and no others', async () => {
    const tenant = await seedTenant(service.dataSource);
    const route = new RouteClient(service.url, tenant.apiKey);
    for (const session of ['ended', 'alive']) await route.decide({ ...QUICK, session_id: session });
    await service.dataSource.query(
      `UPDATE session_pins SET pinned_until = now() - interval '1 second' WHERE project_id = $1 AND session_id = 'ended'`,
      [tenant.projectId],
    );
    const { status, body } = await admin.post('/maintenance/sweep');
    expect(status).toBe(200);
    expect(body).toEqual({
      batches_refreshed: 0,
      batches_failed: 0,
      results_purged: 0,
      uploads_purged: 0,
      pins_purged: 1,
      traces_purged: 0,
      charges: 0,
      ledger_check: 'ok',
    });
    const rows = await service.dataSource.query<{ session_id: string }[]>(
      'SELECT session_id FROM session_pins WHERE project_id = $1',
      [tenant.projectId],
    );
    expect(rows).toEqual([{ session_id: 'alive' }]);
  });

  it("is the operator's alone", async () => {
    const tenant = await seedTenant(service.dataSource);
    const { token } = await admin.createToken(tenant.organizationId);
    expect((await admin.withToken(token).post('/maintenance/sweep')).status).toBe(403);
  });
});
