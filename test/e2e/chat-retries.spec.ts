import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  anthropicEvent,
  anthropicEvents,
  anthropicMessage,
} from '../support/recordings/anthropic-answers.js';
import { chatCompletion, chatStream, openAiError } from '../support/recordings/openai-answers.js';
import { dropConnection, jsonAnswer, streamAnswer, type Script } from '../support/recordings/script.js';
import { callRow, chargesOf, seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient } from './chat-client.js';
import { CONVERSATION } from './route-client.js';

const TERRA = 'vendorb/gpt-6.1-terra';
const LENGTH = { finishReason: 'length', content: '' };
const FILTERED = { finishReason: 'content_filter', content: '' };

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

function answers(...bodies: Buffer[]): void {
  for (const body of bodies) service.provider.enqueue(jsonAnswer(body));
}

function sentBodies(): Record<string, unknown>[] {
  return service.provider.requests.map((request) => request.json() as Record<string, unknown>);
}

interface Attempt {
  model: string;
  status: number;
  retry_reason?: string;
  cost_usd?: string;
  billed: boolean;
}

async function attemptsOf(callId: string): Promise<Attempt[]> {
  return (await callRow(service.dataSource, callId)).detail.attempts as unknown as Attempt[];
}

describe('retry `thinking-disabled`', () => {
  it('asks the same model again with thinking off, bills both, and shows the cost of the answer', async () => {
    const { client } = await caller();
    answers(chatCompletion(LENGTH), chatCompletion({ content: 'Forty-two.' }));
    const answer = await client.send({
      model: TERRA,
      ...CONVERSATION,
      max_tokens: 4_000,
      reasoning_effort: 'high',
    });
    expect(answer.status).toBe(200);
    expect(answer.json.choices[0].message.content).toBe('Forty-two.');
    expect(answer.headers).toMatchObject({ 'x-svc-retry': 'thinking-disabled', 'x-svc-model': TERRA });
    expect(sentBodies().map(({ reasoning_effort }) => reasoning_effort)).toEqual(['high', 'none']);
    const attempts = await attemptsOf(answer.callId);
    expect(attempts.map(({ retry_reason }) => retry_reason)).toEqual([undefined, 'thinking-disabled']);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(2);
    expect(String(answer.json.usage.cost)).toBe(String(Number(attempts[1]?.cost_usd)));
    expect(Number(answer.headers['x-svc-cost'])).toBe(answer.json.usage.cost);
  });

  it('turns off the thinking that the caller turned on at provider A', async () => {
    const { client } = await caller();
    const empty = anthropicMessage({
      content: [{ type: 'thinking', thinking: 'Hmm', signature: 's' }],
      stopReason: 'max_tokens',
    });
    answers(empty, anthropicMessage({ content: 'Done.' }));
    const answer = await client.send({
      model: 'vendora/claude-sonnet-4-6',
      ...CONVERSATION,
      max_tokens: 4_000,
      thinking: { type: 'enabled', budget_tokens: 2_000 },
    });
    expect(answer.headers['x-svc-retry']).toBe('thinking-disabled');
    expect(answer.json.choices[0].message.content).toBe('Done.');
    expect(sentBodies().map(({ thinking }) => thinking)).toEqual([
      { type: 'enabled', budget_tokens: 2_000 },
      // Off is what this model does when nothing is said.
      undefined,
    ]);
  });

  it.each([
    ['a signature without its thinking', { type: 'thinking', thinking: '', signature: 'b21pdA==' }],
    ['redacted thinking', { type: 'redacted_thinking', data: 'aGlkZGVu' }],
  ])('takes %s for nothing shown, streamed or not', async (_name, block) => {
    const { client } = await caller();
    const ask = { model: 'vendora/claude-sonnet-5', ...CONVERSATION, max_tokens: 4_000 };
    const empty = { content: [block], stopReason: 'max_tokens' };
    service.provider.enqueue(streamAnswer(...anthropicEvents(empty)));
    service.provider.enqueue(streamAnswer(...anthropicEvents({ content: 'Here it is.' })));
    const streamed = await client.send({ ...ask, stream: true });
    answers(anthropicMessage(empty), anthropicMessage({ content: 'Here it is.' }));
    const whole = await client.send(ask);
    for (const answer of [streamed, whole]) {
      expect(answer.headers['x-svc-retry']).toBe('thinking-disabled');
      expect(answer.text).toContain('Here it is.');
    }
    expect(sentBodies().map(({ thinking }) => thinking)).toEqual([
      undefined,
      { type: 'disabled' },
      undefined,
      { type: 'disabled' },
    ]);
  });

  it('works on a stream that showed nothing yet', async () => {
    const { client } = await caller();
    service.provider.enqueue(streamAnswer(chatStream([], { finishReason: 'length' })));
    service.provider.enqueue(streamAnswer(chatStream(['Here', ' it is.'])));
    const answer = await client.send({ model: TERRA, ...CONVERSATION, stream: true });
    expect(answer.headers['x-svc-retry']).toBe('thinking-disabled');
    expect(answer.text).toContain('Here');
    expect(answer.text).not.toContain('"finish_reason":"length"');
    expect(answer.text.match(/\[DONE\]/g)).toHaveLength(1);
    expect(await attemptsOf(answer.callId)).toHaveLength(2);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(2);
  });

  it('happens once: a second empty answer is the answer', async () => {
    const { client } = await caller();
    answers(chatCompletion(LENGTH), chatCompletion({ ...LENGTH, id: 'second' }));
    const answer = await client.send({ model: TERRA, ...CONVERSATION });
    expect(answer.status).toBe(200);
    expect(answer.json.id).toBe('second');
    expect(service.provider.requests).toHaveLength(2);
  });

  it('that fails leaves the caller the first answer, at its cost', async () => {
    const { client } = await caller();
    answers(chatCompletion({ ...LENGTH, id: 'first' }));
    service.provider.enqueue(jsonAnswer(openAiError({ message: 'overloaded' }), { status: 503 }));
    const answer = await client.send({ model: TERRA, ...CONVERSATION });
    expect(answer.status).toBe(200);
    expect(answer.json.id).toBe('first');
    expect((await attemptsOf(answer.callId)).map(({ status, billed }) => [status, billed])).toEqual([
      [200, true],
      [503, false],
    ]);
  });

  it.each<[string, object, object]>([
    ['a model that never thinks', { model: 'vendorb/gpt-4o-mini' }, LENGTH],
    ['thinking that was off already', { model: TERRA, reasoning_effort: 'none' }, LENGTH],
    ['a model whose thinking cannot be turned off', { model: 'vendorb/o3' }, LENGTH],
    ['an answer that says something', { model: TERRA }, { finishReason: 'length', content: 'Half an' }],
    [
      'an answer with a tool call',
      { model: TERRA },
      { ...LENGTH, toolCalls: [{ name: 'f', arguments: '{' }] },
    ],
    ['an empty answer that ended by itself', { model: TERRA }, { finishReason: 'stop', content: '' }],
  ])('does not happen for %s', async (_case, members, recorded) => {
    const { client } = await caller();
    answers(chatCompletion(recorded));
    const answer = await client.send({ ...CONVERSATION, ...members });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('x-svc-retry');
    expect(service.provider.requests).toHaveLength(1);
  });
});

