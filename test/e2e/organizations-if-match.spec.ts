import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

let service: TestApplication;
let operator: AdminClient;
beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
});
afterAll(() => service.stop());

async function newOrganization() {
  const path = `/organizations/${await operator.createOrganization()}`;
  const { headers } = await operator.get(path);
  return { path, tag: headers['etag'] ?? '' };
}

const matching = (tag: string) => operator.withHeaders({ 'if-match': tag });
const reload = (threshold_usd: number) => ({
  auto_reload: { enabled: true, threshold_usd, amount_usd: 50 },
});

describe('the tag of an organization', () => {
  it('is on its reads and on answers of changes, and another one after each change', async () => {
    const { path, tag } = await newOrganization();
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const changed = await operator.patch(path, reload(5));
    expect(changed.headers['etag']).not.toBe(tag);
    expect((await operator.get(path)).headers['etag']).toBe(changed.headers['etag']);
    for (const change of [
      { name: 'Other' },
      { pay_as_you_go: true },
      { data_policy: { zero_retention: true } },
      { rate_limits: { inference: { per_second: 1, burst: 1 } } },
    ]) {
      const before = (await operator.get(path)).headers['etag'];
      expect((await operator.patch(path, change)).headers['etag']).not.toBe(before);
    }
  });

  it('stays when money comes, as that is no change of its settings', async () => {
    const { path, tag } = await newOrganization();
    await operator.post(`${path}/credits`, { amount_usd: '5', idempotency_key: 'one' });
    const { headers, body } = await operator.get(path);
    expect([headers['etag'], body.balance_usd]).toEqual([tag, 5]);
  });
});

describe('If-Match at an organization', () => {
  it('that is stale is 412 with the tag of now, and changes nothing', async () => {
    const { path, tag } = await newOrganization();
    const { headers } = await operator.patch(path, reload(5));
    const answer = await matching(tag).patch(path, reload(20));
    expect(answer.status).toBe(412);
    expect(answer.body.error).toMatchObject({
      code: 'organization_changed',
      param: 'If-Match',
      etag: headers['etag'],
    });
    expect(answer.headers['etag']).toBe(headers['etag']);
    expect((await operator.get(path)).body.auto_reload.threshold_usd).toBe(5);
    for (const expected of [headers['etag']!, '*'])
      expect((await matching(expected).patch(path, reload(20))).status).toBe(200);
  });

  it('lets one of many that were made for the same state through', async () => {
    const { path, tag } = await newOrganization();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => matching(tag).patch(path, reload(index + 1))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
  });

  it('that is no tag is 400 and names the header', async () => {
    const { path } = await newOrganization();
    const answer = await matching('abc').patch(path, reload(5));
    expect([answer.status, answer.body.error.param]).toEqual([400, 'If-Match']);
  });
});
