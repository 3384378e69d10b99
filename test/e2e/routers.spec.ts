import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RouterDirectory } from '../../src/routing/routers/router-directory.service.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient, type AdminAnswer } from './admin-client.js';

const BIG = 'vendora/claude-sonnet-5-5';
const MEDIUM = 'vendorb/gpt-6.1-terra';
const SMALL = 'openai/gpt-oss-120b';
const TIME = /^\d{4}-\d\d-\d\dT/;
const RACERS = 8;

let application: TestApplication;
let replica: TestApplication;
let operator: AdminClient;
let organizationId: string;

beforeAll(async () => {
  application = await startTestApplication();
  const { database, provider } = application;
  replica = await startTestApplication({ database, provider });
  operator = new AdminClient(application.url);
  organizationId = await operator.createOrganization();
});
afterAll(async () => {
  await replica.stop();
  await application.stop();
});

const newProject = () => operator.createProject(organizationId);

async function create(projectId: string, fields: object = {}): Promise<string> {
  const { status, body } = await operator.post(`/projects/${projectId}/routers`, {
    name: 'Mine',
    tiers: { medium: MEDIUM },
    ...fields,
  });
  expect([status, body]).toEqual([200, expect.objectContaining({ id: expect.stringMatching(/^rtr_/) })]);
  return (body as { id: string }).id;
}

async function defaultRouterOf(projectId: string): Promise<string> {
  return (await operator.get(`/projects/${projectId}/routers`)).body.first_id as string;
}

/** The ids of the routers that have the mark. */
async function autoOf(projectId: string): Promise<string[]> {
  const { body } = await operator.get(`/projects/${projectId}/routers`);
  return (body.data as { id: string; auto: boolean }[]).filter(({ auto }) => auto).map(({ id }) => id);
}

async function versionsOf(routerId: string): Promise<{ [member: string]: unknown; number: number }[]> {
  return (await operator.get(`/routers/${routerId}/versions`)).body.data as { number: number }[];
}

const statuses = (answers: AdminAnswer[]) => answers.map(({ status }) => status).sort();

