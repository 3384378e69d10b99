import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

let application: TestApplication;
let other: TestApplication;
let operator: AdminClient;
beforeAll(async () => {
  application = await startTestApplication();
  const { database, provider } = application;
  other = await startTestApplication({ environment: { HOSTED_API_KEY: '' }, database, provider });
  operator = new AdminClient(application.url);
});
afterAll(async () => {
  await other.stop();
  await application.stop();
});

describe('the status', () => {
  it('says how the service stands', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const { status, body } = await operator.get('/status');
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'status',
      version,
      uptime_s: expect.any(Number),
      processes: expect.any(Array),
      database: {
        state: 'up',
        version: expect.stringMatching(/^\d+/),
        latency_ms: expect.any(Number),
        changes_heard: true,
      },
      queue: { kind: 'process', state: 'up' },
      traces: { store: 'postgres', state: 'up' },
      providers: ['provider_a', 'provider_b', 'marketplace', 'hosted'].map((provider) => ({
        provider,
        configured: true,
        simulated: false,
      })),
    });
    expect(Number.isInteger(body.uptime_s)).toBe(true);
  });

  it('knows every process that shares the database, and which one answers', async () => {
    const there = new AdminClient(other.url);
    await there.get('/status');
    const here = (await operator.get('/status')).body.processes as { id: string; self: boolean }[];
    expect(here).toHaveLength(2);
    expect(here.filter(({ self }) => self)).toHaveLength(1);
    const { body } = await there.get('/status');
    expect(body.processes.map(({ self }: { self: boolean }) => self)).toEqual(here.map(({ self }) => !self));
    expect(body.providers.at(-1)).toEqual({ provider: 'hosted', configured: false, simulated: false });
  });

  it("is the operator's alone", async () => {
    const { token } = await operator.createToken(await operator.createOrganization());
    const { status, body } = await operator.withToken(token).get('/status');
    expect([status, body.error.code]).toEqual([403, 'operator_only']);
  });
});
