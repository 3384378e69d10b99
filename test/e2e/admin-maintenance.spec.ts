import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
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

  it('is counted, and each of its steps that fails is, while the others are done', async () => {
    const before = await counted();
    await service.dataSource.query('ALTER TABLE session_pins RENAME TO session_pins_away');
    const failing = await admin.post('/maintenance/sweep');
    await service.dataSource.query('ALTER TABLE session_pins_away RENAME TO session_pins');
    expect([failing.status, failing.body]).toEqual([200, expect.objectContaining({ ledger_check: 'ok' })]);
    expect(await counted()).toEqual({ sweeps: before.sweeps + 1, failures: before.failures + 1 });
    await admin.post('/maintenance/sweep');
    expect(await counted()).toEqual({ sweeps: before.sweeps + 2, failures: before.failures + 1 });
  });

  async function counted(): Promise<{ sweeps: number; failures: number }> {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
    const read = (name: string): number =>
      Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
    return { sweeps: read('gateway_sweeps_total'), failures: read('gateway_sweep_failures_total') };
  }

  it("is the operator's alone", async () => {
    const tenant = await seedTenant(service.dataSource);
    const { token } = await admin.createToken(tenant.organizationId);
    expect((await admin.withToken(token).post('/maintenance/sweep')).status).toBe(403);
  });
});
