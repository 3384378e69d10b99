import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anthropicEvent, anthropicEvents, anthropicStream } from '../support/recordings/anthropic-answers.js';
import { cutEvery, DESTROY, gate, HANG, head, script, streamAnswer } from '../support/recordings/script.js';
import { callRow, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { eventsOf, MODEL_A, openChat, type OpenAnswer } from './stream-call.js';

interface Chunk {
  readonly choices: readonly {
    readonly delta: Record<string, unknown>;
    readonly finish_reason: string | null;
  }[];
  readonly usage?: Record<string, unknown>;
  readonly [member: string]: unknown;
}

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

const stream = (): Promise<OpenAnswer> =>
  openChat(service.url, { apiKey: tenant.apiKey, body: { model: MODEL_A, stream: true } });

async function chunksOf(answer: OpenAnswer): Promise<Chunk[]> {
  const events = eventsOf(await answer.whole()) as unknown[];
  return events.filter((event) => event !== '[DONE]') as Chunk[];
}

function joined(chunks: readonly Chunk[], member: string): string {
  return chunks.map(({ choices }) => (choices[0]?.delta[member] ?? '') as string).join('');
}

describe('a stream of provider A', () => {
  it.each([1, 7, 64, 100_000])('is translated alike when it comes in pieces of %i', async (size) => {
    const bytes = anthropicStream(['Grüße ', '🙂', ' there.'], {
      usage: { input_tokens: 20, output_tokens: 9 },
    });
    service.provider.enqueue(streamAnswer(...cutEvery(bytes, size)));
    const answer = await stream();
    const chunks = await chunksOf(answer);
    expect(joined(chunks, 'content')).toBe('Grüße 🙂 there.');
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 20, completion_tokens: 9, total_tokens: 29, cost: 0.00013 },
    });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(answer.bytes.toString().endsWith('data: [DONE]\n\n')).toBe(true);
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000130000000']);
  });

  it('reaches the client as it comes; a ping is nothing', async () => {
    const text = (piece: string): Buffer =>
      anthropicEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } });
    const [start = '', block = '', , , ...rest] = anthropicEvents({ content: 'replaced' });
    const held = gate();
    const ping = anthropicEvent('ping');
    service.provider.enqueue(streamAnswer(start, block, ping, text('one'), held, ping, text('two'), ...rest));
    const answer = await stream();
    await answer.until('one');
    expect(answer.bytes.toString()).not.toContain('two');
    held.open();
    const chunks = await chunksOf(answer);
    expect(joined(chunks, 'content')).toBe('onetwo');
    expect(answer.bytes.toString()).not.toContain('ping');
  });

  it('counts tool calls by themselves and keeps interleaved arguments apart', async () => {
    const start = (index: number, id: string): Buffer =>
      anthropicEvent('content_block_start', {
        index,
        content_block: { type: 'tool_use', id, name: `tool_${id}`, input: {} },
      });
    const piece = (index: number, json: string): Buffer =>
      anthropicEvent('content_block_delta', {
        index,
        delta: { type: 'input_json_delta', partial_json: json },
      });
    const stop = (index: number): Buffer => anthropicEvent('content_block_stop', { index });
    const events = anthropicEvents({ content: [], stopReason: 'tool_use' });
    const [opening = '', ...ending] = events;
    service.provider.enqueue(
      streamAnswer(
        ...[
          opening,
          start(1, 'a'),
          start(3, 'b'),
          piece(1, ''),
          piece(3, '{"y"'),
          piece(1, '{"x":'),
          piece(3, ':2}'),
        ],
        ...[piece(1, '1}'), stop(3), stop(1), start(4, 'c'), stop(4), ...ending],
      ),
    );
    const chunks = await chunksOf(await stream());
    const calls: { id?: string; name?: string; text: string }[] = [];
    for (const { choices } of chunks) {
      const deltas = (choices[0]?.delta['tool_calls'] ?? []) as {
        index: number;
        id?: string;
        function: { name?: string; arguments?: string };
      }[];
      for (const { index, id, function: fn } of deltas) {
        const call = (calls[index] ??= { id, name: fn.name, text: '' });
        call.text += fn.arguments ?? '';
      }
    }
    expect(calls).toEqual([
      { id: 'a', name: 'tool_a', text: '{"x":1}' },
      { id: 'b', name: 'tool_b', text: '{"y":2}' },
      { id: 'c', name: 'tool_c', text: '{}' },
    ]);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('shows thinking as it comes and hands its block over for the next turn', async () => {
    const thinking = { type: 'thinking', thinking: 'Let me see.', signature: 'c2ln' };
    service.provider.enqueue(streamAnswer(anthropicStream([thinking, 'Answer.'])));
    const chunks = await chunksOf(await stream());
    expect(joined(chunks, 'reasoning_content')).toBe('Let me see.');
    expect(joined(chunks, 'content')).toBe('Answer.');
    const blocks = chunks.flatMap(({ choices }) => choices[0]?.delta['thinking_blocks'] ?? []);
    expect(blocks).toEqual([thinking]);
  });

  it('is billed exactly, each class of cached input at its own price', async () => {
    const usage = {
      input_tokens: 100,
      cache_read_input_tokens: 1_000,
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
      output_tokens: 7,
    };
    service.provider.enqueue(streamAnswer(anthropicStream(['Hi'], { usage })));
    const answer = await stream();
    const chunks = await chunksOf(answer);
    // 100 x 2 + 1,000 x 0.1 + 10 x 2.5 + 20 x 4 + 7 x 10 millionths.
    expect(chunks.at(-1)?.usage).toMatchObject({
      prompt_tokens: 1_130,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 1_000 },
      cost: 0.000475,
    });
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.000475000000']);
  });

  it('with an error event ends in that error, billed for what arrived, its input exact', async () => {
    const events = anthropicEvents({ content: 'twelve bytes', usage: { input_tokens: 1_000 } }).slice(0, 4);
    const error = anthropicEvent('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
    service.provider.enqueue(streamAnswer(...events, error));
    const answer = await stream();
    const chunks = await chunksOf(answer);
    expect(chunks.at(-1)).toMatchObject({ error: { message: 'Overloaded' } });
    expect(answer.bytes.toString()).not.toMatch(/\[DONE\]|"usage":\{|"finish_reason":"/);
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ status: 529, input_tokens: '1000', output_tokens: '3' });
    expect(row.detail.attempts).toMatchObject([{ status: 529, billed: true }]);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.002030000000']);
  });

  it.each([
    [
      'an error event',
      anthropicEvent('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
    ],
    ['an event that cannot be read', 'data: {nope\n\n'],
  ])('with %s ends in that error although its provider stays connected', async (_name, event) => {
    const events = anthropicEvents({ content: 'twelve bytes', usage: { input_tokens: 1_000 } }).slice(0, 4);
    service.provider.enqueue(streamAnswer(...events, event, HANG));
    const answer = await stream();
    const errors = (await chunksOf(answer)).filter((chunk) => 'error' in chunk);
    expect(errors).toHaveLength(1);
    expect((await (await service.provider.nextRequest()).aborted).aborted).toBe(true);
    await callRow(service.dataSource, answer.callId);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.002030000000']);
  });

  it.each([
    ['ends', []],
    ['cannot be read', ['data: {nope\n\n']],
    ['breaks', [DESTROY]],
  ] as const)('that %s before anything was seen is a 502, billed for its input', async (_name, ending) => {
    const [start = ''] = anthropicEvents({ content: [], usage: { input_tokens: 1_000 } });
    service.provider.enqueue(streamAnswer(start, ...ending));
    const answer = await stream();
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: 'upstream_interrupted' } });
    await callRow(service.dataSource, answer.callId);
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
  });

  it.each([
    ['overloaded_error', 529],
    ['rate_limit_error', 429],
    ['api_error', 500],
    ['timeout_error', 504],
    ['invalid_request_error', 400],
  ])('whose first word is an error event (%s) is answered as that error, for free', async (type, status) => {
    const error = anthropicEvent('error', { error: { type, message: 'Not now.' }, request_id: 'req_1' });
    service.provider.enqueue(
      script(
        head(200, { 'content-type': 'text/event-stream', 'request-id': 'req_1', 'retry-after': '7' }),
        anthropicEvent('ping'),
        error,
        HANG,
      ),
    );
    const answer = await stream();
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      type: 'error',
      error: { type, message: 'Not now.' },
      request_id: 'req_1',
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-error-source': 'upstream',
      'x-upstream-request-id': 'req_1',
      'retry-after': '7',
    });
    const row = await callRow(service.dataSource, answer.callId);
    expect(row).toMatchObject({ status, served_model: null });
    expect(row.detail.attempts).toMatchObject([{ status, billed: false }]);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual([]);
  });

  it('with an error event before anything visible is billed for the input that it reported', async () => {
    const [start = ''] = anthropicEvents({ content: [], usage: { input_tokens: 1_000 } });
    const error = anthropicEvent('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
    service.provider.enqueue(streamAnswer(start, error, DESTROY));
    const answer = await stream();
    expect(answer.status).toBe(529);
    await callRow(service.dataSource, answer.callId);
    expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.002010000000']);
  });

  it.each([
    ['authentication_error', 'upstream_account_error'],
    ['billing_error', 'upstream_account_error'],
  ])('whose first word is %s is a 502', async (type, code) => {
    service.provider.enqueue(streamAnswer(anthropicEvent('error', { error: { type, message: 'No.' } })));
    const answer = await stream();
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it('whose first word is an error of a new kind is a 502 with its words', async () => {
    service.provider.enqueue(
      streamAnswer(anthropicEvent('error', { error: { type: 'new_error', message: 'News.' } })),
    );
    const answer = await stream();
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { message: 'News.' } });
  });

  it('that refuses our own thinking-off in its first event is asked again without it', async () => {
    const refusal = { type: 'invalid_request_error', message: 'thinking.type cannot be used here' };
    service.provider.enqueue(streamAnswer(anthropicEvent('error', { error: refusal })));
    const body = { model: 'vendora/claude-sonnet-5', stream: true, max_tokens: 200 };
    const answer = await openChat(service.url, { apiKey: tenant.apiKey, body });
    expect(answer.status).toBe(200);
    expect(joined(await chunksOf(answer), 'content')).toBe('Hello there.');
    const thinking = service.provider.requests.map(
      (request) => (request.json() as Record<string, unknown>)['thinking'],
    );
    expect(thinking).toEqual([{ type: 'disabled' }, undefined]);
  });

  it.each([
    ['ends without message_stop', []],
    ['sends an event that cannot be read', ['event: content_block_delta\ndata: {"type":\n\n']],
    ['breaks', [DESTROY]],
  ] as const)(
    'that %s ends with an error event, without [DONE], and is billed once',
    async (_name, ending) => {
      const events = anthropicEvents({ content: 'twelve bytes', usage: { input_tokens: 1_000 } }).slice(0, 4);
      service.provider.enqueue(streamAnswer(...events, ...ending));
      const answer = await stream();
      const chunks = await chunksOf(answer);
      expect(chunks.at(-1)).toMatchObject({ error: { type: 'api_error' } });
      expect(answer.bytes.toString()).not.toMatch(/\[DONE\]|"usage":\{|"finish_reason":"/);
      expect(answer.bytes.toString().match(/"error":/g)).toHaveLength(1);
      expect(await callRow(service.dataSource, answer.callId)).toMatchObject({ status: 502 });
      expect(await chargesOf(service.dataSource, answer.callId)).toEqual(['-0.002030000000']);
    },
  );
});
