import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  anthropicEvent,
  anthropicEvents,
  anthropicMessage,
} from '../support/recordings/anthropic-answers.js';
import {
  chatCompletion,
  chatEvents,
  chatStream,
  CHAT_USAGE,
  toolCallDeltas,
} from '../support/recordings/openai-answers.js';
import { DESTROY, gate, HANG, jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { followResponse, readResponsesEvents } from '../support/responses-events.js';
import { callRow, chargesOf, seedTenant, type CallRow, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { MODEL_A, MODEL_MARKETPLACE, RESPONSES_PATH, ResponsesClient } from './responses-client.js';
import { eventually } from './stream-call.js';

let service: TestApplication;
let tenant: Tenant;
let client: ResponsesClient;
beforeAll(async () => {
  service = await startTestApplication({ environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
  tenant = await seedTenant(service.dataSource);
  client = new ResponsesClient(service.url, tenant.apiKey);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

async function freshClient(): Promise<ResponsesClient> {
  tenant = await seedTenant(service.dataSource);
  return new ResponsesClient(service.url, tenant.apiKey);
}

function onlyCall(): Promise<CallRow> {
  return eventually(async () => {
    const rows: CallRow[] = await service.dataSource.query('SELECT * FROM calls WHERE project_id = $1', [
      tenant.projectId,
    ]);
    return rows[0];
  }, 'a row in the call log');
}

const WEATHER = {
  type: 'function',
  name: 'weather',
  description: 'Of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

describe('a whole answer of another provider', () => {
  it('of provider A is a response', async () => {
    service.provider.enqueue(jsonAnswer(anthropicMessage({ content: 'Hello.' })));
    const answer = await client.ask(MODEL_A, { instructions: 'Be brief.', max_output_tokens: 5_000 });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'x-svc-model': MODEL_A, 'content-type': 'application/json' });
    expect(answer.json).toMatchObject({
      id: expect.stringMatching(/^resp_/) as string,
      object: 'response',
      status: 'completed',
      model: MODEL_A,
      store: true,
      previous_response_id: null,
      instructions: 'Be brief.',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] }],
    });
    expect((answer.json as { usage: { cost: number } }).usage.cost).toBe(
      Number(answer.headers['x-svc-cost']),
    );
    const sent = await service.provider.nextRequest();
    expect(sent.path).toBe('/a/v1/messages');
    expect(sent.json()).toMatchObject({ max_tokens: 5_000, messages: [{ role: 'user' }] });
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ surface: 'responses', response_id: (answer.json as { id: string }).id });
  });

  it.each([
    ['the marketplace', MODEL_MARKETPLACE, '/m/api/v1/chat/completions'],
    ['the hosted provider', 'nvidia/DeepSeek-V3.2-NVFP4', '/h/v1/chat/completions'],
  ])('of %s is a response', async (_name, model, path) => {
    const answer = await client.ask(model);
    expect(answer.json).toMatchObject({ object: 'response', status: 'completed', model });
    expect((await service.provider.nextRequest()).path).toBe(path);
  });

  it('of a registered endpoint is a response that costs nothing', async () => {
    const poor = await seedTenant(service.dataSource, { balanceUsd: '0' });
    const registered = await new AdminClient(service.url).post(`/projects/${poor.projectId}/endpoints`, {
      model: 'llama3:8b',
      base_url: `${service.provider.url}/own/v1`,
    });
    expect(registered.status).toBe(200);
    const caller = new ResponsesClient(service.url, poor.apiKey);
    const whole = await caller.ask('llama3:8b', { prompt_cache_key: 'k' });
    expect(whole.json).toMatchObject({ object: 'response', model: 'llama3:8b', usage: { cost: 0 } });
    expect(whole.headers['x-svc-ignored']).toBe('prompt_cache_key');
    expect((await service.provider.nextRequest()).path).toBe('/own/v1/chat/completions');
    const streamed = await caller.ask('llama3:8b', { stream: true });
    expect(followResponse(readResponsesEvents(streamed.text)).usage).toMatchObject({ cost: 0 });
    expect(await chargesOf(service.dataSource, streamed.callId)).toEqual([]);
  });

  it('calls tools in parallel by the names that the caller gave them', async () => {
    service.provider.enqueue(
      jsonAnswer(
        chatCompletion({
          toolCalls: [
            { id: 'call_1', name: 'weather', arguments: '{"city":"Oslo","n":1e2}' },
            { id: 'call_2', name: 'home__light', arguments: '{"on":true}' },
          ],
        }),
      ),
    );
    const answer = await client.ask(MODEL_MARKETPLACE, {
      tools: [
        WEATHER,
        {
          type: 'namespace',
          name: 'home',
          description: 'x',
          tools: [{ type: 'function', name: 'light', parameters: null }],
        },
        { type: 'web_search' },
      ],
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-svc-ignored']).toBe('tools[2]');
    expect(answer.json).toMatchObject({
      output: [
        { type: 'function_call', name: 'weather', call_id: 'call_1', arguments: '{"city":"Oslo","n":1e2}' },
        { type: 'function_call', name: 'light', namespace: 'home', call_id: 'call_2' },
      ],
    });
  });

  it.each(['[]', '{}', '{"choices":[ ]}', '{"output":[]}'])(
    'that is none is 502 and free: %s',
    async (body) => {
      service.provider.enqueue(jsonAnswer(Buffer.from(body)));
      const answer = await client.ask(MODEL_MARKETPLACE);
      expect([answer.status, answer.error.code]).toEqual([502, 'upstream_unreadable']);
      expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
    },
  );

  it('that breaks its format escalates as on chat', async () => {
    const cascading = await seedTenant(service.dataSource);
    const caller = new ResponsesClient(service.url, cascading.apiKey);
    service.provider.respond('/chat/completions', jsonAnswer(chatCompletion({ content: 'no json' })));
    const answer = await caller.send({
      model: 'auto',
      input: [
        {
          role: 'system',
          content:
            'You extract data from invoices. Return a JSON object with the keys "number" and "total". Output only JSON, no explanation. When a value is missing, write null. Never guess, never add keys.',
        },
        { role: 'user', content: 'Invoice text:\nINVOICE 2026-0417\nTotal due: 67.50 EUR' },
      ],
      text: {
        format: {
          type: 'json_schema',
          name: 'invoice',
          schema: { type: 'object', properties: { number: {}, total: {} }, required: ['number', 'total'] },
        },
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-svc-cascade']).toBe('escalated');
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.detail.attempts).toHaveLength(2);
  });

  it('that was filtered away falls back to another model of the router, in its own dialect', async () => {
    const routed = await seedTenant(service.dataSource);
    const caller = new ResponsesClient(service.url, routed.apiKey);
    service.provider.enqueue(jsonAnswer(anthropicMessage({ content: '', stopReason: 'refusal' })));
    const answer = await caller.ask('auto', {
      input: [
        { role: 'user', content: 'Hi! I am planning a trip to Portugal with my parents in May.' },
        { role: 'assistant', content: 'How lovely! Which part of Portugal do you have in mind?' },
        { role: 'user', content: 'We thought about the Algarve. What would you do there for a week?' },
      ],
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-svc-retry']).toBe('content-filter-fallback');
    expect(answer.json).toMatchObject({ status: 'completed' });
    const row = await callRow(service.dataSource, answer.callId);
    expect(row.detail.attempts).toHaveLength(2);
  });
});

describe('a stream of another provider', () => {
  it.each([
    ['provider A', MODEL_A],
    ['the marketplace', MODEL_MARKETPLACE],
    ['the hosted provider', 'nvidia/DeepSeek-V3.2-NVFP4'],
  ])('of %s is the whole grammar', async (_name, model) => {
    const answer = await client.ask(model, { stream: true });
    expect(answer.status).toBe(200);
    const response = followResponse(readResponsesEvents(answer.text));
    expect(response).toMatchObject({ status: 'completed', usage: { cost: expect.any(Number) as number } });
    expect(answer.text).not.toContain('[DONE]');
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ surface: 'responses', stream: true, response_id: response.id });
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('ends after it is billed', async () => {
    const events = chatEvents(['Hello'], { usage: { ...CHAT_USAGE, cost: 0.00001 } });
    const held = gate();
    service.provider.enqueue(streamAnswer(...events.slice(0, -1), held, ...events.slice(-1)));
    const answer = await client.start(MODEL_MARKETPLACE).answer;
    await answer.until('response.output_item.done');
    expect(answer.bytes.toString()).not.toContain('response.completed');
    held.open();
    followResponse(readResponsesEvents(await answer.whole()));
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('tells calls as they come', async () => {
    const deltas = [
      ...toolCallDeltas({ name: 'weather', pieces: ['{"city":', '"Oslo"}'] }),
      ...toolCallDeltas({ index: 1, id: 'call_2', name: 'weather', pieces: ['{}'] }),
    ];
    service.provider.enqueue(
      streamAnswer(chatStream(deltas, { finishReason: 'tool_calls', usage: CHAT_USAGE })),
    );
    const answer = await client.ask(MODEL_MARKETPLACE, { stream: true, tools: [WEATHER] });
    const { output } = followResponse(readResponsesEvents(answer.text));
    expect(output.map(({ type, call_id: id, arguments: args }) => [type, id, args])).toEqual([
      ['function_call', 'call_recorded', '{"city":"Oslo"}'],
      ['function_call', 'call_2', '{}'],
    ]);
  });

  const broken = chatEvents(['Hel', 'lo'], { usage: CHAT_USAGE });
  it.each(broken.map((_, index) => index))(
    'that breaks behind event %i is billed and ends as failed',
    async (index) => {
      const fresh = await freshClient();
      service.provider.enqueue(streamAnswer(...broken.slice(0, index), DESTROY));
      const answer = await fresh.ask(MODEL_MARKETPLACE, { stream: true });
      const row = await onlyCall();
      if (answer.status !== 200) {
        expect([answer.status, answer.error.code]).toEqual([502, 'upstream_interrupted']);
        return;
      }
      const events = readResponsesEvents(answer.text);
      expect(followResponse(events).status).toBe('failed');
      expect(events.at(-2)).toMatchObject({ type: 'error', code: 'upstream_interrupted' });
      expect(row.status).toBe(502);
      expect(await chargesOf(service.dataSource, row.id)).toHaveLength(1);
      const { id } = (events[0] as { response: { id: string } }).response;
      expect((await fresh.get(id)).status).toBe(404);
    },
  );

  const overloaded = anthropicEvent('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
  it.each([
    ['in the middle', 4, { output_tokens: 3 }],
    ['behind its finish', -1, { output_tokens: 7 }],
  ])('with an error event of provider A %s is billed, and its end says so', async (_name, until, usage) => {
    const events = anthropicEvents({
      content: 'twelve bytes',
      usage: { input_tokens: 1_000, output_tokens: 7 },
    });
    service.provider.enqueue(streamAnswer(...events.slice(0, until), overloaded));
    const answer = await client.ask(MODEL_A, { stream: true });
    const response = followResponse(readResponsesEvents(answer.text));
    const row = await callRow(service.dataSource, answer.callId);
    expect(response).toMatchObject({
      status: 'failed',
      usage: { input_tokens: 1_000, ...usage, cost: Number(row.billed_usd) },
    });
    expect(row).toMatchObject({ status: 529, input_tokens: '1000' });
    expect(row.detail.attempts).toMatchObject([{ status: 529 }]);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it('with an error event of the marketplace is billed, and its end says so', async () => {
    const events = chatEvents(['Hello', ' there']).slice(0, 2);
    const error = 'data: {"error":{"code":429,"message":"Slow down"},"choices":[]}\n\n';
    service.provider.enqueue(streamAnswer(...events, error, 'data: [DONE]\n\n'));
    const answer = await client.ask(MODEL_MARKETPLACE, { stream: true });
    const response = followResponse(readResponsesEvents(answer.text));
    const row = await callRow(service.dataSource, answer.callId);
    expect(response).toMatchObject({ status: 'failed', usage: { cost: Number(row.billed_usd) } });
    expect(row.status).toBe(429);
  });

  it.each([
    ['breaks off', [DESTROY]],
    ['ends without message_stop', []],
    ['makes unreadable', ['event: content_block_delta\ndata: {"type":\n\n']],
  ])('that provider A %s says so, with what it told of the input on the bill', async (_how, ending) => {
    const fresh = await freshClient();
    const events = anthropicEvents({ content: 'twelve bytes', usage: { input_tokens: 1_000 } }).slice(0, 4);
    const shown = gate();
    service.provider.enqueue(streamAnswer(...events, shown, ...ending));
    const answer = await fresh.start(MODEL_A).answer;
    await answer.until('twelve bytes');
    shown.open();
    const response = followResponse(readResponsesEvents(await answer.whole()));
    expect(response).toMatchObject({
      status: 'failed',
      usage: { input_tokens: 1_000, cost: expect.any(Number) as number },
    });
    const row = await onlyCall();
    expect(row.status).toBe(502);
    expect(await chargesOf(service.dataSource, row.id)).toHaveLength(1);
  });

  it.each([
    ['provider A', MODEL_A, (): Buffer[] => anthropicEvents({ content: 'Hello' })],
    ['the marketplace', MODEL_MARKETPLACE, (): Buffer[] => chatEvents(['Hello'], { usage: CHAT_USAGE })],
  ])(
    'of %s tells long instructions from the memory of the request, which others use only when its client has them',
    async (_name, model, events) => {
      const fresh = await freshClient();
      const long = (word: string): string => word.repeat(3_000_000);
      service.provider.enqueue(streamAnswer(...events()));
      const slow = await request(service.url + RESPONSES_PATH, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, input: 'Hi', stream: true, store: false, instructions: long('one ') }),
      });
      // Its client has taken next to nothing, so the provider waits with the rest.
      const id = String(slow.headers['x-svc-call-id']);
      for (const word of ['two ', 'six ']) {
        service.provider.enqueue(jsonAnswer(chatCompletion()));
        await fresh.ask(MODEL_MARKETPLACE, { instructions: long(word), store: false });
      }
      const told = readResponsesEvents(await slow.body.text());
      expect(followResponse(told).status).toBe('completed');
      for (const { response } of [told[0], told[1], told.at(-1)] as unknown as {
        response: { instructions: string };
      }[])
        expect(response.instructions === long('one ')).toBe(true);
      expect(await chargesOf(service.dataSource, id)).toHaveLength(1);
    },
  );

  it('whose client leaves is stopped and billed, and not kept', async () => {
    const fresh = await freshClient();
    service.provider.enqueue(streamAnswer(...chatEvents(['twelve bytes']).slice(0, 2), HANG));
    const call = fresh.start(MODEL_MARKETPLACE);
    const answer = await call.answer;
    await answer.until('twelve bytes');
    call.leave();
    await (
      await service.provider.nextRequest()
    ).aborted;
    expect(await onlyCall()).toMatchObject({ status: 499, surface: 'responses' });
    const [{ count } = { count: '' }] = await service.dataSource.query<{ count: string }[]>(
      'SELECT count(*) FROM stored_responses WHERE project_id = $1',
      [tenant.projectId],
    );
    expect(count).toBe('0');
  });
});
