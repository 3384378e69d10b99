import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/lib/durations.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { aSpan, nano, text, TracesClient, whole, type JsonSpan } from './traces-client.js';
import { startTraces, type TracesSetUp } from './traces-support.js';

let setUp: TracesSetUp;
let service: TestApplication;
let admin: AdminClient;
let list: TracesSetUp['list'];
let detail: TracesSetUp['detail'];

beforeAll(async () => {
  setUp = await startTraces();
  ({ service, admin, list, detail } = setUp);
});
afterAll(() => setUp.service.stop());

describe('the list of traces', () => {
  let project: Tenant;
  const base = Date.now() - 3_600_000;
  const idOf = new Map<string, string>();

  beforeAll(async () => {
    project = await seedTenant(service.dataSource);
    const client = new TracesClient(service.url, project.apiKey);
    const send = async (
      name: string,
      minute: number,
      fields: Partial<JsonSpan>,
      from: string,
    ): Promise<void> => {
      const span = aSpan({
        name,
        startTimeUnixNano: nano(base + minute * 60_000),
        endTimeUnixNano: nano(base + minute * 60_000 + 10),
        ...fields,
      });
      idOf.set(name, span.traceId);
      await client.spans([span], from);
    };
    const use = (model: string, tokens: number, cost: number): object[] => [
      text('gen_ai.request.model', model),
      whole('gen_ai.usage.input_tokens', tokens),
      { key: 'gen_ai.usage.cost', value: { doubleValue: cost } },
    ];
    await send('refund order', 1, { attributes: use('gpt-4o', 100, 0.001) }, 'shop');
    await send('cancel order', 2, { attributes: use('claude', 9_999, 0.5), status: { code: 2 } }, 'shop');
    await send("translate d'accord 日本語", 3, { attributes: use('claude', 10_000, 12) }, "o'desk \\ 5");
    await send('plain', 4, {}, 'cron');
  });

  const names = async (query: string): Promise<string[]> => {
    const { status, body } = await list(query, project.projectId);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data.map((row: { root_name: string }) => row.root_name);
  };

  it.each<[string, string[]]>([
    ['', ['plain', "translate d'accord 日本語", 'cancel order', 'refund order']],
    ['?service=shop', ['cancel order', 'refund order']],
    [`?service=${encodeURIComponent("o'desk \\ 5")}`, ["translate d'accord 日本語"]],
    ['?service=sho', []],
    ['?model=claude', ["translate d'accord 日本語", 'cancel order']],
    ['?status=error', ['cancel order']],
    ['?status=unset&service=shop', ['refund order']],
    ['?q=order', ['cancel order', 'refund order']],
    ['?q=ORDER%20refund', ['refund order']],
    ['?q=ref', ['refund order']],
    [`?q=${encodeURIComponent('本')}`, ["translate d'accord 日本語"]],
    [`?q=${encodeURIComponent("d'acc")}`, ["translate d'accord 日本語"]],
    ['?q=nothing', []],
    ['?q=%26%7C!', []],
    ['?min_tokens=100', ["translate d'accord 日本語", 'cancel order', 'refund order']],
    ['?min_tokens=10000', ["translate d'accord 日本語"]],
    ['?min_tokens=101', ["translate d'accord 日本語", 'cancel order']],
    ['?min_cost_usd=0.5', ["translate d'accord 日本語", 'cancel order']],
    ['?min_cost_usd=0.500000000001', ["translate d'accord 日本語"]],
    ['?min_cost_usd=0', ["translate d'accord 日本語", 'cancel order', 'refund order']],
    ['?from=9999-12-31T23:59:59Z', []],
    ['?to=0001-01-01', []],
    ['?from=0001-01-01&to=9999-12-31&service=shop', ['cancel order', 'refund order']],
    ['?model=claude&status=error&q=order&min_tokens=1', ['cancel order']],
    [
      `?from=${new Date(base + 120_000).toISOString()}&to=${new Date(base + 180_000).toISOString()}`,
      ['cancel order'],
    ],
  ])('answers %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('finds a trace by its id', async () => {
    expect(await names(`?q=${idOf.get('plain')?.toUpperCase()}`)).toEqual(['plain']);
  });

  it('has rows of exactly the agreed members', async () => {
    const { body } = await list('?q=refund', project.projectId);
    expect(body.data).toEqual([
      {
        trace_id: idOf.get('refund order'),
        root_name: 'refund order',
        service: 'shop',
        started_at: new Date(base + 60_000).toISOString(),
        duration_ms: 10,
        span_count: 1,
        models: ['gpt-4o'],
        input_tokens: 100,
        output_tokens: 0,
        cost_usd: 0.001,
        status: 'unset',
      },
    ]);
  });

  it('goes on page by page', async () => {
    const seen: string[] = [];
    let after = '';
    for (;;) {
      const { body } = await list(`?limit=3${after}`, project.projectId);
      seen.push(...body.data.map((row: { root_name: string }) => row.root_name));
      expect(body.last_id).toBe(body.data.at(-1).trace_id);
      if (!body.has_more) break;
      after = `&after=${body.last_id}`;
    }
    expect(seen).toEqual(await names(''));
  });

  it('goes back page by page, with its filters', async () => {
    const all = await names('');
    const { body: last } = await list(`?limit=1&after=${idOf.get('cancel order')}`, project.projectId);
    const { body: middle } = await list(`?limit=2&before=${last.first_id}`, project.projectId);
    expect(middle.data.map((row: { root_name: string }) => row.root_name)).toEqual(all.slice(1, 3));
    expect([middle.first_id, middle.last_id, middle.has_more]).toEqual([
      middle.data[0].trace_id,
      middle.data[1].trace_id,
      true,
    ]);
    const { body: first } = await list(`?limit=2&before=${middle.first_id}`, project.projectId);
    expect(first.data.map((row: { root_name: string }) => row.root_name)).toEqual(all.slice(0, 1));
    expect(first.has_more).toBe(false);
    const { body: none } = await list(`?before=${first.first_id}`, project.projectId);
    expect(none).toEqual({ object: 'list', data: [], has_more: false, first_id: null, last_id: null });
    expect(await names(`?service=shop&before=${idOf.get('refund order')}`)).toEqual(['cancel order']);
  });

  it.each([
    ['?before=abc', 'before'],
    [`?before=${'a'.repeat(32)}`, 'before'],
    [`?before=${'a'.repeat(32)}&after=${'a'.repeat(32)}`, 'before'],
  ])('refuses %j and names it', async (query, param) => {
    const { status, body } = await list(query, project.projectId);
    expect([status, body.error.param]).toEqual([400, param]);
  });

  it.each([
    '?after=abc',
    `?after=${'a'.repeat(32)}`,
    '?limit=0',
    '?min_tokens=x',
    '?min_cost_usd=1e3',
    '?status=bad',
    '?from=yesterday',
    '?from=2026-12-01&to=2026-11-01',
    '?q=%00',
  ])('refuses %j', async (query) => {
    expect((await list(query, project.projectId)).status).toBe(400);
  });

  it("shows nothing of another organization's project", async () => {
    const other = await seedTenant(service.dataSource);
    const { token } = await admin.createToken(other.organizationId);
    const foreign = admin.withToken(token);
    expect((await foreign.get(`/projects/${project.projectId}/traces`)).status).toBe(404);
    const path = `/projects/${project.projectId}/traces/${idOf.get('plain')}`;
    expect((await foreign.get(path)).status).toBe(404);
    expect((await foreign.get(`/projects/${other.projectId}/traces/${idOf.get('plain')}`)).status).toBe(404);
    expect((await admin.get(path)).status).toBe(200);
  });

  it.each(['abc', 'a'.repeat(32), '%00'])('knows no trace %j', async (id) => {
    expect((await detail(id)).status).toBe(404);
  });
});

