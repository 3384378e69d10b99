import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AlertDelivery } from '../../src/alerts/delivery/alert-delivery.service.js';
import { anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { FakeProvider } from '../support/fake-provider.js';
import { chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { AdminClient } from './admin-client.js';
import { ChatClient, type WholeAnswer } from './chat-client.js';
import { MODEL_A, MODEL_B, ResponsesClient } from './responses-client.js';

const FORMER = randomBytes(32);
const CURRENT = randomBytes(32);
const MINI = 'vendorb/gpt-4o-mini';
const CACHED = { headers: { 'x-svc-cache': '10m' } };
const THINKING = { type: 'thinking', thinking: 'Hm, the weather.', signature: 'c2lnbmVk' };
const THINKS = {
  store: false,
  include: ['reasoning.encrypted_content'],
  tools: [{ type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } }],
  reasoning: { effort: 'high' },
};

let database: TestDatabase;
let provider: FakeProvider;
let receiver: WebhookReceiver;
let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
let responses: ResponsesClient;
let kept: { callId: string; responseId: string; messageId: string; carried: object[] };

async function start(secretsKey: Buffer): Promise<void> {
  service = await startTestApplication({
    database,
    provider,
    secretsKey,
    environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' },
  });
  operator = new AdminClient(service.url);
}

beforeAll(async () => {
  [database, provider] = [await createTestDatabase(), await FakeProvider.start()];
  receiver = await WebhookReceiver.start();
  await start(FORMER);
  tenant = await seedTenant(service.dataSource, { smartRouting: false });
  await write(tenant);
  await service.stop();
  await start(CURRENT);
  responses = new ResponsesClient(service.url, tenant.apiKey);
});
afterEach(() => {
  provider.reset();
  receiver.reset();
});
afterAll(async () => {
  await service.stop();
  receiver.close();
  await provider.close();
  await database.drop();
});

/** Everything of a caller that is sealed and not set by hand. */
async function write({ projectId, organizationId, apiKey }: Tenant): Promise<void> {
  await operator.patch(`/projects/${projectId}`, { call_content: { enabled: true } });
  await operator.get(`/projects/${projectId}/callback-secret`);
  await operator.get(`/organizations/${organizationId}/alerts/secret`);
  const { callId } = await new ChatClient(service.url, apiKey).ask(MINI, {}, CACHED);
  const before = new ResponsesClient(service.url, apiKey);
  const { id, output } = (await before.ask(MODEL_B)).json;
  const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} };
  provider.enqueue(jsonAnswer(anthropicMessage({ content: [THINKING, toolUse], stopReason: 'tool_use' })));
  const thought = (await before.ask(MODEL_A, THINKS)).json;
  const carried = [
    { role: 'user', content: 'Hi' },
    ...thought.output,
    { type: 'function_call_output', call_id: 'toolu_1', output: 'Sun.' },
  ];
  kept = { callId, responseId: id, messageId: output[0].id, carried };
  provider.reset();
  expect(await whatIsSentOf(before)).toContain(THINKING.thinking);
  provider.reset();
}

/** When reasoning is carried by its caller. */
async function whatIsSentOf(client: ResponsesClient): Promise<string> {
  expect((await client.ask(MODEL_A, { ...THINKS, input: kept.carried })).status).toBe(200);
  return JSON.stringify((await provider.nextRequest()).json());
}

function expectUnreadable({ status, headers, error }: WholeAnswer, code: string): void {
  expect([status, error.code, error.type]).toEqual([500, code, 'api_error']);
  expect(error.message).toContain('`SECRETS_KEY_OLD`');
  expect(headers['x-should-retry']).toBe('false');
}

/** Of its provider, and billed. */
async function expectAsked({ status, headers, callId }: WholeAnswer): Promise<void> {
  expect([status, headers['x-svc-cache']]).toEqual([200, 'miss']);
  expect(provider.requests).toHaveLength(1);
  expect(await chargesOf(service.dataSource, callId)).toHaveLength(1);
}

const alertsOf = ({ organizationId }: Tenant): string => `/organizations/${organizationId}/alerts`;

