import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** A POST of bytes as they are. */
async function send(
  body: Buffer | string,
  headers: Record<string, string>,
): Promise<{ status: number; body: { error: { code: string } } }> {
  const answer = await fetch(`${application.url}/api/v1/admin/organizations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as { error: { code: string } } };
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a body of the management API', () => {
  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name that is a number', { name: 5 }, 'name'],
    ['a name that is null', { name: null }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
    ['a NUL in the name', { name: 'a\u0000b' }, 'name'],
    ['half a character in the name', '{"name":"a\\ud800"}', 'name'],
    ['a field that nobody knows', { name: 'x', colour: 'red' }, 'colour'],
    ['a flag that is text', { name: 'x', pay_as_you_go: 'true' }, 'pay_as_you_go'],
    ['a flag that is null', { name: 'x', pay_as_you_go: null }, 'pay_as_you_go'],
    ['a policy that is null', { name: 'x', data_policy: null }, 'data_policy'],
    ['a policy that is a list', { name: 'x', data_policy: [] }, 'data_policy'],
    [
      'a policy whose flag is null',
      { name: 'x', data_policy: { zero_retention: null } },
      'data_policy.zero_retention',
    ],
    ['an unknown policy', { name: 'x', data_policy: { other: true } }, 'data_policy.other'],
    ['limits that are text', { name: 'x', rate_limits: 'unlimited' }, 'rate_limits'],
    ['limits of an unknown kind', { name: 'x', rate_limits: { other: 'unlimited' } }, 'rate_limits'],
    [
      'a limit of nothing',
      { name: 'x', rate_limits: { inference: { per_second: 0, burst: 1 } } },
      'rate_limits',
    ],
    ['a limit without a burst', { name: 'x', rate_limits: { inference: { per_second: 1 } } }, 'rate_limits'],
    ['a reload of text', { name: 'x', auto_reload: { enabled: 'yes' } }, 'auto_reload.enabled'],
    ['a reload in text', { name: 'x', auto_reload: { amount_usd: '5' } }, 'auto_reload.amount_usd'],
    [
      'a reload finer than a cent',
      { name: 'x', auto_reload: { amount_usd: 5.001 } },
      'auto_reload.amount_usd',
    ],
    ['a reload under 1 USD', { name: 'x', auto_reload: { amount_usd: 0.5 } }, 'auto_reload.amount_usd'],
    [
      'a threshold near nothing',
      '{"name":"x","auto_reload":{"threshold_usd":1e-300}}',
      'auto_reload.threshold_usd',
    ],
    [
      'a threshold without end',
      '{"name":"x","auto_reload":{"threshold_usd":1e400}}',
      'auto_reload.threshold_usd',
    ],
    ['a negative threshold', { name: 'x', auto_reload: { threshold_usd: -1 } }, 'auto_reload.threshold_usd'],
    ['a reload of no amount', { name: 'x', auto_reload: { enabled: true } }, 'auto_reload.amount_usd'],
  ])('with %s is 400 and names the field', async (_title, body, field) => {
    const answer = await operator.post('/organizations', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_request' });
    expect(answer.body.error.param).toBe(field);
    expect(answer.body.error.message).toContain(field);
  });

  it('with a member one level too high is told where it belongs', async () => {
    const project = `/projects/${tenant.projectId}`;
    const { organizationId, routerId } = tenant;
    const places: [method: 'post' | 'patch', path: string, member: string, place: string][] = [
      ['patch', project, 'smart_routing', 'permissions'],
      ['post', `/organizations/${organizationId}/projects`, 'chinese_models', 'permissions'],
      ['patch', `/organizations/${organizationId}`, 'zero_retention', 'data_policy'],
      ['post', '/organizations', 'threshold_usd', 'auto_reload'],
      ['patch', `/routers/${routerId ?? ''}`, 'big', 'tiers'],
    ];
    for (const [method, path, member, place] of places) {
      const { status, body } = await operator[method](path, { name: 'x', [member]: true });
      expect({ status, error: body.error }).toMatchObject({ status: 400, error: { param: member } });
      expect(body.error.message).toBe(`\`${member}\` is not a field here; it belongs under \`${place}\`.`);
    }
    const unknown = await operator.patch(project, { colour: 'red', permissions: { name: 'x' } });
    expect(unknown.body.error.message).toBe(
      '`colour` is not a field here. `permissions.name` is not a field here.',
    );
  });

  it('with several faults lists each field once in one answer', async () => {
    const answer = await operator.post('/organizations', {
      pay_as_you_go: 1,
      rate_limits: 1,
      colour: 'red',
      data_policy: { zero_retention: 'no' },
    });
    expect(answer.status).toBe(400);
    const fields = answer.body.error.details.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual([
      'colour',
      'data_policy.zero_retention',
      'name',
      'pay_as_you_go',
      'rate_limits',
    ]);
  });

  it.each([
    'null',
    '5',
    'true',
    '"x"',
    '[]',
    '[{"name":"x"}]',
    '{"name":',
    '{"name":"x","rate_limits":{"inference":' + nested(30_000) + '}}',
    '{"name":"x","data_policy":' + nested(60_000) + '}',
    nested(60_000),
    '{"name":"x","__proto__":{"pay_as_you_go":true}}',
    '{"name":"x","constructor":{"prototype":{}}}',
    '{"name":"x","toString":1}',
    '{"name":{"toString":1}}',
    '{"name":"x","data_policy":{"__proto__":[]}}',
  ])('%# that is no object of ours is 400', async (text) => {
    expect((await operator.post('/organizations', text)).status).toBe(400);
    expect((await operator.patch(`/organizations/${tenant.organizationId}`, text)).status).toBe(400);
  });

  it('may be empty where nothing is required', async () => {
    const before = await operator.get(`/organizations/${tenant.organizationId}`);
    for (const body of [undefined, '', '{}']) {
      const answer = await operator.patch(`/organizations/${tenant.organizationId}`, body);
      expect(answer).toMatchObject({ status: 200, body: before.body });
    }
    expect((await operator.patch(`/projects/${tenant.projectId}`, {})).status).toBe(200);
  });

  it.each([12_000, 101])('of %i unknown members is 400 in a short answer', async (count) => {
    const body = Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
    const answer = await operator.post('/organizations', body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body).length).toBeLessThan(1_000);
  });

  it('says of a wrong type that it is the type', async () => {
    const answer = await operator.post('/organizations', { name: 'x', auto_reload: { amount_usd: '5' } });
    expect(answer.body.error.message).toContain('must be a number');
    const list = await operator.get('/organizations?limit=many');
    expect(list.body.error.message).toContain('integer');
  });

  it('over 128 KB is 413', async () => {
    const answer = await operator.post('/organizations', { name: 'x'.repeat(131_072) });
    expect(answer.status).toBe(413);
    expect(answer.body.error.code).toBe('request_too_large');
    const bomb = await send(gzipSync(Buffer.alloc(20_000_000, 0x20)), { 'content-encoding': 'gzip' });
    expect(bomb).toMatchObject({ status: 413, body: { error: { code: 'request_too_large' } } });
  });

  it.each(['gzip', 'deflate', 'br'])('may be compressed with %s', async (encoding) => {
    const bytes = Buffer.from(JSON.stringify({ name: 'zipped' }));
    const compress = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding];
    const answer = await send(compress?.(bytes) ?? bytes, { 'content-encoding': encoding });
    expect(answer).toMatchObject({ status: 200, body: { name: 'zipped' } });
  });

  it.each([
    [
      'cut gzip',
      gzipSync('{"name":"x"}').subarray(0, 15),
      { 'content-encoding': 'gzip' },
      'invalid_content_encoding',
    ],
    ['gzip in name only', '{"name":"x"}', { 'content-encoding': 'gzip' }, 'invalid_content_encoding'],
    ['bytes that are not UTF-8', Buffer.from('{"name":"\xff"}', 'latin1'), {}, 'invalid_json'],
    ['JSON cut short', '{"name":"x"', {}, 'invalid_json'],
    [
      'an encoding of another kind',
      '{"name":"x"}',
      { 'content-encoding': 'zstd' },
      'unsupported_content_encoding',
    ],
    ['a form', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 'unsupported_media_type'],
  ])('of %s is refused', async (_title, body, headers: Record<string, string>, code) => {
    const answer = await send(body, headers);
    expect([answer.status, answer.body.error.code]).toEqual([
      code.startsWith('unsupported') ? 415 : 400,
      code,
    ]);
  });

  it('may hold a name of 200 characters of any language', async () => {
    const name = 'ß界🙂'.repeat(50);
    const answer = await operator.post('/organizations', { name });
    expect(answer).toMatchObject({ status: 200, body: { name } });
  });
});

