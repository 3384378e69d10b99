import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const RACERS = 6;

let service: TestApplication;
let operator: AdminClient;
let organization: string;
let path: string;

beforeAll(async () => {
  service = await startTestApplication({ environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
  operator = new AdminClient(service.url);
});
afterAll(() => service.stop());
beforeEach(async () => {
  organization = `/organizations/${(await seedTenant(service.dataSource)).organizationId}`;
  path = `${organization}/alerts`;
});

const matching = (tag: string) => operator.withHeaders({ 'if-match': tag });
const wishes = (more: object = {}) => ({ url: 'https://127.0.0.1/hooks', events: ['batch_ended'], ...more });
const tagBeside = async (): Promise<string> => {
  const { body } = await operator.get(`${organization}?include=alerts_etag`);
  return body.alerts_etag as string;
};

describe('the tag of alerts', () => {
  it('is on reads and answers of changes, and beside the organization, of none too', async () => {
    const none = await tagBeside();
    expect(none).toMatch(/^"[\w-]{22}"$/);
    const set = await operator.put(path, wishes());
    const tag = set.headers['etag'] ?? '';
    expect(tag).not.toBe(none);
    expect((await operator.get(path)).headers['etag']).toBe(tag);
    expect(await tagBeside()).toBe(tag);
    const changed = await operator.put(path, wishes({ events: ['limit_50'] }));
    expect(changed.headers['etag']).not.toBe(tag);
    await operator.delete(path);
    expect(await tagBeside()).toBe(none);
  });

  it('is not in an organization that was read without it', async () => {
    expect((await operator.get(organization)).body).not.toHaveProperty('alerts_etag');
    const { status, body } = await operator.get(`${organization}?include=alerts`);
    expect([status, body.error.param]).toEqual([400, 'include']);
  });
});

describe('If-Match', () => {
  it('lets through what was made for the state of now, or for any', async () => {
    const set = await matching(await tagBeside()).put(path, wishes());
    expect(set.status).toBe(200);
    expect((await matching(set.headers['etag'] ?? '').put(path, wishes())).status).toBe(200);
    expect((await matching('*').put(path, wishes({ events: ['limit_80'] }))).status).toBe(200);
    expect((await matching(await tagBeside()).delete(path)).status).toBe(200);
  });

  it('keeps what somebody else set since, and says the tag of now', async () => {
    const began = await tagBeside();
    const theirs = await operator.put(path, wishes());
    for (const late of [
      await matching(began).put(path, wishes({ events: ['limit_100'] })),
      await matching(began).delete(path),
    ]) {
      expect([late.status, late.body.error.code]).toEqual([412, 'alerts_changed']);
      expect(late.headers['etag']).toBe(theirs.headers['etag']);
      expect(late.body.error.etag).toBe(theirs.headers['etag']);
    }
    expect((await operator.get(path)).body.events).toEqual(['batch_ended']);
  });

  it('lets one of many through that begin at once', async () => {
    const began = await tagBeside();
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, index) =>
        matching(began).put(path, wishes({ url: `https://127.0.0.1/hooks/${index}` })),
      ),
    );
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(RACERS - 1);
    expect((await operator.get(path)).body.url).toBe(taken[0]?.body.url);
  });

  it('that is no tag is 400', async () => {
    const { status, body } = await matching('nonsense').put(path, wishes());
    expect([status, body.error.param]).toEqual([400, 'If-Match']);
  });
});
