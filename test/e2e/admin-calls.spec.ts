import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { foldEverything, insertCall, type CallFields } from './usage-support.js';

const ROWS: Record<string, CallFields> = {
  early: {
    created_at: new Date('2026-03-01T10:00:00Z'),
    tier: 'small',
    router_id: 'rtr_one',
    group_id: 'grp_one',
  },
  failed: {
    created_at: new Date('2026-03-01T11:00:00Z'),
    status: 502,
    served_model: null,
    decided_model: 'decided',
  },
  limited: {
    created_at: new Date('2026-03-02T10:00:00Z'),
    status: 429,
    requested_model: '=cmd|"/c calc"!A0',
  },
  embedded: { created_at: new Date('2026-03-03T10:00:00Z'), surface: 'embeddings', key_id: 'key_other' },
  batch: {
    id: newId('call'),
    created_at: new Date('2026-03-01T12:00:00Z'),
    surface: 'batch',
    requests: 1_000,
    billed_usd: '0.100000000000',
    batch_id: 'batch_1',
  },
};

let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
const names = new Map<string, string>();

beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
  tenant = await seedTenant(application.dataSource);
  for (const [name, fields] of Object.entries(ROWS))
    names.set(await insertCall(application.dataSource, tenant, fields), name);
  const stranger = await seedTenant(application.dataSource);
  await insertCall(application.dataSource, stranger);
});
afterAll(() => application.stop());

async function found(query: string): Promise<string[]> {
  const { status, body } = await operator.get(`/projects/${tenant.projectId}/calls?${query}`);
  expect([status, body]).toEqual([200, expect.objectContaining({ object: 'list' })]);
  return (body.data as { id: string }[]).map(({ id }) => names.get(id) ?? id).sort();
}

describe('the call log with filters', () => {
  it.each([
    ['', ['batch', 'early', 'embedded', 'failed', 'limited']],
    ['status=502', ['failed']],
    ['status=4xx', ['limited']],
    ['status=2xx', ['batch', 'early', 'embedded']],
    ['status=error', ['failed', 'limited']],
    ['status=ok', ['batch', 'early', 'embedded']],
    ['status=error&from=2026-03-02', ['limited']],
    ['status=error&key=key_other', []],
    ['batch=batch_1', ['batch']],
    ['batch=batch_1&to=2026-03-01', []],
    ['batch=batch_2', []],
    ['model=decided', ['failed']],
    ['model=m&status=2xx&surface=chat', ['early']],
    ['key=key_other', ['embedded']],
    ['key=key_nobody', []],
    ['surface=batch', ['batch']],
    ['tier=small', ['early']],
    ['tier=none', ['batch', 'embedded', 'failed', 'limited']],
    ['router=rtr_one', ['early']],
    ['router=Router%20(batch)', ['batch']],
    ['group=grp_one', ['early']],
    ['group=none&status=429', ['limited']],
    ['from=2026-03-02', ['embedded', 'limited']],
    ['to=2026-03-02', ['batch', 'early', 'failed']],
    ['from=2026-03-01T11:00:00Z&to=2026-03-01T12:00:00.001Z', ['batch', 'failed']],
    ['from=2026-03-01T11:00:00Z&to=2026-03-01T12:00:00Z', ['failed']],
    ['from=2026-03-05&to=2026-03-05', []],
  ])('%j finds %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each(['', '&from=2026-03-01&to=2026-03-04'])('is paged without a gap or a double%s', async (period) => {
    const seen: string[] = [];
    let after = '';
    for (let more = true; more;) {
      const { body } = await operator.get(`/projects/${tenant.projectId}/calls?limit=2${period}${after}`);
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id));
      more = body.has_more as boolean;
      after = `&after=${body.last_id}`;
    }
    expect(seen).toEqual([...names.keys()].sort().reverse());
  });

  it.each(['', '&from=2026-03-01&to=2026-03-04', '&status=ok'])(
    'is paged back to the newest as it was paged away from it%s',
    async (more) => {
      const path = `/projects/${tenant.projectId}/calls?limit=2${more}`;
      const away = [(await operator.get(path)).body];
      while (away.at(-1).has_more)
        away.push((await operator.get(`${path}&after=${away.at(-1).last_id}`)).body);
      expect(away.length).toBeGreaterThan(1);
      const all = away.flatMap(({ data }) => data as unknown[]);
      const oldest = away.at(-1);
      const back = [(await operator.get(`${path}&before=${oldest.last_id}`)).body];
      while (back.at(-1).has_more)
        back.push((await operator.get(`${path}&before=${back.at(-1).first_id}`)).body);
      expect(back.reverse().flatMap(({ data }) => data as unknown[])).toEqual(all.slice(0, -1));
      const { body } = await operator.get(`${path}&before=${away[0].first_id}`);
      expect(body).toMatchObject({ data: [], has_more: false, first_id: null });
    },
  );

  it.each([
    ['status=5x', ['status']],
    ['status=0&surface=telepathy&tier=huge', ['status', 'surface', 'tier']],
    ['key=prj_1&router=all&group=', ['key', 'router', 'group']],
    ['from=2026-03-02&to=2026-03-01', undefined],
    ['format=xml', ['format']],
    ['model=%00', ['model']],
    ['limit=101', ['limit']],
    ['after=led_1', undefined],
    ['before=led_1', undefined],
    ['before=call_1&after=call_2', undefined],
    ['batch=grp_1', ['batch']],
    ['status=refusal', ['status']],
    ['colour=red', ['colour']],
  ])('with ?%s is 400 naming %j', async (query, fields) => {
    const { status, body } = await operator.get(`/projects/${tenant.projectId}/calls?${query}`);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    const details = body.error.details as { field: string }[] | undefined;
    expect(details?.map(({ field }) => field).sort()).toEqual(fields && [...fields].sort());
  });
});

