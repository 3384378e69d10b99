import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient, type AdminAnswer } from './admin-client.js';
import { insertCall, insertGroup, insertJudged } from './records-support.js';

const BIG = 'vendora/claude-sonnet-5-5';
const SMALL = 'openai/gpt-oss-120b';
const CHINESE = 'zai-org/GLM-5.3';

let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
let groupId: string;

beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
});
afterAll(() => application.stop());

/** A group that Big serves, and whose record speaks for Small. */
beforeEach(async () => {
  tenant = await seedTenant(application.dataSource);
  await setAutomaticUpdates(false);
  groupId = await insertGroup(application.dataSource, tenant, { name: 'Label tickets' });
  const { routerId } = tenant;
  await insertCall(application.dataSource, tenant, { groupId, servedModel: BIG, routerId });
  await judge(BIG, 20, 20);
  await judge(SMALL, 49, 50);
});

function judge(model: string, succeeded: number, judged: number): Promise<void> {
  return insertJudged(application.dataSource, tenant, { groupId, model, succeeded, judged });
}

async function setAutomaticUpdates(on: boolean): Promise<void> {
  await operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates: on } });
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly recommended_model: string;
  readonly evidence: { recommended: { judged: number } };
}

async function list(): Promise<Row[]> {
  const { status, body } = await operator.get(`/projects/${tenant.projectId}/recommendations`);
  expect(status).toBe(200);
  return body.data as Row[];
}

