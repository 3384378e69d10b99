import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { insertCall, insertGroup, insertJudgedCalls } from './records-support.js';
import { callRow } from '../support/seed.js';
import { eventually, inputAt, template } from './task-template.js';

const BIG = 'vendora/claude-sonnet-5-5';
const MEDIUM = 'vendorb/gpt-6.1-terra';
const SMALL = 'openai/gpt-oss-120b';
const OWN = 0.82;

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
});
afterAll(() => service.stop());

beforeEach(async () => {
  tenant = await seedTenant(service.dataSource, {
    tiers: { big: BIG, medium: MEDIUM, small: SMALL },
    rateLimits: { inference: 'unlimited', decisions: 'unlimited' },
  });
});

interface Tasks {
  readonly model: string;
  readonly complexity: number;
  readonly succeeded?: number;
  readonly judged?: number;
  readonly routerId?: string;
}

/** Three groups, whose tasks are so hard; each was judged so often with each model. @returns their ids */
async function judgedGroups(tasks: readonly Tasks[]): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const groupId = await insertGroup(service.dataSource, tenant);
    ids.push(groupId);
    for (const { model, complexity, succeeded = 20, judged = 20, routerId = tenant.routerId } of tasks)
      await insertJudgedCalls(service.dataSource, tenant, {
        groupId,
        model,
        complexity,
        succeeded,
        judged,
        routerId: routerId ?? '',
      });
  }
  return ids;
}

const MEDIUM_IS_ENOUGH: readonly Tasks[] = [
  { model: MEDIUM, complexity: 0.85 },
  { model: BIG, complexity: 0.85 },
];
const MEDIUM_FAILS: readonly Tasks[] = [
  { model: MEDIUM, complexity: 0.8, succeeded: 8 },
  { model: BIG, complexity: 0.8 },
];

const sweep = (client = operator) => client.post('/maintenance/sweep');

async function router(): Promise<Record<string, unknown>> {
  const { status, body } = await operator.get(`/routers/${tenant.routerId}`);
  expect(status).toBe(200);
  return body;
}

async function thresholds(): Promise<unknown[]> {
  const { threshold, record_threshold: record, threshold_in_force: inForce } = await router();
  return [threshold, record, inForce];
}

const inForce = (value: number, source: string) => ({ value, source });
const OWN_IN_FORCE = inForce(OWN, 'default');

async function versions(): Promise<
  { number: number; who: string; threshold: number; record_threshold: number }[]
> {
  return (await operator.get(`/routers/${tenant.routerId}/versions`)).body.data as never;
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly estimated_monthly_saving_usd: number;
  readonly recommended_threshold: number;
  readonly [member: string]: unknown;
}

/** Those about thresholds. */
async function recommendations(): Promise<Row[]> {
  const { status, body } = await operator.get(`/projects/${tenant.projectId}/recommendations`);
  expect(status).toBe(200);
  return (body.data as Row[]).filter(({ kind }) => kind === 'router_threshold');
}

function setAutomaticUpdates(on: boolean) {
  return operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates: on } });
}

/** The exact price of tokens in the catalogue. */
async function costOf(model: string, input: number, output: number): Promise<number> {
  const { body } = await operator.get('/models');
  const rows = body.data as {
    id: string;
    prices_usd_per_million_tokens: { input: number; output: number };
  }[];
  const prices = rows.find(({ id }) => id === model)?.prices_usd_per_million_tokens;
  return (input * (prices?.input ?? 0) + output * (prices?.output ?? 0)) / 1e6;
}

