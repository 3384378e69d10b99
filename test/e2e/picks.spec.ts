import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/lib/durations.js';
import { chatCompletion, openAiError } from '../support/recordings/openai-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient, type WholeAnswer } from './chat-client.js';
import { insertCall, insertJudged } from './records-support.js';
import { eventually, inputAt, template } from './task-template.js';

const BIG = 'vendora/claude-sonnet-5-5';
const MEDIUM = 'vendorb/gpt-6.1-terra';
const CHEAP = 'openai/gpt-oss-120b';
const CHINESE = 'zai-org/GLM-5.3';

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
let groupId: string;
let turn: number;

beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
});
afterAll(() => service.stop());
afterEach(() => service.provider.reset());

/** A project whose template is a known group; Medium serves it as tier `default` until its record speaks. */
beforeEach(async () => {
  turn = 0;
  tenant = await seedTenant(service.dataSource, {
    tiers: { big: BIG, medium: MEDIUM },
    rateLimits: { inference: 'unlimited', decisions: 'unlimited' },
  });
  const answers = [await ask(), await ask(), await ask()];
  groupId = String(answers[2]?.headers['x-svc-group']);
  expect(groupId).toMatch(/^grp_/);
});

function ask(application = service, members: object = {}): Promise<WholeAnswer> {
  const client = new ChatClient(application.url, tenant.apiKey);
  turn += 1;
  return client.send({ ...template(inputAt(turn)), ...members });
}

async function served(application = service): Promise<{ tier: unknown; model: unknown }> {
  const { headers } = await ask(application);
  return { tier: headers['x-svc-tier'], model: headers['x-svc-model'] };
}

const byRecord = (model: string) => ({ tier: 'group-record', model });
const BY_TIER = { tier: 'default', model: MEDIUM };

/** What callers say of so many answers of a model, each through the API. @returns the calls, the good ones first */
async function feedback(model: string, good: number, bad = 0): Promise<string[]> {
  const calls: string[] = [];
  for (let index = 0; index < good + bad; index += 1) {
    const callId = await insertCall(service.dataSource, tenant, {
      groupId,
      servedModel: model,
      tier: 'group-record',
    });
    await say(callId, index < good);
    calls.push(callId);
  }
  return calls;
}

async function say(callId: string, success: boolean, application = service): Promise<void> {
  const answer = await fetch(`${application.url}/api/v1/feedback`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ call_id: callId, success }),
  });
  expect(await answer.json()).toMatchObject({ judged: true });
}

/** Most of a long record, written as it would stand; the decisive verdicts come through the API. */
function record(model: string, succeeded: number, judged: number): Promise<void> {
  return insertJudged(service.dataSource, tenant, { groupId, model, succeeded, judged });
}

describe('a record', () => {
  it('speaks from its tenth judged task on', async () => {
    await feedback(CHEAP, 9);
    expect(await served()).toEqual(BY_TIER);
    await feedback(CHEAP, 1);
    expect(await served()).toEqual(byRecord(CHEAP));
  });

  it('of one model alone is enough at 90 %, and not below', async () => {
    const calls = await feedback(CHEAP, 9, 1);
    expect(await served()).toEqual(byRecord(CHEAP));
    await say(calls[0] ?? '', false);
    expect(await served()).toEqual(BY_TIER);
  });

  it('counts the last word on an answer once, however often it was judged', async () => {
    const [first = ''] = await feedback(CHEAP, 9);
    for (const success of [false, true, true, true]) await say(first, success);
    expect(await served()).toEqual(BY_TIER);
    const { body } = await operator.get(`/projects/${tenant.projectId}/groups`);
    expect((body as { data: { records: unknown }[] }).data[0]?.records).toEqual([
      { model: CHEAP, judged: 9, succeeded: 9, rate: 1, rate_low: 0.7008, rate_high: 1 },
    ]);
  });
});

