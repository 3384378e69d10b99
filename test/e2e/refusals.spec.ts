import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/lib/clock.js';
import { DAY_MS } from '../../src/lib/durations.js';
import { RefusalRetention } from '../../src/refusals/refusal-retention.service.js';
import { openAiError } from '../support/recordings/openai-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const CHAT = '/route/chat/completions';
const messages = [{ role: 'user', content: 'hello' }];
const JSON_TYPE = { 'content-type': 'application/json' };
const LIMITED = { per_second: 0.001, burst: 1 };

interface Row {
  id: string;
  created_at: string;
  key_id: string;
  status: number;
  code: string;
  message: string;
  model: string | null;
  surface: string;
}
interface Answer {
  data: Row[];
  counts: { key_id: string; code: string; minute: string; count: number }[];
  has_more: boolean;
  last_id: string;
}

let service: TestApplication;
let operator: AdminClient;

beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
});
afterEach(() => {
  vi.restoreAllMocks();
  service.provider.reset();
});
afterAll(() => service.stop());

const tenantWith = (options: TenantOptions = {}): Promise<Tenant> => seedTenant(service.dataSource, options);

async function send(
  key: string,
  path: string,
  body: object | string,
  { method = 'POST', url = service.url }: { method?: string; url?: string } = {},
): Promise<number> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function refusalsOf({ projectId }: Pick<Tenant, 'projectId'>, query = ''): Promise<Answer> {
  const { status, body } = await operator.get(`/projects/${projectId}/refusals${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body as Answer;
}

/** Sorted by what they say: two of the same millisecond have no order. */
const told = ({ data }: Answer): unknown[] =>
  data.map(({ status, code, model, surface, key_id }) => [status, code, model, surface, key_id]).toSorted();
const counted = ({ counts }: Answer): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { key_id, code, count } of counts)
    sums[`${key_id} ${code}`] = (sums[`${key_id} ${code}`] ?? 0) + count;
  return sums;
};

describe('refusals', () => {
  it.each<[string, TenantOptions, string, object, number, string, string | null, string]>([
    ['chat', {}, CHAT, { model: 'gpt-99', messages }, 400, 'unpriced_model', 'gpt-99', 'chat'],
    [
      'chat',
      {},
      '/openai/chat/completions',
      { model: 'gpt-99', messages },
      400,
      'unpriced_model',
      'gpt-99',
      'chat',
    ],
    ['messages', {}, '/messages', { model: 'auto', messages }, 400, '', 'auto', 'messages'],
    [
      'counts of tokens',
      {},
      '/messages/count_tokens',
      { model: 'auto', messages },
      400,
      '',
      'auto',
      'messages',
    ],
    ['embeddings', {}, '/route/embeddings', { model: 'auto', input: 'x' }, 400, '', 'auto', 'embeddings'],
    ['responses', {}, '/openai/responses', { model: 'gpt-99', input: 'x' }, 400, '', 'gpt-99', 'responses'],
    ['responses', {}, '/route/responses', { input: 5 }, 400, '', null, 'responses'],
    [
      'responses that ask for what there is not',
      {},
      '/route/responses',
      { model: 'gpt-4o', input: 'x', background: true },
      400,
      'unsupported_parameter',
      'gpt-4o',
      'responses',
    ],
    ['chat with a wrong field', {}, CHAT, { model: 'gpt-4o', messages: 5 }, 400, '', 'gpt-4o', 'chat'],
    ['chat with a wrong model', {}, CHAT, { model: 5, messages }, 400, '', null, 'chat'],
    [
      'messages with a wrong field',
      {},
      '/messages',
      { model: 'claude-sonnet-5-5', stream: 'yes', messages },
      400,
      '',
      'claude-sonnet-5-5',
      'messages',
    ],
    [
      'embeddings with a wrong field',
      {},
      '/route/embeddings',
      { model: 'text-embedding-3-small', input: 'x', dimensions: 'many', user: 5 },
      400,
      '',
      'text-embedding-3-small',
      'embeddings',
    ],
    [
      'embeddings of nothing',
      {},
      '/route/embeddings',
      { model: 'text-embedding-3-small' },
      400,
      '',
      'text-embedding-3-small',
      'embeddings',
    ],
    [
      'decisions with a wrong field',
      {},
      '/route',
      { model: 'gpt-4o', messages: 5 },
      400,
      '',
      'gpt-4o',
      'decision',
    ],
    ['decisions', {}, '/route', { model: 'gpt-99', messages }, 400, '', 'gpt-99', 'decision'],
    ['batches', {}, '/route/batches', { requests: [] }, 400, '', null, 'batch'],
    ['the facade', {}, '/messages/batches', { requests: 'no' }, 400, '', null, 'batch'],
    ['batches of files', {}, '/openai/batches', { input_file_id: 5 }, 400, '', null, 'batch'],
    ['files', {}, '/openai/files', {}, 400, '', null, 'batch'],
    ['feedback', {}, '/feedback', { call_id: 5 }, 400, '', null, 'feedback'],
    ['traces', {}, '/traces', { resourceSpans: 5 }, 400, '', null, 'traces'],
    [
      'an empty balance',
      { balanceUsd: '0' },
      CHAT,
      { model: 'gpt-4o', messages },
      402,
      'insufficient_balance',
      'gpt-4o',
      'chat',
    ],
    [
      'an empty balance',
      { balanceUsd: '0' },
      '/messages',
      { model: 'claude-sonnet-5-5', max_tokens: 5, messages },
      402,
      'insufficient_balance',
      'claude-sonnet-5-5',
      'messages',
    ],
    [
      'a policy',
      { chineseModels: false },
      CHAT,
      { model: 'deepseek/deepseek-r1', messages },
      403,
      'chinese_models_off',
      'deepseek/deepseek-r1',
      'chat',
    ],
  ])('are listed of %s', async (_, options, path, body, status, code, model, surface) => {
    const tenant = await tenantWith(options);
    expect(await send(tenant.apiKey, path, body)).toBe(status);
    const answer = await refusalsOf(tenant);
    expect(told(answer)).toEqual([
      [status, code === '' ? expect.any(String) : code, model, surface, tenant.keyId],
    ]);
    expect(answer.data[0]).toMatchObject({
      id: expect.stringMatching(/^ref_/) as string,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      message: expect.stringMatching(/.{10}/) as string,
    });
    expect(answer.counts).toEqual([
      {
        key_id: tenant.keyId,
        code: answer.data[0]?.code,
        minute: expect.stringMatching(/:00\.000Z$/) as string,
        count: 1,
      },
    ]);
  });

  it.each([
    ['inference', CHAT],
    ['batch_polls', '/route/batches'],
  ])('are listed of a rate limit (%s)', async (kind, path) => {
    const tenant = await tenantWith({ rateLimits: { [kind]: LIMITED } });
    const method = path === CHAT ? 'POST' : 'GET';
    for (let call = 0; call < 4; call += 1)
      await send(tenant.apiKey, path, { model: 'gpt-99', messages }, { method });
    const answer = await refusalsOf(tenant, '?code=rate_limit_exceeded');
    expect(answer.data.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(counted(answer)).toEqual({ [`${tenant.keyId} rate_limit_exceeded`]: 3 });
  });

  it('are none of a provider, nor what is no refusal', async () => {
    const tenant = await tenantWith();
    service.provider.respond(
      '/chat/completions',
      jsonAnswer(openAiError({ message: 'bad', code: 'x' }), { status: 400 }),
    );
    expect(await send(tenant.apiKey, CHAT, { model: 'gpt-4o', messages })).toBe(400);
    expect(await send(tenant.apiKey, '/calls/call_nobody', {}, { method: 'GET' })).toBe(404);
    expect(await send(tenant.apiKey, CHAT, { model: 'gpt-4o', messages, pad: 'x'.repeat(1_048_576) })).toBe(
      413,
    );
    expect(await refusalsOf(tenant)).toMatchObject({ data: [], counts: [], has_more: false });
  });

  it('hold nothing of what was sent', async () => {
    const tenant = await tenantWith();
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz012345';
    await send(tenant.apiKey, CHAT, { model: secret, messages });
    await send(tenant.apiKey, CHAT, {
      model: 'gpt-4o',
      messages: 'the secret plan',
    });
    await send(tenant.apiKey, CHAT, '{"model": the secret plan');
    await send(tenant.apiKey, '/openai/responses', { model: 'gpt-4o', input: [{ type: 'the secret plan' }] });
    await send(tenant.apiKey, '/route/batches', { requests: [{ custom_id: 'the secret plan', body: {} }] });
    const answer = await refusalsOf(tenant);
    expect(answer.data).toHaveLength(5);
    expect(JSON.stringify(answer)).not.toMatch(/the secret plan|abcdefghijklmnop/);
  });
});

describe('a key that opens nothing any more', () => {
  it('counts for its project when it was revoked', async () => {
    const tenant = await tenantWith();
    await operator.delete(`/keys/${tenant.keyId}`);
    expect(await send(tenant.apiKey, CHAT, { model: 'gpt-4o', messages })).toBe(401);
    expect(await send(tenant.apiKey, '/messages', {})).toBe(401);
    const answer = await refusalsOf(tenant);
    expect(told(answer)).toEqual([
      [401, 'invalid_api_key', null, 'chat', tenant.keyId],
      [401, 'invalid_api_key', null, 'messages', tenant.keyId],
    ]);
    expect(counted(answer)).toEqual({ [`${tenant.keyId} invalid_api_key`]: 2 });
  });

  it('counts by its beginning when the rest is wrong; a hundred guesses do not fill the list', async () => {
    const tenant = await tenantWith();
    const stranger = await tenantWith();
    for (let guess = 0; guess < 100; guess += 1)
      await send(`${tenant.apiKey.slice(0, 14)}${guess}`, CHAT, '{}');
    const answer = await refusalsOf(tenant, '?limit=100');
    expect(counted(answer)).toEqual({ [`${tenant.keyId} invalid_api_key`]: 100 });
    expect(answer.data.length).toBeGreaterThan(0);
    // Ten a minute; the minute may have turned meanwhile.
    expect(answer.data.length).toBeLessThanOrEqual(20);
    expect((await refusalsOf(stranger)).counts).toEqual([]);
  });

  it('counts for nobody when nothing of it is known', async () => {
    const before: unknown = await service.dataSource.query('SELECT count(*) FROM refusal_counts');
    expect(await send('svc_live_zzzzzzzzzzzzzzzzzzzz', CHAT, '{}')).toBe(401);
    expect(await send('another-vendors-key', CHAT, '{}')).toBe(401);
    await refusalsOf(await tenantWith());
    expect(await service.dataSource.query('SELECT count(*) FROM refusal_counts')).toEqual(before);
  });
});

describe('an upload address', () => {
  const create = async (tenant: Tenant): Promise<string> => {
    const answer = await fetch(`${service.url}/api/v1/route/batches/uploads`, {
      method: 'POST',
      headers: { 'x-api-key': tenant.apiKey },
    });
    return ((await answer.json()) as { upload_url: string }).upload_url;
  };

  it('counts for whom it was signed, and a forged one for nobody', async () => {
    const tenant = await tenantWith();
    const address = await create(tenant);
    expect((await fetch(`${address}0`, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await refusalsOf(tenant)).data).toEqual([]);
    expect((await fetch(address, { method: 'PUT', headers: JSON_TYPE, body: '' })).status).toBe(400);
    vi.spyOn(service.app.get(Clock), 'now').mockImplementation(() => new Date(Date.now() + DAY_MS / 2));
    expect((await fetch(address, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect(told(await refusalsOf(tenant))).toEqual([
      [400, 'empty_body', null, 'batch', tenant.keyId],
      [403, 'upload_url_expired', null, 'batch', tenant.keyId],
    ]);
  });
});

describe('the list of refusals', () => {
  it('has pages and filters, and belongs to its project', async () => {
    const tenant = await tenantWith();
    for (let call = 0; call < 5; call += 1)
      await send(tenant.apiKey, CHAT, { model: `gpt-9${call}`, messages });
    await send(tenant.apiKey, '/route/embeddings', { model: 'auto', input: 'x' });
    const first = await refusalsOf(tenant, '?limit=4');
    expect([first.data.length, first.has_more]).toEqual([4, true]);
    const second = await refusalsOf(tenant, `?limit=4&after=${first.last_id}`);
    expect([second.data.length, second.has_more]).toEqual([2, false]);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(6);
    expect((await refusalsOf(tenant, '?code=unpriced_model')).data).toHaveLength(5);
    expect((await refusalsOf(tenant, '?key=key_other')).data).toEqual([]);
    expect(await refusalsOf(tenant, '?to=2026-01-01')).toMatchObject({ data: [], counts: [] });

    const { token } = await operator.createToken((await tenantWith()).organizationId);
    const foreign = await operator.withToken(token).get(`/projects/${tenant.projectId}/refusals`);
    expect(foreign.status).toBe(404);
  });

  it.each([
    ['limit=0', 'limit'],
    ['key=nobody', 'key'],
    ['code=No%20Code', 'code'],
    ['from=yesterday', 'from'],
    ['from=2026-02-02&to=2026-01-01', 'from'],
    ['after=call_1', 'after'],
    ['sort=code', 'sort'],
  ])('refuses %s and names it', async (query, param) => {
    const tenant = await tenantWith();
    const { status, body } = await operator.get(`/projects/${tenant.projectId}/refusals?${query}`);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(param)]);
  });

  it('keeps the last 1,000 of a flood, counts all of it, and writes it in a few statements', async () => {
    const tenant = await tenantWith({ rateLimits: { inference: LIMITED } });
    const flood = 2_500;
    const query = vi.spyOn(service.dataSource, 'query');
    let left = flood + 1;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        while (left > 0) {
          left -= 1;
          await send(tenant.apiKey, CHAT, '{}');
        }
      }),
    );
    const answer = await refusalsOf(tenant, '?code=rate_limit_exceeded');
    const writes = query.mock.calls.filter(([text]) => text.includes('refusal_writers'));
    expect(counted(answer)).toEqual({ [`${tenant.keyId} rate_limit_exceeded`]: flood });
    expect(writes.length).toBeLessThan(flood / 20);
    expect(
      await service.dataSource.query('SELECT count(*)::int AS rows FROM refusals WHERE project_id = $1', [
        tenant.projectId,
      ]),
    ).toEqual([{ rows: 1_000 }]);
  });

  it('forgets what is 30 days old', async () => {
    const tenant = await tenantWith();
    await send(tenant.apiKey, CHAT, { model: 'gpt-99', messages });
    expect((await refusalsOf(tenant)).data).toHaveLength(1);
    const clock = vi.spyOn(service.app.get(Clock), 'now');
    clock.mockImplementation(() => new Date(Date.now() + 29 * DAY_MS));
    await service.app.get(RefusalRetention).sweep();
    expect(await refusalsOf(tenant, `?from=2026-01-01`)).toMatchObject({
      data: [{}],
      counts: [{ count: 1 }],
    });
    clock.mockImplementation(() => new Date(Date.now() + 31 * DAY_MS));
    expect(await refusalsOf(tenant, `?from=2026-01-01`)).toMatchObject({ data: [], counts: [] });
    await service.app.get(RefusalRetention).sweep();
    for (const table of ['refusals', 'refusal_counts'])
      expect(
        await service.dataSource.query(`SELECT FROM ${table} WHERE project_id = $1`, [tenant.projectId]),
      ).toEqual([]);
  });
});

describe('several processes', () => {
  it('add to the same counts, and write what they counted last before they stop', async () => {
    const tenant = await tenantWith();
    const second = await startTestApplication({ database: service.database, provider: service.provider });
    const body = { model: 'gpt-99', messages };
    await Promise.all([
      ...Array.from({ length: 15 }, () => send(tenant.apiKey, CHAT, body)),
      ...Array.from({ length: 10 }, () => send(tenant.apiKey, CHAT, body, { url: second.url })),
    ]);
    await second.stop();
    const answer = await refusalsOf(tenant, '?limit=100');
    expect(counted(answer)).toEqual({ [`${tenant.keyId} unpriced_model`]: 25 });
    expect(answer.data).toHaveLength(25);
  });

  it('count once what was committed although its answer was lost', async () => {
    const tenant = await tenantWith();
    const { dataSource } = service;
    const original = dataSource.query.bind(dataSource);
    let lost = 0;
    vi.spyOn(dataSource, 'query').mockImplementation(async (text, values) => {
      const rows: unknown = await original(text, values);
      if (!text.includes('refusal_writers') || lost > 0) return rows;
      lost += 1;
      throw Object.assign(new Error('connection lost'), { code: '08006' });
    });
    await send(tenant.apiKey, CHAT, { model: 'gpt-99', messages });
    await refusalsOf(tenant);
    await send(tenant.apiKey, CHAT, { model: 'gpt-99', messages });
    const answer = await refusalsOf(tenant);
    expect(lost).toBe(1);
    expect(counted(answer)).toEqual({ [`${tenant.keyId} unpriced_model`]: 2 });
    expect(answer.data).toHaveLength(2);
  });
});
