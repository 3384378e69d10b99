import { describe, expect, it } from 'vitest';
import type { UsageCost } from '../json-bytes/splice-usage-cost.js';
import { ChatStreamTap } from './chat-stream-tap.js';
import { StreamEventTooLargeError } from './event-cutter.js';

const HEAD = '"id":"chatcmpl-1","object":"chat.completion.chunk","created":1730000000,"model":"gpt-x"';
const USAGE = '{"prompt_tokens":12345678901234567890,"completion_tokens":2.0,"total_tokens":7}';
const USAGE_WITH_COST = `${USAGE.slice(0, -1)},"cost":0.0001}`;
const EARLIER_USAGE = '{"prompt_tokens":5,"completion_tokens":1}';
const ESTIMATE = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
const ESTIMATED_CHUNK = data(
  `{${HEAD},"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7,"cost":0.0001}}`,
);
const DONE = data('[DONE]');

function data(json: string): string {
  return `data: ${json}\n\n`;
}

function chunk(delta: string, { finish = 'null', more = '' } = {}): string {
  return data(`{${HEAD},"choices":[{"index":0,"delta":${delta},"finish_reason":${finish}}]${more}}`);
}

function text(content: string, more = ''): string {
  return chunk(`{"content":${JSON.stringify(content)}}`, { more });
}

function usageChunk(usage: string): string {
  return data(`{${HEAD},"choices":[],"usage":${usage}}`);
}

interface Outcome {
  /** What went out before the bill. */
  passed: string;
  rest: string;
  facts: object;
}

function run(pieces: readonly Buffer[], usageCost: UsageCost): Outcome {
  const tap = new ChatStreamTap();
  const passed = pieces.flatMap((piece) => tap.push(piece) ?? []);
  tap.end();
  const { sawDone, sawVisible, outputBytes, finishReason, errorEvent, usage } = tap;
  return {
    passed: Buffer.concat(passed).toString(),
    rest: tap.finish(usageCost).toString(),
    facts: { sawDone, sawVisible, outputBytes, finishReason, errorEvent, usage },
  };
}

const PRICED: UsageCost = { cost: '0.0001', usageIfMissing: ESTIMATE };

function outcomeOf(recording: string, usageCost = PRICED): Outcome {
  return run([Buffer.from(recording)], usageCost);
}

const START = chunk('{"role":"assistant","content":""}');
const STOP = chunk('{}', { finish: '"stop"' });
const HELLO = text('Hellö, "usage":{"x":1} data: [DONE]\n\n');

interface Recording {
  name: string;
  recording: string;
  passed: string;
  rest: string;
  usageCost?: UsageCost;
}

