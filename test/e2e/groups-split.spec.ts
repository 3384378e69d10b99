import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TaskGroups, type RecognizedGroup } from '../../src/records/groups/task-groups.service.js';
import { scanTopLevel } from '../../src/wire/json-bytes/scan-top-level.js';
import { readChatView } from '../../src/wire/openai/read-chat-view.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';

const SERVICE =
  "You are the data team's text service. You get one order at a time and return only what was ordered, without greeting or comment.";
const DATES = 'Extract all dates from the text.';
const PERSONS = 'List the persons named in the text.';
const LANGUAGE = 'Give the language code of the text.';
const MODEL = 'vendora/claude-haiku-4-5';

let here: TestApplication;
let there: TestApplication;
let admin: AdminClient;

beforeAll(async () => {
  here = await startTestApplication();
  const { database, provider } = here;
  there = await startTestApplication({ database, provider });
  admin = new AdminClient(here.url);
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

let asked = 0;

function body(order: string): { messages: { role: string; content: string }[] } {
  asked += 1;
  const text = `The lamp no. ${asked} went to ${asked % 2 === 0 ? 'Ms Okafor' : 'Leeds'} in ${'abcdefgh'.charAt(asked % 8).repeat(4)}.`;
  return {
    messages: [
      { role: 'system', content: SERVICE },
      { role: 'user', content: `${order}\n\n${text}` },
    ],
  };
}

function groupsOf({ app }: TestApplication): TaskGroups {
  return app.get(TaskGroups, { strict: false });
}

function recognize(
  process: TestApplication,
  { projectId, organizationId }: Tenant,
  order: string,
): Promise<RecognizedGroup | undefined> {
  const view = readChatView(scanTopLevel(Buffer.from(JSON.stringify(body(order)))));
  return groupsOf(process).recognize({ projectId, organizationId, view, task: 'extraction' });
}

async function times(
  count: number,
  ask: () => Promise<RecognizedGroup | undefined>,
): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await ask())?.id);
  return ids;
}

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly assigned_model: string | null;
  readonly split_from: string | null;
  readonly split_into: readonly string[];
}

async function listed({ projectId }: Tenant): Promise<Listed[]> {
  const { body: page } = await admin.get(`/projects/${projectId}/groups`);
  return (page as { data: Listed[] }).data;
}

