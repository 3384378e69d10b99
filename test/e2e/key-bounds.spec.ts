import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/lib/clock.js';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { changeKey } from './limit-support.js';
import { ResponsesClient } from './responses-client.js';
import { CONVERSATION } from './route-client.js';
import { eventually } from './stream-call.js';

let service: TestApplication;
let replica: TestApplication;
let admin: AdminClient;
beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
  admin = new AdminClient(service.url);
});
afterEach(() => {
  vi.restoreAllMocks();
  service.provider.reset();
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

const BIG = 'vendora/claude-sonnet-5-5';
const MEDIUM = 'vendorb/gpt-6.1-terra';
const SMALL = 'openai/gpt-oss-120b';

const seed = (options: TenantOptions = {}): Promise<Tenant> =>
  seedTenant(service.dataSource, { rateLimits: {}, ...options });
const post = (tenant: Tenant, path: string, body: object, { url } = service) =>
  new ResponsesClient(url, tenant.apiKey).send(body, { path });
const route = (tenant: Tenant, body: object = {}) =>
  post(tenant, '/api/v1/route', { ...CONVERSATION, ...body });
const messages = [{ role: 'user', content: 'Hi' }];

describe('a key that is disabled or has expired', () => {
  it('is 401 with the reason on every process, until it is enabled again', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { disabled: true });
    for (const application of [service, replica])
      await eventually(async () => {
        const { status, json } = await post(tenant, '/api/v1/route', { messages }, application);
        return status === 401 && json.error.code === 'key_disabled' ? true : undefined;
      }, 'the refusal');
    expect(await changeKey(service, tenant, { disabled: false })).toMatchObject({ disabled: false });
    expect((await route(tenant)).status).toBe(200);
  });

  it('expires at its time and not before, whatever is done to the clock on the wall', async () => {
    const tenant = await seed();
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    expect(await changeKey(service, tenant, { expires_at: inAnHour })).toMatchObject({
      expires_at: inAnHour,
    });
    const clock = service.app.get(Clock);
    const monotonicMs = clock.monotonicMs.bind(clock);
    vi.spyOn(clock, 'now').mockReturnValue(new Date('2099-01-01T00:00:00Z'));
    expect((await route(tenant)).status).toBe(200);
    let hours = 0;
    vi.spyOn(clock, 'monotonicMs').mockImplementation(() => monotonicMs() + hours * 3_600_000);
    // The news of the change may come late; then the key is read once more, and its hour begins again.
    const expired = await eventually(async () => {
      hours += 1;
      const answer = await route(tenant);
      return answer.status === 200 ? undefined : answer;
    }, 'the end of the key');
    expect([expired.status, expired.error.code]).toEqual([401, 'key_expired']);
  });
});

