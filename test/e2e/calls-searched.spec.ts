import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_SEARCHED } from '../../src/billing/calls/found-calls.js';
import { idFloor } from '../../src/lib/ids.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { foldEverything } from './usage-support.js';

const AT = Date.parse('2026-03-01T08:00:00Z');
/** One more than are looked at for a page, and then some. */
const CALLS = MOST_SEARCHED + 100;

/** Calls from the oldest on, of one moment, all with one tag: the first two and the last one are what nothing between them is. */
const INSERT = `
INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, input_tokens,
                   output_tokens, cost_usd, billed_usd, detail, tags)
SELECT $1 || lpad(n::text, 13, '0'), $2, $3, $4, $5, 'chat', false, CASE WHEN n IN (1, 2, $6) THEN 404 ELSE 200 END, 'auto', 1, 1,
       CASE WHEN n IN (1, 2, $6) THEN 5 ELSE 1 END, 1,
       '{"usage":null,"reasons":[],"attempts":[],"timings":{"gateway_ms":1,"upstream_ms":1},"trace_id":null}', ARRAY['common']
  FROM generate_series(1, $6::int) AS n`;

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;

const idOf = (n: number): string => idFloor('call', AT) + String(n).padStart(13, '0');

beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
  tenant = await seedTenant(service.dataSource);
  const { organizationId, projectId, keyId } = tenant;
  await service.dataSource.query(INSERT, [
    idFloor('call', AT),
    new Date(AT),
    organizationId,
    projectId,
    keyId,
    CALLS,
  ]);
  await foldEverything(service);
});
afterAll(() => service.stop());

interface Page {
  readonly ids: readonly string[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

async function page(query: string): Promise<Page> {
  const { status, body } = await operator.get(`/projects/${tenant.projectId}/calls?${query}`);
  expect(status).toBe(200);
  const { data, ...ends } = body as unknown as Omit<Page, 'ids'> & { data: { id: string }[] };
  return { ids: data.map(({ id }) => id), ...ends };
}

/** By a term, by what failed, and by nothing that an index knows; with and without a period. */
describe.each([
  'tag=common&min_cost_usd=5',
  'tag=common&min_cost_usd=5&from=2026-03-01&to=2026-03-02',
  'min_cost_usd=5',
  'min_cost_usd=5&from=2026-03-01&to=2026-03-02',
])('what few of very many calls are, by %s', (filters) => {
  it('is looked for among so many calls, and the page says where to go on', async () => {
    const first = await page(filters);
    expect(first).toMatchObject({ ids: [idOf(CALLS)], has_more: true, last_id: idOf(101) });
    const second = await page(`${filters}&after=${first.last_id}`);
    expect(second).toMatchObject({ ids: [idOf(2), idOf(1)], has_more: false, last_id: idOf(1) });
  });

  it('is not looked for any further once the page is full', async () => {
    const full = await page(`${filters}&limit=1&after=${idOf(50)}`);
    expect(full).toMatchObject({ ids: [idOf(2)], has_more: true, last_id: idOf(2) });
  });

  it('is looked for in the other direction too, a page without calls being one', async () => {
    const first = await page(`${filters}&before=${idOf(2)}`);
    const searchedTo = idOf(MOST_SEARCHED + 2);
    expect(first).toMatchObject({ ids: [], has_more: true, first_id: searchedTo, last_id: searchedTo });
    const second = await page(`${filters}&before=${first.first_id}`);
    expect(second).toMatchObject({ ids: [idOf(CALLS)], has_more: false });
  });

  it('is exported wholly', async () => {
    const answer = await fetch(
      `${service.url}/api/v1/admin/projects/${tenant.projectId}/calls?format=csv&${filters}`,
      { headers: { authorization: `Bearer ${operator.bearer}` } },
    );
    const lines = (await answer.text()).trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',', 1)[0])).toEqual([idOf(CALLS), idOf(2), idOf(1)]);
  });
});

it('what an index has is found at once, however many calls are between', async () => {
  const found = await page('status=404');
  expect(found).toMatchObject({ ids: [idOf(CALLS), idOf(2), idOf(1)], has_more: false });
});