describe('tasks under one system prompt', () => {
  it('become groups of their own, which begin with the model of the group they come from', async () => {
    const tenant = await seedTenant(here.dataSource);
    const chat = new ChatClient(here.url, tenant.apiKey);
    const groupOf = async (order: string): Promise<unknown> =>
      (await chat.send(body(order))).headers['x-svc-group'];
    const [, , dates] = [await groupOf(DATES), await groupOf(DATES), await groupOf(DATES)];
    expect((await admin.patch(`/groups/${String(dates)}`, { assigned_model: MODEL })).status).toBe(200);
    expect([await groupOf(PERSONS), await groupOf(PERSONS)]).toEqual([dates, dates]);
    const persons = await groupOf(PERSONS);
    expect(persons).not.toBe(dates);
    expect(await listed(tenant)).toMatchObject([
      { id: dates, assigned_model: MODEL, split_from: null, split_into: [persons] },
      {
        id: persons,
        name: PERSONS.slice(0, -1),
        assigned_model: MODEL,
        split_from: dates,
        split_into: [],
      },
    ]);

    // From now on each has its own.
    const other = 'vendorb/gpt-6.1-terra';
    const changed = await admin.patch(`/groups/${String(persons)}`, { assigned_model: other });
    expect(changed.body).toMatchObject({ split_from: dates, split_into: [] });
    const answers = [await chat.send(body(DATES)), await chat.send(body(PERSONS))];
    expect(answers.map(({ headers }) => headers['x-svc-model'])).toEqual([MODEL, other]);
    expect(answers.map(({ headers }) => headers['x-svc-group'])).toEqual([dates, persons]);
  });

  it('are told apart where their orders are in words that no list knows', async () => {
    const tenant = await seedTenant(here.dataSource);
    const orders = ['Rhowch deitl o chwe gair.', 'Enwau a lleoedd, un fesul llinell.'];
    const late: (string | undefined)[][] = [[], []];
    for (let round = 0; round < 6; round += 1)
      for (const [index, order] of orders.entries()) {
        const group = await recognize(here, tenant, order);
        if (round >= 3) late[index]?.push(group?.id);
      }
    const ids = late.map((of) => new Set(of));
    expect(ids.map(({ size }) => size)).toEqual([1, 1]);
    const [first, second] = ids.map(([id]) => id);
    await groupsOf(here).settle();
    const groups = await listed(tenant);
    expect(groups).toHaveLength(2);
    expect(groups.map(({ id }) => id).sort()).toEqual([first, second].sort());
    expect(groups.map(({ split_from }) => split_from)).toContain(groups[0]?.id);
  });

  it('are told apart in the same way by other processes, and by one that starts later', async () => {
    const tenant = await seedTenant(here.dataSource);
    const [, , dates] = await times(3, () => recognize(here, tenant, DATES));
    const [, , persons] = await times(3, () => recognize(here, tenant, PERSONS));
    await groupsOf(here).settle();
    const { database, provider } = here;
    const late = await startTestApplication({ database, provider });
    try {
      for (const process of [there, late]) {
        expect((await recognize(process, tenant, DATES))?.id).toBe(dates);
        expect((await recognize(process, tenant, PERSONS))?.id).toBe(persons);
      }
      // A task that neither has seen is one of its own from its third request on: what the older group keeps is known.
      const [, , language] = await times(3, () => recognize(late, tenant, LANGUAGE));
      expect([dates, persons]).not.toContain(language);
      await groupsOf(late).settle();
      expect((await listed(tenant)).map(({ id, split_from }) => [id, split_from])).toEqual([
        [dates, null],
        [persons, dates],
        [language, dates],
      ]);
    } finally {
      await late.stop();
    }
  });

  it('are split once by two processes at the same time, whichever task each of them saw first', async () => {
    const tenant = await seedTenant(here.dataSource);
    const [, , prompt] = await times(3, () => recognize(here, tenant, 'Count the words of the text.'));
    await groupsOf(here).settle();
    await recognize(there, tenant, DATES);
    // `here` keeps the count; `there` has seen nothing of it and would keep the dates.
    await times(2, () => recognize(here, tenant, DATES));
    await times(2, () => recognize(here, tenant, PERSONS));
    await times(2, () => recognize(there, tenant, DATES));
    await times(2, () => recognize(there, tenant, PERSONS));
    await Promise.all([
      recognize(here, tenant, DATES),
      recognize(here, tenant, PERSONS),
      recognize(there, tenant, PERSONS),
    ]);
    await Promise.all([groupsOf(here).settle(), groupsOf(there).settle()]);
    const groups = await listed(tenant);
    expect(groups.filter(({ id }) => id !== prompt).every(({ split_from }) => split_from === prompt)).toBe(
      true,
    );
    expect(groups.length).toBeLessThanOrEqual(3);
    const seen = (): Promise<(string | undefined)[]> =>
      Promise.all(
        [here, there].flatMap((process) =>
          [DATES, PERSONS].map(async (order) => (await recognize(process, tenant, order))?.id),
        ),
      );
    // What one process has stored reaches the other within a second.
    const agree = ([dates, persons, datesThere, personsThere]: (string | undefined)[]): boolean =>
      dates === datesThere && persons === personsThere && dates !== persons;
    expect(await within(seen, agree)).toSatisfy(agree);
    expect(await seen()).toSatisfy(agree);
  });
});

/** Asks until it is so, or two seconds are over. */
async function within<T>(ask: () => Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  const end = performance.now() + 2_000;
  let answer = await ask();
  while (!isSo(answer) && performance.now() < end) {
    // What is in memory is answered without a turn of the event loop.
    await pause(5);
    answer = await ask();
  }
  return answer;
}