describe('a key with a list of models', () => {
  it.each([
    ['chat', '/api/v1/route/chat/completions', { model: MEDIUM, messages }],
    ['responses', '/api/v1/openai/responses', { model: MEDIUM, input: 'Hi' }],
    ['decisions', '/api/v1/route', { model: MEDIUM, messages }],
    ['embeddings', '/api/v1/route/embeddings', { model: 'vendorb/text-embedding-3-small', input: 'Hi' }],
    ['messages', '/api/v1/messages', { model: 'claude-haiku-4-5', max_tokens: 9, messages }],
    [
      'batches',
      '/api/v1/route/batches',
      { requests: [{ custom_id: 'a', body: { model: MEDIUM, messages } }] },
    ],
    [
      'the facade',
      '/api/v1/messages/batches',
      { requests: [{ custom_id: 'a', params: { model: 'claude-haiku-4-5', max_tokens: 9, messages } }] },
    ],
  ])('is 403 model_not_allowed for any other by %s, and nothing is sent', async (_name, path, body) => {
    const tenant = await seed();
    await changeKey(service, tenant, { models: [BIG] });
    const answer = await post(tenant, path, body);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain(path.includes('messages') ? 'permission_error' : 'model_not_allowed');
    expect(answer.text).toContain('is not among the models of this API key');
    expect(service.provider.requests).toHaveLength(0);
  });

  it('calls what is listed, in any spelling, and what a lab stands for', async () => {
    const tenant = await seed();
    const listed = await changeKey(service, tenant, { models: ['claude-sonnet-5-5', 'OPENAI/*'] });
    expect(listed.models).toEqual([BIG, 'openai/*']);
    for (const model of ['claude-sonnet-5-5', BIG, SMALL]) {
      const { status, json } = await route(tenant, { model });
      expect([model, status, json.error]).toEqual([model, 200, undefined]);
    }
  });

  it('lists what it may call, and auto only where it leaves the router a model', async () => {
    const tenant = await seed();
    const list = async (): Promise<string[]> => {
      const answer = await fetch(`${service.url}/api/v1/route/models`, {
        headers: { authorization: `Bearer ${tenant.apiKey}` },
      });
      return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
    };
    await changeKey(service, tenant, { models: [SMALL] });
    expect(await list()).toEqual(['auto', SMALL]);
    await changeKey(service, tenant, { models: ['vendora/claude-haiku-4-5'] });
    expect(await list()).toEqual(['vendora/claude-haiku-4-5']);
    await changeKey(service, tenant, { models: null });
    expect((await list()).length).toBeGreaterThan(10);
  });

  it('is routed past what is not on it, pins included, which stay for others', async () => {
    const tenant = await seed();
    const other = await admin.post(`/projects/${tenant.projectId}/keys`, { name: 'B', models: [SMALL] });
    const limited = { ...tenant, apiKey: (other.body as { key: string }).key };
    const session = { 'x-svc-session-id': 'a session' };
    const ask = async ({ apiKey }: Tenant): Promise<string> => {
      const client = new ResponsesClient(service.url, apiKey);
      const { json } = await client.send(CONVERSATION, { path: '/api/v1/route', headers: session });
      return (json as { model: string }).model;
    };
    const pinned = await ask(tenant);
    expect(pinned).not.toBe(SMALL);
    expect(await ask(limited)).toBe(SMALL);
    expect(await ask(tenant)).toBe(pinned);
  });

  it('is 403 when its list leaves a router nothing', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { models: ['vendora/claude-haiku-4-5'] });
    for (const path of ['/api/v1/route', '/api/v1/route/chat/completions']) {
      const { status, error } = await post(tenant, path, CONVERSATION);
      expect([status, error.code]).toEqual([403, 'model_not_allowed']);
    }
  });
});