describe('retention', () => {
  it('drops days that are past it with their traces, and keeps the others', async () => {
    const project = await seedTenant(service.dataSource);
    const client = new TracesClient(service.url, project.apiKey);
    const old = aSpan({ startTimeUnixNano: nano(Date.now() - 20 * DAY_MS) });
    const fresh = aSpan();
    await client.spans([old, fresh]);
    const shorter = await startTestApplication({
      database: service.database,
      provider: service.provider,
      environment: { TRACE_RETENTION: '10d' },
    });
    try {
      const sweeps = [service.url, shorter.url].map((url) => new AdminClient(url).post('/maintenance/sweep'));
      const [, second] = await Promise.all(sweeps);
      expect(second?.status).toBe(200);
      expect(second?.body.traces_purged).toBeGreaterThanOrEqual(1);
      expect((await detail(old.traceId, project.projectId)).status).toBe(404);
      expect((await detail(fresh.traceId, project.projectId)).status).toBe(200);
      // Its partition is gone, and comes back for the process that still takes that day.
      expect((await client.spans([old])).body).toEqual({ partialSuccess: {} });
      expect(
        (await new TracesClient(shorter.url, project.apiKey).spans([old])).body.partialSuccess,
      ).toMatchObject({
        rejectedSpans: '1',
      });
    } finally {
      await shorter.stop();
    }
  });
});
