import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallReader } from '../../src/billing/calls/call-reader.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { foldEverything, insertCall, type CallFields } from './usage-support.js';

interface DetailFields {
  readonly attempts?: readonly object[];
  readonly ms?: readonly [gateway: number, upstream: number];
}
const detail = ({ attempts = [{ status: 200 }], ms = [1, 0] }: DetailFields): string =>
  JSON.stringify({
    usage: null,
    reasons: [],
    attempts: attempts.map((attempt) => ({
      model: 'm',
      provider: 'p',
      billed: true,
      duration_ms: 1,
      ...attempt,
    })),
    timings: { gateway_ms: ms[0], upstream_ms: ms[1] },
    trace_id: null,
  });
const at = (time: string) => ({ created_at: new Date(`2026-03-${time}:00Z`) });
const LONG = 'v'.repeat(500);
/** As long as a key may be, in characters that JavaScript counts twice. */
const LONG_KEY = '\u{20000}'.repeat(64);
const said = (pairs: object) => ({ metadata: JSON.stringify(pairs) });

/** Oldest first. */
const ROWS: Record<string, CallFields> = {
  plain: { ...at('01T08:00') },
  ann: { ...at('01T09:00'), end_user: 'ann', tags: ['a', 'b'], session_id: 's1' },
  failed: {
    ...at('01T10:00'),
    ...{ end_user: 'ann', tags: ['b'], status: 429 },
    detail: detail({ attempts: [{ status: 429 }] }),
  },
  refused: {
    ...at('01T11:00'),
    ...{ tags: ['a'], status: 400 },
    detail: detail({ attempts: [{ status: 0 }] }),
  },
  left: { ...at('01T12:00'), status: 499, detail: detail({ attempts: [{ status: 0 }] }) },
  away: { ...at('01T13:00'), status: 502, detail: detail({ attempts: [{ status: 0 }] }) },
  retried: {
    ...at('02T08:00'),
    tags: ['a'],
    detail: detail({
      attempts: [{ status: 200 }, { status: 200, retry_reason: 'cascade' }],
      ms: [0.5, 99.5],
    }),
  },
  dear: {
    ...at('02T09:00'),
    cost_usd: '0.000000000012',
    end_user: 'ä "1"',
    detail: detail({ ms: [0.1, 99.8] }),
  },
  ordered: { ...at('02T10:00'), ...said({ order: '7', env: 'prod' }), tags: ['a'] },
  other: { ...at('02T11:00'), ...said({ order: '8', env: 'prod', 'a=b': 'c', __x: '' }) },
  long: { ...at('02T12:00'), ...said({ note: `${LONG}1`, constructor: 'yes', [LONG_KEY]: 'k' }) },
  longer: { ...at('02T13:00'), ...said({ note: `${LONG}2` }) },
  batch: {
    ...at('02T14:00'),
    surface: 'batch',
    batch_id: 'batch_1',
    requests: 3,
    tags: ['a'],
    end_user: 'ann',
  },
};

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
const names = new Map<string, string>();

beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
  tenant = await seedTenant(service.dataSource);
  const stranger = await seedTenant(service.dataSource);
  for (const [name, fields] of Object.entries(ROWS)) {
    names.set(await insertCall(service.dataSource, tenant, fields), name);
    await insertCall(service.dataSource, stranger, fields);
  }
});
afterAll(() => service.stop());

const calls = (query: string) => operator.get(`/projects/${tenant.projectId}/calls?${query}`);
const namesIn = (data: readonly { id: string }[]) => data.map(({ id }) => names.get(id) ?? id);

async function found(query: string): Promise<string[]> {
  const { status, body } = await calls(query);
  expect([status, body]).toEqual([200, expect.objectContaining({ object: 'list' })]);
  return namesIn(body.data as { id: string }[]);
}

