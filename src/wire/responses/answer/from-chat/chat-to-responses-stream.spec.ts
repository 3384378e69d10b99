import { describe, expect, it } from 'vitest';
import { anEcho } from '../../../../../test/support/response-echo.js';
import {
  followResponse,
  readResponsesEvents,
  type ResponsesItem,
  type ResponsesObject,
} from '../../../../../test/support/responses-events.js';
import { GatewayError } from '../../../../lib/gateway-error.js';
import { ChatToResponsesStream } from './chat-to-responses-stream.js';
import type { ResponseEcho } from '../response-echo.js';

const HEAD = '"id":"chatcmpl-1","object":"chat.completion.chunk","created":1730000000,"model":"m"';
const data = (json: string): string => `data: ${json}\n\n`;
const chunk = (delta: string, finish = 'null', more = ''): string =>
  data(`{${HEAD},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}]${more}}`);
const text = (content: string): string => chunk(`{"content":${JSON.stringify(content)}}`);
const thinking = (content: string): string => chunk(`{"reasoning_content":${JSON.stringify(content)}}`);
const call = (index: number, id: string, name: string, args = ''): string =>
  chunk(
    `{"tool_calls":[{"index":${index},"id":"${id}","type":"function","function":{"name":"${name}","arguments":${JSON.stringify(args)}}}]}`,
  );
const args = (index: number, piece: string): string =>
  chunk(`{"tool_calls":[{"index":${index},"function":{"arguments":${JSON.stringify(piece)}}}]}`);
const START = chunk('{"role":"assistant","content":""}');
const stop = (reason = 'stop', delta = '{}'): string => chunk(delta, `"${reason}"`);
const USAGE = data(
  `{${HEAD},"choices":[],"usage":{"prompt_tokens":20,"completion_tokens":7,"total_tokens":27,"prompt_tokens_details":{"cached_tokens":4,"cache_write_tokens":2},"completion_tokens_details":{"reasoning_tokens":3},"cost":0.000120}}`,
);
const DONE = data('[DONE]');
const END = USAGE + DONE;
const THOUGHT = '{"type":"thinking","thinking":"Let me see","signature":"c2ln"}';

function streamOf(
  chat: string,
  echo: ResponseEcho = anEcho(),
): { stream: ChatToResponsesStream; bytes: string } {
  const stream = new ChatToResponsesStream(echo);
  const pieces = [stream.push(Buffer.from(chat)), ...partsOf(stream), stream.end(), ...partsOf(stream)];
  return { stream, bytes: Buffer.concat(pieces.filter((piece) => piece !== undefined)).toString() };
}

function partsOf(stream: ChatToResponsesStream): Buffer[] {
  const parts: Buffer[] = [];
  for (let more = stream.more(); more !== undefined; more = stream.more()) parts.push(more);
  return parts;
}

function responseOf(chat: string, echo?: ResponseEcho): ResponsesObject {
  return followResponse(readResponsesEvents(streamOf(chat, echo).bytes));
}

const typesOf = (bytes: string): string[] =>
  readResponsesEvents(bytes).map(({ type }) => type.replace('response.', ''));

interface Told {
  readonly instructions: string;
  readonly tools: readonly unknown[];
}

const CUSTOM = anEcho({
  toolNames: {
    lookup: (name) => ({ kind: name === 'patch' ? 'custom' : 'function', name, namespace: undefined }),
  },
});

/** Events have lengths of all kinds, so every place in one is met. */
const CUT_STRIDE = 23;

const MESSAGE = (value: string, status = 'completed'): object => ({
  type: 'message',
  status,
  role: 'assistant',
  content: [{ type: 'output_text', text: value, annotations: [], logprobs: [] }],
});
const CALL = (name: string, callId: string, value: string, status = 'completed'): object => ({
  type: 'function_call',
  status,
  name,
  call_id: callId,
  arguments: value,
});
const REASONING = (value: string, status = 'completed'): object => ({
  type: 'reasoning',
  status,
  summary: value === '' ? [] : [{ type: 'summary_text', text: value }],
});

interface Recording {
  readonly name: string;
  readonly chat: string;
  readonly output: readonly object[];
  readonly status?: string;
  readonly reason?: string;
  readonly echo?: ResponseEcho;
}

