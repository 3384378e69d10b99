import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import type { BatchClient } from './batch-client.js';
import { COST, item, ledgerOf, seedBatchTenant } from './batches-support.js';

let provider: FakeBatchProvider;
let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
let client: BatchClient;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
  application = await startTestApplication({ environment: { PROVIDER_A_BASE_URL: provider.url } });
  operator = new AdminClient(application.url);
});
afterAll(async () => {
  await application.stop();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  ({ tenant, client } = await seedBatchTenant(application));
});

const listed = async () => (await operator.get(`/projects/${tenant.projectId}/batches`)).body;

describe('batches for admins', () => {
  it('are listed newest first, page by page', async () => {
    expect(await listed()).toMatchObject({ data: [], has_more: false });
    const first = await client.submitted({ requests: [item('a')] });
    const second = await client.submitted({ requests: [item('a'), item('b')] });
    const path = `/projects/${tenant.projectId}/batches?limit=1`;
    const page = (await operator.get(path)).body;
    expect(page).toMatchObject({ has_more: true, last_id: second.id });
    expect(page.data[0]).toMatchObject({ id: second.id, project_id: tenant.projectId, request_count: 2 });
    const next = (await operator.get(`${path}&after=${second.id}`)).body;
    expect(next).toMatchObject({ has_more: false, first_id: first.id });
  });

  it('are read as they stand at their providers, with the counts of each portion and their results', async () => {
    provider.resultOf = (_request, index) => (index === 0 ? undefined : { type: 'expired' });
    const { id } = await client.submitted({ requests: [item('a'), item('b')] });
    expect((await operator.get(`/batches/${id}/results`)).status).toBe(409);
    provider.endAll();
    const { body } = await operator.get(`/batches/${id}`);
    expect(body).toMatchObject({ status: 'ended', cost_usd: COST, succeeded_count: 1, expired_count: 1 });
    expect(body.providers).toEqual([
      {
        provider: 'provider_a',
        status: 'ended',
        request_count: 2,
        succeeded_count: 1,
        errored_count: 0,
        canceled_count: 0,
        expired_count: 1,
      },
    ]);
    expect(body.results_url).toBe(`${application.url}/api/v1/admin/batches/${id}/results`);
    const results = await fetch(`${body.results_url}?format=json`, {
      headers: { authorization: `Bearer ${operator.bearer}` },
    });
    expect(results.status).toBe(200);
    expect(await results.text()).toBe((await client.results(id, 'json')).text);
    expect((await client.status(id)).json.providers).toEqual(body.providers);
  });

  it('are canceled once, which the audit log tells', async () => {
    provider.resultOf = () => ({ type: 'canceled' });
    const { id } = await client.submitted({ requests: [item('a')] });
    for (const _turn of [1, 2])
      expect((await operator.post(`/batches/${id}/cancel`, {})).body).toMatchObject({ status: 'canceling' });
    expect(provider.cancels).toBe(1);
    provider.endAll();
    const { body } = await operator.get(`/batches/${id}`);
    expect(body).toMatchObject({ status: 'ended', canceled_count: 1, cost_usd: 0 });
    expect((await operator.post(`/batches/${id}/cancel`)).body).toMatchObject({ status: 'ended' });
    expect(await ledgerOf(application, tenant)).toMatchObject({ reserved: '0', balance: '100' });
    const audit = (await operator.get(`/organizations/${tenant.organizationId}/audit`)).body.data;
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({
      action: 'batch.cancel',
      target: { type: 'batch', id },
      who: 'operator',
    });
  });

  it("are another organization's only to the operator", async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    const organizationId = await operator.createOrganization();
    const other = operator.withToken((await operator.createToken(organizationId)).token);
    const own = operator.withToken((await operator.createToken(tenant.organizationId)).token);
    expect((await own.get(`/batches/${id}`)).status).toBe(200);
    for (const answer of [
      await other.get(`/projects/${tenant.projectId}/batches`),
      await other.get(`/batches/${id}`),
      await other.get(`/batches/${id}/results`),
      await other.post(`/batches/${id}/cancel`),
      await operator.get('/batches/batch_nothing'),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toBe('not_found');
    }
    expect(provider.cancels).toBe(0);
  });

  it.each([
    ['limit', '/batches?limit=0'],
    ['after', '/batches?after=call_1'],
    ['status', '/batches?status=ended'],
  ])('say which parameter is wrong: %s', async (param, path) => {
    const { status, body } = await operator.get(`/projects/${tenant.projectId}${path}`);
    expect([status, body.error.param]).toEqual([400, param]);
  });

  it('say that a format is wrong', async () => {
    const { id } = await client.submitted({ requests: [item('a')] });
    const { status, body } = await operator.get(`/batches/${id}/results?format=xml`);
    expect([status, body.error.param]).toEqual([400, 'format']);
  });
});
