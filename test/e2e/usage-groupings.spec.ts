import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UsageFoldRepository } from '../../src/billing/usage/folding/usage-fold.repository.js';
import { UsageReports } from '../../src/billing/usage/reading/usage-reports.service.js';
import type { UsageGroup } from '../../src/billing/usage/usage-dimensions.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { foldWholly, insertCall } from './usage-support.js';

let service: TestApplication;
let replica: TestApplication;
let operator: AdminClient;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
  operator = new AdminClient(service.url);
});
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource);
});
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

const PERIOD = 'from=2026-01-01&to=2027-01-01';

async function report(query: string, of = `projects/${tenant.projectId}`) {
  const { status, body } = await operator.get(`/${of}/usage?${PERIOD}&${query}`);
  expect(status).toBe(200);
  return body as {
    data: { key?: string; keys?: string[]; name?: string | null; requests: number; cost_usd: number }[];
    total: { requests: number; cost_usd: number };
  };
}

const foldAll = () =>
  foldWholly(service.dataSource, () =>
    Promise.all([service, replica].map(({ app }) => app.get(UsageFoldRepository).fold())),
  );

/** Before and after it is folded. */
async function twice(check: () => Promise<void>): Promise<void> {
  await check();
  await foldAll();
  await check();
}

describe('usage by what callers say', () => {
  it('has a call with three tags in three rows, and in the total once', async () => {
    await insertCall(service.dataSource, tenant, { tags: ['a', 'b', 'c'], billed_usd: '0.3' });
    await insertCall(service.dataSource, tenant, { tags: ['a'], billed_usd: '0.1' });
    await insertCall(service.dataSource, tenant, { billed_usd: '1' });
    await twice(async () => {
      const { data, total } = await report('group_by=tag');
      expect(data.map(({ key, requests, cost_usd }) => [key, requests, cost_usd])).toEqual([
        ['a', 2, 0.4],
        ['b', 1, 0.3],
        ['c', 1, 0.3],
        ['none', 1, 1],
      ]);
      expect(total).toMatchObject({ requests: 3, cost_usd: 1.4 });
      const both = await report('group_by=user,tag');
      expect(both.data.map(({ keys }) => keys)).toEqual([
        ['none', 'a'],
        ['none', 'b'],
        ['none', 'c'],
        ['none', 'none'],
      ]);
      expect(both.total).toMatchObject({ requests: 3, cost_usd: 1.4 });
    });
  });

  it('by two groupings tells the names of their ids beside the rows, and of what has none nothing', async () => {
    await insertCall(service.dataSource, tenant, { end_user: tenant.keyId, billed_usd: '0.3' });
    const { body: key } = await operator.patch(`/keys/${tenant.keyId}`, { name: 'Bot' });
    expect(key.name).toBe('Bot');
    const both = await report('group_by=user,key');
    expect(both).toMatchObject({ names: { [tenant.keyId]: 'Bot' } });
    expect(both.data).toMatchObject([{ keys: [tenant.keyId, tenant.keyId] }]);
    expect(both.data[0]).not.toHaveProperty('name');
    expect(await report('group_by=user,model')).toMatchObject({ names: {} });
    expect(await report('group_by=key')).not.toHaveProperty('names');
  });

  it('tells hours of several years with one call at each end, and refuses those of more than three', async () => {
    const ends = ['2024-11-30T00:15:00Z', '2027-10-31T01:59:59.999Z'];
    for (const end of ends) await insertCall(service.dataSource, tenant, { created_at: new Date(end) });
    const ask = (grouping: string) =>
      operator.get(
        `/projects/${tenant.projectId}/usage?group_by=${grouping},user&tz=Asia/Kathmandu&from=2010-01-01&to=2028-01-01`,
      );
    await twice(async () => {
      const { body } = await ask('hour');
      expect(body.data.map(({ keys: [hour] }: { keys: string[] }) => hour)).toEqual([
        '2024-11-30T06:00:00+05:45',
        '2027-10-31T07:00:00+05:45',
      ]);
      expect(body.total.requests).toBe(2);
    });
    await insertCall(service.dataSource, tenant, { created_at: new Date('2020-01-01T00:00:00Z') });
    const { status, body } = await ask('hour');
    expect([status, body.error]).toEqual([400, expect.objectContaining({ param: 'from' })]);
    expect((await ask('day')).body.data).toHaveLength(3);
  });

  it('takes a text that looks like a statement for a text', async () => {
    const user = `'; DROP TABLE calls; --"{}\\`;
    await insertCall(service.dataSource, tenant, { end_user: user, tags: ['t'], session_id: user });
    await twice(async () => {
      expect((await report('group_by=user,session')).data.map(({ keys }) => keys)).toEqual([[user, user]]);
    });
  });

  it('tells 10,000 tags of a project apart, however many processes fold at once; the others are one row', async () => {
    const insert = (from: number, to: number) =>
      service.dataSource.query(
        `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, input_tokens,
                            output_tokens, billed_usd, detail, tags)
         SELECT 'call_' || $1 || n, '2026-05-01T10:00:00Z', $2, $3, $4, 'chat', false, 200, 'm', 1, 1, 0.000000000001, '{}',
                ARRAY['tag-' || n, 'tag-' || (n + 1)]
           FROM generate_series($5::int, $6::int) AS n`,
        [tenant.keyId, tenant.organizationId, tenant.projectId, tenant.keyId, from, to],
      );
    for (let round = 0; round < 5; round += 1) {
      await insert(round * 2_020, round * 2_020 + 2_019);
      await foldAll();
    }
    const { data, total } = await report('group_by=tag');
    expect(data).toHaveLength(10_001);
    // 10,101 tags: the 101 that are too many are a row of neighbours, which 102 calls have; a call with two of them counts once.
    expect(data.find(({ key }) => key === 'other')?.requests).toBe(102);
    expect(total.requests).toBe(10_100);
    await insertCall(service.dataSource, tenant, { tags: ['one-more', 'and-one', 'tag-5'] });
    await twice(async () => {
      const rows = (await report('group_by=tag')).data;
      expect(rows.find(({ key }) => key === 'other')?.requests).toBe(103);
      expect(rows).toHaveLength(10_001);
    });
  });

  it('tells the 10,000 users apart who spent most; what else is asked of the others is a row each', async () => {
    await service.dataSource.query(
      `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, served_model, input_tokens,
                          output_tokens, billed_usd, detail, end_user)
       SELECT 'call_' || $1 || n, '2026-05-01T10:00:00Z', $2, $3, $1, 'chat', false, 200, 'm', 'm-' || n % 2, 1, 2, n * 0.000000000001, '{}',
              'user-' || n
         FROM generate_series(1, 10010) AS n`,
      [tenant.keyId, tenant.organizationId, tenant.projectId],
    );
    const others = async (grouping: string) =>
      (await report(`group_by=${grouping}`)).data.filter(({ key, keys }) => (key ?? keys?.[0]) === 'other');
    await twice(async () => {
      expect(await others('user')).toMatchObject([{ requests: 10, cost_usd: 55e-12 }]);
      expect(await others('user,model')).toMatchObject([
        { keys: ['other', 'm-0'], requests: 5, input_tokens: 5, output_tokens: 10, cost_usd: 30e-12 },
        { keys: ['other', 'm-1'], requests: 5, input_tokens: 5, output_tokens: 10, cost_usd: 25e-12 },
      ]);
    });
    // Of those that are one row, one calls again: what is not added up yet goes into the same row.
    await insertCall(service.dataSource, tenant, { end_user: 'user-1', served_model: 'm-1' });
    await twice(async () => {
      expect((await others('user,model')).map(({ requests }) => requests)).toEqual([5, 6]);
    });
  });

  it('tells a user apart whom a call that is not added up yet, or calls without a user, made one of the dearest', async () => {
    await service.dataSource.query(
      `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, served_model, input_tokens,
                          output_tokens, billed_usd, detail, end_user)
       SELECT 'call_' || $1 || n, '2026-05-01T10:00:00Z', $2, $3, $1, 'chat', false, 200, 'm', 'm-1', 1, 2, (n + 9) * 0.000000000001, '{}',
              'user-' || n
         FROM generate_series(1, 10020) AS n`,
      [tenant.keyId, tenant.organizationId, tenant.projectId],
    );
    // What such users spent is less than what any other one did.
    for (const user of ['none', 'other'])
      await insertCall(service.dataSource, tenant, { end_user: user, billed_usd: '0.000000000001' });
    await insertCall(service.dataSource, tenant, { end_user: null, billed_usd: '0.5' });
    const rowsOf = async (grouping: string): Promise<Record<string, [number, number]>> =>
      Object.fromEntries(
        (await report(`group_by=${grouping}`)).data.map(({ key, keys, requests, cost_usd }) => [
          key ?? keys?.join(),
          [requests, cost_usd],
        ]),
      );
    const pico = (count: number): number => Number(`${count}e-12`);
    await twice(async () => {
      const users = await rowsOf('user');
      // 9,999 users beside those who have none; the others are 21, and the one who is called so.
      expect(Object.keys(users)).toHaveLength(10_001);
      expect(users['none']).toEqual([2, 0.500000000001]);
      expect(users['other']).toEqual([22, pico((21 * 22) / 2 + 9 * 21 + 1)]);
      expect(users['user-22']).toEqual([1, pico(31)]);
      expect(await rowsOf('user,model')).toMatchObject({
        'none,m': [2, 0.500000000001],
        'other,m': [1, pico(1)],
        'other,m-1': [21, pico((21 * 22) / 2 + 9 * 21)],
      });
    });
    await insertCall(service.dataSource, tenant, { end_user: 'user-1', billed_usd: '0.5' });
    await twice(async () => {
      const users = await rowsOf('user');
      expect(users['user-1']).toEqual([2, 0.50000000001]);
      expect(users['user-22']).toBeUndefined();
      expect(users['other']?.[0]).toBe(22);
    });
  });

  it('tells of users who spent the same those apart whose names come first, of all projects together', async () => {
    const { body: second } = await operator.post(`/organizations/${tenant.organizationId}/projects`, {
      name: 'Second',
    });
    const insert = (projectId: string, users: number) =>
      service.dataSource.query(
        `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, served_model,
                            input_tokens, output_tokens, billed_usd, detail, end_user)
         SELECT 'call_' || $3 || n, '2026-05-01T10:00:00Z', $2, $3, $1, 'chat', false, 200, 'm', 'm-' || n % 2, 1, 2, 0.5, '{}', 'user-' || n
           FROM generate_series(1, $4::int) AS n`,
        [tenant.keyId, tenant.organizationId, projectId, users],
      );
    // Those of the second project called in the first one too, so they spent twice as much.
    await insert(tenant.projectId, 10_010);
    await insert(second.id as string, 9);
    const names = Array.from({ length: 10_010 }, (_, index) => `user-${index + 1}`);
    const [dearer, alike] = [names.slice(0, 9), names.slice(9).toSorted()];
    const expectTold = async (apart: readonly string[], ofOthers: readonly number[]): Promise<void> => {
      const { data, total } = await report('group_by=user,model', `organizations/${tenant.organizationId}`);
      const isOther = ({ keys }: { keys?: string[] }): boolean => keys?.[0] === 'other';
      expect(data.filter(isOther).map(({ requests }) => requests)).toEqual(ofOthers);
      expect(data.filter((row) => !isOther(row)).map(({ keys }) => keys?.[0])).toEqual(apart.toSorted());
      expect(data.find(({ keys }) => keys?.[0] === 'user-9')).toMatchObject({ requests: 2, cost_usd: 1 });
      expect(total.requests).toBe(10_019 + (apart.includes(last) ? 1 : 0));
    };
    const last = alike.at(-1)!;
    const even = (users: readonly string[]): number => users.filter((user) => /[02468]$/.test(user)).length;
    const parts = (users: readonly string[]): number[] => [even(users), users.length - even(users)];
    await twice(() => expectTold([...dearer, ...alike.slice(0, -10)], parts(alike.slice(-10))));
    // In the first project all of them spent the same.
    const apart = (await report('group_by=user')).data.map(({ key }) => key).filter((key) => key !== 'other');
    expect(apart).toEqual(names.toSorted().slice(0, 10_000));
    // One of the others calls again, and takes the place of the last one who was told apart.
    await insertCall(service.dataSource, tenant, { end_user: last, served_model: 'm-1', billed_usd: '0.5' });
    await twice(() => expectTold([...dearer, ...alike.slice(0, -11), last], parts(alike.slice(-11, -1))));
  });

  it('tells as many users apart as there is room for; the others are one row', async () => {
    await insertCall(service.dataSource, tenant, { end_user: 'first' });
    await foldAll();
    await service.dataSource.query(
      `UPDATE usage_counts SET highest = 999999 WHERE dimension = 10 AND project = (SELECT id FROM usage_projects WHERE project_id = $1)`,
      [tenant.projectId],
    );
    for (const user of ['b', 'c', 'd', 'first'])
      await insertCall(service.dataSource, tenant, { end_user: user });
    await foldAll();
    const keys = (await report('group_by=user')).data.map(({ key, requests }) => [key, requests]);
    expect(keys).toEqual([
      ['b', 1],
      ['first', 2],
      ['other', 2],
    ]);
    await insertCall(service.dataSource, tenant, { end_user: 'e' });
    await twice(async () => {
      expect((await report('group_by=user')).data.find(({ key }) => key === 'other')?.requests).toBe(3);
    });
  });
});

