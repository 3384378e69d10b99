import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicEvents, anthropicMessage } from '../support/recordings/anthropic-answers.js';
import { chatCompletion, openAiError } from '../support/recordings/openai-answers.js';
import {
  callItem,
  messageItem,
  reasoningItem,
  responseAnswer,
  responseEvents,
  responseStream,
} from '../support/recordings/responses-answers.js';
import { HANG, jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { followResponse, readResponsesEvents } from '../support/responses-events.js';
import { callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { MODEL_A, MODEL_B, MODEL_MARKETPLACE, REASONING_B, ResponsesClient } from './responses-client.js';

const WEATHER = { type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } };
const THINKING = { type: 'thinking', thinking: 'Hm, the weather.', signature: 'c2lnbmVk' };

let service: TestApplication;
let tenant: Tenant;
let client: ResponsesClient;
beforeAll(async () => {
  service = await startTestApplication();
  // What is named serves, whatever the turn looks like.
  tenant = await seedTenant(service.dataSource, { smartRouting: false });
  client = new ResponsesClient(service.url, tenant.apiKey);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

interface Item {
  readonly type: string;
  readonly id: string;
  readonly call_id: string;
  readonly encrypted_content?: string;
}
interface Answered {
  readonly id: string;
  readonly store: boolean;
  readonly output: readonly Item[];
}
const read = (answer: { readonly json: unknown }): Answered => answer.json as Answered;

async function sent(): Promise<Record<string, unknown>> {
  return (await service.provider.nextRequest()).json() as Record<string, unknown>;
}

describe('a conversation that is kept', () => {
  it.each([
    ['whole', {}],
    ['streamed', { stream: true }],
  ])('goes on from a %s answer at provider B, reasoning included', async (how, members) => {
    const output = [reasoningItem('gAAAAsecret', 'rs_turn'), callItem('weather', '{}', { callId: 'call_t' })];
    const made = { id: `resp_turn_${how}`, output };
    service.provider.enqueue(
      how === 'whole' ? jsonAnswer(responseAnswer(made)) : streamAnswer(responseStream(made)),
    );
    const first = await client.ask(REASONING_B, { ...members, tools: [WEATHER] });
    expect(first.status).toBe(200);
    const second = await client.ask(REASONING_B, {
      previous_response_id: made.id,
      input: [{ type: 'function_call_output', call_id: 'call_t', output: 'Sun.' }],
      tools: [WEATHER],
    });
    expect(read(second)).toMatchObject({ previous_response_id: made.id, store: true });
    await sent();
    const body = await sent();
    expect(body['previous_response_id']).toBeUndefined();
    expect(body['input']).toMatchObject([
      { role: 'user' },
      { type: 'reasoning', id: 'rs_turn', encrypted_content: 'gAAAAsecret' },
      { type: 'function_call', call_id: 'call_t' },
      { type: 'function_call_output', output: 'Sun.' },
    ]);
  });

  it('replays signed thinking of provider A before its call', async () => {
    const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} };
    service.provider.enqueue(
      jsonAnswer(anthropicMessage({ content: [THINKING, toolUse], stopReason: 'tool_use' })),
    );
    const reasoning = { effort: 'high' };
    const first = read(await client.ask(MODEL_A, { tools: [WEATHER], reasoning }));
    expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);
    expect(first.output[0]?.encrypted_content).toBeUndefined();
    const second = await client.ask(MODEL_A, {
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: 'toolu_1', output: 'Sun.' }],
      tools: [WEATHER],
      reasoning,
    });
    expect(second.status).toBe(200);
    await sent();
    expect((await sent())['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [THINKING, toolUse] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
    ]);
  });

  it.each([
    ['whole', {}],
    ['streamed', { stream: true }],
  ])('keeps the order of thinking, texts and calls of a %s answer, and replays it', async (how, members) => {
    const toolUse = { type: 'tool_use', id: 'toolu_late', name: 'weather', input: {} };
    const again = { type: 'thinking', thinking: 'Which tool?', signature: 'YWdhaW4=' };
    const content = [THINKING, { type: 'text', text: 'I look.' }, again, toolUse];
    const answer = { content, stopReason: 'tool_use' };
    service.provider.enqueue(
      how === 'whole' ? jsonAnswer(anthropicMessage(answer)) : streamAnswer(...anthropicEvents(answer)),
    );
    const reasoning = { effort: 'high' };
    const asked = await client.ask(MODEL_A, { ...members, tools: [WEATHER], reasoning });
    const { id, output } = how === 'whole' ? read(asked) : followResponse(readResponsesEvents(asked.text));
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'reasoning', 'function_call']);
    await client.ask(MODEL_A, {
      previous_response_id: id,
      input: [{ type: 'function_call_output', call_id: 'toolu_late', output: 'Sun.' }],
      tools: [WEATHER],
      reasoning,
    });
    await sent();
    expect((await sent())['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result' }] },
    ]);
  });

  it('goes on from an answer that was cut while it thought', async () => {
    const reasoning = reasoningItem('gAAAAcut', 'rs_cut');
    service.provider.enqueue(jsonAnswer(responseAnswer({ id: 'resp_cut', output: [reasoning] })));
    const more = { role: 'user', content: 'Go on.' };
    await client.ask(REASONING_B);
    await client.ask(REASONING_B, { previous_response_id: 'resp_cut', input: [more] });
    await sent();
    // Provider B refuses reasoning that leads to nothing.
    expect((await sent())['input']).toMatchObject([{ role: 'user' }, more]);
  });

  it('takes references and bare reasoning from what is kept', async () => {
    const output = [reasoningItem('gAAAAref', 'rs_ref'), messageItem('Sun.', 'msg_ref')];
    service.provider.enqueue(jsonAnswer(responseAnswer({ id: 'resp_ref', output })));
    await client.ask(REASONING_B);
    const second = await client.ask(REASONING_B, {
      input: [
        { role: 'user', content: 'Hi' },
        { type: 'reasoning', id: 'rs_ref', summary: [] },
        { type: 'item_reference', id: 'msg_ref' },
        { role: 'user', content: 'And tomorrow?' },
      ],
    });
    expect(second.status).toBe(200);
    await sent();
    expect((await sent())['input']).toMatchObject([
      {},
      { id: 'rs_ref', encrypted_content: 'gAAAAref' },
      { id: 'msg_ref', type: 'message' },
      {},
    ]);
  });

  it('crosses providers without what only one of them can read', async () => {
    service.provider.enqueue(
      jsonAnswer(
        responseAnswer({
          id: 'resp_cross',
          output: [reasoningItem('gAAAAcross', 'rs_cross'), messageItem('Sun.', 'msg_cross')],
        }),
      ),
    );
    await client.ask(REASONING_B);
    const second = await client.ask(MODEL_MARKETPLACE, {
      previous_response_id: 'resp_cross',
      input: 'And tomorrow?',
    });
    expect(second.status).toBe(200);
    await sent();
    const body = await sent();
    expect(JSON.stringify(body)).not.toContain('gAAAAcross');
    expect(body['messages']).toMatchObject([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Sun.' },
      { role: 'user', content: 'And tomorrow?' },
    ]);
    const third = await client.ask(MODEL_B, { previous_response_id: read(second).id, input: 'Thanks.' });
    expect(third.status).toBe(200);
  });

  it("leaves out reasoning of provider B's that another model of its made", async () => {
    const output = [reasoningItem('gAAAAother', 'rs_other'), messageItem('Sun.', 'msg_other')];
    service.provider.enqueue(jsonAnswer(responseAnswer({ id: 'resp_other', output })));
    await client.ask(REASONING_B);
    const more = { previous_response_id: 'resp_other', input: 'And tomorrow?' };
    await client.ask('vendorb/gpt-5.5', more);
    await client.ask(REASONING_B, more);
    await sent();
    expect(JSON.stringify(await sent())).not.toContain('gAAAAother');
    expect(JSON.stringify(await sent())).toContain('gAAAAother');
  });

  it.each([
    ['by the response', { previous_response_id: 'resp_worker', input: 'And tomorrow?' }],
    [
      'by its items',
      {
        input: [
          { role: 'user', content: 'Hi' },
          { type: 'reasoning', id: 'rs_worker', summary: [] },
          { type: 'item_reference', id: 'msg_worker' },
          { role: 'user', content: 'And tomorrow?' },
        ],
      },
    ],
  ])('leaves it out too when another process answered, gone on from %s', async (_by, more) => {
    const { apiKey } = await seedTenant(service.dataSource, { smartRouting: false });
    const output = [reasoningItem('gAAAAworker', 'rs_worker'), messageItem('Sun.', 'msg_worker')];
    service.provider.enqueue(jsonAnswer(responseAnswer({ id: 'resp_worker', output })));
    await new ResponsesClient(service.url, apiKey).ask(REASONING_B);
    const { database, provider } = service;
    const replica = await startTestApplication({ database, provider });
    try {
      const other = new ResponsesClient(replica.url, apiKey);
      await other.ask('vendorb/gpt-5.5', more);
      await other.ask(REASONING_B, more);
      await sent();
      expect((await sent())['input']).toHaveLength(3);
      expect(JSON.stringify((await sent())['input'])).toContain('gAAAAworker');
    } finally {
      await replica.stop();
    }
  });

  it('is read, listed and deleted by its id', async () => {
    const answer = await client.ask(MODEL_MARKETPLACE, { input: 'Hi' });
    const { id } = read(answer);
    const kept = await client.get(id);
    expect(kept.json).toEqual(answer.json);
    expect((await client.get(`${id}/input_items`)).json).toMatchObject({
      object: 'list',
      data: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
    });
    expect((await client.get(id, 'DELETE')).json).toEqual({ id, object: 'response', deleted: true });
    expect((await client.get(id)).status).toBe(404);
    const gone = await client.ask(MODEL_B, { previous_response_id: id });
    expect([gone.status, gone.error.code]).toEqual([404, 'previous_response_not_found']);
  });

  it('goes on twice at once from one answer, and not at all once a part of it is deleted', async () => {
    const { id } = read(await client.ask(MODEL_MARKETPLACE, { input: 'One' }));
    const more = { previous_response_id: id, input: 'Two' };
    const forks = await Promise.all([client.ask(MODEL_MARKETPLACE, more), client.ask(MODEL_A, more)]);
    const ids = forks.map((answer) => read(answer).id);
    expect(new Set(ids).size).toBe(2);
    await client.get(id, 'DELETE');
    expect((await client.get(ids[0] ?? '')).status).toBe(200);
    const gone = await client.ask(MODEL_MARKETPLACE, { previous_response_id: ids[0], input: 'Three' });
    expect([gone.status, gone.error.code]).toEqual([404, 'previous_response_not_found']);
  });

  it.each([
    ['provider B', MODEL_B, responseEvents({ id: 'resp_left' }).slice(0, 5)],
    ['provider A', MODEL_A, anthropicEvents({ content: 'Hello there' }).slice(0, 4)],
  ])('is not kept when the client left before the end, at %s', async (_name, model, events) => {
    service.provider.enqueue(streamAnswer(...events, HANG));
    const call = client.start(model);
    const answer = await call.answer;
    await answer.until('response.output_text.delta');
    call.leave();
    await (
      await service.provider.nextRequest()
    ).aborted;
    expect(await callRow(service.dataSource, answer.callId)).toMatchObject({ status: 499 });
    const [, id = ''] = /"id":"(resp_\w+)"/.exec(answer.bytes.toString()) ?? [];
    expect((await client.get(id)).status).toBe(404);
  });

  it("is nobody else's", async () => {
    const { id } = read(await client.ask(MODEL_MARKETPLACE));
    const { apiKey } = await seedTenant(service.dataSource);
    const other = new ResponsesClient(service.url, apiKey);
    expect((await other.get(id)).status).toBe(404);
    const answer = await other.ask(MODEL_B, { previous_response_id: id });
    expect([answer.status, answer.error.code]).toEqual([404, 'previous_response_not_found']);
  });

  it('of ten turns goes on from each, streamed or not', async () => {
    let previous: string | undefined;
    for (let turn = 0; turn < 10; turn += 1) {
      const members = { input: `Turn ${turn}`, ...(previous && { previous_response_id: previous }) };
      if (turn % 2 === 0) previous = read(await client.ask(MODEL_MARKETPLACE, members)).id;
      else {
        const answer = await client.ask(MODEL_A, { ...members, stream: true });
        previous = followResponse(readResponsesEvents(answer.text)).id;
      }
    }
    const last = service.provider.requests.at(-1)?.json() as { messages: unknown[] };
    expect(last.messages).toHaveLength(19);
  });
});