const RECORDINGS: Recording[] = [
  {
    name: 'text',
    chat: START + text('Hellö ') + text('"wörld"\n') + text('😀') + stop() + END,
    output: [MESSAGE('Hellö "wörld"\n😀')],
  },
  {
    name: 'thinking, text, thinking, two calls',
    chat:
      START +
      thinking('Let me ') +
      thinking('see') +
      chunk(`{"thinking_blocks":[${THOUGHT}]}`) +
      text('I look it up.') +
      thinking('Hm') +
      chunk('{"thinking_blocks":[{"type":"thinking","thinking":"Hm","signature":"eA"}]}') +
      call(0, 'toolu_1', 'find') +
      args(0, '{"q":') +
      args(0, '1.0}') +
      call(1, 'toolu_2', 'find', '{}') +
      stop('tool_calls') +
      END,
    output: [
      REASONING('Let me see'),
      MESSAGE('I look it up.'),
      REASONING('Hm'),
      CALL('find', 'toolu_1', '{"q":1.0}'),
      CALL('find', 'toolu_2', '{}'),
    ],
  },
  {
    name: 'redacted thinking between two blocks that can be read',
    chat:
      thinking('a') +
      chunk('{"thinking_blocks":[{"type":"thinking","thinking":"a","signature":"eA"}]}') +
      chunk('{"thinking_blocks":[{"type":"redacted_thinking","data":"cmVk"}]}') +
      thinking('b') +
      chunk('{"thinking_blocks":[{"type":"thinking","thinking":"b","signature":"eQ"}]}') +
      text('x') +
      stop() +
      END,
    output: [REASONING('a'), REASONING(''), REASONING('b'), MESSAGE('x')],
  },
  {
    name: 'reasoning under both names, and with details',
    chat:
      chunk('{"reasoning":"ab","reasoning_details":[{"type":"reasoning.text","text":"ab","index":0}]}') +
      chunk(
        '{"reasoning":"c","reasoning_content":"c","reasoning_details":[{"type":"reasoning.text","text":"c","index":0}]}',
      ) +
      chunk('{"reasoning_details":[{"type":"reasoning.text","signature":"s","index":0}]}') +
      chunk('{"reasoning":"d","reasoning_content":"d"}') +
      text('x') +
      stop() +
      END,
    output: [REASONING('abcd'), MESSAGE('x')],
  },
  {
    name: 'calls that come in turns',
    chat:
      call(0, 'c0', 'a', '{"x"') +
      call(1, 'c1', 'b', '{"y"') +
      args(0, ':1}') +
      args(1, ':2}') +
      stop('tool_calls') +
      END,
    output: [CALL('a', 'c0', '{"x":1}'), CALL('b', 'c1', '{"y":2}')],
  },
  {
    name: 'calls that are all counted as the first',
    chat: call(0, 'c0', 'a', '{}') + call(0, 'c1', 'a', '{}') + stop('tool_calls') + END,
    output: [CALL('a', 'c0', '{}'), CALL('a', 'c1', '{}')],
  },
  {
    name: 'a call whose id and name are repeated with every piece',
    chat: call(0, 'c0', 'a', '{"x":') + call(0, 'c0', 'a', '1}') + stop('tool_calls') + END,
    output: [CALL('a', 'c0', '{"x":1}')],
  },
  {
    name: 'a custom tool, whose input is unwrapped as it comes',
    echo: CUSTOM,
    chat:
      call(0, 'c0', 'patch') +
      args(0, '{"inp') +
      args(0, 'ut": "*** Begin\\') +
      args(0, 'n\\ud83d') +
      args(0, '\\ude00 ö"}') +
      stop('tool_calls') +
      END,
    output: [
      {
        type: 'custom_tool_call',
        status: 'completed',
        name: 'patch',
        call_id: 'c0',
        input: '*** Begin\n😀 ö',
      },
    ],
  },
  {
    name: 'a refusal of the model',
    chat: START + chunk('{"refusal":"I ca"}') + chunk('{"refusal":"nnot."}') + stop() + END,
    output: [
      {
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'refusal', refusal: 'I cannot.' }],
      },
    ],
  },
  {
    name: 'a text that a filter cut',
    chat: START + text('Sure, ') + stop('content_filter') + END,
    output: [MESSAGE('Sure, ', 'incomplete')],
    status: 'incomplete',
    reason: 'content_filter',
  },
  {
    name: 'a filter before anything',
    chat: START + stop('content_filter') + END,
    output: [],
    status: 'incomplete',
    reason: 'content_filter',
  },
  {
    name: 'a call that was cut',
    chat: START + text('So:') + call(0, 'c0', 'a') + args(0, '{"x": "abc') + stop('length') + END,
    output: [MESSAGE('So:'), CALL('a', 'c0', '{"x": "abc', 'incomplete')],
    status: 'incomplete',
    reason: 'max_output_tokens',
  },
  {
    name: 'thinking that used up the tokens',
    chat: START + thinking('Hm') + stop('length') + END,
    output: [REASONING('Hm', 'incomplete')],
    status: 'incomplete',
    reason: 'max_output_tokens',
  },
  { name: 'no answer at all', chat: START + stop() + END, output: [MESSAGE('')] },
  {
    name: 'content in parts',
    chat: chunk('{"content":[{"type":"text","text":"a\\n"},{"type":"text","text":"b"}]}') + stop() + END,
    output: [MESSAGE('a\nb')],
  },
  {
    name: 'text after the end, and an end that is told twice',
    chat: text('a') + stop() + chunk('{"content":"b"}', '"stop"') + END,
    output: [MESSAGE('a'), MESSAGE('b')],
  },
];

