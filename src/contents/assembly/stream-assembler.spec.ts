import { describe, expect, it } from 'vitest';
import { StreamAssembler } from './stream-assembler.js';

function assemble(stream: string, { maxBytes = 65_536, pieceBytes = 7 } = {}): unknown {
  const assembler = new StreamAssembler(maxBytes);
  const bytes = Buffer.from(stream);
  for (let start = 0; start < bytes.length; start += pieceBytes)
    assembler.push(bytes.subarray(start, start + pieceBytes));
  const text = assembler.end();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const events = (...all: object[]): string =>
  all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const chunk = (delta: object, finish_reason: string | null = null, index = 0): object => ({
  id: 'c-1',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index, delta, finish_reason }],
});

describe('StreamAssembler', () => {
  it('makes one completion of chunks, tools and reasoning included, wherever they are cut', () => {
    const stream = `: comment\n\n${events(
      chunk({ role: 'assistant', content: 'Hé' }),
      chunk({ content: 'llo 🙂', reasoning: 'Hm' }),
      chunk({
        tool_calls: [{ index: 0, id: 't', type: 'function', function: { name: 'f', arguments: '{"a' } }],
      }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '":1}' } }] }),
      chunk({}, 'tool_calls'),
      { id: 'c-1', choices: [], usage: { total_tokens: 3, cost: 0.5 } },
    )}data: [DONE]\n\n`;
    for (const pieceBytes of [1, 7, 10_000])
      expect(assemble(stream, { pieceBytes })).toEqual({
        id: 'c-1',
        model: 'm',
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: 'Héllo 🙂',
              reasoning: 'Hm',
              tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
            },
            finish_reason: 'tool_calls',
          },
        ],
        usage: { total_tokens: 3, cost: 0.5 },
      });
  });

  it('keeps several choices apart, and an error that came in the stream', () => {
    expect(
      assemble(
        events(chunk({ content: 'a' }), chunk({ content: 'b' }, 'stop', 1), { error: { message: 'x' } }),
      ),
    ).toMatchObject({
      choices: [
        { index: 0, message: { content: 'a' }, finish_reason: null },
        { index: 1, message: { content: 'b' }, finish_reason: 'stop' },
      ],
      error: { message: 'x' },
    });
  });

  it('makes one message of a Messages stream', () => {
    const stream = events(
      {
        type: 'message_start',
        message: { id: 'msg', role: 'assistant', content: [], usage: { input_tokens: 5 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hel' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'lo' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', name: 'f', input: {} } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"a"' } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: ':1}' } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    );
    expect(assemble(stream)).toEqual({
      id: 'msg',
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm' },
        { type: 'text', text: 'Hello' },
        { type: 'tool_use', name: 'f', input: { a: 1 } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 5, output_tokens: 9 },
    });
  });

  it('takes the response that the last event tells, or what came of a broken one', () => {
    const done = { type: 'response.completed', response: { id: 'resp', output: [{ type: 'message' }] } };
    const start = { type: 'response.created', response: { id: 'resp', output: [] } };
    const delta = { type: 'response.output_text.delta', output_index: 0, delta: 'Hel' };
    expect(assemble(events(start, delta, done))).toEqual(done.response);
    expect(assemble(events(start, delta, { ...delta, delta: 'lo' }))).toEqual({
      id: 'resp',
      output: [{ type: 'unfinished', text: 'Hello' }],
    });
  });

  it('holds the beginning of a response that is longer than is kept', () => {
    const response = { id: 'resp', output: [{ text: 'x'.repeat(5_000) }] };
    const text = assemble(events({ type: 'response.completed', sequence_number: 9, response }), {
      maxBytes: 2_000,
    });
    expect(text).toMatch(/^\{"id":"resp","output":\[\{"text":"x{1000}/);
    expect(String(text).length).toBeLessThanOrEqual(2_000);
  });

  it('holds no more text than is kept', () => {
    const stream = events(...Array.from({ length: 100 }, () => chunk({ content: 'x'.repeat(100) })));
    expect(JSON.stringify(assemble(stream, { maxBytes: 1_000 })).length).toBeLessThan(1_200);
  });

  const many = (make: (place: number) => object): object[] =>
    Array.from({ length: 2_000 }, (_, place) => make(place));
  const block = (index: number): object => ({
    type: 'content_block_start',
    index,
    content_block: { type: 'text', text: 'x' },
  });
  it.each([
    ['members of a delta', many((place) => chunk({ [`member_${place}`]: '' }))],
    ['choices', many((place) => chunk({ content: '' }, null, place))],
    ['calls', many((place) => chunk({ tool_calls: [{ index: place, id: 'x' }] }))],
    ['members of a call', many((place) => chunk({ tool_calls: [{ index: 0, [`member_${place}`]: 1 }] }))],
    ['blocks', [{ type: 'message_start', message: {} }, ...many(block)]],
    [
      'items',
      many((place) => ({
        type: 'response.output_item.done',
        output_index: place,
        item: { type: 'message', id: 'x' },
      })),
    ],
  ])('holds no more of what an answer consists of than is kept: %s', (_what, all) => {
    const text = JSON.stringify(assemble(events(...all), { maxBytes: 2_000, pieceBytes: 10_000 }));
    expect(text.length).toBeLessThan(4_000);
  });

  it.each([
    '',
    'data: [DONE]\n\n',
    'data: {"half',
    'no events at all',
    'data: 5\n\ndata: []\n\n',
    '\r\n\r\n',
  ])('makes nothing of what is no stream: %j', (stream) => {
    expect(assemble(stream)).toBe('');
  });
});