describe('a router', () => {
  it('is created with the ids that a caller would write, and read and listed as it was created', async () => {
    const projectId = await newProject();
    const { status, body } = await operator.post(`/projects/${projectId}/routers`, {
      name: 'Support',
      tiers: { big: 'claude-sonnet-5-5', medium: 'openai/gpt-6.1-terra', small: 'OPENAI/gpt-oss-120b' },
      threshold: 0.6,
    });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^rtr_/),
        project_id: projectId,
        name: 'Support',
        origin: 'custom',
        label: 'Support',
        auto: false,
        anchor_model: null,
        tiers: { big: BIG, medium: MEDIUM, small: SMALL },
        in_force: {
          big: { model: BIG, reason: null },
          medium: { model: MEDIUM, reason: null },
          small: { model: SMALL, reason: null },
        },
        threshold: 0.6,
        record_threshold: null,
        record_reason: null,
        fallback: { on: [] },
        threshold_in_force: { value: 0.6, source: 'router' },
        created_at: expect.stringMatching(TIME),
        updated_at: expect.stringMatching(TIME),
      },
    ]);
    for (const { url } of [application, replica]) {
      const client = new AdminClient(url);
      expect((await client.get(`/routers/${body.id}`)).body).toEqual(body);
      const listed = (await client.get(`/projects/${projectId}/routers`)).body.data[1];
      expect(listed).toEqual({ ...body, etag: expect.any(String) as string });
    }
  });

  it('keeps what a change does not name, tier by tier, and null empties', async () => {
    const id = await create(await newProject(), { tiers: { big: BIG, medium: MEDIUM }, threshold: 0.5 });
    const small = await operator.patch(`/routers/${id}`, { tiers: { small: SMALL } });
    expect(small.body).toMatchObject({ name: 'Mine', threshold: 0.5 });
    expect(small.body.tiers).toEqual({ big: BIG, medium: MEDIUM, small: SMALL });
    const emptied = await operator.patch(`/routers/${id}`, { tiers: { medium: null }, threshold: null });
    expect(emptied.body).toMatchObject({ tiers: { big: BIG, medium: null, small: SMALL }, threshold: null });
    const renamed = await operator.patch(`/routers/${id}`, { name: 'Other' });
    expect(renamed.body).toEqual({
      ...emptied.body,
      name: 'Other',
      label: 'Other',
      updated_at: renamed.body.updated_at as unknown,
    });
  });

  it('may hold ids of the marketplace and dated ids, as they were written', async () => {
    const tiers = { big: 'gpt-4o-2024-08-06', medium: 'x-ai/grok-9-beta', small: 'openai/gpt-oss-120b:free' };
    const id = await create(await newProject(), { tiers });
    expect((await operator.get(`/routers/${id}`)).body.tiers).toEqual({
      big: 'vendorb/gpt-4o-2024-08-06',
      medium: 'x-ai/grok-9-beta',
      small: expect.stringMatching(/^openai\/gpt-oss-120b:free$/),
    });
  });

  it('once deleted is unknown with its versions', async () => {
    const id = await create(await newProject());
    await operator.patch(`/routers/${id}`, { name: 'Other' });
    expect((await operator.delete(`/routers/${id}`)).body).toEqual({ id, deleted: true });
    for (const answer of [
      await operator.get(`/routers/${id}`),
      await operator.get(`/routers/${id}/versions`),
      await operator.patch(`/routers/${id}`, { name: 'x' }),
      await operator.post(`/routers/${id}/versions/1/restore`),
      await operator.delete(`/routers/${id}`),
    ])
      expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
  });

  it('is deleted by one of two that delete at once, and no change at the same moment brings it back', async () => {
    const projectId = await newProject();
    const id = await create(projectId);
    const [first, change, second, restore] = await Promise.all([
      operator.delete(`/routers/${id}`),
      operator.patch(`/routers/${id}`, { name: 'x' }),
      new AdminClient(replica.url).delete(`/routers/${id}`),
      operator.post(`/routers/${id}/versions/1/restore`),
    ]);
    expect(statuses([first, second])).toEqual([200, 404]);
    for (const { status } of [change, restore]) expect([200, 404]).toContain(status);
    expect((await operator.get(`/routers/${id}`)).status).toBe(404);
  });

  it('of a project is one of a hundred at most', async () => {
    const projectId = await newProject();
    await application.dataSource.query(
      `INSERT INTO routers (id, project_id, name, origin) SELECT 'rtr_cap' || n, $1, 'x', 'custom' FROM generate_series(1, 98) n`,
      [projectId],
    );
    const racers = Array.from({ length: 4 }, () =>
      operator.post(`/projects/${projectId}/routers`, { name: 'x', tiers: { big: BIG } }),
    );
    const answers = await Promise.all(racers);
    expect(statuses(answers)).toEqual([200, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.error).toMatchObject({ code: 'too_many_routers' });
  });

  it('that was changed is seen by the very next look-up of the same process', async () => {
    const projectId = await newProject();
    const directory = application.app.get(RouterDirectory);
    const id = await create(projectId);
    for (let round = 0; round < 20; round += 1) {
      const name = `Round ${round}`;
      await operator.patch(`/routers/${id}`, { name });
      const { routers } = await directory.find(projectId);
      expect(routers.find((router) => router.id === id)?.name).toBe(name);
    }
    await operator.delete(`/routers/${id}`);
    const { routers } = await directory.find(projectId);
    expect(routers.map((router) => router.id)).not.toContain(id);
  });
});