const REQUEST_USAGE = {
  input_tokens: 20,
  input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 3 },
  total_tokens: 27,
  cost: 0.00012,
};

describe('ChatToResponsesStream', () => {
  it.each(RECORDINGS)('makes a response of $name', ({ chat, output, status = 'completed', reason, echo }) => {
    const response = responseOf(chat, echo);
    const withoutIds = (response.output as object[]).map((item) => ({ ...item, id: undefined }));
    expect(withoutIds).toEqual(output.map((item) => ({ ...item, id: undefined })));
    expect(response.status).toBe(status);
    expect(response.incomplete_details).toEqual(reason === undefined ? null : { reason });
    expect(response.usage).toEqual(REQUEST_USAGE);
  });

  it.each(RECORDINGS)('makes the same of $name wherever the network cuts it', ({ chat, echo = anEcho() }) => {
    const fresh = (): ResponseEcho => ({ ...echo, newItemId: anEcho().newItemId! });
    const whole = streamOf(chat, fresh()).bytes;
    const bytes = Buffer.from(chat);
    for (let cut = 1; cut < bytes.length; cut += CUT_STRIDE) {
      const stream = new ChatToResponsesStream(fresh());
      const pieces = [stream.push(bytes.subarray(0, cut)), stream.push(bytes.subarray(cut)), stream.end()];
      expect(Buffer.concat(pieces.filter((piece) => piece !== undefined)).toString()).toBe(whole);
    }
  });

  it.each(['\n', '\r\n', '\r'])('reads streams whose lines end in %j, a byte at a time', (lineEnd) => {
    const chat = RECORDINGS.map((recording) => recording.chat)[1]!;
    const stream = new ChatToResponsesStream(anEcho());
    const bytes = Buffer.from(chat.replaceAll('\n', lineEnd));
    const pieces = Array.from(bytes, (_, index) => stream.push(bytes.subarray(index, index + 1)));
    const whole = Buffer.concat([...pieces, stream.end()].filter((piece) => piece !== undefined));
    expect(whole.toString()).toBe(streamOf(chat).bytes);
  });

  it('tells of one text in the order of OpenAI', () => {
    expect(typesOf(streamOf(START + text('a') + text('b') + stop() + END).bytes)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ]);
  });

  it('tells each delta with the chunk that brought it, items with the finish reason, the end with [DONE]', () => {
    const stream = new ChatToResponsesStream(anEcho());
    const push = (chat: string): string[] => typesOf(stream.push(Buffer.from(chat))?.toString() ?? '');
    expect(push(START)).toEqual(['created', 'in_progress']);
    expect(push(text('a')).at(-1)).toBe('output_text.delta');
    expect(push(text('b'))).toEqual(['output_text.delta']);
    expect(push(stop())).toEqual(['output_text.done', 'content_part.done', 'output_item.done']);
    expect(push(USAGE)).toEqual([]);
    expect(stream.result).toBeUndefined();
    expect(push(DONE)).toEqual(['completed']);
    expect(stream.end()).toBeUndefined();
    expect(stream.push(Buffer.from(text('late')))).toBeUndefined();
  });

  it('shows sealed thinking to those who asked, and keeps it always', () => {
    const chat =
      thinking('Let me see') + chunk(`{"thinking_blocks":[${THOUGHT}]}`) + text('x') + stop() + END;
    const sealed = `sealed:{"type":"reasoning.text","text":"Let me see","signature":"c2ln","format":"anthropic-claude-v1"}`;
    const hidden = streamOf(chat);
    expect(hidden.bytes).not.toContain('encrypted_content');
    const result = hidden.stream.result!;
    const kept = JSON.parse(Buffer.concat(result.kept).toString());
    const told = followResponse(readResponsesEvents(hidden.bytes));
    expect(kept.output[0]!.encrypted_content).toBe(sealed);
    delete kept.output[0]!.encrypted_content;
    expect(kept).toEqual(told);
    const asked = streamOf(chat, anEcho({ showEncrypted: true }));
    const done = readResponsesEvents(asked.bytes).find(({ type }) => type === 'response.output_item.done');
    expect(done?.item.encrypted_content).toBe(sealed);
    const last = followResponse(readResponsesEvents(asked.bytes));
    expect(last.output[0]!.encrypted_content).toBe(sealed);
    expect(JSON.parse(Buffer.concat(asked.stream.result!.kept).toString())).toEqual(last);
  });

  it('seals the pieces of one entry of reasoning_details as one, and an encrypted one by itself', () => {
    const chat =
      chunk(
        '{"reasoning":"a","reasoning_details":[{"type":"reasoning.text","text":"a","format":"f","index":0}]}',
      ) +
      chunk(
        '{"reasoning":"b","reasoning_details":[{"type":"reasoning.text","text":"b","format":"f","index":0}]}',
      ) +
      chunk('{"reasoning_details":[{"type":"reasoning.text","signature":"s","index":0}]}') +
      chunk('{"reasoning_details":[{"type":"reasoning.encrypted","data":"ZA","index":1}]}') +
      text('x') +
      stop() +
      END;
    const { output } = JSON.parse(streamOf(chat).stream.result!.kept.join(''));
    expect(output.map((item: ResponsesItem) => item.encrypted_content)).toEqual([
      'sealed:{"type":"reasoning.text","text":"ab","format":"f","index":0,"signature":"s"}',
      'sealed:{"type":"reasoning.encrypted","data":"ZA","index":1}',
      undefined,
    ]);
  });

  it('tells of citations when they come', () => {
    const citation =
      '{"type":"url_citation","url_citation":{"start_index":0,"end_index":3,"url":"https://a.example","title":"A"}}';
    const chat = text('see') + chunk(`{"annotations":[${citation}]}`) + stop() + END;
    const flat = [
      { type: 'url_citation', start_index: 0, end_index: 3, url: 'https://a.example', title: 'A' },
    ];
    expect(responseOf(chat).output[0]!.content[0]!.annotations).toEqual(flat);
    const early = chunk(`{"annotations":[${citation}]}`) + text('see') + stop() + END;
    expect(responseOf(early).output[0]!.content[0]!.annotations).toEqual(flat);
    const alone = chunk(`{"annotations":[${citation}]}`) + call(0, 'c', 'f', '{}') + stop() + END;
    expect(responseOf(alone).output.map(({ type }) => type)).toEqual(['function_call']);
  });

  it('gives namespaces back', () => {
    const echo = anEcho({
      toolNames: { lookup: () => ({ kind: 'function', name: 'open', namespace: 'browser' }) },
    });
    const [item] = responseOf(call(0, 'c0', 'browser__open', '{}') + stop('tool_calls') + END, echo)[
      'output'
    ];
    expect(item).toMatchObject({ name: 'open', namespace: 'browser', call_id: 'c0' });
  });

  it('keeps the digits of the cost', () => {
    expect(streamOf(text('a') + stop() + END).bytes).toContain('"cost":0.000120}');
  });

  it('keeps the connection alive as the provider does', () => {
    const { bytes } = streamOf(': PROCESSING\n\n' + text('a') + ': PROCESSING\n\n' + stop() + END);
    expect(bytes.match(/^: keep-alive\n\n/gm)).toHaveLength(2);
    expect(followResponse(readResponsesEvents(bytes)).status).toBe('completed');
  });

  it('passes over what is no chunk', () => {
    const { bytes } = streamOf('event: ping\n\ndata: nonsense\n\ndata: [1]\n\n' + text('a') + stop() + END);
    expect(followResponse(readResponsesEvents(bytes)).output).toHaveLength(1);
  });

  it('ends without [DONE] when the answer is finished', () => {
    expect(responseOf(text('a') + stop())).toMatchObject({ status: 'completed', usage: null });
  });

  it('fails when the provider ends in the middle', () => {
    const { bytes, stream } = streamOf(START + text('a') + call(0, 'c', 'f', '{"a'));
    expect(typesOf(bytes).slice(-2)).toEqual(['error', 'failed']);
    expect(followResponse(readResponsesEvents(bytes))).toMatchObject({
      status: 'failed',
      error: { code: 'server_error' },
      output: [],
    });
    expect(stream.result?.status).toBe('failed');
  });

  it('fails with the error of the provider, and with the usage that came', () => {
    const stream = new ChatToResponsesStream(anEcho());
    const error = data('{"error":{"message":"Slow down","type":"rate_limit_error","code":429}}');
    const first = stream.push(Buffer.from(START + text('a') + error + text('b')))!.toString();
    expect(typesOf(first).at(-1)).toBe('error');
    expect(readResponsesEvents(first).at(-1)).toMatchObject({
      code: 'rate_limit_error',
      message: 'Slow down',
      param: null,
    });
    const rest = stream.push(Buffer.from(USAGE))?.toString() ?? '';
    const all = first + rest + (stream.end()?.toString() ?? '');
    expect(followResponse(readResponsesEvents(all))).toMatchObject({
      status: 'failed',
      error: { code: 'rate_limit_exceeded', message: 'Slow down' },
      usage: REQUEST_USAGE,
      output: [],
    });
  });

  it('fails as it is told, also before anything came, and once', () => {
    const stream = new ChatToResponsesStream(anEcho());
    const error = new GatewayError({ status: 503, code: 'shutting_down', message: 'Try again.', param: 'x' });
    const bytes = stream.fail(error);
    expect(typesOf(bytes.toString())).toEqual(['created', 'in_progress', 'error', 'failed']);
    expect(readResponsesEvents(bytes)[2]).toMatchObject({
      code: 'shutting_down',
      message: 'Try again.',
      param: 'x',
    });
    expect(stream.fail(error)).toHaveLength(0);
  });

  it('writes a request with line ends on one line', () => {
    const echo = anEcho({}, '{"model":"m",\n"tools":[\r\n {"type":"function"}\n],"metadata":{"a":"b\\nc"}}');
    expect(responseOf(text('a') + stop() + END, echo)).toMatchObject({
      tools: [{ type: 'function' }],
      metadata: { a: 'b\nc' },
    });
  });

  it.each([10, 40_000, 400_000])('says instructions and tools of %i words again', (words) => {
    const instructions = 'Größe "x"\n'.repeat(words / 10);
    const tools = Array.from({ length: words / 10 }, (_, index) => ({ type: 'function', name: `f${index}` }));
    const request = JSON.stringify({ model: 'm', instructions, tools, input: 'hi' }, undefined, '\r\n ');
    const { bytes } = streamOf(text('a') + stop() + END, anEcho({}, request));
    const told = readResponsesEvents(bytes).map(({ response }) => response as unknown as Told | undefined);
    const responses = told.filter((response) => response !== undefined);
    expect(responses).toHaveLength(3);
    for (const response of responses) {
      expect(response.instructions === instructions).toBe(true);
      expect(response.tools).toHaveLength(tools.length);
      expect(response.tools.at(-1)).toEqual(tools.at(-1));
    }
    expect(bytes.includes('\r')).toBe(false);
  });

  it('follows a model that writes its longest answer in pieces of one character', () => {
    const stream = new ChatToResponsesStream(anEcho());
    const piece = Buffer.from(text('x').repeat(1_000));
    for (let index = 0; index < 200; index += 1) stream.push(piece);
    stream.push(Buffer.from(stop() + END));
    expect(stream.result?.status).toBe('completed');
  });

  it('stops a model that writes without an end', () => {
    const stream = new ChatToResponsesStream(anEcho());
    const piece = Buffer.from(text('x'.repeat(1_000_000)));
    expect(() => {
      for (let index = 0; index < 40; index += 1) stream.push(piece);
    }).toThrow('more than 33554432 bytes');
  });
});
