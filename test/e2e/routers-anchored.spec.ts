import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnchoredRouters } from '../../src/routing/routers/anchored-routers.service.js';
import { RouterDirectory, type Router } from '../../src/routing/routers/router-directory.service.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const ANCHOR = 'vendora/claude-sonnet-5-5';
const FIRST_CALLS = 50;
const MAX_ANCHORED = 1_000;

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

const newTenant = (tiers?: null) => seedTenant(application.dataSource, { tiers });

function ensure(
  { projectId, organizationId }: Tenant,
  anchorModel = ANCHOR,
  on = application,
): Promise<Router | undefined> {
  return on.app.get(AnchoredRouters).ensure({ projectId, organizationId, anchorModel });
}

async function ensured(tenant: Tenant, anchorModel = ANCHOR): Promise<string> {
  const router = await ensure(tenant, anchorModel);
  expect(router).toBeDefined();
  return router?.id ?? '';
}

async function listed({ projectId }: Tenant): Promise<{ id: string; [member: string]: unknown }[]> {
  return (await operator.get(`/projects/${projectId}/routers`)).body.data as { id: string }[];
}

describe('the first call that names a model', () => {
  it('creates a router that is listed as `From your code`', async () => {
    const tenant = await newTenant();
    const router = await ensure(tenant);
    expect(router).toEqual({
      id: expect.stringMatching(/^rtr_/),
      name: ANCHOR,
      origin: 'from_code',
      auto: false,
      anchorModel: ANCHOR,
      tiers: { big: ANCHOR, medium: undefined, small: undefined },
      threshold: undefined,
      outageFallback: false,
    });
    expect((await listed(tenant))[1]).toMatchObject({
      id: router?.id,
      name: ANCHOR,
      origin: 'from_code',
      label: 'From your code',
      auto: false,
      anchor_model: ANCHOR,
      tiers: { big: ANCHOR, medium: null, small: null },
    });
    const { body } = await operator.get(`/routers/${router?.id}/versions`);
    expect(body.data).toMatchObject([{ number: 1, who: 'api', who_name: null, tiers: { big: ANCHOR } }]);
  });

  it('creates one row, however many first calls race on two processes', async () => {
    const tenant = await newTenant();
    const calls = Array.from({ length: FIRST_CALLS }, (_, index) =>
      ensure(tenant, ANCHOR, index % 2 === 0 ? application : replica),
    );
    const ids = new Set((await Promise.all(calls)).map((router) => router?.id));
    expect(ids.size).toBe(1);
    expect(ids).not.toContain(undefined);
    expect(await listed(tenant)).toHaveLength(2);
    const { body } = await operator.get(`/routers/${[...ids][0]}/versions`);
    expect(body.data).toHaveLength(1);
  });

  it('creates a row for each of several models that are named at once', async () => {
    const tenant = await newTenant();
    const models = Array.from({ length: 10 }, (_, index) => `somebody/model-${index}`);
    const calls = models.flatMap((model) => [ensure(tenant, model), ensure(tenant, model, replica)]);
    const routers = await Promise.all(calls);
    expect(new Set(routers.map((router) => router?.id)).size).toBe(models.length);
    const rows = (await listed(tenant)).map((row) => row['anchor_model']);
    expect(rows.sort()).toEqual([...models, null].sort());
  });

  it('is remembered by its process at once', async () => {
    const tenant = await newTenant();
    const directory = application.app.get(RouterDirectory);
    expect((await directory.find(tenant.projectId)).routers).toHaveLength(1);
    const id = await ensured(tenant);
    const { routers, byAnchor } = await directory.find(tenant.projectId);
    expect(byAnchor.get(ANCHOR)?.id).toBe(id);
    expect(routers).toHaveLength(2);
  });

  it('creates nothing in a project without routers, also for a model that was anchored once', async () => {
    expect(await ensure(await newTenant(null))).toBeUndefined();
    const tenant = await newTenant();
    const id = await ensured(tenant);
    for (const routerId of [tenant.routerId, id]) await operator.delete(`/routers/${routerId}`);
    expect(await ensure(tenant)).toBeUndefined();
    expect(await ensure(tenant, ANCHOR, replica)).toBeUndefined();
    expect(await listed(tenant)).toEqual([]);
  });

  it('creates nothing in a project that is deleted or never was', async () => {
    const tenant = await newTenant();
    expect(await ensure({ ...tenant, projectId: 'prj_0' })).toBeUndefined();
    await operator.delete(`/projects/${tenant.projectId}`);
    expect(await ensure(tenant)).toBeUndefined();
  });
});