describe('the auto mark', () => {
  it('is with the default router, moves by PATCH, and moves nothing else', async () => {
    const projectId = await newProject();
    const first = await defaultRouterOf(projectId);
    expect(await autoOf(projectId)).toEqual([first]);
    const second = await create(projectId);
    expect(await autoOf(projectId)).toEqual([first]);
    const moved = await operator.patch(`/routers/${second}`, { auto: true });
    expect(moved.body).toMatchObject({ id: second, auto: true, name: 'Mine' });
    expect(await autoOf(projectId)).toEqual([second]);
    expect((await operator.patch(`/routers/${second}`, { auto: true })).status).toBe(200);
    expect((await operator.patch(`/routers/${first}`, { auto: false })).status).toBe(200);
    expect(await autoOf(projectId)).toEqual([second]);
  });

  it('goes to a new router that asks for it', async () => {
    const projectId = await newProject();
    const id = await create(projectId, { auto: true });
    expect(await autoOf(projectId)).toEqual([id]);
  });

  it('goes to the first router of an empty project, and of one that has only anchored ones', async () => {
    const projectId = await newProject();
    await operator.delete(`/routers/${await defaultRouterOf(projectId)}`);
    expect(await autoOf(projectId)).toEqual([]);
    const anchored = await create(projectId, { anchor_model: BIG, tiers: undefined });
    expect(await autoOf(projectId)).toEqual([]);
    const id = await create(projectId);
    expect(await autoOf(projectId)).toEqual([id]);
    expect(anchored).not.toBe(id);
  });

  it('of a router that is deleted goes to the oldest other that is not anchored, else to none', async () => {
    const projectId = await newProject();
    const anchored = await create(projectId, { anchor_model: 'claude-sonnet-5-5', tiers: undefined });
    const [second, third] = [await create(projectId), await create(projectId)];
    await operator.delete(`/routers/${await defaultRouterOf(projectId)}`);
    expect(await autoOf(projectId)).toEqual([second]);
    expect((await versionsOf(second))[0]).toMatchObject({ number: 2, auto: true, who: 'operator' });
    await operator.delete(`/routers/${third}`);
    expect(await autoOf(projectId)).toEqual([second]);
    await operator.delete(`/routers/${second}`);
    expect(await autoOf(projectId)).toEqual([]);
    expect((await operator.get(`/routers/${anchored}`)).status).toBe(200);
  });

  it('cannot be given back, nor go to an anchored router: 400 that names the way', async () => {
    const projectId = await newProject();
    const anchored = await create(projectId, { anchor_model: BIG, tiers: undefined });
    for (const answer of [
      await operator.patch(`/routers/${await defaultRouterOf(projectId)}`, { auto: false }),
      await operator.patch(`/routers/${anchored}`, { auto: true }),
      await operator.post(`/projects/${projectId}/routers`, { name: 'x', anchor_model: MEDIUM, auto: true }),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([
        400,
        expect.objectContaining({
          code: 'invalid_router',
          param: 'auto',
          message: expect.stringContaining('mark another router'),
        }),
      ]);
    }
    expect((await operator.patch(`/routers/${anchored}`, { auto: false })).status).toBe(200);
  });

  it('is with exactly one router when several ask for it at once on two processes', async () => {
    const projectId = await newProject();
    const ids = await Promise.all(Array.from({ length: RACERS }, () => create(projectId)));
    const answers = await Promise.all(
      ids.map((id, index) =>
        new AdminClient([application, replica][index % 2]?.url ?? '').patch(`/routers/${id}`, { auto: true }),
      ),
    );
    expect(statuses(answers)).toEqual(ids.map(() => 200));
    const marked = await autoOf(projectId);
    expect(marked).toHaveLength(1);
    expect(ids).toContain(marked[0]);
  });

  it('is with exactly one of several first routers that are created at once', async () => {
    const projectId = await newProject();
    await operator.delete(`/routers/${await defaultRouterOf(projectId)}`);
    await Promise.all(Array.from({ length: RACERS }, () => create(projectId)));
    expect(await autoOf(projectId)).toHaveLength(1);
  });
});

describe('the versions of a router', () => {
  it('begin with its creation, and every change adds one, newest first', async () => {
    const id = await create(await newProject(), { tiers: { big: BIG } });
    await operator.patch(`/routers/${id}`, { tiers: { small: SMALL }, threshold: 0.7 });
    await operator.patch(`/routers/${id}`, { name: 'Other', tiers: { big: null } });
    const { body } = await operator.get(`/routers/${id}/versions`);
    const version = (number: number, rest: object) => ({
      id: `ver_${number}`,
      number,
      who: 'operator',
      who_name: null,
      when: expect.stringMatching(TIME) as unknown,
      auto: false,
      record_threshold: null,
      record_reason: null,
      fallback: { on: [] },
      ...rest,
    });
    expect(body).toEqual({
      object: 'list',
      data: [
        version(3, { name: 'Other', threshold: 0.7, tiers: { big: null, medium: null, small: SMALL } }),
        version(2, { name: 'Mine', threshold: 0.7, tiers: { big: BIG, medium: null, small: SMALL } }),
        version(1, { name: 'Mine', threshold: null, tiers: { big: BIG, medium: null, small: null } }),
      ],
      has_more: false,
      first_id: 'ver_3',
      last_id: 'ver_1',
    });
  });

  it('of a default router begin with its project', async () => {
    const id = await defaultRouterOf(await newProject());
    const first = {
      number: 1,
      who: 'gateway',
      auto: true,
      tiers: { big: BIG, medium: MEDIUM, small: SMALL },
    };
    expect(await versionsOf(id)).toMatchObject([first]);
    await operator.patch(`/routers/${id}`, { tiers: { small: null } });
    expect(await versionsOf(id)).toMatchObject([{ number: 2, who: 'operator' }, first]);
    const { body } = await operator.post(`/routers/${id}/versions/1/restore`);
    expect(body.tiers).toEqual(first.tiers);
  });

  it('name the admin token that made them, as it was called then', async () => {
    const { id: tokenId, token } = await operator.createToken(organizationId);
    const id = await create(await newProject());
    await operator.withToken(token).patch(`/routers/${id}`, { name: 'By token' });
    const [newest] = await versionsOf(id);
    expect(newest).toMatchObject({ number: 2, who: tokenId, who_name: 'ci', name: 'By token' });
    expect(JSON.stringify(newest)).not.toContain(token);
  });

  it('count a moved mark on both routers', async () => {
    const projectId = await newProject();
    const [first, second] = [await defaultRouterOf(projectId), await create(projectId)];
    await operator.patch(`/routers/${second}`, { auto: true });
    expect(await versionsOf(first)).toMatchObject([
      { number: 2, auto: false },
      { number: 1, auto: true },
    ]);
    expect(await versionsOf(second)).toMatchObject([
      { number: 2, auto: true },
      { number: 1, auto: false },
    ]);
  });

  it('do not count what changes nothing, nor what is refused', async () => {
    const id = await create(await newProject(), { tiers: { big: BIG }, threshold: 0.5 });
    const same = {
      name: 'Mine',
      tiers: { big: 'claude-sonnet-5-5', small: null },
      threshold: 0.5,
      auto: false,
    };
    for (const change of [{}, same])
      expect((await operator.patch(`/routers/${id}`, change)).status).toBe(200);
    expect((await operator.patch(`/routers/${id}`, { name: 'x', tiers: { big: 'nobody' } })).status).toBe(
      400,
    );
    expect(await versionsOf(id)).toHaveLength(1);
  });

  it('are numbered without gap or double when changes arrive at once', async () => {
    const id = await create(await newProject());
    const changes = Array.from({ length: RACERS }, (_, index) =>
      new AdminClient([application, replica][index % 2]?.url ?? '').patch(`/routers/${id}`, {
        threshold: (index + 1) / 10,
      }),
    );
    expect(statuses(await Promise.all(changes))).toEqual(changes.map(() => 200));
    const numbers = (await versionsOf(id)).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: RACERS + 1 }, (_, index) => RACERS + 1 - index));
  });

  it('are paged', async () => {
    const id = await create(await newProject());
    await operator.patch(`/routers/${id}`, { name: 'b' });
    await operator.patch(`/routers/${id}`, { name: 'c' });
    const first = await operator.get(`/routers/${id}/versions?limit=2`);
    expect(first.body).toMatchObject({ has_more: true, last_id: 'ver_2' });
    const second = await operator.get(`/routers/${id}/versions?limit=2&after=${first.body.last_id}`);
    expect(second.body).toMatchObject({ data: [{ number: 1 }], has_more: false });
    expect((await operator.get(`/routers/${id}/versions?after=ver_1`)).body.data).toEqual([]);
    const fresh = await defaultRouterOf(await newProject());
    expect((await operator.get(`/routers/${fresh}/versions?after=ver_1`)).body.data).toEqual([]);
    for (const after of ['rtr_1', 'ver_0', 'ver_x', 'ver_9999999999'])
      expect((await operator.get(`/routers/${id}/versions?after=${after}`)).body.error?.param).toBe('after');
  });
});

