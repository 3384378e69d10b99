import { describe, expect, it, vi } from 'vitest';
import { StreamEventTooLargeError } from './event-cutter.js';
import { MessagesStreamTap } from './messages-stream-tap.js';

const event = (type: string, fields: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const delta = (fields: object): string =>
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', ...fields } });

const START = event('message_start', {
  message: { id: 'm', usage: { input_tokens: 7, cache_read_input_tokens: 3, output_tokens: 1 } },
});
const FINISH = event('message_delta', {
  delta: { stop_reason: 'end_turn' },
  usage: { output_tokens: 9, input_tokens: null, server_tool_use: { web_search_requests: 1 } },
});
const STOP = event('message_stop');
const RECORDING = [
  ': comment\n\n',
  START,
  delta({ text: 'ü 🙂 "q"' }),
  delta({ type: 'input_json_delta', partial_json: '{"a":' }),
  delta({ type: 'thinking_delta', thinking: 'hm' }),
  delta({ type: 'signature_delta', signature: 'not counted' }),
  event('ping'),
  FINISH,
  STOP,
].join('');
/** `ü 🙂 \"q\"`, `{\"a\":` and `hm`, as JSON writes them. */
const WRITTEN = 11 + 5 + 2;

function read(pieces: readonly Buffer[]): { tap: MessagesStreamTap; passed: string; rest: string } {
  const tap = new MessagesStreamTap();
  const passed = pieces.map((piece) => tap.push(piece) ?? Buffer.alloc(0));
  tap.end();
  return { tap, passed: Buffer.concat(passed).toString(), rest: tap.finish().toString() };
}

function expectRecording({ tap, passed, rest }: ReturnType<typeof read>, text: string, stop: string): void {
  expect(passed + rest).toBe(text);
  expect(rest.trimStart()).toBe(stop);
  expect(tap.usage).toEqual({
    input_tokens: 7,
    cache_read_input_tokens: 3,
    output_tokens: 9,
    server_tool_use: { web_search_requests: 1 },
  });
  expect(tap).toMatchObject({
    sawDone: true,
    sawFinish: true,
    carriedError: false,
    usageIsFinal: true,
    outputBytes: WRITTEN,
  });
}

describe('the tap of a stream of provider A', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('with %s line ends gives the same bytes and counts, cut at every byte', (_name, lineEnd) => {
    const text = RECORDING.replaceAll('\n', lineEnd);
    const stop = STOP.replaceAll('\n', lineEnd);
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expectRecording(read([bytes.subarray(0, cut), bytes.subarray(cut)]), text, stop);
    expectRecording(read(Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1))), text, stop);
  });

  it('hands a chunk of whole events on without a copy', () => {
    const chunk = Buffer.from(START + delta({ text: 'a' }));
    expect(new MessagesStreamTap().push(chunk)).toBe(chunk);
  });

  it('keeps back message_stop and everything after it', () => {
    const tap = new MessagesStreamTap();
    expect(tap.push(Buffer.from(`${FINISH}${STOP}: late\n\n`))?.toString()).toBe(FINISH);
    expect(tap.finish().toString()).toBe(`${STOP}: late\n\n`);
  });

  it('knows events without a name by their type', () => {
    const bare = (text: string): string => text.replace(/^event: .*\n/gm, '');
    const { tap, passed, rest } = read([Buffer.from(bare(RECORDING))]);
    expect(passed + rest).toBe(bare(RECORDING));
    expect(tap.usageIsFinal && tap.sawDone).toBe(true);
    expect(tap.outputBytes).toBe(WRITTEN);
  });

  it('passes an error event on and says so', () => {
    const error = event('error', { error: { type: 'overloaded_error', message: 'Busy.' } });
    const { tap, passed } = read([Buffer.from(START + error)]);
    expect(passed).toBe(START + error);
    expect(tap).toMatchObject({ carriedError: true, sawDone: false, usageIsFinal: false });
    expect(tap.usage).toMatchObject({ input_tokens: 7 });
  });

  it.each([
    'event: message_start\ndata: no json\n\n',
    'event: message_start\ndata: {"message":7}\n\n',
    'event: message_delta\ndata: {"usage":[1],"delta":null}\n\n',
    'event: content_block_delta\ndata: {"delta":{"text":\n\n',
    'event: content_block_delta\n\n',
    'data\n\n',
    'event:\ndata: []\n\n',
  ])('passes %j as it is and learns nothing', (text) => {
    const { tap, passed } = read([Buffer.from(text)]);
    expect(passed).toBe(text);
    expect(tap).toMatchObject({ usage: undefined, outputBytes: 0, sawDone: false });
  });

  it('refuses to hold an event without end', () => {
    const tap = new MessagesStreamTap(1_000);
    expect(() => tap.push(Buffer.from(`data: ${'x'.repeat(1_000)}`))).toThrow(StreamEventTooLargeError);
    const held = new MessagesStreamTap(1_000);
    held.push(Buffer.from(STOP));
    expect(() => held.push(Buffer.from(`: ${'x'.repeat(960)}\n\n`))).toThrow(StreamEventTooLargeError);
  });
});

describe('the tap of a stream of provider A that tells without an end', () => {
  const numbered = (from: number, count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${from + at}`, 1]));

  it('keeps as many members of the usage as one has, and the last word on those', () => {
    const reports = Array.from({ length: 50 }, (_, round) =>
      event('message_delta', { delta: {}, usage: numbered(round * 100, 100) }),
    );
    const { tap, passed, rest } = read([START, ...reports, FINISH, STOP].map((text) => Buffer.from(text)));
    expect(passed + rest).toBe(START + reports.join('') + FINISH + STOP);
    expect(Object.keys(tap.usage ?? {})).toHaveLength(64);
    expect(tap.usage).toMatchObject({ input_tokens: 7, output_tokens: 9 });
  });

  it.each(['message_start', 'message_delta', 'error', 'new'])(
    'parses no %s that is larger than any, and passes it on',
    (type) => {
      const parse = vi.spyOn(JSON, 'parse');
      const large = event(type, {
        usage: { output_tokens: 5 },
        more: Array.from({ length: 40_000 }, () => 1),
      });
      for (const text of [large, large.slice(large.indexOf('data:'))]) {
        const { passed, rest } = read([START, text, STOP].map((one) => Buffer.from(one)));
        expect(passed + rest).toBe(START + text + STOP);
      }
      expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(1_000);
      parse.mockRestore();
    },
  );

  it('knows an error by its name, however large it is', () => {
    const { tap } = read([Buffer.from(event('error', { error: { message: 'x'.repeat(100_000) } }))]);
    expect(tap).toMatchObject({ carriedError: true, errorStatus: 502 });
  });

  it('counts a large delta without a name, and the bytes of one that is too large to be read', () => {
    const unnamed = (text: string): string => delta({ text }).replace(/^event: .*\n/, '');
    expect(read([Buffer.from(unnamed('x'.repeat(100_000)))]).tap.outputBytes).toBe(100_000);
    const long = unnamed('x'.repeat(1_100_000));
    expect(read([Buffer.from(long)]).tap.outputBytes).toBe(long.length);
  });
});