async function only(): Promise<Row> {
  const rows = await list();
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

async function assignedModel(): Promise<string | null> {
  const [row] = await application.dataSource.query<{ assigned_model: string | null }[]>(
    'SELECT assigned_model FROM task_groups WHERE id = $1',
    [groupId],
  );
  return row?.assigned_model ?? null;
}

const approve = (id: string, client = operator): Promise<AdminAnswer> =>
  client.post(`/recommendations/${id}/approve`);
const dismiss = (id: string, client = operator): Promise<AdminAnswer> =>
  client.post(`/recommendations/${id}/dismiss`);

describe('GET /projects/{id}/recommendations', () => {
  it('proposes what the record speaks for, in the shape of the contract', async () => {
    const { body } = await operator.get(`/projects/${tenant.projectId}/recommendations`);
    expect(body).toEqual({
      object: 'list',
      has_more: false,
      first_id: body.data[0].id,
      last_id: body.data[0].id,
      data: [
        {
          id: expect.stringMatching(/^rec_/),
          kind: 'group_tier',
          group: { id: groupId, name: 'Label tickets' },
          router: { id: tenant.routerId, name: 'Default router' },
          current_model: BIG,
          recommended_model: SMALL,
          current_tier: 'big',
          recommended_tier: 'small',
          current_threshold: null,
          recommended_threshold: null,
          reason: expect.stringContaining(
            '49 of 50 judged tasks succeeded (98%, 95% interval 89.5 to 99.7%)',
          ),
          evidence: {
            finding: 'as_good',
            recommended: expect.objectContaining({ model: SMALL, judged: 50, succeeded: 49, rate: 0.98 }),
            current: expect.objectContaining({ model: BIG, judged: 20, succeeded: 20, rate: 1 }),
            best: { model: BIG, judged: 20, rate: 1 },
            success_difference: { points: -2, low: -10.5, high: 14.2 },
            price_difference_percent: expect.any(Number),
            traffic: { days: 30, calls: 1, input_tokens: 1_000, output_tokens: 100 },
          },
          estimated_monthly_saving_usd: expect.any(Number),
          status: 'open',
        },
      ],
    });
    expect(body.data[0].evidence.price_difference_percent).toBeLessThan(0);
  });

  it("estimates the saving from the tokens of the group's calls and the catalogue", async () => {
    const { body } = await operator.get('/models');
    const priceOf = (id: string) =>
      (body.data as { id: string; prices_usd_per_million_tokens: { input: number; output: number } }[]).find(
        (model) => model.id === id,
      )!.prices_usd_per_million_tokens;
    const cost = ({ input, output }: { input: number; output: number }) =>
      (1_000 * input + 100 * output) / 1e6;
    const { body: answer } = await operator.get(`/projects/${tenant.projectId}/recommendations`);
    expect(answer.data[0].estimated_monthly_saving_usd).toBeCloseTo(
      cost(priceOf(BIG)) - cost(priceOf(SMALL)),
      12,
    );
  });

  it('keeps its id while the evidence grows, and goes when the record turns', async () => {
    const { id } = await only();
    await judge(SMALL, 10, 10);
    expect(await only()).toMatchObject({ id, evidence: { recommended: { judged: 60 } } });
    await judge(SMALL, 0, 40);
    expect(await list()).toEqual([]);
  });

  it('is one row however many read at once', async () => {
    const lists = await Promise.all(Array.from({ length: 8 }, list));
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(1);
  });

  it('is empty while automatic updates are on, and comes back with its id when they are off again', async () => {
    const { id } = await only();
    await setAutomaticUpdates(true);
    expect(await list()).toEqual([]);
    await setAutomaticUpdates(false);
    expect(await only()).toMatchObject({ id });
  });

  it('says nothing of a group that the recommended model serves already', async () => {
    await application.dataSource.query('UPDATE task_groups SET assigned_model = $2 WHERE id = $1', [
      groupId,
      SMALL,
    ]);
    expect(await list()).toEqual([]);
  });

  it('does not take for current what only the record picked', async () => {
    for (let count = 0; count < 3; count += 1)
      await insertCall(application.dataSource, tenant, { groupId, servedModel: SMALL, tier: 'group-record' });
    expect(await only()).toMatchObject({ current_model: BIG, recommended_model: SMALL });
  });

  it("takes the decided model for current, not the cascade's first answer", async () => {
    for (let count = 0; count < 3; count += 1)
      await insertCall(application.dataSource, tenant, { groupId, servedModel: SMALL, decidedModel: BIG });
    expect(await only()).toMatchObject({ current_model: BIG });
  });

  it('never proposes a Chinese model while those are off', async () => {
    await application.dataSource.query('DELETE FROM judged_tasks WHERE group_id = $1 AND model = $2', [
      groupId,
      SMALL,
    ]);
    await judge(CHINESE, 20, 20);
    expect(await only()).toMatchObject({ recommended_model: CHINESE });
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models: false } });
    expect(await list()).toEqual([]);
  });

  it('does not count tasks from more than 30 days ago', async () => {
    await application.dataSource.query(
      `UPDATE judged_tasks SET task_at = now() - interval '31 days' WHERE group_id = $1 AND model = $2`,
      [groupId, SMALL],
    );
    expect(await list()).toEqual([]);
  });
});

describe('a tier that fails', () => {
  const MEDIUM = 'vendorb/gpt-6.1-terra';

  /** Medium serves a group, and nothing else of it was judged. */
  async function mediumAlone(succeeded: number, judged: number): Promise<string> {
    await application.dataSource.query('DELETE FROM judged_tasks WHERE group_id = $1', [groupId]);
    const { routerId } = tenant;
    for (let count = 0; count < 3; count += 1)
      await insertCall(application.dataSource, tenant, { groupId, servedModel: MEDIUM, routerId });
    await judge(MEDIUM, succeeded, judged);
    return MEDIUM;
  }

  it('is recommended to give way to the next higher one, as what that costs, and does when approved', async () => {
    await mediumAlone(7, 21);
    const { body } = await operator.get(`/projects/${tenant.projectId}/recommendations`);
    expect(body.data).toMatchObject([
      {
        kind: 'group_tier',
        current_model: MEDIUM,
        recommended_model: BIG,
        current_tier: 'medium',
        recommended_tier: 'big',
        reason: `Medium (${MEDIUM}) fails: 7 of 21 judged tasks succeeded (33.3%, 95% interval 17.2 to 54.6%), surely under 90%. Big (${BIG}) is the next higher tier (nothing of it was judged yet).`,
        evidence: {
          finding: 'fails',
          current: { judged: 21, succeeded: 7, rate_low: 0.1719, rate_high: 0.5463 },
          recommended: { judged: 0, rate_low: 0, rate_high: 1 },
          success_difference: null,
        },
        status: 'open',
      },
    ]);
    expect(body.data[0].estimated_monthly_saving_usd).toBeLessThan(0);
    await approve(String(body.data[0].id));
    expect(await assignedModel()).toBe(BIG);
  });

  it.each([
    [0, 19],
    [16, 20],
  ])('is not said of %i good ones of %i', async (succeeded, judged) => {
    await mediumAlone(succeeded, judged);
    expect(await list()).toEqual([]);
  });

  it('never gives way to what policy forbids', async () => {
    await application.dataSource.query('UPDATE routers SET big_model = $2 WHERE id = $1', [
      tenant.routerId,
      CHINESE,
    ]);
    await mediumAlone(0, 20);
    expect(await only()).toMatchObject({ recommended_model: CHINESE });
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models: false } });
    expect(await list()).toEqual([]);
  });
});

