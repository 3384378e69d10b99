import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRow, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const CALLS = 4;
const GROUPS = ['day', 'hour', 'model', 'key', 'tier', 'router', 'group', 'surface'];

let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
const callIds: string[] = [];

interface UsageRow {
  readonly key: string;
  readonly name?: string | null;
  readonly requests: number;
  readonly cost_usd: number;
}

beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
  tenant = await seedTenant(application.dataSource);
  const models = ['auto', 'vendorb/gpt-6.1-terra', 'vendora/claude-sonnet-5-5', 'no-such-model'];
  for (const model of models) {
    const answer = await fetch(`${application.url}/api/v1/route/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
    });
    await answer.text();
    callIds.push(answer.headers.get('x-svc-call-id') ?? '');
  }
  for (const id of callIds.slice(0, CALLS - 1)) await callRow(application.dataSource, id);
});
afterAll(() => application.stop());

async function spend(): Promise<string> {
  const [row] = await application.dataSource.query<{ spend: string }[]>(
    `SELECT -sum(amount_usd) AS spend FROM ledger_entries WHERE organization_id = $1 AND kind = 'usage'`,
    [tenant.organizationId],
  );
  return row?.spend ?? '';
}

describe('the call log', () => {
  it('has a call in the shape of the contract, the same in the list and alone', async () => {
    const { body } = await operator.get(`/calls/${callIds[1]}`);
    expect(body).toMatchObject({
      id: callIds[1],
      created_at: expect.stringMatching(/Z$/) as unknown,
      surface: 'chat',
      stream: false,
      status: 200,
      key_id: tenant.keyId,
      requested_model: 'vendorb/gpt-6.1-terra',
      served_model: 'vendorb/gpt-6.1-terra',
      usage: { input_tokens: expect.any(Number) as unknown, output_tokens: expect.any(Number) as unknown },
      attempts: [
        {
          model: 'vendorb/gpt-6.1-terra',
          provider: 'provider_b',
          status: 200,
          retry_reason: null,
          usage: body.usage as unknown,
          cost_usd: body.cost_usd as unknown,
          billed: true,
          started_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
          duration_ms: expect.any(Number) as unknown,
        },
      ],
      trace_id: null,
    });
    expect(body.cost_usd).toBeGreaterThan(0);
    expect(body.billed_usd).toBe(body.cost_usd);
    expect(Object.keys(body.timings).sort()).toEqual(['first_byte_ms', 'gateway_ms', 'upstream_ms']);
    for (const field of ['tier', 'router_id', 'group_id', 'decided_model', 'reasons'])
      expect(body).toHaveProperty(field);
    const list = await operator.get(`/projects/${tenant.projectId}/calls`);
    expect(list.body.data).toContainEqual(body);
  });

  it('is paged newest first', async () => {
    const all = await operator.get(`/projects/${tenant.projectId}/calls?limit=100`);
    const ids = all.body.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    const first = await operator.get(`/projects/${tenant.projectId}/calls?limit=2`);
    const second = await operator.get(
      `/projects/${tenant.projectId}/calls?limit=100&after=${first.body.last_id}`,
    );
    expect([...first.body.data, ...second.body.data].map(({ id }) => id as string)).toEqual(ids);
  });

  it("hides another organization's call", async () => {
    const stranger = await seedTenant(application.dataSource);
    const { token } = await operator.createToken(stranger.organizationId);
    expect((await operator.withToken(token).get(`/calls/${callIds[0]}`)).status).toBe(404);
  });
});

describe('the usage report', () => {
  it.each(GROUPS)('grouped by %s sums to the ledger', async (group) => {
    const { body } = await operator.get(`/projects/${tenant.projectId}/usage?group_by=${group}`);
    const rows = body.data as UsageRow[];
    const total = rows.reduce((sum, row) => sum + Math.round(row.cost_usd * 1e12), 0);
    expect(total).toBe(Math.round(Number(await spend()) * 1e12));
    expect(total).toBeGreaterThan(0);
    const named = ['key', 'router', 'group'].includes(group);
    expect(rows[0]).toEqual({
      key: expect.any(String),
      ...(named && { name: rows[0]?.name }),
      requests: expect.any(Number),
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      cost_usd: expect.any(Number),
    });
  });

  it('says its total, and cuts each group by a second one', async () => {
    const { body } = await operator.get(`/projects/${tenant.projectId}/usage?group_by=hour,model`);
    const byModel = await operator.get(`/projects/${tenant.projectId}/usage?group_by=model`);
    expect(body.total).toEqual(byModel.body.total);
    expect(body.total.cost_usd).toBe(Number(await spend()));
    expect(body.data[0]).toEqual({
      keys: [expect.stringMatching(/T\d\d:00:00Z$/), expect.any(String)],
      requests: expect.any(Number),
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      cost_usd: expect.any(Number),
    });
    const models = (body.data as { keys: string[] }[]).map(({ keys }) => keys[1]);
    expect(new Set(models)).toEqual(new Set((byModel.body.data as UsageRow[]).map(({ key }) => key)));
    const csv = await supertest(application.url)
      .get(`/api/v1/admin/projects/${tenant.projectId}/usage?group_by=surface,key&format=csv`)
      .set('authorization', `Bearer ${operator.bearer}`);
    const head = 'surface,key,requests,input_tokens,output_tokens,cost_usd';
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      head,
      expect.stringContaining(`chat,${tenant.keyId},`),
    ]);
  });

  it('is checked against the ledger', async () => {
    const { body } = await operator.get(`/projects/${tenant.projectId}/usage/check`);
    const spent = Number(await spend());
    expect(body).toMatchObject({ object: 'usage.check', ok: true, usage_usd: spent, ledger_usd: spent });
    expect([body.difference_usd, body.entries > 0]).toEqual([0, true]);
    const none = await operator.get(`/projects/${tenant.projectId}/usage/check?to=2020-01-01`);
    expect(none.body).toMatchObject({ ok: true, usage_usd: 0, ledger_usd: 0, entries: 0 });
  });

  it('names what has no group `none`', async () => {
    const { body } = await operator.get(`/projects/${tenant.projectId}/usage?group_by=group`);
    expect(body.data).toMatchObject([{ key: 'none', name: null }]);
    const byKey = await operator.get(`/projects/${tenant.projectId}/usage?group_by=key`);
    expect(byKey.body.data).toMatchObject([{ key: tenant.keyId, name: 'Test' }]);
  });

  it('counts from `from` on and before `to`', async () => {
    const { body } = await operator.get(`/calls/${callIds[1]}`);
    const at = new Date(body.created_at as string);
    const after = new Date(at.getTime() + 1).toISOString();
    const requests = async (query: string): Promise<number> => {
      const answer = await operator.get(`/projects/${tenant.projectId}/usage?group_by=surface&${query}`);
      return (answer.body.data as UsageRow[]).reduce((sum, row) => sum + row.requests, 0);
    };
    expect(await requests(`from=${at.toISOString()}&to=${after}`)).toBe(1);
    expect(await requests(`from=2020-01-01&to=2020-02-01`)).toBe(0);
    expect(await requests(`from=${after}&to=${after}`)).toBe(0);
    expect(await requests(`from=0000-01-01&to=9999-12-31T23:59:59-14:00`)).toBe(CALLS - 1);
    // Thirty days before `to`, not before today.
    const soon = new Date(at.getTime() + 29 * 86_400_000).toISOString();
    expect(await requests(`to=${soon}`)).toBe(CALLS - 1);
    expect(await requests(`to=2020-01-01`)).toBe(0);
  });

  it.each([
    ['from=yesterday', 'from'],
    ['from=2026-W01', 'from'],
    ['to=2026-02-30T00:00:00Z', 'to'],
    ['from=2026-01-01T00:00:00Z%00', 'from'],
    ['group_by=colour', 'group_by'],
    ['group_by=constructor', 'group_by'],
    ['group_by=day,day', 'group_by'],
    ['group_by=day,model,key', 'group_by'],
    ['group_by=day,', 'group_by'],
    ['group_by=day&group_by=hour', 'group_by'],
    ['until=2026-01-01', 'until'],
    ['from=2026-02-01&to=2026-01-31', 'from'],
    ['from=9999-12-31', 'from'],
  ])('with ?%s is 400', async (query, field) => {
    const answer = await operator.get(`/projects/${tenant.projectId}/usage?${query}`);
    expect([answer.status, answer.body.error.param]).toEqual([400, field]);
  });
});

describe('the overview', () => {
  it('has calls, errors and spend by hour, the money, and what waits', async () => {
    const { body } = await operator.get(`/projects/${tenant.projectId}/overview`);
    const organization = await operator.get(`/organizations/${tenant.organizationId}`);
    const usage = await operator.get(`/projects/${tenant.projectId}/usage?group_by=hour`);
    const hours = body.hours as { hour: string; calls: number; errors: number; cost_usd: number }[];
    expect(body).toMatchObject({
      object: 'overview',
      last_call_at: expect.stringMatching(/Z$/) as unknown,
      recommendations_open: 0,
      organization: organization.body as unknown,
    });
    expect(hours.map(({ hour, cost_usd }) => [hour, cost_usd])).toEqual(
      (usage.body.data as UsageRow[]).map(({ key, cost_usd }) => [key, cost_usd]),
    );
    expect(hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(CALLS - 1);
    expect(hours.reduce((sum, { errors }) => sum + errors, 0)).toBe(0);
  });

  it('says that no call was ever made', async () => {
    const fresh = await seedTenant(application.dataSource);
    const { body } = await operator.get(`/projects/${fresh.projectId}/overview`);
    expect([body.hours, body.last_call_at]).toEqual([[], null]);
  });

  it("hides another organization's", async () => {
    const stranger = await seedTenant(application.dataSource);
    const { token } = await operator.createToken(stranger.organizationId);
    const answer = await operator.withToken(token).get(`/projects/${tenant.projectId}/overview`);
    expect(answer.status).toBe(404);
  });

  it.each([
    ['from=2026-02-01&to=2026-01-31', 'from'],
    ['to=soon', 'to'],
    ['since=2026-01-01', 'since'],
  ])('with ?%s is 400', async (query, field) => {
    const answer = await operator.get(`/projects/${tenant.projectId}/overview?${query}`);
    expect([answer.status, answer.body.error.param]).toEqual([400, field]);
  });
});

describe('the catalogue', () => {
  it('is listed with prices, capabilities and surfaces, whole or a page at a time', async () => {
    const { body } = await operator.get('/models');
    expect(body.has_more).toBe(false);
    const ids = body.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(['vendora/claude-sonnet-5-5', 'openai/gpt-oss-120b']));
    expect(body.data[0]).toMatchObject({
      prices_usd_per_million_tokens: expect.any(Object) as unknown,
      capabilities: expect.any(Object) as unknown,
      surfaces: expect.any(Array) as unknown,
    });
    const first = await operator.get('/models?limit=2');
    const second = await operator.get(
      `/models?limit=2&after=${encodeURIComponent(first.body.last_id as string)}`,
    );
    expect([...first.body.data, ...second.body.data].map(({ id }) => id as string)).toEqual(ids.slice(0, 4));
  });
});

describe('the document of the management API', () => {
  it('has a schema for every answer and asks for the admin token everywhere', async () => {
    const { body } = await supertest(application.url).get('/docs-json');
    const operations = Object.entries(body.paths as Record<string, Record<string, never>>)
      .filter(([path]) => path.startsWith('/api/v1/admin') && !path.endsWith('/console/session'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
      );
    expect(operations.length).toBeGreaterThan(20);
    for (const { path, method, operation } of operations) {
      const { responses, security, summary, parameters } = operation as {
        responses: Record<string, { content?: Record<string, { schema?: unknown }> }>;
        security?: object[];
        summary?: string;
        parameters?: { name: string }[];
      };
      const name = `${method} ${path}`;
      expect([name, responses['200']?.content?.['application/json']?.schema]).not.toContain(undefined);
      expect([name, security]).toEqual([name, [{ admin: [] }, { console: [] }]]);
      expect([name, summary]).not.toContain(undefined);
      for (const status of ['400', '401', '403', '404'])
        expect([name, status, responses[status]]).not.toContain(undefined);
      for (const [, parameter] of path.matchAll(/\{(\w+)\}/g))
        expect([name, parameters?.map((known) => known.name)]).toEqual([
          name,
          expect.arrayContaining([parameter]),
        ]);
    }
  });
});
