import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UsageRollups } from '../../src/billing/usage-rollup.service.js';
import { newId } from '../../src/lib/ids.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { insertGroup, insertJudged } from './records-support.js';
import { insertCall } from './usage-support.js';

const BIG = 'vendora/claude-sonnet-5-5';
const SMALL = 'openai/gpt-oss-120b';
const DAY = 'from=2026-03-02&to=2026-03-03';

let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
});
beforeEach(async () => {
  tenant = await seedTenant(application.dataSource);
});
afterAll(() => application.stop());

const at = (time: string) => new Date(`2026-03-${time}:00Z`);
const fold = () => application.app.get(UsageRollups).fold();

async function overview(query = DAY) {
  const { status, body } = await operator.get(`/projects/${tenant.projectId}/overview?${query}`);
  expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  return body;
}

async function addCalls(): Promise<void> {
  const { dataSource } = application;
  await insertCall(dataSource, tenant, { created_at: at('01T23:59'), billed_usd: '0.1' });
  await insertCall(dataSource, tenant, { created_at: at('02T10:10'), served_model: BIG, billed_usd: '0.2' });
  await insertCall(dataSource, tenant, { created_at: at('02T10:20'), status: 502, billed_usd: '0' });
  await insertCall(dataSource, tenant, {
    created_at: at('02T12:00'),
    surface: 'batch',
    served_model: SMALL,
    requests: 50,
    billed_usd: '0.3',
  });
}

/** A group that Big serves, and whose record speaks for Small. */
async function addProposal(): Promise<void> {
  const { dataSource } = application;
  await operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates: false } });
  const groupId = await insertGroup(dataSource, tenant);
  const { routerId = null } = tenant;
  await insertCall(dataSource, tenant, { group_id: groupId, served_model: BIG, router_id: routerId });
  await insertJudged(dataSource, tenant, { groupId, model: BIG, succeeded: 20, judged: 20 });
  await insertJudged(dataSource, tenant, { groupId, model: SMALL, succeeded: 49, judged: 50 });
}

describe('the overview of a project', () => {
  it('is of a period beside the one before, with its hours and dearest models', async () => {
    await addCalls();
    const shown = await overview();
    expect(shown).toMatchObject({
      object: 'overview',
      project_id: tenant.projectId,
      organization_id: tenant.organizationId,
      period: {
        from: '2026-03-02T00:00:00.000Z',
        to: '2026-03-03T00:00:00.000Z',
        requests: 52,
        errors: 1,
        input_tokens: 30,
        output_tokens: 15,
        cost_usd: 0.5,
      },
      previous: { from: '2026-03-01T00:00:00.000Z', requests: 1, errors: 0, cost_usd: 0.1 },
      hours: [
        { hour: '2026-03-02T10:00:00Z', calls: 2, errors: 1 },
        { hour: '2026-03-02T12:00:00Z', calls: 1, errors: 0 },
      ],
      balance_usd: 100,
      reserved_usd: 0,
      card_declined_at: null,
      running_batches: 0,
      failed_batches: 0,
      open_recommendations: 0,
      attention: [],
    });
    expect(shown.models).toEqual([
      { model: SMALL, requests: 50, cost_usd: 0.3 },
      { model: BIG, requests: 1, cost_usd: 0.2 },
      { model: 'm', requests: 1, cost_usd: 0 },
    ]);
    await fold();
    expect(await overview()).toEqual(shown);
  });

  it('is empty of a project that was not called', async () => {
    const shown = await overview('');
    expect(shown).toMatchObject({
      period: { requests: 0, cost_usd: 0 },
      hours: [],
      models: [],
      attention: [],
    });
    expect(Date.parse(shown.period.to) - Date.parse(shown.period.from)).toBe(86_400_000);
  });

  it('says what needs attention', async () => {
    tenant = await seedTenant(application.dataSource, { balanceUsd: '0' });
    await addProposal();
    const shown = await overview('');
    expect(shown.attention.map(({ kind }: { kind: string }) => kind)).toEqual([
      'balance_used_up',
      'recommendations',
    ]);
    expect(shown.open_recommendations).toBe(1);
    const { body } = await operator.get(`/projects/${tenant.projectId}/recommendations`);
    await operator.post(`/recommendations/${body.data[0].id}/dismiss`);
    expect((await overview('')).open_recommendations).toBe(0);
  });

  it("is another organization's only to the operator, and needs a period that makes sense", async () => {
    const other = operator.withToken((await operator.createToken(await operator.createOrganization())).token);
    expect((await other.get(`/projects/${tenant.projectId}/overview`)).status).toBe(404);
    const { status, body } = await operator.get(
      `/projects/${tenant.projectId}/overview?from=2026-03-02&to=2026-03-01`,
    );
    expect([status, body.error.param]).toEqual([400, 'from']);
  });
});

describe('keys', () => {
  it('tell when they were last used and what for, when they are asked to, whether that is summed or not', async () => {
    const now = Date.now();
    const [first, second] = [new Date(now - 3_600_000), new Date(now - 60_000)];
    await insertCall(application.dataSource, tenant, { created_at: first, billed_usd: '0.1' });
    await insertCall(application.dataSource, tenant, { created_at: second, billed_usd: '0.2' });
    const old = newId('key');
    await application.dataSource.query(
      `INSERT INTO api_keys (id, project_id, name, prefix, hash) VALUES ($1, $2, 'old', 'p', $1), ($3, $2, 'idle', 'p', $3)`,
      [old, tenant.projectId, newId('key')],
    );
    const longAgo = new Date('2026-01-05T10:59:59.999Z');
    await insertCall(application.dataSource, tenant, { key_id: old, created_at: longAgo });
    const shown = async () => {
      const { body } = await operator.get(`/projects/${tenant.projectId}/keys?usage=true`);
      return Object.fromEntries(
        (body.data as { name: string; last_used_at: string; usage_30_days: object }[]).map((key) => [
          key.name,
          [key.last_used_at, key.usage_30_days],
        ]),
      );
    };
    const expected = {
      Test: [second.toISOString(), { requests: 2, cost_usd: 0.3 }],
      old: [longAgo.toISOString(), { requests: 0, cost_usd: 0 }],
      idle: [null, { requests: 0, cost_usd: 0 }],
    };
    expect(await shown()).toEqual(expected);
    await fold();
    expect(await shown()).toEqual(expected);
    const { body } = await operator.get(`/projects/${tenant.projectId}/keys`);
    expect(body.data[0]).not.toHaveProperty('last_used_at');
    const wrong = await operator.get(`/projects/${tenant.projectId}/keys?usage=yes`);
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'usage']);
  });
});