describe('restoring a version', () => {
  it('brings back name, tiers and threshold as a new version, and leaves the mark where it is', async () => {
    const projectId = await newProject();
    const id = await create(projectId, { tiers: { big: BIG }, threshold: 0.3 });
    await operator.patch(`/routers/${id}`, { auto: true });
    const change = { name: 'Other', tiers: { big: null, small: SMALL }, threshold: null };
    await operator.patch(`/routers/${id}`, change);
    const { status, body } = await operator.post(`/routers/${id}/versions/1/restore`, {});
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        name: 'Mine',
        tiers: { big: BIG, medium: null, small: null },
        threshold: 0.3,
        auto: true,
      }),
    ]);
    expect((await versionsOf(id)).map(({ number, name }) => [number, name])).toEqual([
      [4, 'Mine'],
      [3, 'Other'],
      [2, 'Mine'],
      [1, 'Mine'],
    ]);
    expect(await autoOf(projectId)).toEqual([id]);
    await operator.post(`/routers/${id}/versions/4/restore`);
    expect(await versionsOf(id)).toHaveLength(5);
  });

  it.each(['2', '0', '-1', '1.5', '01', 'ver_1', 'x', '%00', '99999999999999999999'])(
    'that does not exist (%s) is 404',
    async (number) => {
      const id = await create(await newProject());
      const answer = await operator.post(`/routers/${id}/versions/${number}/restore`);
      expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
      expect(await versionsOf(id)).toHaveLength(1);
    },
  );

  it('is refused while it holds what may not be saved today', async () => {
    const projectId = await newProject();
    const id = await create(projectId, { tiers: { big: BIG, small: 'deepseek-ai/DeepSeek-V4.1-Flash' } });
    await operator.patch(`/routers/${id}`, { tiers: { small: null } });
    await operator.patch(`/projects/${projectId}`, { permissions: { chinese_models: false } });
    const answer = await operator.post(`/routers/${id}/versions/1/restore`);
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { code: 'chinese_models_off', param: 'tiers.small' } },
    });
    expect(await versionsOf(id)).toHaveLength(2);
  });
});

describe("an organization's token", () => {
  it("manages its own routers and finds none of another's", async () => {
    const stranger = await operator.createOrganization('Strangers');
    const own = operator.withToken((await operator.createToken(organizationId)).token);
    const foreign = operator.withToken((await operator.createToken(stranger)).token);
    const projectId = await newProject();
    const tiers = { big: BIG };
    const { body } = await own.post(`/projects/${projectId}/routers`, { name: 'Own', tiers });
    for (const answer of [
      await foreign.post(`/projects/${projectId}/routers`, { name: 'x', tiers }),
      await foreign.get(`/projects/${projectId}/routers`),
      await foreign.get(`/routers/${body.id}`),
      await foreign.patch(`/routers/${body.id}`, { name: 'x' }),
      await foreign.get(`/routers/${body.id}/versions`),
      await foreign.post(`/routers/${body.id}/versions/1/restore`),
      await foreign.delete(`/routers/${body.id}`),
    ])
      expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
    expect((await own.patch(`/routers/${body.id}`, { name: 'Mine' })).body.name).toBe('Mine');
    expect((await own.delete(`/routers/${body.id}`)).status).toBe(200);
  });
});
