import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { insertCall, insertGroup, insertJudged } from './records-support.js';

const BIG = 'vendora/claude-sonnet-5-5';
const CHEAP = 'openai/gpt-oss-120b';

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
  tenant = await seedTenant(service.dataSource);
  const { projectId, routerId = '' } = tenant;
  await operator.patch(`/projects/${projectId}`, { permissions: { automatic_updates: false } });
  const groupId = await insertGroup(service.dataSource, tenant, { name: 'Label tickets' });
  await insertCall(service.dataSource, tenant, { groupId, servedModel: BIG, routerId });
  await insertJudged(service.dataSource, tenant, { groupId, model: BIG, succeeded: 20, judged: 20 });
  await insertJudged(service.dataSource, tenant, { groupId, model: CHEAP, succeeded: 49, judged: 50 });
});
afterAll(() => service.stop());

const read = async (path: string) => {
  const { status, body } = await operator.get(path);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};

describe('what is read together', () => {
  it('is a router with its versions, recommendations and the catalogue, each as its own list has it', async () => {
    const [path, lists] = [`/routers/${tenant.routerId}`, `/projects/${tenant.projectId}`];
    await operator.patch(path, { name: 'Renamed' });
    const plain = await read(path);
    const { versions, recommendations, models, ...router } = await read(
      `${path}?include=versions,recommendations,models`,
    );
    expect(router).toEqual(plain);
    expect(versions).toEqual(await read(`${path}/versions`));
    expect(versions.data).toHaveLength(2);
    expect(recommendations).toEqual(await read(`${lists}/recommendations`));
    expect(recommendations.data).toHaveLength(1);
    expect(models).toEqual(await read('/models'));
    expect(await read(`${path}?include=versions`)).toEqual({ ...plain, versions });
  });

  it("has no other router's recommendations in it", async () => {
    const { body } = await operator.post(`/projects/${tenant.projectId}/routers`, {
      name: 'Other',
      tiers: { medium: BIG },
    });
    expect((await read(`/routers/${body.id}?include=recommendations`)).recommendations.data).toEqual([]);
  });

  it('is a list of recommendations with the catalogue', async () => {
    const path = `/projects/${tenant.projectId}/recommendations`;
    const { models, ...page } = await read(`${path}?include=models`);
    expect(page).toEqual(await read(path));
    expect(models).toEqual(await read('/models'));
  });

  it('is a call with what was asked and answered, and that is in the audit log', async () => {
    const keeping = await seedTenant(service.dataSource);
    const messages = [{ role: 'user', content: 'Hi' }];
    const call = async () => {
      const chat = new ChatClient(service.url, keeping.apiKey);
      return (await chat.ask('vendorb/gpt-4o', { messages })).callId;
    };
    const before = await call();
    expect((await read(`/calls/${before}?include=content`)).content).toBeNull();

    await operator.patch(`/projects/${keeping.projectId}`, { call_content: { enabled: true } });
    const kept = await call();
    const { content, ...plain } = await read(`/calls/${kept}?include=content`);
    expect(plain).toEqual(await read(`/calls/${kept}`));
    expect(content).toEqual(await read(`/calls/${kept}/content`));
    const { data } = await read(`/organizations/${keeping.organizationId}/audit?kind=call_content`);
    expect(data.map(({ target }: { target: { id: string } }) => target.id)).toEqual([kept, kept]);
  });

  it.each([
    ['/routers/ID?include=everything', 'versions, recommendations, models'],
    ['/routers/ID?include=versions,', 'versions, recommendations, models'],
    ['/routers/ID?include=', 'versions, recommendations, models'],
    ['/routers/ID?include=models&include=versions', 'include'],
    ['/calls/call_1?include=contents', 'content'],
    ['/projects/PROJECT/recommendations?include=versions', 'models'],
  ])('is refused where there is no such part: %s', async (path, words) => {
    const at = path.replace('ID', tenant.routerId ?? '').replace('PROJECT', tenant.projectId);
    const { status, body } = await operator.get(at);
    expect([status, body.error.param]).toEqual([400, 'include']);
    expect(body.error.message).toContain(words);
  });

  it("shows nothing of another organization's", async () => {
    const other = await seedTenant(service.dataSource);
    const { token } = await operator.createToken(other.organizationId);
    const stranger = operator.withToken(token);
    expect((await stranger.get(`/routers/${tenant.routerId}?include=versions`)).status).toBe(404);
  });
});