describe('a SECRETS_KEY that was changed without the former one', () => {
  it.each(['/content', '?include=content'])(
    'leaves contents of calls named as unreadable: …%s',
    async (asked) => {
      const { status, body } = await operator.get(`/calls/${kept.callId}${asked}`);
      expect([status, body.error.code]).toEqual([500, 'call_content_unreadable']);
      expect(body.error.message).toContain('`SECRETS_KEY_OLD`');
      expect(body.error.message).toContain(kept.callId);
      expect((await operator.get(`/calls/${kept.callId}`)).body.id).toBe(kept.callId);
    },
  );

  it.each(['', '/input_items'])('leaves a kept response named as unreadable: GET …%s', async (path) => {
    expectUnreadable(await responses.get(`${kept.responseId}${path}`), 'response_unreadable');
  });

  it.each([
    ['goes on from it', () => ({ previous_response_id: kept.responseId })],
    ['refers to its item', () => ({ input: [{ type: 'item_reference', id: kept.messageId }] })],
    ['streams', () => ({ previous_response_id: kept.responseId, stream: true })],
  ])('asks nobody for a request that %s, and says what to send instead', async (_what, members) => {
    const answer = await responses.ask(MODEL_B, members());
    expectUnreadable(answer, 'response_unreadable');
    expect(answer.error.message).toContain(kept.responseId);
    expect(answer.error.message).toContain('Send the whole conversation');
    expect(provider.requests).toEqual([]);
  });

  it('passes over reasoning that a caller carries, as that of another model', async () => {
    const sent = await whatIsSentOf(responses);
    expect(sent).toContain('toolu_1');
    expect(sent).not.toContain(THINKING.thinking);
  });

  it('makes and bills a call anew whose answer is cached', async () => {
    await expectAsked(await new ChatClient(service.url, tenant.apiKey).ask(MINI, {}, CACHED));
  });

  it('lets what a delivery could not sign be seen, and posts those of others', async () => {
    const other = await seedTenant(service.dataSource);
    for (const one of [tenant, other])
      await operator.put(alertsOf(one), {
        url: receiver.url,
        events: ['balance_below'],
        balance_below_usd: 1e6,
      });
    await service.dataSource.query(
      `INSERT INTO alerts (organization_id, event, subject, window_key, facts, created_at, next_try_at)
       SELECT id, 'balance_below', id, 'w', '{}', now(), now() FROM organizations`,
    );
    await service.app.get(AlertDelivery).deliverDue();
    expect(receiver.posts.map(({ json }) => json['organization_id'])).toEqual([other.organizationId]);
    const { body } = await operator.get(`${alertsOf(tenant)}/deliveries`);
    expect(body.data).toMatchObject([
      { status: 'pending', response_status: null, error: expect.stringContaining('`SECRETS_KEY_OLD`') },
    ]);
  });

  it.each([
    ['callbacks', () => `/projects/${tenant.projectId}/callback-secret`],
    ['alerts', () => `${alertsOf(tenant)}/secret`],
  ])('names the secret of %s as unreadable until it is rotated', async (_what, path) => {
    const { status, body } = await operator.get(path());
    expect([status, body.error.code]).toEqual([500, 'signing_secret_unreadable']);
    expect(body.error.message).toContain('`SECRETS_KEY_OLD`');
    const rotated = await operator.post(`${path()}/rotate`);
    expect((await operator.get(path())).body).toEqual(rotated.body);
  });

  it('deletes a kept response all the same', async () => {
    expect((await responses.get(kept.responseId, 'DELETE')).status).toBe(200);
    expect((await responses.get(kept.responseId)).error.code).toBe('response_not_found');
  });
});

describe('a cached answer that was changed in the database', () => {
  it('counts as not cached: the call is made, billed, and cached again', async () => {
    const client = new ChatClient(service.url, tenant.apiKey);
    const ask = () => client.ask(MINI, { messages: [{ role: 'user', content: 'Changed?' }] }, CACHED);
    await expectAsked(await ask());
    expect((await ask()).headers['x-svc-cache']).toBe('hit');
    await service.dataSource.query(
      `UPDATE cached_answers SET sealed = set_byte(sealed, 40, 255 - get_byte(sealed, 40)) WHERE project_id = $1`,
      [tenant.projectId],
    );
    provider.reset();
    await expectAsked(await ask());
    expect((await ask()).headers['x-svc-cache']).toBe('hit');
  });
});