describe('the histogram of the call log', () => {
  const histogram = (query: string) => operator.get(`/projects/${tenant.projectId}/calls/histogram?${query}`);
  const MARCH = 'from=2026-03-01&to=2026-03-04';
  const hour = (time: string, calls: number, errors = 0) => ({
    hour: `2026-03-${time}:00:00Z`,
    calls,
    errors,
  });

  it.each<[string, object[]]>([
    ['', [hour('01T10', 1), hour('01T11', 1, 1), hour('01T12', 1), hour('02T10', 1, 1), hour('03T10', 1)]],
    ['&status=error', [hour('01T11', 1, 1), hour('02T10', 1, 1)]],
    ['&status=ok', [hour('01T10', 1), hour('01T12', 1), hour('03T10', 1)]],
    ['&status=429', [hour('02T10', 1, 1)]],
    ['&status=200&surface=chat', [hour('01T10', 1)]],
    ['&model=decided', [hour('01T11', 1, 1)]],
    ['&key=key_other', [hour('03T10', 1)]],
    ['&tier=none&surface=chat', [hour('01T11', 1, 1), hour('02T10', 1, 1)]],
    ['&router=rtr_one&group=grp_one&tier=small', [hour('01T10', 1)]],
    ['&router=Router%20(batch)', [hour('01T12', 1)]],
    ['&surface=batch', [hour('01T12', 1)]],
    ['&batch=batch_1', [hour('01T12', 1)]],
  ])('counts rows of the list by hour, errors apart: %j', async (more, expected) => {
    for (const folded of [false, true]) {
      if (folded) await foldEverything(application);
      const { status, body } = await histogram(MARCH + more);
      expect([status, body.object, body.data]).toEqual([200, 'calls.histogram', expected]);
      const { body: list } = await operator.get(
        `/projects/${tenant.projectId}/calls?limit=100&${MARCH}${more}`,
      );
      const counted = (body.data as { calls: number }[]).reduce((sum, { calls }) => sum + calls, 0);
      expect(counted).toBe((list.data as unknown[]).length);
    }
  });

  it('has no more of the hours at its ends than the period has', async () => {
    const { body } = await histogram('from=2026-03-01T10:00:00.001Z&to=2026-03-01T11:00:00.001Z');
    expect(body.data).toEqual([hour('01T11', 1, 1)]);
  });

  it('is of the last day unless it is told', async () => {
    const { body } = await histogram('');
    expect(body.data).toEqual([]);
    expect(Date.parse(body.to as string) - Date.parse(body.from as string)).toBe(86_400_000);
  });

  it.each(['limit=1', 'after=call_1', 'from=2026-03-02&to=2026-03-01', 'status=none'])(
    'refuses ?%s',
    async (query) => {
      expect((await histogram(query)).status).toBe(400);
    },
  );

  it("is another organization's only to the operator", async () => {
    const other = operator.withToken((await operator.createToken(await operator.createOrganization())).token);
    expect((await other.get(`/projects/${tenant.projectId}/calls/histogram`)).status).toBe(404);
  });
});

