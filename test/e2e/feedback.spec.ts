import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { DAY_MS } from '../../src/lib/durations.js';
import { JudgedTasks } from '../../src/records/judging/judged-tasks.service.js';
import { balanceOf, callRow, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { insertCall, judgedRows } from './records-support.js';

const MODEL = 'vendorb/gpt-6.1-terra';

let application: TestApplication;
let tenant: Tenant;
let groupId: string;

beforeAll(async () => {
  application = await startTestApplication();
  tenant = await seedTenant(application.dataSource);
  groupId = newId('grp');
});
afterAll(() => application.stop());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReturnType<typeof JSON.parse>;
}

async function send(body: unknown, key = tenant.apiKey): Promise<Answer> {
  const answer = await fetch(`${application.url}/api/v1/feedback`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const groupedCall = (): Promise<string> =>
  insertCall(application.dataSource, tenant, { groupId, servedModel: MODEL });

describe('POST /api/v1/feedback', () => {
  it("judges the call's task for its group and the model that answered", async () => {
    const callId = await groupedCall();
    const { status, headers, body } = await send({ call_id: callId, success: false, note: 'wrong label' });
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(body).toEqual({
      object: 'feedback',
      call_id: callId,
      success: false,
      judged: true,
      group_id: groupId,
      model: MODEL,
    });
    expect(await judgedRows(application.dataSource, callId)).toEqual([
      { model: MODEL, success: false, source: 'feedback', note: 'wrong label', group_id: groupId },
    ]);
  });

  it('replaces what was said before', async () => {
    const callId = await groupedCall();
    await send({ call_id: callId, success: false, note: 'wrong' });
    await send({ call_id: callId, success: true });
    expect(await judgedRows(application.dataSource, callId)).toEqual([
      { model: MODEL, success: true, source: 'feedback', note: null, group_id: groupId },
    ]);
  });

  it('keeps one verdict of twenty that come at once', async () => {
    const callId = await groupedCall();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send({ call_id: callId, success: index % 2 === 0 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await judgedRows(application.dataSource, callId)).toHaveLength(1);
  });

  it('outranks the mechanical check, whichever of the two comes first', async () => {
    const judgedTasks = application.app.get(JudgedTasks);
    for (const feedbackFirst of [true, false]) {
      const callId = await groupedCall();
      const check = { callId, model: MODEL, groupId, taskAt: new Date(), source: 'contract-check' as const };
      const owner = { projectId: tenant.projectId, organizationId: tenant.organizationId };
      if (feedbackFirst) await send({ call_id: callId, success: true });
      judgedTasks.record({ ...check, ...owner, success: false });
      await judgedTasks.drain();
      if (!feedbackFirst) await send({ call_id: callId, success: true });
      expect(await judgedRows(application.dataSource, callId)).toMatchObject([
        { success: true, source: 'feedback' },
      ]);
    }
  });

  it('gives a dated id the record of its catalogue entry', async () => {
    const callId = await insertCall(application.dataSource, tenant, {
      groupId,
      servedModel: 'vendora/claude-sonnet-5-5-20260801',
    });
    await send({ call_id: callId, success: true });
    expect(await judgedRows(application.dataSource, callId)).toMatchObject([
      { model: 'vendora/claude-sonnet-5-5' },
    ]);
  });

  it('is free, also for a project without a balance, and takes any note', async () => {
    const poor = await seedTenant(application.dataSource, { balanceUsd: '0' });
    const callId = await insertCall(application.dataSource, poor, { groupId, servedModel: MODEL });
    const { status } = await send(
      { call_id: callId, success: true, note: 'a\u0000b \ud800 ünï' },
      poor.apiKey,
    );
    expect(status).toBe(200);
    expect(await balanceOf(application.dataSource, poor.organizationId)).toEqual({
      balance: '0.000000000000',
      equalsLedger: true,
    });
  });

  it.each([
    ['belongs to no group', { groupId: null, servedModel: MODEL }, /no task group/],
    ['was answered by no model', { groupId: 'grp_x', servedModel: null }, /No model/],
    [
      'is older than 30 days',
      { groupId: 'grp_x', servedModel: MODEL, createdAt: new Date(Date.now() - 31 * DAY_MS) },
      /30 days/,
    ],
  ])('says that nothing was judged when the call %s', async (_title, fields, reason) => {
    const callId = await insertCall(application.dataSource, tenant, fields);
    const { status, body } = await send({ call_id: callId, success: true });
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'feedback',
      call_id: callId,
      success: true,
      judged: false,
      reason: expect.stringMatching(reason),
    });
    expect(await judgedRows(application.dataSource, callId)).toEqual([]);
  });

  it('takes the call id that a real answer carried', async () => {
    const answer = await fetch(`${application.url}/api/v1/route/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Hello' }] }),
    });
    await answer.arrayBuffer();
    const callId = answer.headers.get('x-svc-call-id') ?? '';
    await callRow(application.dataSource, callId);
    expect((await send({ call_id: callId, success: true })).status).toBe(200);
  });
});

describe('feedback that is refused', () => {
  it("knows neither unknown calls nor another project's", async () => {
    const other = await seedTenant(application.dataSource);
    const foreign = await insertCall(application.dataSource, other, { groupId, servedModel: MODEL });
    for (const callId of [foreign, newId('call'), 'call_\u0000', 'nonsense', 'x'.repeat(5_000)]) {
      const { status, body } = await send({ call_id: callId, success: true });
      expect([status, body.error.code, body.error.param]).toEqual([404, 'call_not_found', 'call_id']);
    }
    expect(await judgedRows(application.dataSource, foreign)).toEqual([]);
  });

  it.each([
    [{}, 'call_id'],
    [{ call_id: 'call_1', success: 'true' }, 'success'],
    [{ call_id: 'call_1', success: true, score: 1 }, 'score'],
    ['{', null],
    ['', null],
  ])('%j is 400', async (body, param) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', param });
  });

  it('wants a key before it reads, and no more than it can use', async () => {
    expect((await send('{', 'svc_live_nobody')).status).toBe(401);
    const { status, body } = await send({ call_id: 'call_1', success: true, note: 'x'.repeat(40_000) });
    expect([status, body.error.code]).toEqual([413, 'request_too_large']);
  });

  it('takes from the bucket of decisions', async () => {
    const limited = await seedTenant(application.dataSource, {
      rateLimits: { decisions: { per_second: 0.001, burst: 2 } },
    });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await send({ call_id: 'call_1', success: true }, limited.apiKey)).status);
    expect(statuses).toEqual([404, 404, 429]);
  });
});