describe('usage of an organization', () => {
  it('is that of all its projects, those that are deleted too, and of nobody else', async () => {
    const { body: second } = await operator.post(`/organizations/${tenant.organizationId}/projects`, {
      name: 'Second',
    });
    const stranger = await seedTenant(service.dataSource);
    await insertCall(service.dataSource, stranger, { billed_usd: '8', end_user: 'ann' });
    await insertCall(service.dataSource, tenant, { billed_usd: '1.5', end_user: 'ann' });
    await insertCall(
      service.dataSource,
      { ...tenant, projectId: second.id as string },
      { billed_usd: '2.25', end_user: 'ann' },
    );
    await operator.delete(`/projects/${second.id}`);
    await twice(async () => {
      const by = await report('group_by=project', `organizations/${tenant.organizationId}`);
      expect(by.data.map(({ key, name, cost_usd }) => [key, name, cost_usd]).sort()).toEqual(
        [
          [tenant.projectId, expect.any(String), 1.5],
          [second.id, 'Second', 2.25],
        ].sort(),
      );
      const users = await report('group_by=user,project', `organizations/${tenant.organizationId}`);
      expect(users.data).toHaveLength(2);
      expect(users.total).toMatchObject({ requests: 2, cost_usd: 3.75 });
    });
  });

  it('is unknown to others', async () => {
    const { body } = await operator.post(`/organizations/${tenant.organizationId}/admin-tokens`, {
      name: 'Own',
    });
    const own = operator.withToken(body.token as string);
    const stranger = await seedTenant(service.dataSource);
    expect((await own.get(`/organizations/${tenant.organizationId}/usage`)).status).toBe(200);
    expect((await own.get(`/organizations/${stranger.organizationId}/usage`)).status).toBe(404);
    expect((await own.get(`/projects/${stranger.projectId}/usage`)).status).toBe(404);
    expect((await operator.get('/organizations/org_nobody/usage')).status).toBe(404);
  });

  it('as CSV has its exact amounts', async () => {
    await insertCall(service.dataSource, tenant, { billed_usd: '123456789.123456789012', end_user: '=1+1' });
    const { data } = await report('group_by=user', `organizations/${tenant.organizationId}`);
    expect(data[0]?.key).toBe('=1+1');
    const answer = await fetch(
      `${service.url}/api/v1/admin/organizations/${tenant.organizationId}/usage?${PERIOD}&group_by=user,day&tz=Asia/Kathmandu&format=csv`,
      { headers: { authorization: `Bearer ${operator.bearer}` } },
    );
    expect(answer.headers.get('content-disposition')).toContain('by-user-and-day.csv');
    expect(await answer.text()).toMatch(
      /^user,day,requests,.*\r\n'=1\+1,\d{4}-\d\d-\d\d,1,10,5,123456789\.123456789012\r\n$/,
    );
  });
});