describe('a path or query of the management API', () => {
  it.each(['%00', 'org_%00', '..', 'x'.repeat(300), "'%20OR%201=1", '%F0%9F%99%82', 'org_0'])(
    'with the id %s is 404',
    async (id) => {
      for (const kind of ['organizations', 'projects', 'calls', 'routers']) {
        expect([kind, (await operator.get(`/${kind}/${id}`)).status]).toEqual([kind, 404]);
      }
      for (const kind of ['keys', 'admin-tokens', 'endpoints', 'projects'])
        expect([kind, (await operator.delete(`/${kind}/${id}`)).status]).toEqual([kind, 404]);
    },
  );

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=many', 'limit'],
    ['limit=', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=%205', 'limit'],
    ['limit[]=1', 'limit[]'],
    ['__proto__=1', '__proto__'],
    ['limit=1&limit=2', 'limit'],
    ['after=%00', 'after'],
    ['after=', 'after'],
    ['after=x&after=y', 'after'],
    ['after=xyz_1', 'after'],
    ['before=x', 'before'],
  ])('with ?%s is 400 on every list', async (query, field) => {
    const paths = [
      '/organizations',
      `/organizations/${tenant.organizationId}/projects`,
      `/organizations/${tenant.organizationId}/ledger`,
      `/organizations/${tenant.organizationId}/admin-tokens`,
      `/projects/${tenant.projectId}/keys`,
      `/projects/${tenant.projectId}/routers`,
      `/projects/${tenant.projectId}/endpoints`,
      `/projects/${tenant.projectId}/calls`,
      '/models',
    ];
    for (const path of paths) {
      const answer = await operator.get(`${path}?${query}`);
      expect([path, answer.status, answer.body.error?.param]).toEqual([path, 400, field]);
    }
  });
});
