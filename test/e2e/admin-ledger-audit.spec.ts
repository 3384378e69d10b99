import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

let application: TestApplication;
let operator: AdminClient;
let organizationId: string;

beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
  organizationId = await operator.createOrganization();
});
afterAll(() => application.stop());

const read = async (path: string) => (await operator.get(path)).body.data as Record<string, unknown>[];

async function csv(path: string): Promise<{ type: string | null; lines: string[] }> {
  const answer = await fetch(`${application.url}/api/v1/admin${path}`, {
    headers: { authorization: `Bearer ${operator.bearer}` },
  });
  return {
    type: answer.headers.get('content-type'),
    lines: (await answer.text()).trimEnd().split('\r\n'),
  };
}

describe('the ledger', () => {
  const path = (query: string) => `/organizations/${organizationId}/ledger?${query}`;
  let times: string[];
  beforeAll(async () => {
    await operator.post(`/organizations/${organizationId}/credits`, {
      amount_usd: '0.000000000001',
      idempotency_key: 'invoice-1',
      note: '=a,b',
    });
    await operator.post(`/organizations/${organizationId}/credits`, { amount_usd: 7 });
    await application.dataSource.query(
      `INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, created_at)
       VALUES ($1, 'usage', -0.5, 'call_first', '2026-01-05T00:00:00Z'), ($1, 'refund', 0.25, 'call_first', '2026-01-06T00:00:00Z')`,
      [organizationId],
    );
    times = (await read(path(''))).map((row) => String(row['created_at']));
  });

  it.each([
    ['kind=credit', [7, 1e-12]],
    ['kind=usage', [-0.5]],
    ['kind=reload', []],
    ['reference=call_first', [0.25, -0.5]],
    ['reference=call_first&kind=refund', [0.25]],
    // As it was given, whatever it is kept under.
    ['reference=invoice-1', [1e-12]],
    ['from=2026-01-05&to=2026-01-06', [-0.5]],
    ['from=2026-01-06&to=2026-01-07', [0.25]],
    ['to=2026-01-06T00:00:00Z&kind=usage', [-0.5]],
    ['reference=nothing', []],
  ])('by %s', async (query, amounts) => {
    expect((await read(path(query))).map((row) => row['amount_usd'])).toEqual(amounts);
  });

  it('keeps its filters from page to page', async () => {
    const first = (await operator.get(path('kind=credit&limit=1'))).body;
    expect(first).toMatchObject({ has_more: true });
    const second = (await operator.get(path(`kind=credit&limit=1&after=${first.last_id}`))).body;
    expect(second).toMatchObject({ has_more: false, data: [{ amount_usd: 1e-12 }] });
  });

  it('is CSV when asked, with exact amounts, and nothing that a spreadsheet would run', async () => {
    const { type, lines } = await csv(path('format=csv'));
    expect(type).toContain('text/csv');
    expect(lines).toHaveLength(1 + times.length);
    expect(lines[0]).toBe('id,created_at,kind,amount_usd,reference,note');
    expect(lines.at(-1)).toMatch(/^led_\d+,.*Z,credit,0\.000000000001,invoice-1,"'=a,b"$/);
    expect((await csv(path('format=csv&kind=credit&limit=1'))).lines).toHaveLength(2);
  });

  it.each([
    ['kind', 'kind=gift'],
    ['from', 'from=yesterday'],
    ['from', 'from=2026-02-01&to=2026-01-01'],
    ['to', 'to=2026-02-30'],
    ['after', 'after=call_1'],
    ['reference', 'reference='],
    ['format', 'format=xml'],
    ['actor', 'actor=operator'],
  ])('refuses a bad `%s`: %s', async (param, query) => {
    const { status, body } = await operator.get(path(query));
    expect([status, body.error.param]).toEqual([400, param]);
  });
});

describe('the audit log', () => {
  let projectId: string;
  let tokenId: string;
  const path = (query: string) => `/organizations/${organizationId}/audit?${query}`;
  const actions = async (query: string) => (await read(path(query))).map((row) => row['action']);
  beforeAll(async () => {
    projectId = await operator.createProject(organizationId);
    const { id, token } = await operator.createToken(organizationId);
    tokenId = id;
    await operator.withToken(token).patch(`/projects/${projectId}`, { name: 'A "name", changed' });
    await operator.delete(`/projects/${projectId}`);
  });

  it('by who did it, what was done, to what, and when', async () => {
    expect(await actions(`actor=${tokenId}`)).toEqual(['project.change']);
    expect(await actions('actor=operator&kind=project')).toEqual(['project.delete', 'project.create']);
    expect(await actions('kind=project.change')).toEqual(['project.change']);
    expect(await actions('kind=admin_token')).toEqual(['admin_token.create']);
    expect(await actions(`reference=${projectId}`)).toHaveLength(3);
    expect(await actions(`reference=${projectId}&kind=project.create`)).toEqual(['project.create']);
    expect(await actions('to=2026-01-01')).toEqual([]);
    const [newest] = await read(path('limit=1'));
    const at = encodeURIComponent(String(newest?.['created_at']));
    expect((await actions(`from=${at}`))[0]).toBe('project.delete');
  });

  it('is CSV when asked; of one organization to its token, of all to the operator', async () => {
    const { type, lines } = await csv(path(`format=csv&actor=${tokenId}`));
    expect(type).toContain('text/csv');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^id,created_at,who,who_name,request_id,action,target_type,target_id,/);
    expect(lines[1]).toContain(`,project.change,project,${projectId},${organizationId},${projectId},`);
    expect(lines[1]).toContain(
      '""name"": ""A \\\\""name\\\\"", changed""'.replace(': ', ':').replaceAll('\\\\', '\\'),
    );
    expect((await csv('/audit?format=csv&kind=project.delete')).lines.length).toBeGreaterThan(1);
    const own = operator.withToken((await operator.createToken(organizationId)).token);
    expect((await own.get('/audit?kind=project')).status).toBe(403);
    const other = await operator.createOrganization();
    expect((await own.get(`/organizations/${other}/audit?kind=project`)).status).toBe(404);
    expect((await own.get(`/organizations/${other}/ledger?kind=usage`)).status).toBe(404);
  });

  it.each([
    ['kind', 'kind=Project'],
    ['kind', 'kind=project.'],
    ['actor', 'actor='],
    ['from', 'from=x'],
    ['after', 'after=led_1'],
    ['format', 'format=xml'],
    ['limit', 'limit=0'],
  ])('refuses a bad `%s`: %s', async (param, query) => {
    const { status, body } = await operator.get(path(query));
    expect([status, body.error.param]).toEqual([400, param]);
  });
});
