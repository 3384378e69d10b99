import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BETWEEN_POLLS_MS } from '../support/between-polls.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const WITHIN_MS = 1_000;
const ALL_ON = {
  smart_routing: true,
  automatic_updates: true,
  token_compression: true,
  chinese_models: true,
  response_storage: true,
};

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
  await operator.post(`/organizations/${organizationId}/credits`, { amount_usd: 10 });
});
afterAll(async () => {
  await replica.stop();
  await application.stop();
});

/** The status of a chat call on one process. */
async function chat(url: string, apiKey: string, model = 'auto'): Promise<number> {
  const answer = await fetch(`${url}/api/v1/route/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  });
  await answer.text();
  return answer.status;
}

/** Asks until the expected status comes; the last status that came when the time is over. */
async function statusWithin(ask: () => Promise<number>, expected: number): Promise<number> {
  const end = performance.now() + WITHIN_MS;
  let status = await ask();
  while (status !== expected && performance.now() < end) {
    await pause(BETWEEN_POLLS_MS);
    status = await ask();
  }
  return status;
}

async function createKey(projectId: string): Promise<{ id: string; key: string; prefix: string }> {
  const { body } = await operator.post(`/projects/${projectId}/keys`, { name: 'production' });
  return body as { id: string; key: string; prefix: string };
}

const NO_LIMIT = {
  limit_usd: null,
  limit_period: null,
  spent_usd: null,
  remaining_usd: null,
  limit_reached: false,
  resets_at: null,
};

describe('a project', () => {
  it('is created with every permission on and a default router that is the auto router', async () => {
    const { body } = await operator.post(`/organizations/${organizationId}/projects`, { name: 'Bot' });
    expect(body).toEqual({
      id: expect.stringMatching(/^prj_/),
      organization_id: organizationId,
      call_content: { enabled: false, retention: '7d', max_kb: 64 },
      name: 'Bot',
      permissions: ALL_ON,
      trace_content: 'keep',
      ...NO_LIMIT,
      created_at: expect.any(String),
    });
    const routers = await operator.get(`/projects/${body.id}/routers`);
    const router = {
      id: expect.stringMatching(/^rtr_/) as unknown,
      project_id: body.id as unknown,
      name: 'Default router',
      origin: 'default',
      label: 'Default router',
      auto: true,
      anchor_model: null,
      tiers: {
        big: 'vendora/claude-sonnet-5-5',
        medium: 'vendorb/gpt-6.1-terra',
        small: 'openai/gpt-oss-120b',
      },
    };
    expect(routers.body).toMatchObject({ object: 'list', data: [router], has_more: false });
    const { etag, ...listed } = routers.body.data[0];
    const alone = await operator.get(`/routers/${routers.body.first_id}`);
    expect(alone.body).toEqual(listed);
    expect(alone.headers.etag).toBe(etag);
  });

  it('takes permissions at creation and merges those of a PATCH', async () => {
    const created = await operator.post(`/organizations/${organizationId}/projects`, {
      name: 'Bot',
      permissions: { chinese_models: false },
    });
    const path = `/projects/${created.body.id}`;
    expect(created.body.permissions).toEqual({ ...ALL_ON, chinese_models: false });
    const changed = await operator.patch(path, { permissions: { smart_routing: false } });
    expect(changed.body.permissions).toEqual({ ...ALL_ON, chinese_models: false, smart_routing: false });
    const renamed = await operator.patch(path, { name: 'New' });
    expect(renamed.body).toEqual({ ...changed.body, name: 'New' });
    expect((await operator.get(path)).body).toEqual(renamed.body);
  });

  it('keeps every one of the changes that arrive together', async () => {
    const path = `/projects/${await operator.createProject(organizationId)}`;
    const changes = Object.keys(ALL_ON).map((flag) =>
      operator.patch(path, { permissions: { [flag]: false } }),
    );
    for (const { status } of await Promise.all(changes)) expect(status).toBe(200);
    const { body } = await operator.get(path);
    expect(Object.values(body.permissions as object)).toEqual(Object.keys(ALL_ON).map(() => false));
  });

  it('that is deleted while keys are made for it has none that opens a call', async () => {
    const projectId = await operator.createProject(organizationId);
    const keys = Array.from({ length: 6 }, () => operator.post(`/projects/${projectId}/keys`, { name: 'k' }));
    const answers = await Promise.all([...keys, operator.delete(`/projects/${projectId}`)]);
    for (const { status, body } of answers) {
      expect([200, 404]).toContain(status);
      if (body.key !== undefined)
        expect(await statusWithin(() => chat(replica.url, body.key as string), 401)).toBe(401);
    }
  });

  it.each([
    [{ permissions: { smart_routing: null } }, 'permissions.smart_routing'],
    [{ permissions: { smart_routing: 'off' } }, 'permissions.smart_routing'],
    [{ permissions: { teleport: true } }, 'permissions.teleport'],
    [{ permissions: null }, 'permissions'],
    [{ permissions: [] }, 'permissions'],
    [{ name: 'a\u0000' }, 'name'],
  ])('refuses the change %j', async (change, field) => {
    const projectId = await operator.createProject(organizationId);
    const answer = await operator.patch(`/projects/${projectId}`, change);
    expect([answer.status, answer.body.error?.param]).toEqual([400, field]);
  });

  it('once deleted is found nowhere, and its keys are refused on every process within a second', async () => {
    const projectId = await operator.createProject(organizationId);
    const { id: keyId, key } = await createKey(projectId);
    const { body: routers } = await operator.get(`/projects/${projectId}/routers`);
    for (const { url } of [application, replica]) expect(await chat(url, key)).toBe(200);

    expect((await operator.delete(`/projects/${projectId}`)).body).toEqual({ id: projectId, deleted: true });
    for (const { url } of [application, replica])
      expect(await statusWithin(() => chat(url, key), 401)).toBe(401);
    const list = await operator.get(`/organizations/${organizationId}/projects?limit=100`);
    expect(JSON.stringify(list.body)).not.toContain(projectId);
    for (const path of [
      `/projects/${projectId}`,
      `/projects/${projectId}/keys`,
      `/routers/${routers.first_id}`,
    ])
      expect([path, (await operator.get(path)).status]).toEqual([path, 404]);
    expect((await operator.delete(`/projects/${projectId}`)).status).toBe(404);
    expect((await operator.delete(`/keys/${keyId}`)).status).toBe(404);
  });

  it('with Chinese models turned off refuses them on every process within a second', async () => {
    const projectId = await operator.createProject(organizationId);
    const { key } = await createKey(projectId);
    const model = 'Qwen/Qwen3-235B-A22B-Instruct-2507';
    for (const { url } of [application, replica]) expect(await chat(url, key, model)).toBe(200);
    await operator.patch(`/projects/${projectId}`, { permissions: { chinese_models: false } });
    for (const { url } of [application, replica])
      expect(await statusWithin(() => chat(url, key, model), 403)).toBe(403);
  });
});

describe('an API key', () => {
  it('is shown once, opens calls at once, and only its digest is kept', async () => {
    const projectId = await operator.createProject(organizationId);
    const { body } = await operator.post(`/projects/${projectId}/keys`, { name: 'production' });
    expect(body).toEqual({
      id: expect.stringMatching(/^key_/),
      project_id: projectId,
      name: 'production',
      prefix: body.key.slice(0, 14),
      created_at: expect.any(String),
      revoked_at: null,
      disabled: false,
      expires_at: null,
      ...NO_LIMIT,
      models: null,
      rate_limits: null,
      key: expect.stringMatching(/^svc_live_[\w-]{32,}$/),
    });
    for (const { url } of [application, replica]) expect(await chat(url, body.key as string)).toBe(200);
    const { key, ...shown } = body;
    const list = await operator.get(`/projects/${projectId}/keys`);
    expect(list.body.data).toEqual([shown]);
    const rows: object[] = await application.dataSource.query('SELECT * FROM api_keys WHERE id = $1', [
      body.id,
    ]);
    expect(JSON.stringify([list.body, rows])).not.toContain(key);
  });

  it('that was revoked is refused on every process within a second and stays in the list', async () => {
    const projectId = await operator.createProject(organizationId);
    const { id, key } = await createKey(projectId);
    for (const { url } of [application, replica]) expect(await chat(url, key)).toBe(200);
    expect((await operator.delete(`/keys/${id}`)).body).toEqual({ id, deleted: true });
    for (const { url } of [application, replica])
      expect(await statusWithin(() => chat(url, key), 401)).toBe(401);
    const list = await operator.get(`/projects/${projectId}/keys`);
    expect(list.body.data).toMatchObject([{ id, revoked_at: expect.any(String) as unknown }]);
    expect((await operator.delete(`/keys/${id}`)).status).toBe(200);
  });

  it('is paged with the others of its project, newest first', async () => {
    const projectId = await operator.createProject(organizationId);
    const created = [];
    for (let index = 0; index < 3; index += 1) created.push((await createKey(projectId)).id);
    const first = await operator.get(`/projects/${projectId}/keys?limit=2`);
    const second = await operator.get(`/projects/${projectId}/keys?limit=2&after=${first.body.last_id}`);
    const ids = [...first.body.data, ...second.body.data].map(({ id }) => id as string);
    expect([first.body.has_more, second.body.has_more]).toEqual([true, false]);
    expect([...ids].sort()).toEqual([...created].sort());
  });
});