describe('days and hours of a zone', () => {
  it('are told by their date and by an offset, the two of autumn apart', async () => {
    for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
      await insertCall(service.dataSource, tenant, { created_at: new Date(at) });
    await twice(async () => {
      const hours = await report('group_by=hour&tz=Europe/Berlin');
      expect(hours.data.map(({ key }) => key)).toEqual([
        '2026-10-25T02:00:00+02:00',
        '2026-10-25T02:00:00+01:00',
      ]);
      const days = await report('group_by=day,hour&tz=Europe/Berlin');
      expect(days.data.map(({ keys }) => keys?.[0])).toEqual(['2026-10-25', '2026-10-25']);
      const utc = await report('group_by=hour');
      expect(utc.data.map(({ key }) => key)).toEqual(['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z']);
    });
  });

  it('bound a period that is named by dates', async () => {
    for (const at of [
      '2026-05-31T18:14:59.999Z',
      '2026-05-31T18:15:00Z',
      '2026-06-01T18:14:59.999Z',
      '2026-06-01T18:15:00Z',
    ])
      await insertCall(service.dataSource, tenant, { created_at: new Date(at) });
    await twice(async () => {
      const { body } = await operator.get(
        `/projects/${tenant.projectId}/usage?group_by=day&from=2026-06-01&to=2026-06-02&tz=Asia/Kathmandu`,
      );
      expect(body.data).toMatchObject([{ key: '2026-06-01', requests: 2 }]);
    });
  });

  it('have the last second of a month in the month', async () => {
    for (const at of ['2026-11-30T18:14:59.999Z', '2026-11-30T18:15:00.000Z'])
      await insertCall(service.dataSource, tenant, { created_at: new Date(at) });
    await twice(async () => {
      const { data } = await report('group_by=day&tz=Asia/Kathmandu');
      expect(data).toMatchObject([
        { key: '2026-11-30', requests: 1 },
        { key: '2026-12-01', requests: 1 },
      ]);
    });
  });
});