/** As soon as a call is written it is read, and after the next fold it is found: both tell the same. */
describe.each(['read', 'found'])('calls that are %s', (how) => {
  beforeAll(async () => {
    if (how === 'read') return;
    await foldEverything(service);
    const rows = await service.dataSource.query<{ count: string }[]>(
      'SELECT count(*) FROM calls, call_terms_progress WHERE written_in >= folded_to',
    );
    expect(rows).toEqual([{ count: '0' }]);
  });

  it.each([
    ['tag=a', ['batch', 'ordered', 'retried', 'refused', 'ann']],
    ['tag=b', ['failed', 'ann']],
    ['tag=c', []],
    ['tag=A', []],
    ['user=ann', ['batch', 'failed', 'ann']],
    ['user=Ann', []],
    [`user=${encodeURIComponent('ä "1"')}`, ['dear']],
    ['session=s1', ['ann']],
    ['session=s', []],
    ['metadata[order]=7', ['ordered']],
    ['metadata[env]=prod', ['other', 'ordered']],
    ['metadata[env]=prod&metadata[order]=8', ['other']],
    ['metadata%5Benv%5D=prod', ['other', 'ordered']],
    [`metadata[${encodeURIComponent('a=b')}]=c`, ['other']],
    ['metadata[a]=b%3Dc', []],
    ['metadata[__x]=', ['other']],
    ['metadata[constructor]=yes', ['long']],
    [`metadata[${encodeURIComponent(LONG_KEY)}]=k`, ['long']],
    [`metadata[note]=${LONG}2`, ['longer']],
    [`metadata[note]=${LONG}`, []],
    ['tag=a&user=ann', ['batch', 'ann']],
    ['tag=a&tag=b', undefined],
    ['tag=a&status=error', ['refused']],
    ['tag=a&metadata[order]=7', ['ordered']],
    ['user=ann&session=s1&tag=b', ['ann']],
    ['user=ann&batch=batch_1', ['batch']],
    ['tag=b&batch=batch_1', []],
    ['tag=a&surface=batch', ['batch']],
    ['tag=a&router=Router%20(batch)', ['batch']],
    ['tag=a&from=2026-03-02', ['batch', 'ordered', 'retried']],
    ['tag=a&to=2026-03-02', ['refused', 'ann']],
    ['tag=a&from=2026-03-02T08:00:00Z&to=2026-03-02T10:00:00Z', ['retried']],
    ['status=refused', ['refused']],
    ['status=refused&tag=b', []],
    ['status=error', ['away', 'left', 'refused', 'failed']],
    ['retry=cascade', ['retried']],
    ['retry=thinking-disabled', []],
    ['min_cost_usd=0.000000000012', ['dear']],
    ['min_cost_usd=0.000000000013', []],
    ['min_cost_usd=0', ['dear']],
    ['min_duration_ms=100', ['retried']],
    ['min_duration_ms=99.9', ['dear', 'retried']],
    ['min_duration_ms=100.001', []],
    ['retry=cascade&tag=a&min_duration_ms=1', ['retried']],
  ])('are %j', async (query, expected) => {
    if (expected === undefined) expect((await calls(query)).status).toBe(400);
    else expect(await found(query)).toEqual(expected);
  });

  it.each(['tag=a', 'tag=a&from=2026-03-01&to=2026-03-05'])('are paged both ways by %s', async (filter) => {
    const first = (await calls(`${filter}&limit=2`)).body;
    const second = (await calls(`${filter}&limit=2&after=${first.last_id}`)).body;
    const third = (await calls(`${filter}&limit=2&after=${second.last_id}`)).body;
    expect([first, second, third].map(({ data, has_more }) => [namesIn(data), has_more])).toEqual([
      [['batch', 'ordered'], true],
      [['retried', 'refused'], true],
      [['ann'], false],
    ]);
    const back = (await calls(`${filter}&limit=2&before=${third.first_id}`)).body;
    expect([namesIn(back.data), back.has_more]).toEqual([['retried', 'refused'], true]);
    const newest = (await calls(`${filter}&limit=2&before=${second.first_id}`)).body;
    expect([namesIn(newest.data), newest.has_more]).toEqual([['batch', 'ordered'], false]);
  });

  it.each([
    [
      'tag=a',
      [
        ['01T09', 1, 0],
        ['01T11', 1, 1],
        ['02T08', 1, 0],
        ['02T10', 1, 0],
        ['02T14', 1, 0],
      ],
    ],
    [
      'tag=a&status=ok',
      [
        ['01T09', 1, 0],
        ['02T08', 1, 0],
        ['02T10', 1, 0],
        ['02T14', 1, 0],
      ],
    ],
    ['user=ann&status=error', [['01T10', 1, 1]]],
    ['tag=a&user=ann&batch=batch_1', [['02T14', 1, 0]]],
    [
      'metadata[env]=prod',
      [
        ['02T10', 1, 0],
        ['02T11', 1, 0],
      ],
    ],
    ['retry=cascade', [['02T08', 1, 0]]],
    ['status=refused', [['01T11', 1, 1]]],
    [
      'min_duration_ms=99.9',
      [
        ['02T08', 1, 0],
        ['02T09', 1, 0],
      ],
    ],
    ['session=s1&surface=embeddings', []],
  ])('are counted by the hour: %s', async (filter, hours) => {
    const { status, body } = await operator.get(
      `/projects/${tenant.projectId}/calls/histogram?from=2026-03-01&to=2026-03-05&${filter}`,
    );
    expect(status).toBe(200);
    expect(body.data).toEqual(
      (hours as [string, number, number][]).map(([hour, count, errors]) => ({
        hour: `2026-03-${hour}:00:00Z`,
        calls: count,
        errors,
      })),
    );
  });

  it('are exported with what was said of them', async () => {
    const answer = await fetch(
      `${service.url}/api/v1/admin/projects/${tenant.projectId}/calls?format=csv&tag=a&user=ann&metadata[none]=x`,
      { headers: { authorization: `Bearer ${operator.bearer}` } },
    );
    expect((await answer.text()).split('\r\n').filter((line) => line !== '')).toHaveLength(1);
    const all = await fetch(
      `${service.url}/api/v1/admin/projects/${tenant.projectId}/calls?format=csv&user=ann`,
      { headers: { authorization: `Bearer ${operator.bearer}` } },
    );
    const lines = (await all.text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/,tags,end_user,session_id,metadata$/);
    expect(lines[3]).toMatch(/,"a,b",ann,s1,$/);
  });
});

