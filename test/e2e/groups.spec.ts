import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TaskGroups, type RecognizedGroup } from '../../src/records/groups/task-groups.service.js';
import { scanTopLevel } from '../../src/wire/json-bytes/scan-top-level.js';
import type { ChatView } from '../../src/wire/openai/chat-view.js';
import { readChatView } from '../../src/wire/openai/read-chat-view.js';
import { BETWEEN_POLLS_MS } from '../support/between-polls.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient, type AdminAnswer } from './admin-client.js';
import { foldEverything } from './usage-support.js';

const WITHIN_MS = 1_000;
const TICKETS = ['My card was stolen', 'The app crashes on start', 'Where is my refund?', 'I cannot log in'];

let application: TestApplication;
let replica: TestApplication;
let operator: AdminClient;

beforeAll(async () => {
  application = await startTestApplication();
  const { database, provider } = application;
  replica = await startTestApplication({ database, provider });
  operator = new AdminClient(application.url);
});
afterAll(async () => {
  await replica.stop();
  await application.stop();
});

function viewOf(body: object): ChatView {
  return readChatView(scanTopLevel(Buffer.from(JSON.stringify(body))));
}

function ticketView(ticket: string, labels = 'billing, bug, other'): ChatView {
  const content = `Classify the support ticket below as one of ${labels}.\n\nTicket: ${ticket}\nLabel:`;
  return viewOf({ messages: [{ role: 'user', content }] });
}

function recognize(
  { app }: TestApplication,
  { projectId, organizationId }: Tenant,
  view: ChatView,
): Promise<RecognizedGroup | undefined> {
  return app
    .get(TaskGroups, { strict: false })
    .recognize({ projectId, organizationId, view, task: 'classification' });
}

/** A new project with one group. */
async function tenantWithGroup(options = {}): Promise<{ tenant: Tenant; group: RecognizedGroup }> {
  const tenant = await seedTenant(application.dataSource, options);
  let group: RecognizedGroup | undefined;
  for (const ticket of TICKETS) group = await recognize(application, tenant, ticketView(ticket));
  if (group === undefined) throw new Error('no group');
  return { tenant, group };
}

async function listGroups({ projectId }: Tenant, query = ''): Promise<AdminAnswer['body']> {
  const { status, body } = await operator.get(`/projects/${projectId}/groups${query}`);
  expect(status).toBe(200);
  return body;
}

/** Asks until it is so, or the time is over. */
async function within<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
  const end = performance.now() + WITHIN_MS;
  let answer = await ask();
  while (!isRight(answer) && performance.now() < end) {
    await pause(BETWEEN_POLLS_MS);
    answer = await ask();
  }
  return answer;
}

