import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { DAY_MS } from '../../src/lib/durations.js';
import { GroupRecordsReader } from '../../src/records/groups/group-records-reader.js';
import { JudgedTasks, type PickRequest } from '../../src/records/judging/judged-tasks.service.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { insertCall, insertJudged, judgedRows } from './records-support.js';

const BIG = 'vendora/claude-sonnet-5-5';
const SMALL = 'openai/gpt-oss-120b';
const ANY: PickRequest = { allowed: () => true, capable: () => true };

let application: TestApplication;
let replica: TestApplication;
let judgedTasks: JudgedTasks;
let elsewhere: JudgedTasks;
let tenant: Tenant;
let groupId: string;

beforeAll(async () => {
  application = await startTestApplication();
  replica = await startTestApplication({ database: application.database, provider: application.provider });
  judgedTasks = application.app.get(JudgedTasks);
  elsewhere = replica.app.get(JudgedTasks);
  tenant = await seedTenant(application.dataSource);
});
afterAll(async () => {
  await replica.stop();
  await application.stop();
});
beforeEach(() => {
  groupId = newId('grp');
});

function judge(model: string, succeeded: number, judged: number, taskAt?: Date): Promise<void> {
  return insertJudged(application.dataSource, tenant, { groupId, model, succeeded, judged, taskAt });
}

async function pick(request: PickRequest = ANY, from = judgedTasks): Promise<string | undefined> {
  await from.prepare(groupId);
  return from.pickFor(groupId, request)?.model;
}

function verdict(success: boolean) {
  const owner = { projectId: tenant.projectId, organizationId: tenant.organizationId };
  return { ...owner, callId: newId('call'), groupId, model: BIG, success, taskAt: new Date() };
}

/** Reports cascaded calls: `e` escalated, `s` served by the small model. */
async function cascade(calls: string): Promise<void> {
  for (const call of calls)
    judgedTasks.recordCascade({ callId: newId('call'), groupId, model: SMALL, escalated: call === 'e' });
  await judgedTasks.drain();
}

async function endStop(): Promise<void> {
  await application.dataSource.query(
    `UPDATE cascade_guardrails SET stopped_until = now() - interval '1 second' WHERE group_id = $1`,
    [groupId],
  );
}