describe('the pick', () => {
  it('is the cheapest that is 3 points behind the best, and no more', async () => {
    await record(BIG, 100, 100);
    await record(CHEAP, 96, 99);
    const [last = ''] = await feedback(CHEAP, 1);
    expect(await served()).toEqual(byRecord(CHEAP));
    await service.dataSource.query('DELETE FROM group_picks WHERE group_id = $1', [groupId]);
    await say(last, false);
    expect(await served()).toEqual(byRecord(BIG));
  });

  it('stays while it is less than 4 points behind, and goes at once when it is 4', async () => {
    await record(BIG, 200, 200);
    await record(CHEAP, 192, 198);
    const calls = await feedback(CHEAP, 2);
    expect(await served()).toEqual(byRecord(CHEAP));
    // 3.5 points behind.
    await say(calls[0] ?? '', false);
    expect(await served()).toEqual(byRecord(CHEAP));
    // 4 points behind.
    await say(calls[1] ?? '', false);
    expect(await served()).toEqual(byRecord(BIG));
  });

  it('does not come back within the hour, on no process and after no restart; then it does', async () => {
    await record(BIG, 100, 100);
    await record(CHEAP, 98, 99);
    const [last = ''] = await feedback(CHEAP, 1);
    expect(await served()).toEqual(byRecord(CHEAP));
    for (const callId of await feedback(CHEAP, 5)) await say(callId, false);
    expect(await served()).toEqual(byRecord(BIG));
    await service.dataSource.query('UPDATE judged_tasks SET success = true WHERE group_id = $1', [groupId]);
    await say(last, true);
    expect(await served()).toEqual(byRecord(BIG));
    const later = await startTestApplication({ database: service.database, provider: service.provider });
    try {
      expect(await served(later)).toEqual(byRecord(BIG));
      await service.dataSource.query(
        `UPDATE group_picks SET left_models = (SELECT jsonb_object_agg(key, value::text::bigint - $2) FROM jsonb_each(left_models))
          WHERE group_id = $1`,
        [groupId, HOUR_MS],
      );
      for (const application of [service, later])
        expect(
          await eventually(
            () => served(application),
            ({ model }) => model === CHEAP,
          ),
        ).toEqual(byRecord(CHEAP));
    } finally {
      await later.stop();
    }
  });

  it('leaves every process within a second when feedback turns its record', async () => {
    const other = await startTestApplication({ database: service.database, provider: service.provider });
    try {
      const calls = await feedback(CHEAP, 10);
      expect(await served(other)).toEqual(byRecord(CHEAP));
      expect(await served()).toEqual(byRecord(CHEAP));
      for (const callId of calls.slice(0, 2)) await say(callId, false, other);
      expect(await served(other)).toEqual(BY_TIER);
      const deadline = performance.now() + 1_000;
      const seen = await eventually(served, ({ tier }) => tier === 'default' || performance.now() > deadline);
      expect(seen).toEqual(BY_TIER);
    } finally {
      await other.stop();
    }
  });

  it('is never a model whose cascade the guardrail stopped', async () => {
    await record(BIG, 20, 20);
    await feedback(CHEAP, 10);
    await service.dataSource.query(
      `INSERT INTO cascade_guardrails (group_id, stopped_until, stopped_models, changed_at) VALUES ($1, now() + interval '1 hour', $2, now())`,
      [groupId, JSON.stringify([CHEAP])],
    );
    await feedback(CHEAP, 1);
    expect(await served()).toEqual(byRecord(BIG));
  });

  it('is never a model that policy forbids, and may return as soon as it is allowed', async () => {
    await record(BIG, 20, 20);
    await feedback(CHINESE, 10);
    expect(await served()).toEqual(byRecord(CHINESE));
    const allow = (chinese_models: boolean) =>
      operator.patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models } });
    await allow(false);
    expect(await served()).toEqual(byRecord(BIG));
    await allow(true);
    expect(await served()).toEqual(byRecord(CHINESE));
  });

  it('serves nothing while automatic updates is off: it is recommended, with its evidence, and serves when approved', async () => {
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates: false } });
    await feedback(MEDIUM, 10);
    await feedback(CHEAP, 19, 1);
    expect(await served()).toEqual(BY_TIER);
    await feedback(CHEAP, 20);
    const { body } = await operator.get(`/projects/${tenant.projectId}/recommendations`);
    const [found] = (body as { data: { id: string; estimated_monthly_saving_usd: number }[] }).data;
    expect(found).toMatchObject({
      group: { id: groupId },
      current_model: MEDIUM,
      recommended_model: CHEAP,
      status: 'open',
      evidence: {
        recommended: { judged: 40, succeeded: 39, rate: 0.975 },
        current: { judged: 10, succeeded: 10, rate: 1 },
        traffic: { days: 30 },
      },
    });
    expect(found?.estimated_monthly_saving_usd).toBeGreaterThan(0);
    await operator.post(`/recommendations/${found?.id}/approve`);
    expect(await served()).toEqual({ tier: 'group', model: CHEAP });
  });
});

