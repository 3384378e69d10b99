import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { item, seedBatchTenant } from './batches-support.js';

const ROWS = 5;

let provider: FakeBatchProvider;
let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  application = await startTestApplication({ environment: { PROVIDER_A_BASE_URL: provider.url } });
  operator = new AdminClient(application.url);
  const seeded = await seedBatchTenant(application);
  ({ tenant } = seeded);
  for (let made = 0; made < ROWS; made += 1) {
    const credit = { amount_usd: '1', idempotency_key: `credit ${made}` };
    await operator.post(`/organizations/${tenant.organizationId}/credits`, credit);
    await seeded.client.submitted({ requests: [item('a')] });
  }
});
afterAll(async () => {
  await application.stop();
  await provider.close();
});

interface ListPage {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

const idsOf = (pages: readonly ListPage[]) => pages.flatMap(({ data }) => data.map(({ id }) => id));

describe.each([
  ['the ledger', () => `/organizations/${tenant.organizationId}/ledger?kind=credit`, 'led'],
  ['the audit log', () => `/organizations/${tenant.organizationId}/audit?kind=credit`, 'aud'],
  ['the audit log of all', () => '/audit?kind=credit', 'aud'],
  ['the list of batches', () => `/projects/${tenant.projectId}/batches?limit=2`, 'batch'],
])('%s', (_name, path, prefix) => {
  const read = async (cursor = ''): Promise<ListPage> => {
    const { status, body } = await operator.get(
      `${path()}${path().includes('limit') ? '' : '&limit=2'}${cursor}`,
    );
    expect(status).toBe(200);
    return body as ListPage;
  };

  it('is paged back to the newest as it was paged away from it, its filters kept', async () => {
    const away = [await read()];
    while (away.at(-1)!.has_more) away.push(await read(`&after=${away.at(-1)!.last_id}`));
    expect(idsOf(away).length).toBeGreaterThanOrEqual(ROWS);
    const back = [await read(`&before=${away.at(-1)!.last_id}`)];
    while (back.at(-1)!.has_more) back.push(await read(`&before=${back.at(-1)!.first_id}`));
    expect(idsOf([...back].reverse())).toEqual(idsOf(away).slice(0, -1));
    expect(back[0]!.data).toHaveLength(2);
    const beyond = await read(`&before=${away[0]!.first_id}`);
    expect(beyond).toMatchObject({ data: [], has_more: false, first_id: null });
  });

  it.each(['before=x', 'before=call_1', `before=${prefix}_1&after=${prefix}_2`])(
    'with %s is 400 and names before',
    async (query) => {
      const answer = await operator.get(`${path()}&${query}`);
      expect([answer.status, answer.body.error.param]).toEqual([400, 'before']);
    },
  );
});
