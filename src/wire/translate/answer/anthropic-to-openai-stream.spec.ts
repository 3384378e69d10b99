import { describe, expect, it } from 'vitest';
import { AnthropicToOpenAiStream } from './anthropic-to-openai-stream.js';

type Event = Record<string, unknown> & { type: string };

const START: Event = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    usage: {
      input_tokens: 10,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 0,
      output_tokens: 1,
      service_tier: 'standard',
    },
  },
};
const STOP: Event = { type: 'message_stop' };
const begin = (index: number, block: object): Event => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
const delta = (index: number, value: object): Event => ({ type: 'content_block_delta', index, delta: value });
const stop = (index: number): Event => ({ type: 'content_block_stop', index });
const text = (index: number, value: string): Event => delta(index, { type: 'text_delta', text: value });
const json = (index: number, value: string): Event =>
  delta(index, { type: 'input_json_delta', partial_json: value });
const finish = (stopReason: string | null, usage: object | null = { output_tokens: 7 }): Event => ({
  type: 'message_delta',
  delta: { stop_reason: stopReason, stop_sequence: null },
  usage,
});
const toolUse = (id: string, input: object = {}): object => ({
  type: 'tool_use',
  id,
  name: `f_${id}`,
  input,
});

const print = (events: Event[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

function runBytes(...pieces: Uint8Array[]) {
  const stream = new AnthropicToOpenAiStream({ model: 'vendora/claude-x', createdSeconds: 1_700 });
  const outputs = [...pieces.map((piece) => stream.push(piece)), stream.end()].filter(
    (output) => output !== undefined,
  );
  for (const output of outputs) expect(output.toString()).toMatch(/^data: [^]*\n\n$/);
  return { stream, output: Buffer.concat(outputs).toString() };
}

function chunksOf(output: string) {
  return output
    .split('\n\n')
    .filter((line) => line !== '' && line !== 'data: [DONE]')
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

function run(...events: Event[]) {
  const { stream, output } = runBytes(Buffer.from(print(events)));
  const chunks = chunksOf(output);
  const deltas = chunks.flatMap((chunk) => (chunk.choices?.[0] ? [chunk.choices[0].delta] : []));
  return { stream, output, chunks, deltas };
}

const RECORDING = print([
  START,
  { type: 'ping' },
  begin(0, { type: 'thinking', thinking: '', signature: '' }),
  delta(0, { type: 'thinking_delta', thinking: 'Größe "x"\n' }),
  delta(0, { type: 'signature_delta', signature: 'sig==' }),
  stop(0),
  begin(1, { type: 'redacted_thinking', data: 'abc' }),
  stop(1),
  begin(2, { type: 'text', text: '' }),
  text(2, 'Hello 漢字 😀'),
  text(2, ' with "quotes"\n'),
  stop(2),
  begin(3, toolUse('a')),
  begin(4, toolUse('b')),
  json(4, '{"n":'),
  json(3, ''),
  json(3, '{"x":1.0'),
  json(4, '12345678901234567890}'),
  json(3, '}'),
  stop(4),
  stop(3),
  begin(5, toolUse('c')),
  stop(5),
  finish('tool_use', { output_tokens: 42, output_tokens_details: { thinking_tokens: 9 } }),
  STOP,
]);

describe('AnthropicToOpenAiStream', () => {
  it('writes a text answer in provider B chunks', () => {
    const { output, stream } = run(
      START,
      begin(0, { type: 'text', text: '' }),
      text(0, 'Hi'),
      text(0, ' "you"'),
      stop(0),
      finish('end_turn'),
      STOP,
    );
    const head =
      '{"id":"chatcmpl-msg_1","object":"chat.completion.chunk","created":1700,"model":"vendora/claude-x"';
    const chunk = (deltaText: string, reason = 'null'): string =>
      `data: ${head},"choices":[{"index":0,"delta":${deltaText},"logprobs":null,"finish_reason":${reason}}]}\n\n`;
    const usage =
      '{"prompt_tokens":30,"completion_tokens":7,"total_tokens":37,"prompt_tokens_details":{"cached_tokens":20,"cache_write_tokens":0}}';
    expect(output).toBe(
      chunk('{"role":"assistant","content":""}') +
        chunk('{"content":"Hi"}') +
        chunk('{"content":" \\"you\\""}') +
        chunk('{}', '"stop"') +
        `data: ${head},"choices":[],"service_tier":"default","usage":${usage}}\n\n` +
        'data: [DONE]\n\n',
    );
    expect(stream).toMatchObject({
      finished: true,
      failed: false,
      stopReason: 'end_turn',
      streamedCharacters: 8,
      usageIsFinal: true,
    });
  });

  it('translates thinking, text and interleaved tool calls', () => {
    const { output, stream } = runBytes(Buffer.from(RECORDING));
    const chunks = chunksOf(output);
    expect(
      new Set(chunks.map(({ id, created, model, object }) => `${id} ${created} ${model} ${object}`)).size,
    ).toBe(1);
    expect(chunks.slice(0, -1).map((chunk) => chunk.choices[0].delta)).toEqual([
      { role: 'assistant', content: '' },
      { reasoning_content: 'Größe "x"\n' },
      { thinking_blocks: [{ type: 'thinking', thinking: 'Größe "x"\n', signature: 'sig==' }] },
      { thinking_blocks: [{ type: 'redacted_thinking', data: 'abc' }] },
      { content: 'Hello 漢字 😀' },
      { content: ' with "quotes"\n' },
      { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f_a', arguments: '' } }] },
      { tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'f_b', arguments: '' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '{"n":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"x":1.0' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '12345678901234567890}' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '}' } }] },
      { tool_calls: [{ index: 2, id: 'c', type: 'function', function: { name: 'f_c', arguments: '' } }] },
      { tool_calls: [{ index: 2, function: { arguments: '{}' } }] },
      {},
    ]);
    expect(chunks.at(-2).choices[0].finish_reason).toBe('tool_calls');
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { completion_tokens: 42, completion_tokens_details: { reasoning_tokens: 9 } },
    });
    expect(stream.usage).toMatchObject({
      inputTokens: 10,
      cacheReadTokens: 20,
      outputTokens: 42,
      thinkingTokens: 9,
    });
    expect(stream.streamedCharacters).toBe(10 + 11 + 15 + 5 + 8 + 21 + 1);
  });

  it.each([
    ['LF', RECORDING],
    ['CRLF', RECORDING.replaceAll('\n', '\r\n')],
    ['CR', RECORDING.replaceAll('\n', '\r')],
    ['no final blank line', RECORDING.slice(0, -2)],
  ])('gives the same output wherever the bytes are cut (%s)', (_name, recording) => {
    const expected = runBytes(Buffer.from(RECORDING)).output;
    const bytes = Buffer.from(recording);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { output, stream } = runBytes(bytes.subarray(0, cut), bytes.subarray(cut));
      if (output !== expected) expect(output).toBe(expected);
      if (!stream.finished) expect(stream.finished).toBe(true);
    }
    for (const size of [1, 2, 3, 7]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(runBytes(...pieces).output).toBe(expected);
    }
  });

  it('gives an error and no finish, wherever the recording breaks off', () => {
    const bytes = Buffer.from(RECORDING);
    const lastEvent = bytes.lastIndexOf('event: message_stop');
    for (
      let length = 0;
      length <= lastEvent + 'event: message_stop\ndata: {"type":"message_sto'.length;
      length += 1
    ) {
      const { output, stream } = runBytes(bytes.subarray(0, length));
      const complete =
        stream.failed &&
        output.endsWith('"code":"stream_interrupted"}}\n\n') &&
        !output.includes('[DONE]') &&
        !output.includes('"usage"');
      if (!complete) expect({ length, output }).toBeUndefined();
    }
  });

  it('emits a whole input that came with the block start once, exactly', () => {
    const start = `event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{"n":12345678901234567890,"f":1.0}}}\n\n`;
    const { output } = runBytes(
      Buffer.from(
        print([START]) + start + print([json(0, '{"twice":1}'), stop(0), finish('tool_use'), STOP]),
      ),
    );
    const calls = chunksOf(output).flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);
    expect(calls.map((item) => item.function.arguments)).toEqual(['', '{"n":12345678901234567890,"f":1.0}']);
  });

  it('closes a tool call that provider A left open before the finish reason', () => {
    const { deltas } = run(START, begin(0, toolUse('a')), finish('tool_use'), STOP);
    expect(deltas.at(-2)).toEqual({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] });
  });

  it('passes over events, blocks and deltas that it does not know', () => {
    const { deltas, stream } = run(
      { type: 'something_new', data: 1 },
      START,
      begin(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
      json(0, '{"query":"x"}'),
      stop(0),
      begin(1, { type: 'web_search_tool_result', content: [] }),
      stop(1),
      begin(2, { type: 'something_new', text: 'x' }),
      text(2, 'hidden'),
      stop(2),
      begin(3, { type: 'text', text: 'from the start ' }),
      delta(3, { type: 'citations_delta', citation: {} }),
      delta(3, { type: 'something_new' }),
      text(3, 'shown'),
      json(9, '{}'),
      stop(9),
      finish('end_turn'),
      STOP,
    );
    expect(deltas).toEqual([
      { role: 'assistant', content: '' },
      { content: 'from the start ' },
      { content: 'shown' },
      {},
    ]);
    expect(stream.finished).toBe(true);
  });

  it('counts only tool_use blocks when it numbers tool calls', () => {
    const { deltas } = run(
      START,
      begin(7, toolUse('a')),
      stop(7),
      begin(9, toolUse('b')),
      stop(9),
      finish('tool_use'),
      STOP,
    );
    expect(deltas.flatMap((item) => item.tool_calls ?? []).map(({ index }) => index)).toEqual([0, 0, 1, 1]);
  });

  it('reads the padding and spacing that provider A puts into text deltas', () => {
    const padded =
      'data: {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}       }\n\n';
    const { output } = runBytes(Buffer.from(print([START]) + padded + print([finish('end_turn'), STOP])));
    expect(output).toContain('"delta":{"content":"Hi"}');
  });

  it.each(['"', '\\', '\u0001', '\u2028', '"}}', '\ud83d\ude00', '\u007f'])(
    'carries text with %j through unchanged',
    (value) => {
      const { deltas } = run(
        START,
        begin(0, { type: 'text', text: '' }),
        text(0, `a${value}`),
        stop(0),
        finish('end_turn'),
        STOP,
      );
      expect(deltas[1]).toEqual({ content: `a${value}` });
    },
  );

  it('sends omitted thinking as a block with its signature, without reasoning_content', () => {
    const { deltas } = run(
      START,
      begin(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'signature_delta', signature: 's' }),
      stop(0),
      finish('end_turn'),
      STOP,
    );
    expect(deltas[1]).toEqual({ thinking_blocks: [{ type: 'thinking', thinking: '', signature: 's' }] });
  });

  it('replaces cumulative usage and keeps what later reports leave out', () => {
    const { stream, chunks } = run(
      START,
      finish(null, { output_tokens: 3, input_tokens: null }),
      finish('end_turn', { output_tokens: 9 }),
      finish(null, null),
      STOP,
    );
    expect(stream.usage).toMatchObject({ inputTokens: 10, cacheReadTokens: 20, outputTokens: 9 });
    expect(chunks.filter((chunk) => chunk.choices[0]?.finish_reason).length).toBe(1);
  });

  it('keeps the split of cache writes when message_delta repeats only their sum', () => {
    const writes = {
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
    };
    const { stream } = run(
      {
        type: 'message_start',
        message: { id: 'm', usage: { input_tokens: 1, output_tokens: 1, ...writes } },
      },
      finish('end_turn', { output_tokens: 2, cache_creation_input_tokens: 30 }),
      STOP,
    );
    expect(stream.usage).toMatchObject({ cacheWrite5mTokens: 10, cacheWrite1hTokens: 20 });
  });

  it('ends with [DONE] but makes up no usage when none was reported', () => {
    const { output, stream } = run(
      { type: 'message_start', message: { id: 'm' } },
      finish('end_turn', null),
      STOP,
    );
    expect(output).not.toContain('"usage"');
    expect(output.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(stream.usage.reported).toBe(false);
  });

  it.each([
    ['refusal', 'content_filter'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_use', 'tool_calls'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['compaction', 'stop'],
    ['something_new', 'stop'],
    [null, 'stop'],
  ])('ends stop reason %s with %s', (stopReason, reason) => {
    const { chunks } = run(START, finish(stopReason), STOP);
    expect(chunks.map((chunk) => chunk.choices[0]?.finish_reason).filter(Boolean)).toEqual([reason]);
  });

  it('turns an error event into an error line and ends there', () => {
    const error = {
      type: 'error',
      error: { type: 'overloaded_error', message: 'Overloaded', details: { error_code: 'busy' } },
    };
    const { output, stream, chunks } = run(
      START,
      begin(0, { type: 'text', text: '' }),
      text(0, 'Hi'),
      error,
      text(0, 'late'),
      finish('end_turn'),
      STOP,
    );
    expect(chunks.at(-1)).toEqual({
      error: { message: 'Overloaded', type: 'overloaded_error', param: null, code: 'busy' },
    });
    expect(output).not.toMatch(/late|\[DONE\]|finish_reason":"/);
    expect(stream).toMatchObject({ failed: true, finished: false, stopReason: null, usageIsFinal: false });
    expect(stream.usage.inputTokens).toBe(10);
  });

  it.each([
    [
      'an error before anything else',
      'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"x"}}\n\n',
      'api_error',
    ],
    ['an error without members', 'event: error\ndata: {"type":"error"}\n\n', 'api_error'],
    ['an unreadable error', 'event: error\ndata: <html>\n\n', 'api_error'],
    ['an unreadable delta', `${print([START])}event: content_block_delta\ndata: {"type":\n\n`, 'api_error'],
    [
      'a tool input of bottomless depth',
      `${print([START])}data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","input":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}}\n\n`,
      'api_error',
    ],
  ])('fails on %s', (_name, recording, type) => {
    const { stream, output } = runBytes(Buffer.from(recording));
    expect(stream.failed).toBe(true);
    expect(chunksOf(output).at(-1).error.type).toBe(type);
    expect(output).not.toContain('[DONE]');
  });

  it.each([
    'data: null\n\n',
    'data: 5\n\n',
    'data: {}\n\n',
    'data: {"type":"message_start"}\n\n',
    'data: {"type":"content_block_start","index":"x"}\n\n',
    'data: {"type":"content_block_delta","index":0}\n\n',
    'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta"}}\n\n',
    'data: {"type":"content_block_stop"}\n\n',
    'data: {"type":"message_delta"}\n\n',
    'event: new\ndata: not json\n\n',
    ': comment\n\n',
    'data: [DONE]\n\n',
  ])('is not upset by %j', (noise) => {
    const { deltas } = run(START, text(0, 'Hi'), finish('end_turn'), STOP);
    const { output, stream } = runBytes(
      Buffer.from(print([START]) + noise + print([text(0, 'Hi'), finish('end_turn'), STOP])),
    );
    expect(stream.finished).toBe(true);
    expect(chunksOf(output).flatMap((chunk) => (chunk.choices[0] ? [chunk.choices[0].delta] : []))).toEqual(
      deltas,
    );
  });

  it('tells why provider A refused in the chunk that ends the answer', () => {
    const refused = {
      type: 'message_delta',
      delta: { stop_reason: 'refusal', stop_details: { type: 'refusal', explanation: 'Not "this".' } },
      usage: { output_tokens: 1 },
    };
    const { chunks } = run(START, refused, STOP);
    expect(chunks[1].choices[0]).toMatchObject({
      delta: { refusal: 'Not "this".' },
      finish_reason: 'content_filter',
    });
  });

  it('ignores bytes after the end', () => {
    const stream = new AnthropicToOpenAiStream({ model: 'm', createdSeconds: 1 });
    stream.push(Buffer.from(print([START, finish('end_turn'), STOP])));
    expect([stream.push(Buffer.from(print([text(0, 'late')]))), stream.end()]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('hands out nothing for bytes that complete no event', () => {
    const stream = new AnthropicToOpenAiStream({ model: 'm', createdSeconds: 1 });
    expect(stream.push(Buffer.from('event: ping\ndata: {"type":"ping"}\n\nevent: mess'))).toBeUndefined();
  });
});