describe('a conversation that is not kept', () => {
  it.each([
    ['by the request', {}, { store: false }],
    ['by the data policy', { zeroRetention: true }, {}],
  ])('%s says so', async (_by, options, members) => {
    const { apiKey, projectId } = await seedTenant(service.dataSource, options);
    const caller = new ResponsesClient(service.url, apiKey);
    const model = MODEL_MARKETPLACE;
    const answer = await caller.ask(model, members);
    expect([answer.status, read(answer).store]).toEqual([200, false]);
    expect((await caller.get(read(answer).id)).status).toBe(404);
    const [row] = await service.dataSource.query<{ count: string }[]>(
      'SELECT count(*) FROM stored_responses WHERE project_id = $1',
      [projectId],
    );
    expect(row?.count).toBe('0');
  });

  it('carries its thinking itself, for the model that made it alone', async () => {
    const toolUse = { type: 'tool_use', id: 'toolu_2', name: 'weather', input: {} };
    service.provider.enqueue(
      jsonAnswer(anthropicMessage({ content: [THINKING, toolUse], stopReason: 'tool_use' })),
    );
    const members = {
      store: false,
      include: ['reasoning.encrypted_content'],
      tools: [WEATHER],
      reasoning: { effort: 'high' },
    };
    const first = read(await client.ask(MODEL_A, members));
    expect(first.output[0]?.encrypted_content).toMatch(/^svc-r1\./);
    const history = [
      { role: 'user', content: 'Hi' },
      ...first.output,
      { type: 'function_call_output', call_id: 'toolu_2', output: 'Sun.' },
    ];
    await sent();
    await client.ask(MODEL_A, { ...members, input: history });
    expect((await sent())['messages']).toMatchObject([{}, { content: [THINKING, toolUse] }, {}]);
    await client.ask(MODEL_B, { ...members, input: history });
    expect(JSON.stringify(await sent())).not.toContain('svc-r1');
    await client.ask('vendora/claude-opus-4-5', { ...members, input: history });
    expect(JSON.stringify(await sent())).not.toContain('c2lnbmVk');
  });

  const foreignReasoning = (): void =>
    service.provider.enqueue(
      jsonAnswer(openAiError({ message: 'It cannot be verified.', code: 'invalid_encrypted_content' }), {
        status: 400,
      }),
    );
  /** What was refused once is remembered, so each test has reasoning of its own. */
  const historyWith = (name: string): object[] => [
    { role: 'user', content: 'Hi' },
    reasoningItem(`gAAAA${name}`, `rs_${name}`),
    callItem('weather', '{}', { callId: 'call_f' }),
    { type: 'function_call_output', call_id: 'call_f', output: 'Sun.' },
  ];

  it.each([false, true])(
    'is asked for again without reasoning that provider B refuses as foreign (stream: %s)',
    async (stream) => {
      const history = historyWith(`foreign${stream}`);
      foreignReasoning();
      const made = { id: 'resp_again', output: [messageItem('Sun.')] };
      service.provider.enqueue(
        stream ? streamAnswer(responseStream(made)) : jsonAnswer(responseAnswer(made)),
      );
      const answer = await client.ask(REASONING_B, { store: false, input: history, stream });
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('x-svc-retry');
      expect((await sent())['input']).toEqual(history);
      expect((await sent())['input']).toEqual(history.toSpliced(1, 1));
      const row = await callRow(service.dataSource, answer.callId);
      expect(row.detail.attempts).toMatchObject([
        { status: 400, billed: false },
        { status: 200, retry_reason: 'foreign-reasoning-rejected', billed: true },
      ]);
      expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
    },
  );

  it('is not sent again what was refused, keeps its own reasoning, and goes to its maker unasked', async () => {
    const own = reasoningItem('gAAAAhere', 'rs_here');
    const begun = historyWith('elsewhere');
    foreignReasoning();
    service.provider.enqueue(
      jsonAnswer(responseAnswer({ id: 'resp_here', output: [own, messageItem('Sun.', 'msg_here')] })),
    );
    const members = { store: false, include: ['reasoning.encrypted_content'] };
    const first = read(await client.ask(REASONING_B, { ...members, input: begun }));
    const more = [...begun, ...first.output, { role: 'user', content: 'And tomorrow?' }];
    const second = await client.ask(REASONING_B, { ...members, input: more });
    expect(second.status).toBe(200);
    expect(service.provider.requests).toHaveLength(3);
    expect(service.provider.requests.at(-1)?.json()).toMatchObject({ input: more.toSpliced(1, 1) });
    await client.ask('vendorb/gpt-5.5', { ...members, input: begun });
    expect(service.provider.requests.at(-1)?.json()).toMatchObject({ input: begun });
    // The model that took it back is its maker.
    await client.ask('vendorb/gpt-5.4', { ...members, input: begun });
    expect(service.provider.requests.at(-1)?.json()).toMatchObject({ input: begun.toSpliced(1, 1) });
  });

  it('is refused when it still is without its reasoning, or has none', async () => {
    const history = historyWith('twice');
    foreignReasoning();
    foreignReasoning();
    const twice = await client.ask(REASONING_B, { store: false, input: history });
    expect([twice.status, twice.error.code]).toEqual([400, 'invalid_encrypted_content']);
    expect(service.provider.requests).toHaveLength(2);
    foreignReasoning();
    const without = await client.ask(REASONING_B, { store: false, input: history.toSpliced(1, 1) });
    expect(without.status).toBe(400);
    expect(service.provider.requests).toHaveLength(3);
  });

  it('is pinned by the headers of sessions, and belongs to the trace of its caller', async () => {
    const { apiKey } = await seedTenant(service.dataSource);
    const caller = new ResponsesClient(service.url, apiKey);
    service.provider.respond('/chat/completions', jsonAnswer(chatCompletion()));
    const headers = {
      'session-id': 'codex-1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    const first = await caller.ask('auto', { input: 'Classify: good. One word.' }, { headers });
    const second = await caller.ask('auto', { input: 'Classify: good. One word.' }, { headers });
    expect(second.headers['x-svc-tier']).toBe('pinned');
    expect(second.headers['x-svc-model']).toBe(first.headers['x-svc-model']);
    const row = await callRow(service.dataSource, first.callId);
    expect(row.detail).toMatchObject({ trace_id: '0af7651916cd43dd8448eb211c80319c' });
  });
});
