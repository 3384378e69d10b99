import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatCompletion, openAiError } from '../support/recordings/openai-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { callRow, chargesOf, seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { CONVERSATION, MACHINE } from './route-client.js';

const MEDIUM = 'vendorb/gpt-6.1-terra';
const SMALL = 'openai/gpt-oss-120b';
const GOOD = '{"number":"1","date":"2026-03-03","vendor":"B","total":67.5}';
const SCHEMA = {
  type: 'json_schema',
  json_schema: {
    name: 'invoice',
    schema: {
      type: 'object',
      properties: { number: { type: 'string' }, total: { type: 'number' } },
      required: ['number', 'total'],
    },
  },
};

const LOOK_UP_VENDOR = {
  type: 'function',
  function: {
    name: 'look_up_vendor',
    parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
};

let service: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function caller(options: TenantOptions = {}): Promise<{ client: ChatClient; tenant: Tenant }> {
  const tenant = await seedTenant(service.dataSource, options);
  return { tenant, client: new ChatClient(service.url, tenant.apiKey) };
}

function answers(...contents: string[]): void {
  for (const content of contents) service.provider.enqueue(jsonAnswer(chatCompletion({ content })));
}

function sentModels(): unknown[] {
  return service.provider.requests.map((request) => (request.json() as { model: unknown }).model);
}

describe('the contract cascade', () => {
  it('serves the answer of Small when it keeps its contract', async () => {
    const { client } = await caller();
    answers(GOOD);
    const answer = await client.send(MACHINE);
    expect(answer.headers).toMatchObject({
      'x-svc-cascade': 'served-small',
      'x-svc-model': SMALL,
      'x-svc-tier': 'default',
    });
    expect(sentModels()).toEqual(['openai/gpt-oss-120b']);
    // Small thinks as little as it can.
    expect(service.provider.requests[0]?.json()).toMatchObject({ reasoning: { effort: 'low' } });
  });

  it.each([
    ['prose', 'I am sorry.'],
    ['a fenced answer', `\`\`\`json\n${GOOD}\n\`\`\``],
    ['another type', '[]'],
    ['a missing required key', '{"number":"1"}'],
    ['nothing', ''],
  ])('escalates %s to the decided model, and bills both', async (_case, broken) => {
    const { client } = await caller();
    answers(broken, GOOD);
    const answer = await client.send({ ...MACHINE, response_format: SCHEMA });
    expect(answer.status).toBe(200);
    expect(answer.json.choices[0].message.content).toBe(GOOD);
    expect(answer.headers).toMatchObject({
      'x-svc-cascade': 'escalated',
      'x-svc-model': MEDIUM,
      'x-svc-tier': 'default',
    });
    expect(answer.headers).not.toHaveProperty('x-svc-retry');
    expect(sentModels()).toEqual(['openai/gpt-oss-120b', 'gpt-6.1-terra']);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(2);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ decided_model: MEDIUM, served_model: MEDIUM });
    expect(row.detail.attempts.map(({ retry_reason }) => retry_reason)).toEqual([undefined, 'cascade']);
    expect(Number(answer.headers['x-svc-cost'])).toBe(Number(row.cost_usd));
  });

  it('takes a required key that holds null for present', async () => {
    const { client } = await caller();
    answers('{"number":null,"total":null}');
    const answer = await client.send({ ...MACHINE, response_format: SCHEMA });
    expect(answer.headers['x-svc-cascade']).toBe('served-small');
  });

  it('records whether the whole schema was kept, which decides nothing', async () => {
    const { client } = await caller();
    answers('{"number":7,"total":1}');
    const answer = await client.send({ ...MACHINE, response_format: SCHEMA });
    expect(answer.headers['x-svc-cascade']).toBe('served-small');
    const { detail } = await callRow(service.dataSource, answer.callId);
    expect(detail).toMatchObject({
      reasons: expect.arrayContaining([expect.stringContaining('/number must be string')]) as string[],
    });
  });

  it('takes a call of a tool for a step on the way to the answer, which breaks no contract', async () => {
    const { client } = await caller();
    service.provider.enqueue(
      jsonAnswer(
        chatCompletion({ toolCalls: [{ name: 'look_up_vendor', arguments: '{"name":"Brenner"}' }] }),
      ),
    );
    const answer = await client.send({ ...MACHINE, response_format: SCHEMA, tools: [LOOK_UP_VENDOR] });
    expect(answer.json.choices[0].finish_reason).toBe('tool_calls');
    expect(answer.headers).toMatchObject({ 'x-svc-cascade': 'served-small', 'x-svc-model': SMALL });
    expect(sentModels()).toEqual(['openai/gpt-oss-120b']);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('escalates when only one of several choices breaks the contract', async () => {
    // Where Small gives several at all.
    const { client } = await caller({ tiers: { medium: MEDIUM, small: 'vendorb/gpt-5-nano' } });
    const [first, second] = [GOOD, 'I am sorry.'].map((content, index) => ({
      index,
      message: { role: 'assistant', content },
      finish_reason: 'stop',
    }));
    service.provider.enqueue(jsonAnswer(chatCompletion({ extra: { choices: [first, second] } })));
    answers(GOOD);
    const answer = await client.send({ ...MACHINE, response_format: SCHEMA, n: 2 });
    expect(answer.headers).toMatchObject({ 'x-svc-cascade': 'escalated', 'x-svc-model': MEDIUM });
  });

  it('lets the decided model answer when the upstream of Small fails', async () => {
    const { client } = await caller();
    service.provider.enqueue(jsonAnswer(openAiError({ message: 'down' }), { status: 503 }));
    answers(GOOD);
    const answer = await client.send(MACHINE);
    expect(answer.status).toBe(200);
    expect(answer.headers['x-svc-model']).toBe(MEDIUM);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('shows the caller a failure after the escalation', async () => {
    const { client } = await caller();
    answers('nonsense');
    service.provider.enqueue(jsonAnswer(openAiError({ message: 'down' }), { status: 503 }));
    const answer = await client.send(MACHINE);
    expect(answer.status).toBe(503);
    expect(answer.error.message).toBe('down');
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['a conversation', { ...CONVERSATION, response_format: { type: 'json_object' } }],
    ['a stream', { ...MACHINE, stream: true }],
    ['a request without a JSON contract', { ...MACHINE, response_format: { type: 'text' } }],
  ])('never cascades %s', async (_case, body) => {
    const { client } = await caller();
    const answer = await client.send(body);
    expect(answer.headers).not.toHaveProperty('x-svc-cascade');
    expect(service.provider.requests).toHaveLength(1);
  });

  it.each<[string, TenantOptions]>([
    ['smart routing is off', { smartRouting: false }],
    ['the router has no Small model', { tiers: { big: 'vendorb/gpt-4.1', medium: MEDIUM } }],
    ['Small is the decided model', { tiers: { medium: MEDIUM, small: MEDIUM } }],
  ])('does not cascade when %s', async (_case, options) => {
    const { client } = await caller(options);
    expect((await client.send(MACHINE)).headers).not.toHaveProperty('x-svc-cascade');
  });

  it('does not cascade when automatic updates are off', async () => {
    const { client, tenant } = await caller();
    await new AdminClient(service.url).patch(`/projects/${tenant.projectId}`, {
      permissions: { automatic_updates: false },
    });
    expect((await client.send(MACHINE)).headers).not.toHaveProperty('x-svc-cascade');
  });
});