describe('a task group', () => {
  it('is recognized and listed from the third request of its template on, whatever the inputs', async () => {
    const tenant = await seedTenant(application.dataSource);
    const groups: (RecognizedGroup | undefined)[] = [];
    for (const [index, ticket] of TICKETS.entries()) {
      groups.push(await recognize(application, tenant, ticketView(ticket)));
      expect((await listGroups(tenant))['data']).toHaveLength(index < 2 ? 0 : 1);
    }
    expect(groups.slice(0, 2)).toEqual([undefined, undefined]);
    expect(groups[2]?.id).toMatch(/^grp_[0-9a-z]{23}$/);
    expect(groups[3]?.id).toBe(groups[2]?.id);
    const { data } = await listGroups(tenant);
    expect(data).toEqual([
      {
        id: groups[2]?.id,
        project_id: tenant.projectId,
        name: 'Classify the support ticket below as one of billing, bug, other',
        task: 'classification',
        fingerprint: expect.stringMatching(/^text:/),
        assigned_model: null,
        split_from: null,
        split_into: [],
        requests: 0,
        spend_usd: 0,
        records: [],
        cascade: null,
        created_at: expect.any(String),
      },
    ]);
  });

  it('that was first seen with one text is named by its instruction, until somebody names it', async () => {
    const tenant = await seedTenant(application.dataSource);
    const letter =
      'My suitcase came back from Lisbon with a broken wheel, without the camera, and nobody at the counter wanted to write that down.';
    const claimView = (claim: string): ChatView =>
      viewOf({
        messages: [
          { role: 'user', content: `The letter of a customer:\n${claim}\n\nBack it or turn it down?` },
        ],
      });
    const nameOnceSettled = async (): Promise<unknown> => {
      await application.app.get(TaskGroups, { strict: false }).settle();
      return ((await listGroups(tenant))['data'] as { name: string }[])[0]?.name;
    };
    for (let times = 0; times < 3; times += 1) await recognize(application, tenant, claimView(letter));
    expect(await nameOnceSettled()).toMatch(/^My suitcase/);
    await recognize(application, tenant, claimView('A hailstorm broke the greenhouse.'));
    expect(await nameOnceSettled()).toBe('Back it or turn it down');
    const group = await recognize(application, tenant, claimView('Rats ate the cables of the alarm.'));
    await operator.patch(`/groups/${String(group?.id)}`, { name: 'Claims' });
    await recognize(application, tenant, claimView('The washing machine leaked.'));
    expect(await nameOnceSettled()).toBe('Claims');
  });

  it('is known at once to another process, and to one that starts later', async () => {
    const { tenant, group } = await tenantWithGroup();
    await application.app.get(TaskGroups, { strict: false }).settle();
    const elsewhere = await within(
      () => recognize(replica, tenant, ticketView('Another one')),
      (answer) => answer !== undefined,
    );
    expect(elsewhere?.id).toBe(group.id);
    const { database, provider } = application;
    const restarted = await startTestApplication({ database, provider });
    try {
      expect((await recognize(restarted, tenant, ticketView('The first after a restart')))?.id).toBe(
        group.id,
      );
    } finally {
      await restarted.stop();
    }
  });

  it('is one row when two processes find the template at the same time', async () => {
    const tenant = await seedTenant(application.dataSource);
    for (const ticket of TICKETS) {
      const asked = [application, replica].map((process) => recognize(process, tenant, ticketView(ticket)));
      await Promise.all(asked);
    }
    await replica.app.get(TaskGroups, { strict: false }).settle();
    expect((await listGroups(tenant))['data']).toHaveLength(1);
  });

  it('keeps to its project', async () => {
    const { group } = await tenantWithGroup();
    const other = await tenantWithGroup();
    expect(other.group.id).not.toBe(group.id);
    expect((await listGroups(other.tenant))['data']).toHaveLength(1);
  });

  it('counts its calls and what they were billed, also when they have left the log', async () => {
    const { tenant, group } = await tenantWithGroup();
    for (const [index, billed] of ['0.000012', '0.000030'].entries())
      await application.dataSource.query(
        `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, group_id,
           requested_model, input_tokens, output_tokens, billed_usd, detail)
         VALUES ($1, now(), $2, $3, $4, 'chat', false, 200, $5, 'auto', 1, 1, $6, '{}')`,
        [
          `call_of_${group.id}_${index}`,
          tenant.organizationId,
          tenant.projectId,
          tenant.keyId,
          group.id,
          billed,
        ],
      );
    const counted = { requests: 2, spend_usd: 0.000042 };
    expect((await listGroups(tenant))['data'][0]).toMatchObject(counted);
    await foldEverything(application);
    await application.dataSource.query('DELETE FROM calls WHERE group_id = $1', [group.id]);
    expect((await listGroups(tenant))['data'][0]).toMatchObject(counted);
    const { body } = await operator.patch(`/groups/${group.id}`, { name: 'Counted' });
    expect(body).toMatchObject({ name: 'Counted', ...counted });
  });

  it('of a deleted project is neither recognized nor found', async () => {
    const { tenant, group } = await tenantWithGroup();
    await operator.delete(`/projects/${tenant.projectId}`);
    const gone = await within(
      () => recognize(replica, tenant, ticketView('x')),
      (answer) => answer === undefined,
    );
    expect(gone).toBeUndefined();
    expect(await recognize(application, tenant, ticketView('x'))).toBeUndefined();
    expect((await operator.get(`/projects/${tenant.projectId}/groups`)).status).toBe(404);
    expect((await operator.patch(`/groups/${group.id}`, { name: 'New' })).status).toBe(404);
  });
});