describe('approving', () => {
  it('assigns the model to the group, once', async () => {
    const { id } = await only();
    const { status, body } = await approve(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'approved', recommended_model: SMALL });
    expect(await assignedModel()).toBe(SMALL);
    expect(await list()).toMatchObject([{ id, status: 'approved' }]);
  });

  it('approves once of several that come at once, and never overrides a later assignment', async () => {
    const { id } = await only();
    const answers = await Promise.all([approve(id), approve(id), approve(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await application.dataSource.query('UPDATE task_groups SET assigned_model = $2 WHERE id = $1', [
      groupId,
      BIG,
    ]);
    expect((await approve(id)).body).toMatchObject({ status: 'approved' });
    expect(await assignedModel()).toBe(BIG);
  });

  it('can follow a dismissal, but a dismissal cannot follow it', async () => {
    const { id } = await only();
    await dismiss(id);
    expect((await approve(id)).body).toMatchObject({ status: 'approved' });
    const { status, body } = await dismiss(id);
    expect([status, body.error.code]).toEqual([409, 'recommendation_approved']);
  });

  it('is refused when policy forbids the model meanwhile', async () => {
    await application.dataSource.query('DELETE FROM judged_tasks WHERE group_id = $1 AND model = $2', [
      groupId,
      SMALL,
    ]);
    await judge(CHINESE, 20, 20);
    const { id } = await only();
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models: false } });
    const { status, body } = await approve(id);
    expect([status, body.error.code]).toEqual([403, 'chinese_models_off']);
    expect(await assignedModel()).toBeNull();
  });
});

describe('dismissing', () => {
  it('lasts until the evidence changes', async () => {
    const { id } = await only();
    expect((await dismiss(id)).body).toMatchObject({ id, status: 'dismissed' });
    expect((await dismiss(id)).status).toBe(200);
    await judge(SMALL, 10, 10);
    expect(await only()).toMatchObject({ id, status: 'dismissed' });
    await judge(BIG, 0, 5);
    expect(await only()).toMatchObject({ id, status: 'open' });
    expect(await assignedModel()).toBeNull();
  });
});

describe('recommendations of others', () => {
  it('are unknown to another organization', async () => {
    const { id } = await only();
    const other = await operator.createOrganization('Other');
    const stranger = operator.withToken((await operator.createToken(other)).token);
    for (const answer of [
      await stranger.get(`/projects/${tenant.projectId}/recommendations`),
      await approve(id, stranger),
      await dismiss(id, stranger),
      await approve('rec_nothing'),
      await dismiss('rec_nothing'),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
    expect(await only()).toMatchObject({ status: 'open' });
  });

  it('are open to a token of their own organization', async () => {
    const own = operator.withToken((await operator.createToken(tenant.organizationId)).token);
    expect((await approve((await only()).id, own)).status).toBe(200);
  });

  it('refuse a body that says something', async () => {
    const { id } = await only();
    const { status, body } = await operator.post(`/recommendations/${id}/approve`, { model: BIG });
    expect([status, body.error.param]).toEqual([400, 'model']);
  });
});
