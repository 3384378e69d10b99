import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Sweep } from '../../src/admin/maintenance/sweep.service.js';
import { Clock } from '../../src/lib/clock.js';
import { JobQueue } from '../../src/queue/job-queue.js';
import { seedTenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { QUICK, RouteClient } from './route-client.js';
import { eventually } from './stream-call.js';

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

  it('is asked for once an hour, soon after the start, and again where the queue could not be asked', async () => {
    const { app } = service;
    const [sweep, queue] = [app.get(Sweep), app.get(JobQueue)];
    const now = vi.spyOn(app.get(Clock), 'now').mockReturnValue(new Date('2031-05-01T10:59:00Z'));
    const add = vi.spyOn(queue, 'add');
    const { sweeps } = await counted();
    try {
      add.mockRejectedValueOnce(new Error('the queue is away'));
      for (let look = 0; look < 4; look += 1) await sweep.askHourly();
      expect(add).toHaveBeenCalledTimes(2);
      now.mockReturnValue(new Date('2031-05-01T11:01:00Z'));
      for (let look = 0; look < 4; look += 1) await sweep.askHourly();
      expect(add).toHaveBeenCalledTimes(3);
      await eventually(
        async () => ((await counted()).sweeps === sweeps + 2 ? true : undefined),
        'both sweeps',
      );
    } finally {
      vi.restoreAllMocks();
    }
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