describe('the list of groups', () => {
  it('is cut into pages, oldest first', async () => {
    const tenant = await seedTenant(application.dataSource);
    const instructions = [
      'Translate the sentence into German',
      'Summarize the article in one line',
      'Extract all dates from the text',
    ];
    for (const instruction of instructions)
      for (const input of TICKETS)
        await recognize(
          application,
          tenant,
          viewOf({ messages: [{ role: 'user', content: `${instruction}:\n${input}` }] }),
        );
    const first = await listGroups(tenant, '?limit=2');
    expect(first).toMatchObject({ object: 'list', has_more: true, last_id: first['data'][1].id });
    const second = await listGroups(tenant, `?limit=2&after=${first['last_id']}`);
    expect(second).toMatchObject({ has_more: false });
    const names = [...first['data'], ...second['data']].map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual([...instructions].sort());
    const { status, body } = await operator.get(`/projects/${tenant.projectId}/groups?after=grp_0`);
    expect([status, body.error?.param]).toEqual([400, 'after']);
  });

  it("is unknown to another organization's token", async () => {
    const { tenant, group } = await tenantWithGroup();
    const stranger = await seedTenant(application.dataSource);
    const { body } = await operator.post(`/organizations/${stranger.organizationId}/admin-tokens`, {
      name: 't',
    });
    const theirs = new AdminClient(application.url, body['token'] as string);
    expect((await theirs.get(`/projects/${tenant.projectId}/groups`)).status).toBe(404);
    expect((await theirs.patch(`/groups/${group.id}`, { assigned_model: null })).status).toBe(404);
    const created = await operator.post(`/organizations/${tenant.organizationId}/admin-tokens`, {
      name: 't',
    });
    const own = new AdminClient(application.url, created.body['token'] as string);
    expect((await own.patch(`/groups/${group.id}`, { name: 'Triage' })).body).toMatchObject({
      name: 'Triage',
    });
  });
});

describe('a change of a group', () => {
  it('assigns a model that every process sees within a second, and takes it back', async () => {
    const { tenant, group } = await tenantWithGroup();
    const changed = await operator.patch(`/groups/${group.id}`, {
      name: 'Triage',
      assigned_model: 'gpt-6.1-terra',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: group.id, name: 'Triage', assigned_model: 'vendorb/gpt-6.1-terra' },
    });
    const here = await recognize(application, tenant, ticketView('x'));
    expect(here).toMatchObject({ id: group.id, name: 'Triage', assignedModel: 'vendorb/gpt-6.1-terra' });
    const there = await within(
      () => recognize(replica, tenant, ticketView('x')),
      (answer) => answer?.assignedModel !== undefined,
    );
    expect(there?.assignedModel).toBe('vendorb/gpt-6.1-terra');
    const cleared = await operator.patch(`/groups/${group.id}`, { assigned_model: null });
    expect(cleared.body).toMatchObject({ name: 'Triage', assigned_model: null });
    expect((await recognize(application, tenant, ticketView('x')))?.assignedModel).toBeUndefined();
  });

  it.each([
    ['vendorb/gpt-6.1-tera', 400, /unpriced_model|unknown_model/],
    ['nosuchmodel', 400, /unknown_model/],
    ['auto', 400, /invalid_model/],
    ['text-embedding-3-small', 400, /wrong_surface|unpriced_model/],
    ['llama3:8b', 400, /unpriced_model/],
    ['some-lab/unlisted-model', 400, /unpriced_model/],
  ])('refuses to assign %s', async (model, status, code) => {
    const { group } = await tenantWithGroup();
    const answer = await operator.patch(`/groups/${group.id}`, { assigned_model: model });
    expect(answer).toMatchObject({ status, body: { error: { param: 'assigned_model' } } });
    expect(answer.body.error?.code).toMatch(code);
    expect(answer.body.error?.message).toContain(model);
  });

  it('assigns no Chinese model while the toggle is off', async () => {
    const chinese = { assigned_model: 'deepseek/deepseek-v4-pro' };
    const catalogue = (await operator.get('/models')).body as {
      data: { id: string; chinese_lab: boolean; kind: string }[];
    };
    const model = catalogue.data.find(({ chinese_lab: isChinese, kind }) => isChinese && kind === 'chat');
    chinese.assigned_model = model?.id ?? '';
    const off = await tenantWithGroup({ chineseModels: false });
    expect(await operator.patch(`/groups/${off.group.id}`, chinese)).toMatchObject({
      status: 403,
      body: { error: { code: 'chinese_models_off', param: 'assigned_model' } },
    });
    const on = await tenantWithGroup();
    expect(await operator.patch(`/groups/${on.group.id}`, chinese)).toMatchObject({
      status: 200,
      body: chinese,
    });
  });

  it.each([
    [{ assigned_model: 7 }, 'assigned_model'],
    [{ assigned_model: '' }, 'assigned_model'],
    [{ name: null }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ color: 'red' }, 'color'],
  ])('refuses %j', async (change, param) => {
    const { group } = await tenantWithGroup();
    const answer = await operator.patch(`/groups/${group.id}`, change);
    expect([answer.status, answer.body.error?.param]).toEqual([400, param]);
  });

  it('of an id that is none is 404', async () => {
    expect((await operator.patch('/groups/grp_nothing', { name: 'New' })).status).toBe(404);
  });
});