describe('retry `content-filter-fallback`', () => {
  const TIERS = { big: 'vendorb/gpt-4.1', medium: 'vendorb/gpt-4o', small: 'vendorb/gpt-4o-mini' };

  it("asks the router's other models, the cheapest first", async () => {
    const { client } = await caller({ tiers: TIERS });
    answers(chatCompletion(FILTERED), chatCompletion(FILTERED), chatCompletion({ content: 'Fine.' }));
    const answer = await client.send(CONVERSATION);
    expect(answer.json.choices[0].message.content).toBe('Fine.');
    expect(answer.headers).toMatchObject({
      'x-svc-retry': 'content-filter-fallback',
      'x-svc-model': TIERS.medium,
      'x-svc-tier': 'strong',
    });
    expect(sentBodies().map(({ model }) => model)).toEqual(['gpt-4.1', 'gpt-4o-mini', 'gpt-4o']);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(3);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ decided_model: TIERS.big, served_model: TIERS.medium });
  });

  it('works on a stream that showed nothing yet', async () => {
    const { client } = await caller({ tiers: TIERS });
    service.provider.enqueue(streamAnswer(chatStream([], { finishReason: 'content_filter' })));
    service.provider.enqueue(streamAnswer(chatStream(['Hello'])));
    const answer = await client.send({ ...CONVERSATION, stream: true });
    expect(answer.headers).toMatchObject({
      'x-svc-retry': 'content-filter-fallback',
      'x-svc-model': TIERS.small,
    });
    expect(answer.text).toContain('Hello');
  });

  it.each<[string, Script]>([
    ['fails', jsonAnswer(openAiError({ message: 'down' }), { status: 500 })],
    ['is not reached', dropConnection()],
    ['is empty for another reason', jsonAnswer(chatCompletion({ finishReason: 'length', content: '' }))],
  ])('asks the next one too when a tier %s', async (_name, second) => {
    const { client } = await caller({ tiers: TIERS });
    answers(chatCompletion(FILTERED));
    service.provider.enqueue(second);
    answers(chatCompletion({ content: 'Fine.' }));
    const answer = await client.send(CONVERSATION);
    expect(answer.json.choices[0].message.content).toBe('Fine.');
    expect(answer.headers['x-svc-model']).toBe(TIERS.medium);
    expect(sentBodies().map(({ model }) => model)).toEqual(['gpt-4.1', 'gpt-4o-mini', 'gpt-4o']);
  });

  it('gives the first verdict when no tier answers', async () => {
    const { client } = await caller({ tiers: TIERS });
    answers(chatCompletion(FILTERED));
    for (let tier = 0; tier < 2; tier += 1)
      service.provider.enqueue(jsonAnswer(openAiError({ message: 'down' }), { status: 500 }));
    const answer = await client.send(CONVERSATION);
    expect(answer.status).toBe(200);
    expect(answer.json.choices[0].finish_reason).toBe('content_filter');
    expect(service.provider.requests).toHaveLength(3);
  });

  it('sends another model of provider A no thinking that is not its own', async () => {
    const { client } = await caller({
      tiers: { big: 'vendora/claude-opus-4-6', small: 'vendora/claude-haiku-4-5' },
    });
    answers(anthropicMessage({ content: [], stopReason: 'refusal' }), anthropicMessage());
    const thinking = { type: 'thinking', thinking: 'Hm', signature: 'c2ln' };
    const [question] = CONVERSATION.messages;
    await client.send({
      messages: [question, { role: 'assistant', content: 'Well.', thinking_blocks: [thinking] }, question],
    });
    const turns = sentBodies().map(({ messages }) => (messages as { content: unknown }[])[1]?.content);
    expect(turns).toEqual([[thinking, { type: 'text', text: 'Well.' }], 'Well.']);
  });

  it('takes why provider A refused for no answer, and tells it when there is nobody else to ask', async () => {
    const big = 'vendora/claude-sonnet-4-5';
    const stopDetails = { type: 'refusal', category: 'cyber', explanation: 'Not this.' };
    const refused = anthropicMessage({
      content: [],
      stopReason: 'refusal',
      extra: { stop_details: stopDetails },
    });
    const [start = ''] = anthropicEvents({ content: [] });
    const delta = { stop_reason: 'refusal', stop_details: stopDetails };
    const streamed = streamAnswer(
      start,
      anthropicEvent('message_delta', { delta, usage: { output_tokens: 1 } }),
      anthropicEvent('message_stop'),
    );
    const { client } = await caller({ tiers: { big, small: TIERS.small } });
    answers(refused, chatCompletion({ content: 'Fine.' }));
    expect((await client.send(CONVERSATION)).json.choices[0].message.content).toBe('Fine.');
    service.provider.enqueue(streamed);
    service.provider.enqueue(streamAnswer(chatStream(['Hello'])));
    expect((await client.send({ ...CONVERSATION, stream: true })).text).toContain('Hello');
    answers(refused);
    const verdict = await client.send({ ...CONVERSATION, model: big });
    expect(verdict.json.choices[0]).toMatchObject({
      message: { content: null, refusal: 'Not this.' },
      finish_reason: 'content_filter',
    });
    service.provider.enqueue(streamed);
    const { text } = await client.send({ ...CONVERSATION, model: big, stream: true });
    expect(text).toContain('"delta":{"refusal":"Not this."}');
  });

  it.each<[string, TenantOptions, object]>([
    ['the caller named the model', { tiers: TIERS }, { model: 'vendorb/gpt-4.1' }],
    ['smart routing is off', { tiers: TIERS, smartRouting: false }, {}],
    ['the router has no other model', { tiers: { big: 'vendorb/gpt-4.1' } }, {}],
  ])('returns the verdict unretried when %s', async (_case, options, members) => {
    const { client } = await caller(options);
    answers(chatCompletion(FILTERED));
    const answer = await client.send({ ...CONVERSATION, ...members });
    expect(answer.status).toBe(200);
    expect(answer.json.choices[0].finish_reason).toBe('content_filter');
    expect(answer.headers).not.toHaveProperty('x-svc-retry');
    expect(service.provider.requests).toHaveLength(1);
  });

  it('never falls back to a Chinese model while they are off', async () => {
    const { client } = await caller({
      chineseModels: false,
      tiers: { big: 'vendorb/gpt-4.1', small: 'Qwen/Qwen3.7-Max' },
    });
    answers(chatCompletion(FILTERED));
    expect((await client.send(CONVERSATION)).json.choices[0].finish_reason).toBe('content_filter');
    expect(service.provider.requests).toHaveLength(1);
  });
});

