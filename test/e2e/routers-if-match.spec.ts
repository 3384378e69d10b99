import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

let service: TestApplication;
let operator: AdminClient;
beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
});
afterAll(() => service.stop());

async function newRouter() {
  const { projectId, routerId } = await seedTenant(service.dataSource);
  const path = `/routers/${routerId}`;
  const { headers } = await operator.get(path);
  return { projectId, path, tag: headers['etag'] ?? '' };
}

const matching = (tag: string) => operator.withHeaders({ 'if-match': tag });

describe('the tag of a router', () => {
  it('is on reads and answers of changes, and in the rows of lists', async () => {
    const { projectId, path, tag } = await newRouter();
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const listed = await operator.get(`/projects/${projectId}/routers`);
    expect(listed.body.data[0].etag).toBe(tag);
    const changed = await operator.patch(path, { threshold: 0.25 });
    expect(changed.headers['etag']).not.toBe(tag);
    expect((await operator.get(path)).headers['etag']).toBe(changed.headers['etag']);
    const restored = await operator.post(`${path}/versions/1/restore`, {});
    expect(restored.headers['etag']).toBe((await operator.get(path)).headers['etag']);
    expect(restored.headers['etag']).not.toBe(tag);
    const created = await operator.post(`/projects/${projectId}/routers`, {
      name: 'Second',
      tiers: { small: 'openai/gpt-oss-120b' },
    });
    expect(created.headers['etag']).toBe((await operator.get(`/routers/${created.body.id}`)).headers['etag']);
  });

  it('changes when the auto mark moves away', async () => {
    const { projectId, path, tag } = await newRouter();
    await operator.post(`/projects/${projectId}/routers`, {
      name: 'Second',
      auto: true,
      tiers: { small: 'openai/gpt-oss-120b' },
    });
    expect((await operator.get(path)).headers['etag']).not.toBe(tag);
  });
});

describe('If-Match', () => {
  it('lets a change through that was made for the state of now', async () => {
    const { path, tag } = await newRouter();
    const first = await matching(tag).patch(path, { threshold: 0.25 });
    expect(first.status).toBe(200);
    const second = await matching(`"other", ${first.headers['etag']}`).patch(path, { threshold: 0.75 });
    expect(second.body.threshold).toBe(0.75);
    expect((await matching('*').patch(path, { threshold: 0.5 })).status).toBe(200);
  });

  it('that is stale is 412 with the tag of now, and changes nothing', async () => {
    const { path, tag } = await newRouter();
    const { headers } = await operator.patch(path, { name: 'Theirs' });
    for (const answer of [
      await matching(tag).patch(path, { name: 'Ours' }),
      // It would change nothing, and was made for another state all the same.
      await matching(tag).patch(path, { name: 'Theirs' }),
      await matching(tag).post(`${path}/versions/1/restore`, {}),
    ]) {
      expect(answer.status).toBe(412);
      expect(answer.body.error).toMatchObject({ code: 'router_changed', etag: headers['etag'] });
      expect(answer.headers['etag']).toBe(headers['etag']);
    }
    expect((await operator.get(path)).body.name).toBe('Theirs');
    expect((await operator.get(`${path}/versions`)).body.data).toHaveLength(2);
  });

  it('stays stale when the router became what it was', async () => {
    const { path, tag } = await newRouter();
    const { name } = (await operator.get(path)).body;
    await operator.patch(path, { name: 'Other' });
    await operator.patch(path, { name });
    expect((await matching(tag).patch(path, { name: 'Ours' })).status).toBe(412);
  });

  it('lets one of many that were made for the same state through', async () => {
    const { path, tag } = await newRouter();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => matching(tag).patch(path, { name: `Mine ${index}` })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
    expect((await operator.get(`${path}/versions`)).body.data).toHaveLength(2);
  });

  it('that is no tag is 400 and names the header', async () => {
    const { path } = await newRouter();
    const answer = await matching('abc').patch(path, { name: 'Ours' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.param).toBe('If-Match');
  });
});