describe('calls of a term that are of few', () => {
  it.each([
    [{ user: 'ann', surface: 'batch' }, false],
    [{ tag: 'a', router: 'Router (batch)' }, false],
    [{ session: 's1', surface: 'batch' }, true],
    [{ tag: 'b', status: 'error' }, true],
    [{ tag: 'a', status: '502' }, false],
    [{ tag: 'a', status: 'ok' }, true],
  ])('are read from whatever is fewer: %j by the term: %s', async (filters, isOfTerm) => {
    await foldEverything(service);
    const { manager } = service.dataSource;
    const reader = await CallReader.open(manager, tenant.projectId, filters);
    expect(reader.isOfTerm).toBe(isOfTerm);
  });

  it.each([
    ['user=ann&surface=batch', ['batch']],
    ['tag=a&status=error', ['refused']],
    ['tag=a&status=502', []],
    ['user=ann&surface=batch&from=2026-03-01&to=2026-03-03', ['batch']],
    ['tag=a&router=Router%20(batch)&from=2026-03-03', []],
  ])('are all of them: %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });
});

describe('a filter that is none', () => {
  it.each([
    ['tag', 'tag='],
    ['tag', 'tag=a%20b'],
    ['tag', `tag=${'a'.repeat(65)}`],
    ['tag', 'tag=a,b'],
    ['user', 'user='],
    ['user', `user=${'u'.repeat(257)}`],
    ['user', 'user=a%00b'],
    ['session', `session=${'s'.repeat(201)}`],
    ['metadata', 'metadata=order'],
    ['metadata', 'metadata[a]=1&metadata[a]=2'],
    ['metadata', `metadata[a]=${'v'.repeat(513)}`],
    ['metadata', `metadata[${'k'.repeat(65)}]=v`],
    ['metadata', Array.from({ length: 17 }, (_, index) => `metadata[k${index}]=v`).join('&')],
    ['status', 'status=refuse'],
    ['status', 'status=6xx'],
    ['status', 'status=600'],
    ['status', 'status=099'],
    ['retry', 'retry=again'],
    ['retry', 'retry='],
    ['min_cost_usd', 'min_cost_usd=-1'],
    ['min_cost_usd', 'min_cost_usd=1e3'],
    ['min_cost_usd', 'min_cost_usd=0.0000000000001'],
    ['min_duration_ms', 'min_duration_ms=fast'],
    ['min_duration_ms', 'min_duration_ms=-5'],
    ['before', 'after=call_1&before=call_1'],
  ])('is refused naming %s: %.60s', async (field, query) => {
    const { status, body } = await calls(query);
    expect([status, body.error.param]).toEqual([400, field]);
    expect(body.error.message).toContain(`\`${field}\``);
  });
});