/** Asks until it holds, for a second and a half at most: what another process wrote is to be known within one. */
async function eventually(holds: () => Promise<boolean> | boolean): Promise<boolean> {
  for (const end = performance.now() + 1_500; performance.now() < end;) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

describe('picks', () => {
  it('are none for a group that is not known', async () => {
    expect(await pick()).toBeUndefined();
  });

  it('come from the record, and say why', async () => {
    await judge(BIG, 20, 20);
    await judge(SMALL, 49, 50);
    await judgedTasks.prepare(groupId);
    const found = judgedTasks.pickFor(groupId, ANY);
    expect(found?.model).toBe(SMALL);
    expect(found?.reason).toContain('98%');
  });

  it('look at the newest 200 tasks of 30 days only', async () => {
    await judge(BIG, 0, 300, new Date(Date.now() - DAY_MS));
    await judge(BIG, 200, 200);
    expect(await pick()).toBe(BIG);
    await judge(SMALL, 20, 20, new Date(Date.now() - 31 * DAY_MS));
    expect(await eventually(async () => (await pick()) !== BIG)).toBe(false);
  });

  it('pass over a model that cannot serve one request, and that policy forbids', async () => {
    await judge(BIG, 20, 20);
    await judge(SMALL, 20, 20);
    const noSmall = (model: { id: string }): boolean => model.id !== SMALL;
    expect(await pick({ ...ANY, capable: noSmall })).toBe(BIG);
    expect(await pick({ ...ANY, allowed: noSmall })).toBe(BIG);
    expect(await pick()).toBe(SMALL);
  });

  it.each([
    ['the input price where prompts are long', 100_000, 100, 'vendora/claude-haiku-4-5'],
    ['the output price where answers are long', 100, 100_000, 'vendorb/o4-mini'],
  ])('compare by %s', async (_title, inputTokens, outputTokens, expected) => {
    await judge('vendora/claude-haiku-4-5', 20, 20);
    await judge('vendorb/o4-mini', 20, 20);
    await insertCall(application.dataSource, tenant, {
      groupId,
      servedModel: BIG,
      inputTokens,
      outputTokens,
    });
    expect(await pick()).toBe(expected);
  });

  it('leave at once when feedback turns the record, in this process', async () => {
    await judge(BIG, 20, 20);
    expect(await pick()).toBe(BIG);
    for (let count = 0; count < 5; count += 1)
      await judgedTasks.judge({ ...verdict(false), source: 'feedback' });
    expect(judgedTasks.pickFor(groupId, ANY)).toBeUndefined();
  });

  it('are the same on another process within a second', async () => {
    await judge(BIG, 20, 20);
    expect(await pick(ANY, elsewhere)).toBe(BIG);
    for (let count = 0; count < 5; count += 1)
      judgedTasks.record({ ...verdict(false), source: 'contract-check' });
    expect(await eventually(async () => (await pick(ANY, elsewhere)) === undefined)).toBe(true);
  });

  it('do not come back within the hour to a model that fell out', async () => {
    await judge(BIG, 100, 100);
    await judge(SMALL, 99, 100);
    expect(await pick()).toBe(SMALL);
    await judge(SMALL, 0, 10);
    await judgedTasks.judge({ ...verdict(true), source: 'feedback' });
    expect(judgedTasks.pickFor(groupId, ANY)?.model).toBe(BIG);
    await judgedTasks.drain();
    await application.dataSource.query('UPDATE judged_tasks SET success = true WHERE group_id = $1', [
      groupId,
    ]);
    await judgedTasks.judge({ ...verdict(true), source: 'feedback' });
    expect(judgedTasks.pickFor(groupId, ANY)?.model).toBe(BIG);
    expect(await pick(ANY, elsewhere)).toBe(BIG);
  });
});

describe('recording', () => {
  it('keeps one row an answer, of the strongest source', async () => {
    const one = verdict(false);
    judgedTasks.record({ ...one, source: 'evaluation-event' });
    judgedTasks.record({ ...one, success: true, source: 'contract-check' });
    await judgedTasks.drain();
    judgedTasks.record({ ...one, success: true, source: 'judge-model' });
    elsewhere.record({ ...one, success: true, source: 'contract-check' });
    await Promise.all([judgedTasks.drain(), elsewhere.drain()]);
    expect(await judgedRows(application.dataSource, one.callId)).toMatchObject([
      { success: false, source: 'evaluation-event' },
    ]);
  });

  it('keeps both answers of an escalated call', async () => {
    const one = verdict(true);
    judgedTasks.record({ ...one, source: 'contract-check' });
    judgedTasks.record({ ...one, model: SMALL, success: false, source: 'contract-check' });
    await judgedTasks.drain();
    expect(await judgedRows(application.dataSource, one.callId)).toMatchObject([
      { model: SMALL, success: false },
      { model: BIG, success: true },
    ]);
  });

  it('survives what twenty writers say of the same tasks at once', async () => {
    const tasks = Array.from({ length: 50 }, () => verdict(true));
    await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        const service = writer % 2 === 0 ? judgedTasks : elsewhere;
        for (const task of writer % 3 === 0 ? tasks : [...tasks].reverse())
          service.record({ ...task, source: 'contract-check' });
        await service.drain();
      }),
    );
    const [row] = await application.dataSource.query<{ count: string }[]>(
      'SELECT count(*) FROM judged_tasks WHERE group_id = $1',
      [groupId],
    );
    expect(row?.count).toBe('50');
  });

  it('purges what no window can hold', async () => {
    await judgedTasks.purge();
    await judge(BIG, 250, 250);
    await judge(BIG, 5, 5, new Date(Date.now() - 31 * DAY_MS));
    await judge(SMALL, 10, 10);
    expect(await judgedTasks.purge()).toBe(55);
    const reader = application.app.get(GroupRecordsReader);
    const records = (await reader.readGroups([groupId])).get(groupId)?.records;
    expect(records).toEqual([
      { model: SMALL, judged: 10, succeeded: 10, rate: 1, rate_low: 0.7225, rate_high: 1 },
      { model: BIG, judged: 200, succeeded: 200, rate: 1, rate_low: 0.9812, rate_high: 1 },
    ]);
  });
});