describe('an anchored router', () => {
  it('that was deleted is made anew, with versions of its own, by the next call', async () => {
    const tenant = await newTenant();
    const first = await ensured(tenant);
    await operator.patch(`/routers/${first}`, { name: 'Edited' });
    await operator.delete(`/routers/${first}`);
    const second = await ensured(tenant);
    expect(second).not.toBe(first);
    const { body } = await operator.get(`/routers/${second}/versions`);
    expect(body.data).toMatchObject([{ number: 1, who: 'api', name: ANCHOR }]);
  });

  it('is edited in its name, threshold and cheaper tiers, and keeps its label and anchor', async () => {
    const tenant = await newTenant();
    const id = await ensured(tenant);
    const change = {
      name: 'Answers',
      threshold: 0.9,
      tiers: { big: 'claude-sonnet-5-5', small: 'gpt-6-luna' },
    };
    const { status, body } = await operator.patch(`/routers/${id}`, change);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        name: 'Answers',
        label: 'From your code',
        threshold: 0.9,
        anchor_model: ANCHOR,
        tiers: { big: ANCHOR, medium: null, small: 'vendorb/gpt-6-luna' },
      }),
    ]);
    expect(await ensure(tenant)).toMatchObject({
      id,
      name: 'Answers',
      tiers: { small: 'vendorb/gpt-6-luna' },
    });
    const followed = await operator.patch(`/routers/${id}`, { tiers: { small: null }, anchor_model: ANCHOR });
    expect(followed.body.tiers).toEqual({ big: ANCHOR, medium: null, small: null });
    const restored = await operator.post(`/routers/${id}/versions/1/restore`);
    expect(restored.body).toMatchObject({ name: ANCHOR, threshold: null });
  });

  it.each([
    [{ tiers: { big: 'vendorb/gpt-6.1-terra' } }, 'tiers.big', ANCHOR],
    [{ tiers: { big: null } }, 'tiers.big', ANCHOR],
    [{ tiers: { medium: 'gpt-4o' } }, 'tiers.medium', 'cheaper'],
    [{ tiers: { medium: ANCHOR } }, 'tiers.medium', 'cheaper'],
    [{ tiers: { small: 'somebody/model' } }, 'tiers.small', 'cheaper'],
    [{ anchor_model: 'vendorb/gpt-6.1-terra' }, 'anchor_model', 'cannot be changed'],
  ])('refuses the change %j', async (change, field, words) => {
    const id = await ensured(await newTenant());
    const { status, body } = await operator.patch(`/routers/${id}`, change);
    expect([status, body.error]).toEqual([
      400,
      expect.objectContaining({
        code: 'invalid_router',
        param: field,
        message: expect.stringContaining(words),
      }),
    ]);
  });

  it('can be made before the first call, which then finds it; a second for the same model is 409', async () => {
    const tenant = await newTenant();
    const path = `/projects/${tenant.projectId}/routers`;
    const body = { name: 'Planned', anchor_model: 'claude-sonnet-5-5', tiers: { small: 'gpt-6-luna' } };
    const created = await operator.post(path, body);
    expect(created).toMatchObject({
      status: 200,
      body: {
        origin: 'from_code',
        label: 'From your code',
        anchor_model: ANCHOR,
        tiers: { big: ANCHOR, medium: null, small: 'vendorb/gpt-6-luna' },
      },
    });
    expect(await ensured(tenant)).toBe(created.body.id);
    const again = await operator.post(path, { ...body, anchor_model: 'anthropic/claude-sonnet-5-5' });
    expect(again).toMatchObject({
      status: 409,
      body: {
        error: { code: 'router_exists', param: 'anchor_model', router_id: created.body.id as unknown },
      },
    });
  });

  it('that nobody edited makes room when a project has a thousand', async () => {
    const tenant = await newTenant();
    const [edited, forgotten] = [await ensured(tenant, 'a/edited'), await ensured(tenant, 'a/forgotten')];
    await operator.patch(`/routers/${edited}`, { name: 'Edited' });
    await application.dataSource.query(
      `INSERT INTO routers (id, project_id, name, origin, anchor_model, big_model)
       SELECT 'rtr_zz' || n, $1, 'x', 'from_code', 'many/' || n, 'many/' || n FROM generate_series(1, $2) n`,
      [tenant.projectId, MAX_ANCHORED - 2],
    );
    const added = await ensured(tenant, 'a/new');
    const ids = (await listed(tenant)).map(({ id }) => id);
    expect(ids).toHaveLength(MAX_ANCHORED + 1);
    expect(ids).toEqual(expect.arrayContaining([tenant.routerId, edited, added]));
    expect(ids).not.toContain(forgotten);
  });
});