const RECORDINGS: Recording[] = [
  {
    name: 'provider B: usage in a chunk of its own',
    recording: START + HELLO + STOP + usageChunk(USAGE) + DONE,
    passed: START + HELLO + STOP,
    rest: usageChunk(USAGE_WITH_COST) + DONE,
  },
  {
    name: 'provider B: usage null and padding on every chunk',
    recording:
      text('a', ',"usage":null,"obfuscation":"xYz"') +
      text('b', ', "usage" : null') +
      usageChunk(USAGE) +
      DONE,
    passed: text('a', ',"usage":null,"obfuscation":"xYz"') + text('b', ', "usage" : null'),
    rest: usageChunk(USAGE_WITH_COST) + DONE,
  },
  {
    name: 'marketplace: usage beside choices, a cost of its own, comments',
    recording: `: OPENROUTER PROCESSING\n\n${HELLO}${chunk('{"content":""}', { more: ',"usage":{"cost":0.5,"cost_details":{"a":0.5}}' })}: x\n\n${DONE}`,
    passed: `: OPENROUTER PROCESSING\n\n${HELLO}`,
    rest: `${chunk('{"content":""}', { more: ',"usage":{"cost":0.0001,"cost_details":{"a":0.5}}' })}: x\n\n${DONE}`,
  },
  {
    name: 'usage on the chunk with the finish reason',
    recording: HELLO + chunk('{"content":"!"}', { finish: '"length"', more: `,"usage":${USAGE}` }) + DONE,
    passed: HELLO,
    rest: chunk('{"content":"!"}', { finish: '"length"', more: `,"usage":${USAGE_WITH_COST}` }) + DONE,
  },
  {
    name: 'usage on the finish chunk and again in its own chunk',
    recording:
      HELLO + chunk('{}', { finish: '"stop"', more: `,"usage":${EARLIER_USAGE}` }) + usageChunk(USAGE) + DONE,
    passed: HELLO + chunk('{}', { finish: '"stop"', more: ',"usage":null' }),
    rest: usageChunk(USAGE_WITH_COST) + DONE,
  },
  {
    name: 'usage on every chunk with text',
    recording: text('a', `,"usage":${EARLIER_USAGE}`) + text('b', `,"usage":${USAGE}`) + DONE,
    passed: text('a', ',"usage":null') + text('b', ',"usage":null'),
    rest: usageChunk(USAGE_WITH_COST) + DONE,
  },
  {
    name: 'usage first, then the text',
    recording: chunk('{"role":"assistant"}', { more: `,"usage":${USAGE}` }) + HELLO + STOP + DONE,
    passed: chunk('{"role":"assistant"}', { more: ',"usage":null' }) + HELLO + STOP,
    rest: usageChunk(USAGE_WITH_COST) + DONE,
  },
  {
    name: 'a usage chunk before the finish reason moves to the end with its own members',
    recording: HELLO + data(`{"usage":${USAGE},"choices":[],"service_tier":"x"}`) + ': c\n\n' + STOP + DONE,
    passed: HELLO + ': c\n\n' + STOP,
    rest: data(`{"usage":${USAGE_WITH_COST},"choices":[],"service_tier":"x"}`) + DONE,
  },
  {
    name: 'two usage chunks: the later replaces the earlier',
    recording: HELLO + usageChunk(EARLIER_USAGE) + usageChunk(USAGE) + DONE,
    passed: HELLO,
    rest: usageChunk(USAGE_WITH_COST) + DONE,
  },
  {
    name: 'no usage',
    recording: START + HELLO + STOP + DONE,
    passed: START + HELLO + STOP,
    rest: ESTIMATED_CHUNK + DONE,
  },
  {
    name: 'empty usage',
    recording: HELLO + usageChunk('{ }') + DONE,
    passed: HELLO + usageChunk('{ }'),
    rest: ESTIMATED_CHUNK + DONE,
  },
  {
    name: 'no usage and no known price',
    recording: HELLO + DONE,
    passed: HELLO,
    rest: ESTIMATED_CHUNK.replace(',"cost":0.0001', '') + DONE,
    usageCost: { cost: undefined, usageIfMissing: ESTIMATE },
  },
  {
    name: 'usage and no known price',
    recording: HELLO + usageChunk(USAGE) + DONE,
    passed: HELLO,
    rest: usageChunk(USAGE) + DONE,
    usageCost: { cost: undefined },
  },
  {
    name: 'bytes after [DONE]',
    recording: `${HELLO}${DONE}: bye\n\n${HELLO}rest`,
    passed: HELLO,
    rest: `${ESTIMATED_CHUNK}${DONE}: bye\n\n${HELLO}rest`,
  },
  {
    name: 'an error in mid-stream, then nothing',
    recording: HELLO + data('{"error":{"message":"overloaded","code":502}}'),
    passed: HELLO + data('{"error":{"message":"overloaded","code":502}}'),
    rest: '',
    usageCost: { cost: '1' },
  },
  {
    name: 'a marketplace error with a finish reason and usage',
    recording:
      HELLO + chunk('{}', { finish: '"error"', more: `,"error":{"code":502},"usage":${USAGE}` }) + DONE,
    passed: HELLO + chunk('{}', { finish: '"error"', more: `,"error":{"code":502},"usage":${USAGE}` }),
    rest: usageChunk(USAGE_WITH_COST) + DONE,
  },
  {
    name: 'a stream cut after an event',
    recording: START + HELLO,
    passed: START + HELLO,
    rest: ESTIMATED_CHUNK,
  },
  {
    name: 'a stream cut in an event',
    recording: HELLO + HELLO.slice(0, 60),
    passed: HELLO,
    rest: `${HELLO.slice(0, 60)}\n\n${ESTIMATED_CHUNK}`,
  },
  {
    name: 'a stream cut, to be left as it broke',
    recording: HELLO + HELLO.slice(0, 60),
    passed: HELLO,
    rest: HELLO.slice(0, 60),
    usageCost: { cost: '0.1' },
  },
  {
    name: 'a stream cut behind the usage',
    recording: HELLO + usageChunk(USAGE).trimEnd(),
    passed: HELLO,
    rest: usageChunk(USAGE_WITH_COST).trimEnd(),
  },
  {
    name: 'a [DONE] without its blank line',
    recording: `${HELLO}data: [DONE]`,
    passed: HELLO,
    rest: `${ESTIMATED_CHUNK}data: [DONE]`,
  },
  { name: 'nothing at all', recording: '', passed: '', rest: '', usageCost: { cost: '1' } },
  {
    name: 'event lines, ids and data without a space',
    recording: `event: message\nid: 1\n${HELLO.replace('data: ', 'data:')}event: usage\ndata:{"choices":[],"usage":${USAGE}}\nid: 2\n\nevent: end\ndata:[DONE]\n\n`,
    passed: `event: message\nid: 1\n${HELLO.replace('data: ', 'data:')}`,
    rest: `event: usage\ndata:{"choices":[],"usage":${USAGE_WITH_COST}}\nid: 2\n\nevent: end\ndata:[DONE]\n\n`,
  },
  {
    name: 'data on several lines',
    recording: `data: {"choices":[{"delta":\ndata: {"content":"é"}}]}\n\nid: 7\ndata: {"choices":[],\ndata:"usage":${USAGE}\ndata: }\n\n${DONE}`,
    passed: `data: {"choices":[{"delta":\ndata: {"content":"é"}}]}\n\n`,
    rest: `id: 7\ndata: {"choices":[], "usage":${USAGE_WITH_COST} }\n\n${DONE}`,
  },
  {
    name: 'a byte order mark',
    recording: `\ufeff${usageChunk(USAGE)}${DONE}`,
    passed: '',
    rest: `\ufeff${usageChunk(USAGE_WITH_COST)}${DONE}`,
  },
  {
    name: 'data that is not JSON, or no object',
    recording: `${data('{"usage":{"a":1}')}${data('[{"usage":{"a":1}}]')}${data('usage')}data\n\n${data('[DONE]x')}${data('{"usage":{"a":01}}')}`,
    passed: `${data('{"usage":{"a":1}')}${data('[{"usage":{"a":1}}]')}${data('usage')}data\n\n${data('[DONE]x')}${data('{"usage":{"a":01}}')}`,
    rest: '',
    usageCost: { cost: '1' },
  },
  {
    name: 'an object that only the next event would close',
    recording: `${data(`{"usage":${USAGE}`)}}\n\n${DONE}`,
    passed: `${data(`{"usage":${USAGE}`)}}\n\n`,
    rest: DONE,
    usageCost: { cost: '1' },
  },
  {
    name: 'usage that is not at the top or no object',
    recording: `${chunk('{"usage":{"a":1},"content":"\\"usage"}')}${data('{"choices":[],"x":{"usage":{"a":1}},"usage":5}')}${DONE}`,
    passed: `${chunk('{"usage":{"a":1},"content":"\\"usage"}')}${data('{"choices":[],"x":{"usage":{"a":1}},"usage":5}')}`,
    rest: `${ESTIMATED_CHUNK}${DONE}`,
  },
];

const LINE_ENDS = [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const;

const CASES = RECORDINGS.flatMap((recording) =>
  LINE_ENDS.map(([label, end]) => ({ label, end, ...recording })),
);

/** Our own bytes end as the `[DONE]` event does, else in LF. */
function withLineEnd(end: string, written: string): string {
  return written.replaceAll('\n', end);
}

describe('ChatStreamTap', () => {
  it.each(RECORDINGS)(
    '$name: passes what may go and keeps the end for the bill',
    ({ recording, passed, rest, usageCost }) => {
      expect(outcomeOf(recording, usageCost)).toMatchObject({ passed, rest });
    },
  );

  it.each(CASES)(
    '$name, $label: bytes and facts are the same wherever the network cuts',
    ({ end, recording, usageCost }) => {
      const bytes = Buffer.from(withLineEnd(end, recording));
      const whole = run([bytes], usageCost ?? PRICED);
      const expected = { all: whole.passed + whole.rest, facts: whole.facts };
      const results = Array.from({ length: bytes.length }, (_, cut) =>
        run([bytes.subarray(0, cut), bytes.subarray(cut)], usageCost ?? PRICED),
      );
      results.push(
        run(
          Array.from(bytes, (byte) => Buffer.of(byte)),
          usageCost ?? PRICED,
        ),
      );
      for (const { passed, rest, facts } of results) expect({ all: passed + rest, facts }).toEqual(expected);
    },
  );

  it.each(LINE_ENDS)('writes its own usage chunk with the %s line ends of the stream', (_, end) => {
    const { passed, rest } = outcomeOf(withLineEnd(end, HELLO + DONE));
    expect(passed + rest).toBe(withLineEnd(end, HELLO + ESTIMATED_CHUNK + DONE));
  });

  it.each(RECORDINGS.filter(({ recording }) => recording.endsWith(DONE)))(
    '$name: the client reads one usage chunk, the last, with the cost',
    ({ recording, usageCost }) => {
      if (usageCost || recording.includes('"error"') || recording.includes('"usage":5')) return;
      const { passed, rest } = outcomeOf(recording);
      const events = (passed + rest)
        .replace('\ufeff', '')
        .split('\n\n')
        .filter((event) => /^(data|event|id)/m.test(event));
      const withUsage = events.filter((event) => /"usage":\{"(prompt|cost)/.test(event.replace(/\\"/g, '')));
      expect(withUsage).toEqual([events.at(-2)]);
      expect(withUsage[0]).toContain('"cost":0.0001');
      expect(events.at(-1)).toBe('data: [DONE]');
    },
  );

  it('answers the very buffer it got when all of it may pass', () => {
    const tap = new ChatStreamTap();
    const bytes = Buffer.from(START + HELLO);
    expect(tap.push(bytes)).toBe(bytes);
    expect(tap.push(Buffer.alloc(0))).toBeUndefined();
  });

  it('delays nothing but a half event', () => {
    const tap = new ChatStreamTap();
    const half = HELLO.slice(0, 100);
    expect(tap.push(Buffer.from(START + half))?.toString()).toBe(START);
    expect(tap.push(Buffer.from(HELLO.slice(100) + STOP))?.toString()).toBe(HELLO + STOP);
    const usageWithText = text('a', `,"usage":${EARLIER_USAGE}`);
    expect(tap.push(Buffer.from(usageWithText))?.toString()).toBe(text('a', ',"usage":null'));
  });

  it('lets late bytes through after the bill', () => {
    const tap = new ChatStreamTap();
    tap.push(Buffer.from(DONE));
    expect(tap.finish(PRICED).toString()).toContain('[DONE]');
    const late = Buffer.from('late');
    expect(tap.push(late)).toBe(late);
  });

  it('hands over usage as the provider wrote it, the last one only', () => {
    const { facts } = outcomeOf(usageChunk('{"a":1}') + usageChunk('{"b":{"c":null}}') + DONE);
    expect(facts).toMatchObject({ usage: { b: { c: null } } });
    expect(outcomeOf(HELLO + DONE).facts).toMatchObject({ usage: undefined });
  });

  it.each<[string, string, object]>([
    ['an opening chunk', START, { sawVisible: false, outputBytes: 0, finishReason: undefined }],
    [
      'a signature without its thinking',
      chunk('{"thinking_blocks":[{"type":"thinking","thinking":"","signature":"c2ln"}]}'),
      { sawVisible: false, outputBytes: 0 },
    ],
    [
      'redacted thinking',
      chunk('{"thinking_blocks":[{"type":"redacted_thinking","data":"c2ln"}]}'),
      { sawVisible: false, outputBytes: 0 },
    ],
    [
      'encrypted reasoning',
      chunk('{"reasoning_details":[{"type":"reasoning.encrypted","data":"c2ln","id":"rs_1","format":"x"}]}'),
      { sawVisible: false, outputBytes: 0 },
    ],
    [
      'a summary of reasoning',
      chunk('{"reasoning_details":[{"type":"reasoning.summary","summary":"so"}]}'),
      { sawVisible: true, outputBytes: 0 },
    ],
    ['text', text('héllo'), { sawVisible: true, outputBytes: 6 }],
    [
      'text in escapes',
      chunk('{"content":"h\\u00e9\\n\\ud83d\\ude00"}'),
      { sawVisible: true, outputBytes: 8 },
    ],
    [
      'text in parts',
      chunk(
        '{"content":[{"type":"thinking","thinking":[{"type":"text","text":"ab"}]},{"type":"text","text":"\\u4e2d"}]}',
      ),
      { sawVisible: true, outputBytes: 5 },
    ],
    ['reasoning', chunk('{"reasoning":"abc"}'), { sawVisible: true, outputBytes: 3 }],
    [
      'reasoning under two names',
      chunk('{"reasoning":"abc","reasoning_content":"abc"}'),
      { sawVisible: true, outputBytes: 3 },
    ],
    [
      'reasoning details',
      chunk('{"reasoning_details":[{"text":"abc"}]}'),
      { sawVisible: true, outputBytes: 0 },
    ],
    [
      'no reasoning details',
      chunk('{"reasoning_details":[ ],"content":null}'),
      { sawVisible: false, outputBytes: 0 },
    ],
    ['a refusal', chunk('{"refusal":"no"}'), { sawVisible: true, outputBytes: 2 }],
    [
      'why a filter stepped in',
      data('{"choices":[{"delta":{"refusal":"no"},"finish_reason":"content_filter"}]}'),
      { sawVisible: false, outputBytes: 0 },
    ],
    [
      'a tool call',
      chunk('{"tool_calls":[{"index":0,"id":"c","function":{"name":"ab","arguments":""}}]}'),
      { sawVisible: true, outputBytes: 2 },
    ],
    [
      'tool arguments',
      chunk('{"tool_calls":[{"index":0,"function":{"arguments":"{}"}},{"function":{"arguments":"x"}}]}'),
      { sawVisible: true, outputBytes: 3 },
    ],
    ['no tool calls', chunk('{"tool_calls":[]}'), { sawVisible: false, outputBytes: 0 }],
    ['an old function call', chunk('{"function_call":{"name":"ab"}}'), { sawVisible: true, outputBytes: 2 }],
    [
      'two choices',
      data('{"choices":[{"delta":{"content":"a"}},{"delta":{"content":"b"}}]}'),
      { sawVisible: true, outputBytes: 2 },
    ],
    ['a finish reason', STOP, { sawVisible: false, finishReason: 'stop' }],
    ['an error', data('{"error":{"message":"x"}}'), { errorEvent: { message: 'x' }, sawVisible: false }],
    ['no error', data('{"error":null,"choices":[]}'), { errorEvent: undefined }],
    ['a comment', ': hi\n\n', { sawVisible: false, sawDone: false }],
    ['the end', DONE, { sawVisible: false, sawDone: true }],
  ])('reports the facts of %s', (_, recording, facts) => {
    expect(outcomeOf(recording).facts).toMatchObject(facts);
  });

  it('holds an event of the largest size and refuses one byte more, however it comes', () => {
    const event = Buffer.from(text('x'.repeat(5_000)));
    for (const size of [1, 7, 4_096, event.length]) {
      const feed = (tap: ChatStreamTap) => {
        for (let start = 0; start < event.length; start += size)
          tap.push(event.subarray(start, start + size));
      };
      const roomy = new ChatStreamTap(event.length);
      feed(roomy);
      expect(roomy.outputBytes).toBe(5_000);
      expect(() => feed(new ChatStreamTap(event.length - 1))).toThrow(StreamEventTooLargeError);
    }
  });

  it('refuses more than the limit behind [DONE], where nothing is passed on yet', () => {
    const tap = new ChatStreamTap(1_000);
    tap.push(Buffer.from(DONE));
    expect(() => {
      for (let count = 0; count < 20; count += 1) tap.push(Buffer.from(`: ${'x'.repeat(100)}\n\n`));
    }).toThrow(StreamEventTooLargeError);
  });

  it('reads eight megabytes without a line end, in small chunks, up to the limit', () => {
    const tap = new ChatStreamTap();
    const piece = Buffer.alloc(1_024, 'x');
    for (let count = 0; count < 8_192; count += 1) expect(tap.push(piece)).toBeUndefined();
    expect(() => tap.push(Buffer.from('x'))).toThrow(
      expect.objectContaining({ status: 502, code: 'upstream_event_too_large' }),
    );
  });

  it('sends usage that it cannot edit as it came, rather than fail after the bill', () => {
    const broken = Buffer.from(usageChunk('{"prompt_tokens":1,"note":"é"}') + DONE, 'latin1');
    const tap = new ChatStreamTap();
    expect(tap.push(broken)).toBeUndefined();
    expect(tap.usage).toMatchObject({ prompt_tokens: 1 });
    expect(tap.finish(PRICED)).toEqual(broken);
  });

  it('lets a chunk that is nested too deeply pass unread', () => {
    const deep = data(`{"x":${'['.repeat(100_000)}${']'.repeat(100_000)},"usage":${USAGE}}`);
    expect(outcomeOf(deep, { cost: '1' })).toMatchObject({ passed: deep, rest: '' });
  });
});
