import { describe, expect, it } from 'vitest';
import {
  NATIVE_ITEMS,
  nativeBeginning,
  nativeEvent,
  nativeItem,
  nativeResponse,
  nativeStream,
  NATIVE_USAGE,
} from '../../../../../test/support/recordings/native-responses.js';
import { readResponsesEvents } from '../../../../../test/support/responses-events.js';
import { GatewayError } from '../../../../lib/gateway-error.js';
import type { UsageCost } from '../../../json-bytes/splice-usage-cost.js';
import { StreamEventTooLargeError } from '../../../sse/event-cutter.js';
import type { NativeEcho } from './finish-native-response.js';
import { ResponsesStreamTap } from './responses-stream-tap.js';

const ECHO: NativeEcho = { store: true, previousResponseId: 'resp_0', showEncrypted: false };
const PRICED: UsageCost = { cost: '0.000120' };
const ESTIMATE = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };

const REASONING = nativeItem(
  0,
  '{"id":"rs_1","type":"reasoning","summary":[]}',
  [
    ['response.reasoning_summary_part.added', ',"summary_index":0,"part":{"type":"summary_text","text":""}'],
    ['response.reasoning_summary_text.delta', ',"summary_index":0,"delta":"Hm","obfuscation":"x9"'],
    ['response.reasoning_summary_text.done', ',"summary_index":0,"text":"Hm"'],
    ['response.reasoning_summary_part.done', ',"summary_index":0,"part":{"type":"summary_text","text":"Hm"}'],
  ],
  NATIVE_ITEMS.reasoning,
);
const SEARCH = nativeItem(
  1,
  '{"id":"ws_1","type":"web_search_call","status":"in_progress"}',
  [
    ['response.web_search_call.in_progress', ''],
    ['response.web_search_call.completed', ''],
  ],
  NATIVE_ITEMS.search,
);
const OPEN_PAGE = nativeItem(
  2,
  '{"id":"ws_2","type":"web_search_call","status":"in_progress"}',
  [],
  NATIVE_ITEMS.openPage,
);
const MESSAGE = nativeItem(
  3,
  '{"id":"msg_1","type":"message","status":"in_progress","content":[],"role":"assistant"}',
  [
    ['response.content_part.added', ',"content_index":0,"part":{"type":"output_text","text":""}'],
    ['response.output_text.delta', ',"content_index":0,"delta":"Hell\\u00f6","logprobs":[]'],
    ['response.output_text.done', ',"content_index":0,"text":"Hell\\u00f6"'],
  ],
  NATIVE_ITEMS.message,
);
const CALL = nativeItem(
  4,
  '{"id":"fc_1","type":"function_call","status":"in_progress","arguments":"","call_id":"call_1","name":"find"}',
  [['response.function_call_arguments.delta', ',"delta":"{\\"n\\":1.0}"']],
  NATIVE_ITEMS.call,
);
const { reasoning, search, openPage, message, call } = NATIVE_ITEMS;
const WHOLE = [...nativeBeginning(), ...REASONING, ...SEARCH, ...OPEN_PAGE, ...MESSAGE, ...CALL];
const COMPLETED: [string, string] = [
  'response.completed',
  `"response":${nativeResponse([reasoning, search, openPage, message, call])}`,
];
const STREAM = nativeStream([...WHOLE, COMPLETED]);

interface Outcome {
  readonly passed: string;
  readonly rest: string;
  readonly tap: ResponsesStreamTap;
}

function run(pieces: readonly Buffer[], echo = ECHO, billed = PRICED): Outcome {
  const tap = new ResponsesStreamTap(echo);
  const passed = pieces.flatMap((piece) => tap.push(piece) ?? []);
  tap.end();
  return { passed: Buffer.concat(passed).toString(), rest: tap.finish(billed).toString(), tap };
}

const runAll = (recording: string, echo?: NativeEcho, billed?: UsageCost): Outcome =>
  run([Buffer.from(recording)], echo, billed);

/** What the caller gets of what provider B wrote. */
function ours(recording: string, { encrypted = false, cost = ',"cost":0.000120' } = {}): string {
  const echoed = recording
    .replaceAll('"store":false', '"store":true')
    .replaceAll('"previous_response_id":null', '"previous_response_id":"resp_0"')
    .replaceAll('"total_tokens":120', `"total_tokens":120${cost}`);
  return encrypted ? echoed : echoed.replaceAll('"encrypted_content":"gAAAA",', '');
}