describe('the threshold of a router, while automatic updates is off', () => {
  beforeEach(() => setAutomaticUpdates(false));

  it('is recommended higher where Medium is as good, with its evidence and what it saves', async () => {
    const [groupId = ''] = await judgedGroups(MEDIUM_IS_ENOUGH);
    const { routerId } = tenant;
    // Two calls that the threshold sends to Big, and some that it does not: easier, harder, of another router, by the record.
    const hard = { groupId, servedModel: BIG, routerId, tier: 'strong' };
    for (const complexity of [0.83, 0.87])
      await insertCall(service.dataSource, tenant, { ...hard, complexity });
    for (const complexity of [0.82, 0.88, undefined])
      await insertCall(service.dataSource, tenant, { ...hard, complexity });
    await insertCall(service.dataSource, tenant, { ...hard, complexity: 0.85, routerId: 'rtr_other' });
    await insertCall(service.dataSource, tenant, { ...hard, complexity: 0.85, tier: 'group-record' });
    const [found, ...others] = await recommendations();
    expect(others).toEqual([]);
    expect(found).toEqual({
      id: expect.stringMatching(/^rec_/) as unknown,
      kind: 'router_threshold',
      group: null,
      router: { id: routerId, name: 'Default router' },
      current_model: BIG,
      recommended_model: MEDIUM,
      current_tier: 'big',
      recommended_tier: 'medium',
      current_threshold: OWN,
      recommended_threshold: 0.87,
      reason: expect.stringContaining(
        `Medium (${MEDIUM}) is as good as Big (${BIG}) within 3 points in tasks of 3 groups with a difficulty above 0.82 and up to 0.87: 60 of 60`,
      ) as unknown,
      evidence: {
        finding: 'as_good',
        recommended: expect.objectContaining({
          model: MEDIUM,
          judged: 60,
          succeeded: 60,
          rate_low: 0.9398,
          rate_high: 1,
        }) as unknown,
        current: expect.objectContaining({ model: BIG, judged: 60, succeeded: 60 }) as unknown,
        best: { model: BIG, judged: 60, rate: 1 },
        success_difference: { points: 0, low: -6.02, high: 6.02 },
        price_difference_percent: expect.any(Number) as unknown,
        traffic: { days: 30, calls: 2, input_tokens: 2_000, output_tokens: 200 },
        difficulty: { above: OWN, up_to: 0.87, groups: 3 },
      },
      estimated_monthly_saving_usd: expect.any(Number) as unknown,
      status: 'open',
    });
    expect(found?.estimated_monthly_saving_usd).toBeCloseTo(
      (await costOf(BIG, 2_000, 200)) - (await costOf(MEDIUM, 2_000, 200)),
      12,
    );
    expect(await thresholds()).toEqual([null, null, OWN_IN_FORCE]);
  });

  it('is recommended lower where Medium fails, as what it costs', async () => {
    const [groupId = ''] = await judgedGroups(MEDIUM_FAILS);
    await insertCall(service.dataSource, tenant, {
      groupId,
      servedModel: MEDIUM,
      routerId: tenant.routerId,
      tier: 'default',
      complexity: 0.8,
    });
    const [found] = await recommendations();
    expect(found).toMatchObject({
      current_model: MEDIUM,
      recommended_model: BIG,
      current_threshold: OWN,
      recommended_threshold: 0.77,
      evidence: { finding: 'better', success_difference: { points: 60 }, traffic: { calls: 1 } },
    });
    expect(found?.estimated_monthly_saving_usd).toBeLessThan(0);
  });

  it('is not recommended on too few tasks, nor of too few groups, nor where nothing is known of the difficulty', async () => {
    await judgedGroups([
      { model: MEDIUM, complexity: 0.85, judged: 13, succeeded: 13 },
      { model: BIG, complexity: 0.85, judged: 13, succeeded: 13 },
    ]);
    expect(await recommendations()).toEqual([]);
    await service.dataSource.query(`UPDATE calls SET detail = '{}' WHERE project_id = $1`, [
      tenant.projectId,
    ]);
    await judgedGroups([{ model: MEDIUM, complexity: 0.85 }]);
    expect(await recommendations()).toEqual([]);
  });

  it('moves nothing by itself, and is set when approved: once, as a version, with who did it', async () => {
    await judgedGroups(MEDIUM_IS_ENOUGH);
    await sweep();
    expect(await thresholds()).toEqual([null, null, OWN_IN_FORCE]);
    const [found] = await recommendations();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => operator.post(`/recommendations/${found?.id}/approve`)),
    );
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
      Array(3).fill([200, 'approved']),
    );
    expect(await thresholds()).toEqual([0.87, null, inForce(0.87, 'router')]);
    expect(await versions()).toMatchObject([
      { number: 2, who: 'operator', threshold: 0.87 },
      { number: 1, threshold: null },
    ]);
    expect(await recommendations()).toMatchObject([{ id: found?.id, status: 'approved' }]);
    const { body: audit } = await operator.get(`/organizations/${tenant.organizationId}/audit`);
    expect(audit.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'recommendation.approve',
          before: { status: 'open', threshold: OWN },
          after: { status: 'approved', threshold: 0.87, router_id: tenant.routerId },
        }),
        expect.objectContaining({ action: 'router.change', after: { threshold: 0.87 } }),
      ]),
    );
  });

  it('is not moved from a threshold that somebody has set meanwhile', async () => {
    await judgedGroups(MEDIUM_IS_ENOUGH);
    const [found] = await recommendations();
    await operator.patch(`/routers/${tenant.routerId}`, { threshold: 0.5 });
    const { status, body } = await operator.post(`/recommendations/${found?.id}/approve`);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    expect(await thresholds()).toMatchObject([0.5, null, { source: 'router' }]);
  });

  it('stays dismissed until the record speaks for another one', async () => {
    await judgedGroups(MEDIUM_IS_ENOUGH);
    const [found] = await recommendations();
    await operator.post(`/recommendations/${found?.id}/dismiss`);
    expect(await recommendations()).toMatchObject([{ id: found?.id, status: 'dismissed' }]);
    await judgedGroups([
      { model: MEDIUM, complexity: 0.9 },
      { model: BIG, complexity: 0.9 },
    ]);
    expect(await recommendations()).toMatchObject([
      { id: found?.id, status: 'open', recommended_threshold: 0.92 },
    ]);
  });

  it('is recommended once however many read at once, and unknown to others', async () => {
    await judgedGroups(MEDIUM_IS_ENOUGH);
    const lists = await Promise.all(Array.from({ length: 6 }, recommendations));
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(1);
    const stranger = operator.withToken(
      (await operator.createToken(await operator.createOrganization('Other'))).token,
    );
    const answer = await stranger.post(`/recommendations/${lists[0]?.[0]?.id}/approve`);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('the threshold of a router, while automatic updates is on', () => {
  it('follows the record, once, as a version that says so, and nothing is left to recommend', async () => {
    await judgedGroups(MEDIUM_IS_ENOUGH);
    await sweep();
    expect(await thresholds()).toEqual([null, 0.87, inForce(0.87, 'record')]);
    await sweep();
    expect(await versions()).toMatchObject([
      { number: 2, who: 'automatic-updates', threshold: null, record_threshold: 0.87 },
      { number: 1, who: 'gateway', threshold: null, record_threshold: null },
    ]);
    expect(await recommendations()).toEqual([]);
    const { body: audit } = await operator.get(`/organizations/${tenant.organizationId}/audit`);
    expect((audit.data as { who: string }[]).filter(({ who }) => who === 'automatic-updates')).toMatchObject([
      {
        request_id: '',
        action: 'router.change',
        target: { type: 'router', id: tenant.routerId },
        before: { record_threshold: null, record_reason: null },
        after: {
          record_threshold: 0.87,
          record_reason: expect.stringContaining(
            '60 of 60 judged tasks succeeded (100%, 95% interval 94 to 100%)',
          ),
        },
      },
    ]);
  });

  it('is one version when two processes sweep at once, and in force on both', async () => {
    await judgedGroups(MEDIUM_IS_ENOUGH);
    const other = await startTestApplication({ database: service.database, provider: service.provider });
    try {
      const second = new AdminClient(other.url);
      await Promise.all([sweep(), sweep(second)]);
      expect(await versions()).toHaveLength(2);
      for (const client of [operator, second])
        expect((await client.get(`/routers/${tenant.routerId}`)).body).toMatchObject({
          threshold_in_force: inForce(0.87, 'record'),
        });
    } finally {
      await other.stop();
    }
  });

  it('is taken back when the record turns, and lowered where Medium fails', async () => {
    const groups = await judgedGroups(MEDIUM_IS_ENOUGH);
    await sweep();
    await service.dataSource.query(
      'UPDATE judged_tasks SET success = false WHERE group_id = ANY($1) AND model = $2',
      [groups, MEDIUM],
    );
    await sweep();
    expect(await thresholds()).toEqual([null, null, OWN_IN_FORCE]);
    await judgedGroups(MEDIUM_FAILS);
    await sweep();
    expect(await thresholds()).toEqual([null, 0.77, inForce(0.77, 'record')]);
    expect((await versions()).map(({ record_threshold: value }) => value)).toEqual([0.77, null, 0.87, null]);
  });

  it('is what somebody has set, whatever the record says', async () => {
    await judgedGroups(MEDIUM_IS_ENOUGH);
    await operator.patch(`/routers/${tenant.routerId}`, { threshold: 0.9 });
    await sweep();
    expect(await thresholds()).toEqual([0.9, null, inForce(0.9, 'router')]);
    await operator.patch(`/routers/${tenant.routerId}`, { threshold: null });
    await sweep();
    expect(await thresholds()).toEqual([null, 0.87, inForce(0.87, 'record')]);
  });

  it('is undone by a restore, and stays so', async () => {
    await judgedGroups(MEDIUM_IS_ENOUGH);
    await sweep();
    await operator.post(`/routers/${tenant.routerId}/versions/1/restore`);
    expect(await thresholds()).toEqual([OWN, 0.87, inForce(OWN, 'router')]);
    await sweep();
    expect(await thresholds()).toEqual([OWN, null, inForce(OWN, 'router')]);
  });

  it('is the service’s own again as soon as the toggle is off, and the record’s for other models at once', async () => {
    await judgedGroups(MEDIUM_IS_ENOUGH);
    await sweep();
    await setAutomaticUpdates(false);
    expect(await thresholds()).toEqual([null, 0.87, OWN_IN_FORCE]);
    await setAutomaticUpdates(true);
    await operator.patch(`/routers/${tenant.routerId}`, { tiers: { medium: SMALL } });
    expect(await thresholds()).toEqual([null, 0.87, OWN_IN_FORCE]);
    await setAutomaticUpdates(false);
    await sweep();
    expect(await thresholds()).toEqual([null, null, OWN_IN_FORCE]);
  });

  it('of an anchored router never sends more to its anchor’s place than the anchor, and follows its own record', async () => {
    const { body } = await operator.post(`/projects/${tenant.projectId}/routers`, {
      name: 'Anchored',
      anchor_model: BIG,
    });
    await judgedGroups(MEDIUM_IS_ENOUGH.map((tasks) => ({ ...tasks, routerId: String(body.id) })));
    await sweep();
    expect((await operator.get(`/routers/${String(body.id)}`)).body).toMatchObject({
      record_threshold: 0.87,
      threshold_in_force: inForce(0.87, 'record'),
    });
    expect(await thresholds()).toEqual([null, null, OWN_IN_FORCE]);
    // Its Medium is the auto router's, and another model now.
    await operator.patch(`/routers/${tenant.routerId}`, { tiers: { medium: SMALL } });
    expect((await operator.get(`/routers/${String(body.id)}`)).body).toMatchObject({
      threshold_in_force: OWN_IN_FORCE,
    });
  });
});

describe('calls', () => {
  const ask = (turn: number) => new ChatClient(service.url, tenant.apiKey).send(template(inputAt(turn)));

  it('write down how hard the task of a group looked', async () => {
    const answers = [await ask(0), await ask(1), await ask(2)];
    const rows = await Promise.all(
      answers.map(({ headers }) => callRow(service.dataSource, String(headers['x-svc-call-id']))),
    );
    const scores = rows.map(({ detail }) => (detail as { complexity?: number }).complexity);
    expect(scores).toEqual([undefined, undefined, expect.any(Number)]);
  });

  it('are served by the threshold that the record speaks for, with the reason', async () => {
    const answers = [await ask(0), await ask(1), await ask(2)];
    const callId = String(answers[2]?.headers['x-svc-call-id']);
    const { detail } = await callRow(service.dataSource, callId);
    const { complexity = 0 } = detail as { complexity?: number };
    // As if the record spoke for a threshold just under this task.
    await service.dataSource.query('UPDATE routers SET record_threshold = $2 WHERE id = $1', [
      tenant.routerId,
      JSON.stringify({ value: complexity - 0.01, medium: MEDIUM, big: BIG }),
    ]);
    await operator.patch(`/routers/${tenant.routerId}`, { name: 'Followed' });
    const served = await ask(3);
    expect(served.headers).toMatchObject({ 'x-svc-tier': 'strong', 'x-svc-model': BIG });
    const row = await callRow(service.dataSource, String(served.headers['x-svc-call-id']));
    expect((row.detail as unknown as { reasons: string[] }).reasons[1]).toMatch(
      /^The threshold of the router, /,
    );
    await setAutomaticUpdates(false);
    const after = await eventually(
      () => ask(4),
      ({ headers }) => headers['x-svc-tier'] !== 'strong',
    );
    expect(after.headers['x-svc-model']).not.toBe(BIG);
  });
});