async function csv(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ head: Headers; text: string }> {
  const answer = await fetch(`${application.url}/api/v1/admin/projects/${tenant.projectId}/${path}`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers },
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.any(String)]);
  return { head: answer.headers, text };
}

describe('the call log as CSV', () => {
  it('is a file with a header line and exact amounts, all of it', async () => {
    const { head, text } = await csv('calls?format=csv');
    expect(head.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(head.get('content-disposition')).toBe(`attachment; filename="calls-${tenant.projectId}.csv"`);
    expect(head.get('cache-control')).toBe('no-store');
    expect(head.get('x-request-id')).toMatch(/^req_/);
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(ROWS_COUNT + 2);
    expect(lines[0]).toBe(
      'id,created_at,surface,stream,status,key_id,tier,router_id,group_id,requested_model,decided_model,served_model,requests,input_tokens,output_tokens,cost_usd,billed_usd,attempts,gateway_ms,upstream_ms,first_byte_ms,trace_id,tags,end_user,session_id,metadata',
    );
    const line = (name: string) =>
      lines.find((text) => names.get(text.split(',', 1)[0] ?? '') === name) ?? '';
    expect(line('batch')).toContain(',1000,10,5,,0.1,');
    expect(line('early')).toContain(',small,rtr_one,grp_one,m,,m,1,10,5,,0.000000000007,0,1,0,,');
    expect(line('limited')).toContain(`"'=cmd|""/c calc""!A0"`);
  });

  it('is chosen by the Accept header too, and by filters and a limit', async () => {
    const { head, text } = await csv('calls?status=2xx&limit=2', { accept: 'text/csv' });
    expect(head.get('vary')).toContain('accept');
    expect(text.trimEnd().split('\r\n')).toHaveLength(3);
    const json = await operator.get(`/projects/${tenant.projectId}/calls`);
    expect(json.headers['content-type']).toContain('application/json');
  });

  it('of many pages has every call once', async () => {
    const busy = await seedTenant(application.dataSource);
    await application.dataSource.query(
      `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, input_tokens, output_tokens, billed_usd, detail)
       SELECT 'call_' || lpad(n::text, 10, '0'), now(), $1, $2, $3, 'chat', false, 200, 'm', 1, 1, 0, '{"usage":null,"reasons":[],"attempts":[],"timings":{},"trace_id":null}'
         FROM generate_series(1, 1001) AS n`,
      [busy.organizationId, busy.projectId, busy.keyId],
    );
    const answer = await fetch(
      `${application.url}/api/v1/admin/projects/${busy.projectId}/calls?format=csv`,
      {
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      },
    );
    const ids = (await answer.text())
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',', 1)[0]);
    expect(ids).toHaveLength(1_001);
    expect(new Set(ids).size).toBe(1_001);
  });

  it('of an unknown project is an error as JSON', async () => {
    const { status, body } = await operator.get(`/projects/${newId('prj')}/calls?format=csv`);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('usage as CSV', () => {
  it('has the rows of the JSON with exact amounts', async () => {
    const { head, text } = await csv('usage?group_by=surface&from=2026-03-01&to=2026-04-01&format=csv');
    expect(head.get('content-disposition')).toContain(`usage-${tenant.projectId}-by-surface.csv`);
    expect(text).toBe(
      [
        'key,requests,input_tokens,output_tokens,cost_usd',
        'batch,1000,10,5,0.1',
        'chat,3,30,15,0.000000000021',
        'embeddings,1,10,5,0.000000000007',
        '',
      ].join('\r\n'),
    );
  });

  it('without any usage is the header line', async () => {
    const { text } = await csv('usage?from=2020-01-01&to=2020-01-02', { accept: 'text/csv' });
    expect(text).toBe('key,requests,input_tokens,output_tokens,cost_usd\r\n');
  });
});

const ROWS_COUNT = Object.keys(ROWS).length;