const factsOf = ({
  sawDone,
  sawVisible,
  outputBytes,
  finishReason,
  errorEvent,
  usage,
  webSearches,
  writtenId,
}: ResponsesStreamTap): object => ({
  sawDone,
  sawVisible,
  outputBytes,
  finishReason,
  errorEvent,
  usage,
  webSearches,
  writtenId,
});

describe('ResponsesStreamTap', () => {
  it('passes every byte but those that speak of us, and keeps the last event back', () => {
    const { passed, rest, tap } = runAll(STREAM);
    const last = nativeEvent(COMPLETED[0], WHOLE.length, COMPLETED[1]);
    expect(passed).toBe(ours(nativeStream(WHOLE)));
    expect(rest).toBe(ours(last));
    expect(factsOf(tap)).toEqual({
      sawDone: true,
      sawVisible: true,
      // Hm, Hellö, {"n":1.0}, find
      outputBytes: 2 + 6 + 9 + 4,
      finishReason: 'tool_calls',
      errorEvent: undefined,
      usage: JSON.parse(NATIVE_USAGE),
      webSearches: 1,
      writtenId: '"resp_b1"',
    });
    expect(tap.result?.status).toBe('completed');
    const kept = ours(nativeResponse([reasoning, search, openPage, message, call]), { encrypted: true });
    expect(tap.result?.kept.toString()).toBe(kept);
    expect(rest).toContain(`"response":${tap.result?.shown.toString() ?? '?'}`);
  });

  it('shows encrypted reasoning to those who asked for it', () => {
    const { passed, rest, tap } = runAll(STREAM, { ...ECHO, showEncrypted: true });
    expect(passed + rest).toBe(ours(STREAM, { encrypted: true }));
    expect(tap.result?.kept).toBe(tap.result?.shown);
  });

  it.each([1, 2, 3, 7, 64, 1_000])('makes the same of pieces of %i bytes', (size) => {
    const bytes = Buffer.from(STREAM);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    const { passed, rest, tap } = run(pieces);
    expect(passed + rest).toBe(ours(STREAM));
    expect(factsOf(tap)).toEqual(factsOf(runAll(STREAM).tap));
  });

  it.each(['\r\n', '\r'])('reads lines that end in %j, a byte at a time', (lineEnd) => {
    const recording = STREAM.replaceAll('\n', lineEnd);
    const pieces = Array.from(Buffer.from(recording), (byte) => Buffer.from([byte]));
    const { passed, rest } = run(pieces);
    expect(passed + rest).toBe(ours(recording));
  });

  it('answers the very same buffer when all of it may pass', () => {
    const tap = new ResponsesStreamTap(ECHO);
    const delta = Buffer.from(nativeStream([['response.output_text.delta', '"delta":"a"']]));
    expect(tap.push(delta)).toBe(delta);
  });

  it('needs no event lines', () => {
    const recording = STREAM.replaceAll(/^event: .*\n/gm, '');
    const { passed, rest } = runAll(recording);
    expect(passed + rest).toBe(ours(recording));
  });

  it('reads an event whose data comes in several lines', () => {
    const recording = STREAM.replaceAll(',"response":', ',\ndata: "response":');
    const { passed, rest } = runAll(recording);
    expect(passed + rest).toBe(ours(STREAM).replaceAll(',"response":', ', "response":'));
  });

  it('passes comments, keepalive, padding, unknown events and what follows the last one', () => {
    const odd =
      ': ping\n\nevent: keepalive\ndata: {"type":"keepalive","sequence_number":1}\n\ndata: nonsense\n\n';
    const recording = odd + STREAM + 'data: [DONE]\n\n';
    const { passed, rest } = runAll(recording);
    expect(passed + rest).toBe(ours(recording));
    expect(rest.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it.each([
    ['a text', MESSAGE, true],
    ['a call', CALL, true],
    ['a search', SEARCH, true],
    ['readable reasoning', REASONING, true],
    [
      'reasoning that cannot be read',
      nativeItem(0, '{"id":"rs_1","type":"reasoning","summary":[]}', [], reasoning),
      false,
    ],
    ['nothing', [], false],
  ])('says whether %s is visible', (_, events, visible) => {
    expect(runAll(nativeStream([...nativeBeginning(), ...events])).tap.sawVisible).toBe(visible);
  });

  it.each([
    ['response.completed', nativeResponse([message]), 'stop'],
    ['response.completed', nativeResponse([message, call]), 'tool_calls'],
    [
      'response.incomplete',
      nativeResponse([reasoning], {
        status: 'incomplete',
        more: '"incomplete_details":{"reason":"max_output_tokens"}',
      }),
      'length',
    ],
    [
      'response.incomplete',
      nativeResponse([], { status: 'incomplete', more: '"incomplete_details":{"reason":"content_filter"}' }),
      'content_filter',
    ],
    [
      'response.failed',
      nativeResponse([], { status: 'failed', more: '"error":{"code":"server_error"}' }),
      undefined,
    ],
  ])('tells the end %s in the words of chat', (type, response, finishReason) => {
    const { tap } = runAll(nativeStream([...nativeBeginning(), [type, `"response":${response}`]]));
    expect(tap.sawDone).toBe(true);
    expect(tap.finishReason).toBe(finishReason);
    expect(tap.errorEvent).toEqual(type === 'response.failed' ? { code: 'server_error' } : undefined);
  });

  it.each([
    ['null', { usageIfMissing: ESTIMATE }],
    ['{"input_tokens":0}', { usageInstead: ESTIMATE }],
  ])('shows the usage that was billed where the provider said %s', (usage, billed) => {
    const end = `"response":${nativeResponse([message], { usage })}`;
    const { tap } = runAll(nativeStream([...nativeBeginning(), ['response.completed', end]]), ECHO, {
      cost: '0.5',
      ...billed,
    });
    const { shown } = tap.result!;
    expect(JSON.parse(shown.toString())).toMatchObject({
      usage: {
        input_tokens: 3,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 7,
        cost: 0.5,
      },
    });
  });

  it('names no cost where there is none', () => {
    const { rest } = runAll(STREAM.replace('"total_tokens":120', '"total_tokens":120,"cost":7'), ECHO, {
      cost: undefined,
    });
    expect(rest).not.toContain('"cost"');
  });

  it('fails a stream that ends after any of its events, numbers without a gap', () => {
    for (let length = 1; length <= WHOLE.length; length += 1) {
      const tap = new ResponsesStreamTap(ECHO);
      const cutEvent = 'event: response.output_text.delta\ndata: {"type":"response.outp';
      const passed = tap.push(Buffer.from(nativeStream(WHOLE.slice(0, length)) + cutEvent));
      tap.end();
      expect(tap.sawDone).toBe(false);
      const error = new GatewayError({ status: 502, code: 'upstream_broke', message: 'It broke off.' });
      const rest = tap.fail(error, { cost: '0.25', usageIfMissing: ESTIMATE });
      const events = readResponsesEvents(Buffer.concat([passed!, rest]));
      expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
      expect(events.at(-2)).toMatchObject({
        type: 'error',
        code: 'upstream_broke',
        message: 'It broke off.',
      });
      expect(events.at(-1)).toMatchObject({
        type: 'response.failed',
        response: {
          id: 'resp_b1',
          status: 'failed',
          store: true,
          previous_response_id: 'resp_0',
          error: { code: 'server_error', message: 'It broke off.' },
          output: [],
          usage: { total_tokens: 7, cost: 0.25 },
        },
      });
      expect(tap.result?.status).toBe('failed');
    }
  });

  it('ends with response.failed where the provider told of an error and no more', () => {
    const error: [string, string] = [
      'error',
      '"code":"rate_limit_exceeded","message":"Slow down","param":null',
    ];
    const { passed, rest, tap } = runAll(nativeStream([...nativeBeginning(), error]));
    expect(tap.errorEvent).toMatchObject({ message: 'Slow down' });
    const events = readResponsesEvents(passed + rest);
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['error', 'response.failed']);
    expect(events.at(-1)?.response.error).toEqual({ code: 'rate_limit_exceeded', message: 'Slow down' });
  });

  it('tells of an error where no response was begun', () => {
    const tap = new ResponsesStreamTap(ECHO);
    const rest = tap.fail(new GatewayError({ status: 500, code: 'internal_error', message: 'x' }));
    expect(readResponsesEvents(rest).map(({ type }) => type)).toEqual(['error']);
  });

  it('counts the searches of a stream that was cut', () => {
    const { tap } = runAll(nativeStream([...nativeBeginning(), ...SEARCH, ...OPEN_PAGE]));
    expect(tap.webSearches).toBe(1);
    expect(tap.usage).toBeUndefined();
  });

  it('takes a last event without its blank line', () => {
    const { passed, rest } = runAll(STREAM.slice(0, -2));
    expect(passed + rest).toBe(ours(STREAM));
  });

  it('stops at an event that is too large', () => {
    const tap = new ResponsesStreamTap(ECHO, 100);
    expect(() => tap.push(Buffer.from(STREAM))).toThrow(StreamEventTooLargeError);
  });
});