describe('a model that rejects our own thinking-off', () => {
  it('is asked once more without it, and nothing is said in the header', async () => {
    const { client } = await caller();
    service.provider.enqueue(
      jsonAnswer(openAiError({ message: "Unsupported value: 'reasoning_effort' does not support 'none'" }), {
        status: 400,
      }),
    );
    answers(chatCompletion({ content: 'Yes.' }));
    const answer = await client.send({ model: TERRA, ...CONVERSATION, max_tokens: 100 });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('x-svc-retry');
    expect(sentBodies().map((body) => body['reasoning_effort'])).toEqual(['none', undefined]);
    const attempts = await attemptsOf(answer.callId);
    expect(attempts.map(({ status, retry_reason, billed }) => [status, retry_reason, billed])).toEqual([
      [400, undefined, false],
      [200, 'thinking-override-rejected', true],
    ]);
  });

  it('is not asked again about an error of another kind, nor about the setting of the caller', async () => {
    const { client } = await caller();
    service.provider.enqueue(jsonAnswer(openAiError({ message: 'Invalid image' }), { status: 400 }));
    expect((await client.send({ model: TERRA, ...CONVERSATION, max_tokens: 100 })).status).toBe(400);
    service.provider.enqueue(jsonAnswer(openAiError({ message: 'reasoning_effort?' }), { status: 400 }));
    const own = await client.send({ model: TERRA, ...CONVERSATION, reasoning_effort: 'none' });
    expect(own.status).toBe(400);
    expect(service.provider.requests).toHaveLength(2);
  });
});

describe('retry `tool-choice-auto`', () => {
  it('is told together with what else fired, in order', async () => {
    const { client } = await caller();
    const empty = anthropicMessage({ content: [], stopReason: 'max_tokens' });
    answers(empty, anthropicMessage({ content: 'Done.' }));
    const answer = await client.send({
      model: 'vendora/claude-sonnet-5-5',
      ...CONVERSATION,
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
      tool_choice: 'required',
    });
    expect(answer.headers['x-svc-retry']).toBe('tool-choice-auto,thinking-disabled');
    expect(sentBodies().map(({ tool_choice }) => tool_choice)).toEqual([{ type: 'auto' }, { type: 'auto' }]);
  });
});
