import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { openAiError } from '../support/recordings/openai-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { eventually, openChat } from './stream-call.js';
import { insertCall } from './usage-support.js';

let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;

beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
  tenant = await seedTenant(application.dataSource, {
    balanceUsd: '12.345678901234',
    rateLimits: { inference: 'unlimited', decisions: { per_second: 1_000, burst: 2_000 } },
  });
});
afterAll(() => application.stop());

async function isCommitWaiting(): Promise<true | undefined> {
  const rows: unknown[] = await application.dataSource.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0 ? true : undefined;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReturnType<typeof JSON.parse>;
}

async function get(path: string, key: string | undefined = tenant.apiKey): Promise<Answer> {
  const answer = await fetch(`${application.url}/api/v1${path}`, { headers: { 'x-api-key': key } });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

describe('GET /api/v1/key', () => {
  it('says which key it is, what it belongs to and what it may, and never the key', async () => {
    const { status, headers, body } = await get('/key');
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'key',
      id: tenant.keyId,
      name: 'Test',
      prefix: tenant.apiKey.slice(0, 14),
      created_at: expect.stringMatching(/Z$/),
      project: { id: tenant.projectId, name: 'Test' },
      organization: { id: tenant.organizationId, name: 'Test' },
      permissions: {
        smart_routing: true,
        automatic_updates: true,
        token_compression: true,
        chinese_models: true,
        response_storage: true,
      },
      expires_at: null,
      models: null,
      limit_usd: null,
      limit_period: null,
      spent_usd: null,
      remaining_usd: null,
      resets_at: null,
      rate_limits: {
        inference: 'unlimited',
        decisions: { per_second: 1_000, burst: 2_000 },
        traces: { per_second: 25, burst: 300 },
        batch_submissions: { per_second: 0.5, burst: 30 },
        batch_polls: { per_second: 1, burst: 120 },
      },
    });
    expect(JSON.stringify(body)).not.toContain(tenant.apiKey);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-ratelimit-limit-requests')).toBe('2000');
  });

  it('sees a change at once', async () => {
    await operator.patch(`/projects/${tenant.projectId}`, {
      name: 'Renamed',
      permissions: { chinese_models: false },
    });
    expect((await get('/key')).body).toMatchObject({
      project: { name: 'Renamed' },
      permissions: { chinese_models: false, smart_routing: true },
    });
  });

  it.each(['/key', '/credits', '/calls/call_1'])('%s takes a live key only', async (path) => {
    const { status, body } = await get(path, 'svc_live_nobody');
    expect([status, body.error.code, body.error.type]).toEqual([
      401,
      'invalid_api_key',
      'authentication_error',
    ]);
    const owner = await seedTenant(application.dataSource);
    await operator.delete(`/keys/${owner.keyId}`);
    expect((await get(path, owner.apiKey)).status).toBe(401);
  });
});

describe('GET /api/v1/credits', () => {
  it('is the balance, to the last decimal', async () => {
    const { status, body } = await get('/credits');
    expect([status, body]).toEqual([
      200,
      { object: 'credits', balance_usd: 12.345678901234, reserved_usd: 0, pay_as_you_go: false },
    ]);
  });

  it('answers at zero balance', async () => {
    const poor = await seedTenant(application.dataSource, { balanceUsd: '0' });
    expect((await get('/credits', poor.apiKey)).body).toMatchObject({ balance_usd: 0 });
  });
});

describe('GET /api/v1/calls/{id}', () => {
  it("is a call of the key's project, as the management API shows it", async () => {
    const id = await insertCall(application.dataSource, tenant);
    const { status, body } = await get(`/calls/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, surface: 'chat', requested_model: 'm', billed_usd: 0.000000000007 });
    // There it has names beside its ids.
    expect((await operator.get(`/calls/${id}`)).body).toMatchObject(body as object);
  });

  it.each([
    ['its key', (id: string) => get(`/calls/${id}`)],
    ['an operator', (id: string) => operator.get(`/calls/${id}`)],
  ])('that failed, and is being recorded still, is waited for: by %s', async (_who, read) => {
    const lock = application.dataSource.createQueryRunner();
    await lock.startTransaction();
    try {
      await lock.query('LOCK TABLE calls IN EXCLUSIVE MODE');
      application.provider.enqueue(jsonAnswer(openAiError({ message: 'no such thing' }), { status: 400 }));
      const failed = await openChat(application.url, { apiKey: tenant.apiKey });
      expect(failed.status).toBe(400);
      const receipt = read(String(failed.headers['x-svc-call-id']));
      await eventually(isCommitWaiting, 'a commit that waits');
      await lock.commitTransaction();
      expect(await receipt).toMatchObject({ status: 200, body: { status: 400 } });
    } finally {
      await lock.release();
    }
  });

  it.each([
    [
      'of another organization',
      async () => insertCall(application.dataSource, await seedTenant(application.dataSource)),
    ],
    [
      'of another project of the organization',
      async () => {
        const projectId = await operator.createProject(tenant.organizationId);
        return insertCall(application.dataSource, { ...tenant, projectId });
      },
    ],
    ['that never was', () => Promise.resolve(newId('call'))],
    ['with a NUL in its id', () => Promise.resolve('call_%00')],
    ['with a quote in its id', () => Promise.resolve(`call_'`)],
  ])('%s is 404', async (_title, make) => {
    const { status, headers, body } = await get(`/calls/${await make()}`);
    expect([status, body.error.code, body.error.type]).toEqual([404, 'call_not_found', 'not_found_error']);
    expect(headers.get('x-svc-error-source')).toBe('gateway');
  });
});