describe('a question that cannot be answered', () => {
  it.each([
    ['group_by=week', 'group_by'],
    ['group_by=day,day', 'group_by'],
    ['group_by=day,model,key', 'group_by'],
    ['group_by=', 'group_by'],
    ['group_by=model&group_by=key', 'group_by'],
    ['tz=Mars/Olympus', 'tz'],
    ['tz=%2B05:30', 'tz'],
    ['tz=', 'tz'],
    ['tz=UTC&tz=UTC', 'tz'],
    ['from=yesterday', 'from'],
  ])('%s is 400 and names %s', async (query, field) => {
    for (const of of [`projects/${tenant.projectId}`, `organizations/${tenant.organizationId}`]) {
      const { status, body } = await operator.get(`/${of}/usage?${query}`);
      expect(status).toBe(400);
      expect(JSON.stringify(body.error)).toContain(field);
    }
  });
});

it('a zone with a plus that was not escaped is told how to write it', async () => {
  const { body } = await operator.get(`/projects/${tenant.projectId}/usage?group_by=day&tz=Etc/GMT+5`);
  expect(body.error).toMatchObject({ param: 'tz', message: expect.stringContaining('`Etc/GMT%2B5`') });
  const { status } = await operator.get(`/projects/${tenant.projectId}/usage?group_by=day&tz=Etc/GMT%2B5`);
  expect(status).toBe(200);
});