describe('a tier whose model fails', () => {
  it('gives way to the next higher one, though nothing of that is known, until the record says that it is no better', async () => {
    await record(MEDIUM, 6, 18);
    await feedback(MEDIUM, 0, 1);
    expect(await served()).toEqual(BY_TIER);
    await feedback(MEDIUM, 0, 1);
    expect(await served()).toEqual(byRecord(BIG));
    await feedback(BIG, 3, 7);
    expect(await served()).toEqual(byRecord(MEDIUM));
  });

  it('stays when it may still be good enough', async () => {
    await record(MEDIUM, 16, 19);
    await feedback(MEDIUM, 0, 1);
    expect(await served()).toEqual(BY_TIER);
  });

  it('gives way on every process, and stays while automatic updates is off or a model is assigned', async () => {
    const other = await startTestApplication({ database: service.database, provider: service.provider });
    try {
      await record(MEDIUM, 0, 19);
      await feedback(MEDIUM, 0, 1);
      expect(await served()).toEqual(byRecord(BIG));
      expect(await served(other)).toEqual(byRecord(BIG));
      const allow = (automatic_updates: boolean) =>
        operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates } });
      await allow(false);
      expect(await served()).toEqual(BY_TIER);
      await allow(true);
      await operator.patch(`/groups/${groupId}`, { assigned_model: MEDIUM });
      expect(await served()).toEqual({ tier: 'group', model: MEDIUM });
    } finally {
      await other.stop();
    }
  });

  it('does not give way to what policy forbids or what is dearer than the anchor', async () => {
    await record(CHEAP, 0, 19);
    await feedback(CHEAP, 0, 1);
    await operator.patch(`/routers/${tenant.routerId}`, { tiers: { big: CHINESE, medium: CHEAP } });
    const allow = (chinese_models: boolean) =>
      operator.patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models } });
    expect(await served()).toEqual(byRecord(CHINESE));
    await allow(false);
    expect(await served()).toEqual({ tier: 'default', model: CHEAP });
    // The anchor is the top of its router, however much it fails.
    const { headers } = await ask(service, { model: CHEAP });
    expect(headers).toMatchObject({ 'x-svc-model': CHEAP, 'x-svc-tier': 'strong' });
  });
});

describe('a cascade probe', () => {
  it('makes room for another when the upstream of its Small model fails', async () => {
    await operator.patch(`/routers/${tenant.routerId}`, { tiers: { small: CHEAP } });
    const json = { response_format: { type: 'json_object' } };
    const isSmall = (request: { path: string }): boolean => request.path.startsWith('/m/');
    service.provider.respond(isSmall, jsonAnswer(chatCompletion({ content: '{}' })));
    const answers = [await ask(service, json), await ask(service, json), await ask(service, json)];
    const jsonGroup = String(answers[2]?.headers['x-svc-group']);
    await cascadeOf(jsonGroup, ({ cascaded }) => cascaded === 1);
    // A stop is over and nine probes were good: one is left.
    await service.dataSource.query(
      `UPDATE cascade_guardrails SET outcomes = $2, stopped_until = now() - interval '1 minute', stopped_models = $3 WHERE group_id = $1`,
      [jsonGroup, JSON.stringify(Array(9).fill({ model: CHEAP, escalated: false })), JSON.stringify([CHEAP])],
    );
    // Feedback on the group makes memory read it again.
    await say(
      await insertCall(service.dataSource, tenant, { groupId: jsonGroup, servedModel: MEDIUM }),
      true,
    );
    service.provider.enqueue(jsonAnswer(openAiError({ message: 'down' }), { status: 503 }), isSmall);
    const failed = await ask(service, json);
    expect(failed.headers).toMatchObject({ 'x-svc-cascade': 'escalated', 'x-svc-model': MEDIUM });
    // The place of the one that failed is free as soon as the call is known to be over.
    const next = await eventually(
      () => ask(service, json),
      ({ headers }) => headers['x-svc-cascade'] !== undefined,
    );
    expect(next.headers).toMatchObject({ 'x-svc-cascade': 'served-small', 'x-svc-model': CHEAP });
    // The tenth good probe opened the cascade again.
    await cascadeOf(jsonGroup, ({ state }) => state === 'active');
  });
});

interface Cascade {
  readonly state: string;
  readonly cascaded: number;
}

/** Resolves when the group's cascade is listed so. */
async function cascadeOf(group: string, isSo: (cascade: Cascade) => boolean): Promise<void> {
  const read = async (): Promise<boolean> => {
    const { body } = await operator.get(`/projects/${tenant.projectId}/groups`);
    const { data } = body as { data: { id: string; cascade: Cascade | null }[] };
    return data.some(({ id, cascade }) => id === group && cascade !== null && isSo(cascade));
  };
  expect(await eventually(read, Boolean)).toBe(true);
}
