import { SchedulerRegistry } from '@nestjs/schedule';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

let application: TestApplication | undefined;
afterEach(() => application?.stop());

async function startAs(role: string): Promise<TestApplication> {
  const environment = { ROLE: role, DATABASE_URL: 'postgres://elsewhere/none', BATCH_GATEWAY_PORT: '0' };
  return (application = await startTestApplication({ environment }));
}

const scheduledWork = ({ app }: TestApplication): number =>
  app.get(SchedulerRegistry, { strict: false }).getIntervals().length;

const statusOf = async (url: string, init?: RequestInit): Promise<number> => {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return answer.status;
};

const AS_OPERATOR = { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } };

describe('a process whose ROLE is', () => {
  it('worker answers its probes and metrics, and nothing else', async () => {
    const { url, batchGatewayUrl } = await startAs('worker');
    expect(batchGatewayUrl).toBeUndefined();
    expect(await statusOf(`${url}/healthz`)).toBe(200);
    expect(await statusOf(`${url}/readyz?now`)).toBe(200);
    expect(await statusOf(`${url}/metrics`, AS_OPERATOR)).toBe(200);
    for (const path of [
      '/docs',
      '/docs-json',
      '/console',
      '/console/assets/x.js',
      '/api/v1/admin/organizations',
      '/healthz/x',
    ])
      expect([path, await statusOf(`${url}${path}`, AS_OPERATOR)]).toEqual([path, 404]);
    const refused = await fetch(`${url}/api/v1/route/chat/completions`, { method: 'POST', body: '{}' });
    expect(refused.status).toBe(404);
    expect(refused.headers.get('x-svc-error-source')).toBe('gateway');
    expect(await refused.json()).toMatchObject({
      error: { code: 'unknown_path', message: expect.stringContaining('ROLE') as unknown },
    });
  });

  it('worker does the scheduled work', async () => {
    expect(scheduledWork(await startAs('worker'))).toBeGreaterThan(2);
  });

  it('api takes calls and has no scheduled work, but sweeps when it is asked to', async () => {
    const started = await startAs('api');
    expect(scheduledWork(started)).toBe(0);
    expect(started.batchGatewayUrl).toBeDefined();
    expect(await statusOf(`${started.url}/api/v1/admin/organizations`, AS_OPERATOR)).toBe(200);
    const sweep = `${started.url}/api/v1/admin/maintenance/sweep`;
    expect(await statusOf(sweep, { ...AS_OPERATOR, method: 'POST' })).toBe(200);
  });

  it('all does both', async () => {
    const started = await startAs('all');
    expect(scheduledWork(started)).toBeGreaterThan(2);
    expect(started.batchGatewayUrl).toBeDefined();
    expect(await statusOf(`${started.url}/api/v1/admin/organizations`, AS_OPERATOR)).toBe(200);
  });
});