describe('a report that would be too much', () => {
  const ask = (groupBy: UsageGroup, bounds: { rows: number; facts: number }) =>
    service.app.get(UsageReports).report(
      {
        projectIds: [tenant.projectId],
        from: new Date('2026-01-01'),
        to: new Date('2027-01-01'),
        groupBy,
      },
      bounds,
    );

  it('is 400 and names `group_by` when it has more rows than an answer', async () => {
    for (const user of ['a', 'b', 'c']) await insertCall(service.dataSource, tenant, { end_user: user });
    await twice(async () => {
      await expect(ask('user', { rows: 2, facts: 9 })).rejects.toMatchObject({
        status: 400,
        param: 'group_by',
      });
      expect((await ask('user', { rows: 3, facts: 9 })).rows.texts).toHaveLength(1);
    });
  });

  it('is 400 and names `from` when sessions would be read from more calls than is quick', async () => {
    for (const session of ['a', 'b', 'c'])
      await insertCall(service.dataSource, tenant, { session_id: session });
    await foldAll();
    await expect(ask('session', { rows: 9, facts: 2 })).rejects.toMatchObject({ status: 400, param: 'from' });
    expect((await ask('session', { rows: 9, facts: 3 })).rows.texts).toHaveLength(1);
    expect((await ask('user', { rows: 9, facts: 2 })).rows.texts).toHaveLength(1);
  });
});
