import { beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { eventually, openChat } from './stream-call.js';

let application: TestApplication;
let tenant: Tenant;

beforeAll(async () => {
  application = await startTestApplication({ environment: { SHUTDOWN_DELAY: '2s' } });
  tenant = await seedTenant(application.dataSource);
});

describe('a stop with SHUTDOWN_DELAY', () => {
  it('is told to probes first, while calls are still served', async () => {
    const stopped = application.stop();
    const probe = await eventually(async () => {
      const answer = await fetch(`${application.url}/readyz`);
      return answer.status === 503 ? answer : undefined;
    }, 'a probe that says so');
    expect(await probe.json()).toMatchObject({ error: { code: 'shutting_down' } });
    // The alarm for errors of the gateway leaves that code out.
    expect(await errorsIn(application)).toEqual(['shutting_down']);
    const answer = await openChat(application.url, { apiKey: tenant.apiKey });
    await answer.whole();
    expect(answer.status).toBe(200);
    expect((await fetch(`${application.url}/healthz`)).status).toBe(200);
    await stopped;
    await expect(fetch(`${application.url}/healthz`)).rejects.toThrow();
  });
});

/** The codes of `gateway_errors_total`. */
async function errorsIn({ url }: TestApplication): Promise<(string | undefined)[]> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  return [...(await answer.text()).matchAll(/^gateway_errors_total\{.*code="(\w+)"/gm)].map(
    ([, code]) => code,
  );
}
