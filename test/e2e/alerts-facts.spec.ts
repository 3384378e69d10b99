import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AlertWatch } from '../../src/alerts/watch/alert-watch.service.js';
import { AlertDelivery } from '../../src/alerts/delivery/alert-delivery.service.js';
import { FakeOpenAiBatch } from '../support/fake-openai-batches.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { AdminClient } from './admin-client.js';
import type { BatchClient } from './batch-client.js';
import { ChatClient } from './chat-client.js';
import { messages, seedBatchTenant } from './batches-support.js';
import { created, jsonLines, line, openAiClient, over } from './openai-batches-support.js';
import { insertCall, insertGroup, insertJudged } from './records-support.js';

const TERRA = 'vendorb/gpt-6.1-terra';
const BIG = 'vendora/claude-sonnet-5-5';
const SMALL = 'openai/gpt-oss-120b';

let service: TestApplication;
let receiver: WebhookReceiver;
let operator: AdminClient;
let tenant: Tenant;
let client: BatchClient;

beforeAll(async () => {
  service = await startTestApplication({ environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
  receiver = await WebhookReceiver.start();
  operator = new AdminClient(service.url);
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});
beforeEach(async () => {
  ({ tenant, client } = await seedBatchTenant(service));
  await operator.put(`/organizations/${tenant.organizationId}/alerts`, {
    url: receiver.url,
    events: ['batch_ended', 'recommendation', 'limit_50', 'limit_80', 'limit_100'],
  });
});
afterEach(async () => {
  await service.dataSource.query('DELETE FROM alert_settings');
  await service.dataSource.query('UPDATE alerts SET next_try_at = NULL');
  service.provider.reset();
  receiver.reset();
});

const told = async (): Promise<Record<string, unknown>[]> => {
  await service.app.get(AlertDelivery).deliverDue();
  return receiver.of();
};

describe('a batch that is over', () => {
  it('is told once with its counts and its bill, however often it is polled', async () => {
    const atB = new FakeOpenAiBatch(service.provider);
    const { id } = await client.submitted({
      requests: [{ custom_id: 'a', body: { model: TERRA, messages, max_tokens: 5 } }],
    });
    expect(await told()).toEqual([]);
    atB.files.set('file-out', [atB.answered(0)]);
    atB.shown = { status: 'completed', output_file_id: 'file-out' };
    const { cost_usd: cost } = await client.ended(id);
    await Promise.all([client.status(id), client.status(id)]);
    expect(await told()).toEqual([
      expect.objectContaining({
        event: 'batch_ended',
        project_id: tenant.projectId,
        batch_id: id,
        status: 'ended',
        request_count: 1,
        succeeded_count: 1,
        errored_count: 0,
        cost_usd: cost,
      }),
    ]);
  });

  it('is told too when its file does not become a batch', async () => {
    const openai = openAiClient(service, tenant.apiKey);
    const { id } = await over(openai, (await created(openai, jsonLines(line('a', { model: 'auto' })))).id);
    expect(await told()).toEqual([
      expect.objectContaining({ event: 'batch_ended', batch_id: id, status: 'failed', cost_usd: 0 }),
    ]);
  });
});

describe('a recommendation', () => {
  it('is told once when it appears, also by the sweep alone, and again when it comes back on new grounds', async () => {
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { automatic_updates: false } });
    const groupId = await insertGroup(service.dataSource, tenant, { name: 'Label tickets' });
    const { routerId } = tenant;
    await insertCall(service.dataSource, tenant, { groupId, servedModel: BIG, routerId });
    const judge = (model: string, succeeded: number, judged: number) =>
      insertJudged(service.dataSource, tenant, { groupId, model, succeeded, judged });
    await judge(BIG, 20, 20);
    await judge(SMALL, 49, 50);
    await operator.post('/maintenance/sweep');
    const [first] = await told();
    const list = async () => (await operator.get(`/projects/${tenant.projectId}/recommendations`)).body.data;
    const [{ id }] = await list();
    expect(first).toMatchObject({
      event: 'recommendation',
      project_id: tenant.projectId,
      recommendation_id: id,
      group_id: groupId,
      current_model: BIG,
      recommended_model: SMALL,
      estimated_monthly_saving_usd: expect.any(Number),
    });
    await list();
    expect(await told()).toHaveLength(1);
    await operator.post(`/recommendations/${id}/dismiss`);
    await list();
    expect(await told()).toHaveLength(1);
    await judge(BIG, 0, 5);
    await list();
    expect((await told()).map(({ recommendation_id }) => recommendation_id)).toEqual([id, id]);
  });
});

describe('a limit that is spent', () => {
  const spend = async () => {
    const answer = await new ChatClient(service.url, tenant.apiKey).ask(TERRA);
    expect(answer.status).toBe(200);
    return Number(answer.headers['x-svc-cost']);
  };
  const look = () => service.app.get(AlertWatch).look();

  it('is told at half, four fifths and the whole of it, of keys and projects, once a period', async () => {
    const cost = await spend();
    const limit = { limit_usd: (cost / 0.6).toFixed(12), limit_period: 'month' };
    expect((await operator.patch(`/keys/${tenant.keyId}`, limit)).status).toBe(200);
    expect(
      (await operator.patch(`/projects/${tenant.projectId}`, { ...limit, limit_period: 'total' })).status,
    ).toBe(200);
    await Promise.all([look(), look()]);
    const events = (posts: Record<string, unknown>[]) =>
      posts.map(({ event, key_id }) => `${String(event)} ${key_id === null ? 'project' : 'key'}`).sort();
    const first = await told();
    expect(events(first)).toEqual(['limit_50 key', 'limit_50 project']);
    expect(first.find(({ key_id }) => key_id !== null)).toMatchObject({
      organization_id: tenant.organizationId,
      project_id: tenant.projectId,
      key_id: tenant.keyId,
      limit_usd: Number(limit.limit_usd),
      limit_period: 'month',
      spent_usd: cost,
      resets_at: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/),
    });
    expect(first.find(({ key_id }) => key_id === null)).toMatchObject({
      limit_period: 'total',
      resets_at: null,
    });
    await spend();
    await look();
    await look();
    expect(events(await told())).toEqual([
      'limit_100 key',
      'limit_100 project',
      'limit_50 key',
      'limit_50 project',
      'limit_80 key',
      'limit_80 project',
    ]);
  });
});