describe('rate limits of a key', () => {
  it('lower those of its organization, for that key alone', async () => {
    const tenant = await seed();
    const changed = await changeKey(service, tenant, {
      rate_limits: { decisions: { per_second: 0.001, burst: 2 } },
    });
    expect(changed.rate_limits).toEqual({ decisions: { per_second: 0.001, burst: 2 } });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await route(tenant)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('do not outlast their change: what was owed to a slower limit is forgotten', async () => {
    const tenant = await seed();
    await changeKey(service, tenant, { rate_limits: { decisions: { per_second: 0.001, burst: 1 } } });
    expect([(await route(tenant)).status, (await route(tenant)).status]).toEqual([200, 429]);
    await changeKey(service, tenant, { rate_limits: null });
    await eventually(
      async () => ((await route(tenant)).status === 200 ? true : undefined),
      'a call under the limit of the organization',
    );
  });
});

describe('what a key is not told', () => {
  const BAD: [object, string, RegExp][] = [
    [{ limit_usd: -1, limit_period: 'day' }, 'limit_usd', /0 or more/],
    [{ limit_usd: '0.0000000000001', limit_period: 'day' }, 'limit_usd', /at most 12 decimals/],
    [{ limit_usd: 'much', limit_period: 'day' }, 'limit_usd', /number or decimal text/],
    [{ limit_usd: 2_000_000_000, limit_period: 'day' }, 'limit_usd', /at most 1,000,000,000/],
    [{ limit_usd: 5 }, 'limit_period', /day, week, month/],
    [{ limit_period: 'day' }, 'limit_period', /goes with `limit_usd`/],
    [{ limit_usd: null, limit_period: 'day' }, 'limit_period', /goes with `limit_usd`/],
    [{ limit_usd: 5, limit_period: null }, 'limit_period', /day, week, month/],
    [{ limit_usd: 5, limit_period: 'year' }, 'limit_period', /one of day, week, month, total/],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at', /to come/],
    [{ expires_at: 'soon' }, 'expires_at', /RFC 3339/],
    [{ disabled: 'yes' }, 'disabled', /boolean/],
    [{ disabled: null }, 'disabled', /boolean/],
    [{ models: [] }, 'models', /name a model/],
    [{ models: 'vendora/*' }, 'models', /array/],
    [{ models: [1] }, 'models', /string/],
    [{ models: ['vendora/claude-9'] }, 'models', /models\[0\].*no price is known/],
    [{ models: [BIG, 'no such model'] }, 'models', /models\[1\]/],
    [{ models: ['auto'] }, 'models', /auto/],
    [{ models: [' '] }, 'models', /models\[0\].*empty/],
    [{ models: ['*'] }, 'models', /lab\/\*/],
    [{ models: ['vendora/claude-*'] }, 'models', /lab\/\*/],
    [{ models: ['vendora/**'] }, 'models', /lab\/\*/],
    [{ models: ['nobody/*'] }, 'models', /no lab/],
    [{ models: Array.from({ length: 65 }, () => BIG) }, 'models', /at most 64/],
    [{ rate_limits: { inference: { per_second: 26, burst: 10 } } }, 'rate_limits.inference', /above/],
    [{ rate_limits: { inference: { per_second: 1, burst: 301 } } }, 'rate_limits.inference', /above/],
    [{ rate_limits: { inference: 'unlimited' } }, 'rate_limits.inference', /above/],
    [{ rate_limits: { typing: { per_second: 1, burst: 1 } } }, 'rate_limits', /inference/],
    [{ name: '' }, 'name', /1/],
    [{ key: 'svc_live_mine' }, 'key', /not a field/],
  ];

  it.each(BAD)('%j is 400 naming field and rule, and changes nothing', async (change, field, rule) => {
    const tenant = await seed();
    const answers = [
      await admin.patch(`/keys/${tenant.keyId}`, change),
      ...('name' in change
        ? []
        : [await admin.post(`/projects/${tenant.projectId}/keys`, { name: 'B', ...change })]),
    ];
    for (const { status, body } of answers) {
      const { error } = body as { error: { param: string; message: string } };
      expect([status, error.param]).toEqual([400, field]);
      expect(error.message).toContain(`\`${field.split('.')[0] ?? field}`);
      expect(error.message).toMatch(rule);
    }
    const { body } = await admin.get(`/projects/${tenant.projectId}/keys`);
    expect((body as { data: object[] }).data).toMatchObject([
      {
        disabled: false,
        expires_at: null,
        limit_usd: null,
        limit_period: null,
        models: null,
        rate_limits: null,
      },
    ]);
  });

  it.each([
    [{ limit_usd: -1, limit_period: 'day' }, 'limit_usd'],
    [{ limit_usd: 5 }, 'limit_period'],
    [{ limit_period: 'week' }, 'limit_period'],
  ])('a project takes no %j either', async (change, field) => {
    const tenant = await seed();
    const { status, body } = await admin.patch(`/projects/${tenant.projectId}`, change);
    expect([status, (body as { error: { param: string } }).error.param]).toEqual([400, field]);
  });

  it('another organization sees no key of it, and the key of the playground cannot be changed', async () => {
    const tenant = await seed();
    const { token } = await admin.createToken(await admin.createOrganization());
    const foreign = await admin.withToken(token).patch(`/keys/${tenant.keyId}`, { disabled: true });
    expect(foreign.status).toBe(404);
    await service.dataSource.query(
      `INSERT INTO api_keys (id, project_id, name, prefix, hash) VALUES ('key_console1', $1, 'Console', '', 'console:' || $1)`,
      [tenant.projectId],
    );
    const console = await admin.patch('/keys/key_console1', { disabled: true });
    expect([console.status, (console.body as { error: { code: string } }).error.code]).toEqual([
      409,
      'console_key',
    ]);
    await admin.delete(`/keys/${tenant.keyId}`);
    expect((await admin.patch(`/keys/${tenant.keyId}`, { name: 'Again' })).status).toBe(404);
  });
});

it('changes of keys and projects are in the audit log, amounts exact and without secrets', async () => {
  const tenant = await seed();
  await changeKey(service, tenant, { limit_usd: '0.000000000001', limit_period: 'total', name: 'Small' });
  await admin.patch(`/projects/${tenant.projectId}`, { limit_usd: 7, limit_period: 'week' });
  const { body } = await admin.get(`/organizations/${tenant.organizationId}/audit`);
  expect((body as { data: object[] }).data).toMatchObject([
    { action: 'project.change', after: { limit_usd: '7', limit_period: 'week' } },
    {
      action: 'key.change',
      before: { name: 'Test', limit_usd: null, limit_period: null },
      after: { name: 'Small', limit_usd: '0.000000000001', limit_period: 'total' },
    },
  ]);
});