describe('the cascade guardrail', () => {
  it('stops a group for every process, and its model is never picked', async () => {
    await judge(SMALL, 20, 20);
    await judge(BIG, 20, 20);
    await judgedTasks.prepare(groupId);
    expect([judgedTasks.mayCascade(groupId), await pick()]).toEqual([true, SMALL]);
    await cascade('eeeessssss');
    expect([judgedTasks.mayCascade(groupId), await pick()]).toEqual([false, BIG]);
    expect(
      await eventually(async () => {
        await elsewhere.prepare(groupId);
        return !elsewhere.mayCascade(groupId);
      }),
    ).toBe(true);
    const reader = application.app.get(GroupRecordsReader);
    expect((await reader.readGroups([groupId])).get(groupId)?.cascade).toMatchObject({
      state: 'stopped',
      stopped_until: expect.stringMatching(/Z$/),
    });
  });

  it('lets ten probes decide after the stop', async () => {
    await cascade('eeeeeeeeee');
    await endStop();
    await judgedTasks.prepare(groupId);
    await elsewhere.prepare(groupId);
    const calls = Array.from({ length: 24 }, () => newId('call'));
    const started = await Promise.all(
      calls.map(async (callId, index) =>
        (index % 2 === 0 ? judgedTasks : elsewhere).startCascade(groupId, callId),
      ),
    );
    expect(started.filter(Boolean)).toHaveLength(10);
    expect(judgedTasks.mayCascade(groupId)).toBe(false);
    const probe = calls[started.indexOf(true)] ?? '';
    for (const service of [judgedTasks, elsewhere]) service.endCascade(probe);
    await Promise.all([judgedTasks.drain(), elsewhere.drain()]);
    // Of which process the probe was is not known; the other one hears of its end by reading.
    const mayGoOn = async (): Promise<boolean> => {
      await judgedTasks.prepare(groupId);
      return judgedTasks.mayCascade(groupId);
    };
    await expect.poll(mayGoOn).toBe(true);
    expect(await judgedTasks.startCascade(groupId, newId('call'))).toBe(true);
  });

  it('keeps a pick in force for longer than a window looks back', async () => {
    await judge(BIG, 1_000, 1_000);
    await judge(SMALL, 1_000, 1_000);
    expect(await pick()).toBe(SMALL);
    await judgedTasks.drain();
    await application.dataSource.query(
      `UPDATE group_picks SET changed_at = now() - interval '40 days' WHERE group_id = $1`,
      [groupId],
    );
    await judgedTasks.purge();
    const [row] = await application.dataSource.query<{ model: string }[]>(
      'SELECT model FROM group_picks WHERE group_id = $1',
      [groupId],
    );
    expect(row?.model).toBe(SMALL);
  });

  it.each([
    ['ssssssssss', true],
    ['eeee', false],
  ])('opens or stops again as the probes %s say', async (probes, open) => {
    await cascade('eeeeeeeeee');
    await endStop();
    await cascade(probes);
    await judgedTasks.prepare(groupId);
    expect(judgedTasks.mayCascade(groupId)).toBe(open);
  });

  it('counts outcomes of two processes together', async () => {
    for (let count = 0; count < 10; count += 1)
      (count % 2 === 0 ? judgedTasks : elsewhere).recordCascade({
        callId: newId('call'),
        groupId,
        model: SMALL,
        escalated: true,
      });
    await Promise.all([judgedTasks.drain(), elsewhere.drain()]);
    await judgedTasks.prepare(groupId);
    expect(judgedTasks.mayCascade(groupId)).toBe(false);
  });

  it('says no of a group that is not in memory', () => {
    expect(judgedTasks.mayCascade(groupId)).toBe(false);
  });
});
