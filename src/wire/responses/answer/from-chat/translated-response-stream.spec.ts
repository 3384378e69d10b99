import { describe, expect, it } from 'vitest';
import { Repeatable } from '../../../../../test/support/repeatable.js';
import { anEcho } from '../../../../../test/support/response-echo.js';
import { GatewayError } from '../../../../lib/gateway-error.js';
import { ChatStreamTap } from '../../../sse/chat-stream-tap.js';
import type { UsageCost } from '../../../json-bytes/splice-usage-cost.js';
import { AnthropicToOpenAiStream } from '../../../translate/answer/anthropic-to-openai-stream.js';
import type { ResponseEcho } from '../response-echo.js';
import { ChatToResponsesStream } from './chat-to-responses-stream.js';
import { TranslatedResponseStream } from './translated-response-stream.js';

const STREAMS = 150;
const TEXTS = [
  'Hello',
  ' ',
  'ö',
  '😀',
  '"quoted" \\ back',
  '\n\ndata: [DONE]\n\n',
  '\u2028',
  '\u0000',
  '{"a":1.0}',
  '\ud83d',
  '\ude00',
];
const STOPS = ['end_turn', 'tool_use', 'max_tokens', 'refusal', 'stop_sequence', null];
const ENDS = ['whole', 'whole', 'whole', 'error', 'cut', 'unreadable'] as const;
const OURS = { prompt_tokens: 9, completion_tokens: 8, total_tokens: 17 };
const BILLS: readonly UsageCost[] = [
  { cost: '0.000120', usageIfMissing: undefined, usageInstead: undefined },
  { cost: '0.10', usageIfMissing: OURS, usageInstead: OURS },
  { cost: undefined, usageIfMissing: OURS, usageInstead: OURS },
  { cost: undefined, usageIfMissing: undefined, usageInstead: undefined },
];
const CUT_OFF = new GatewayError({ status: 504, code: 'timeout', message: 'Too long.' });

/** Makes the same streams of provider A each time. */
class Streams extends Repeatable {
  constructor() {
    super(20_261_130);
  }

  next(): string {
    const kinds = Array.from({ length: this.below(5) }, () =>
      this.pick(['text', 'text', 'thinking', 'redacted', 'tool', 'other']),
    );
    const whole = [
      ...(this.below(12) === 0 ? [] : [this.start()]),
      ...kinds.flatMap((kind, index) => this.block(kind, index)),
      event('message_delta', this.ending()),
      event('message_stop', {}),
    ];
    switch (this.pick(ENDS)) {
      case 'whole':
        return whole.join('');
      case 'cut':
        return whole.slice(0, this.below(whole.length)).join('');
      case 'unreadable':
        return `${whole.slice(0, -1).join('')}event: message_stop\ndata: {"type"\n\n`;
      case 'error':
        return whole.slice(0, this.below(whole.length)).join('') + this.error();
    }
  }

  private text(): string {
    return Array.from({ length: 1 + this.below(4) }, () => this.pick(TEXTS)).join('');
  }

  private start(): string {
    const usage = { input_tokens: 10, output_tokens: 1, service_tier: this.pick(['standard', 'batch']) };
    return event('message_start', { message: { id: 'msg_1', ...(this.below(6) > 0 && { usage }) } });
  }

  private ending(): object {
    const stop_reason = this.pick(STOPS);
    const details = stop_reason === 'refusal' && this.below(2) === 0;
    return {
      delta: { stop_reason, ...(details && { stop_details: { explanation: this.text() } }) },
      ...(this.below(6) > 0 && { usage: { output_tokens: 7 } }),
    };
  }

  private error(): string {
    const error = this.pick<object>([
      { type: 'overloaded_error', message: 'Overloaded' },
      { type: 'invalid_request_error', message: this.text(), details: { error_code: 'x' } },
      {},
    ]);
    return event('error', { error });
  }

  private block(kind: string, index: number): string[] {
    const deltas = (type: string, member: string): string[] =>
      Array.from({ length: this.below(4) }, () =>
        event('content_block_delta', { index, delta: { type, [member]: this.text() } }),
      );
    const started = (content_block: object): string => event('content_block_start', { index, content_block });
    const signature = event('content_block_delta', {
      index,
      delta: { type: 'signature_delta', signature: 'sig' },
    });
    const signed = this.below(4) > 0 ? [signature] : [];
    const stopped = this.below(8) === 0 ? [] : [event('content_block_stop', { index })];
    switch (kind) {
      case 'text': {
        const text = this.below(3) === 0 ? this.text() : '';
        return [started({ type: 'text', text }), ...deltas('text_delta', 'text'), ...stopped];
      }
      case 'thinking':
        return [
          started({ type: 'thinking', thinking: '' }),
          ...deltas('thinking_delta', 'thinking'),
          ...signed,
          ...stopped,
        ];
      case 'redacted':
        return [started({ type: 'redacted_thinking', data: this.pick(['data', '']) }), ...stopped];
      case 'tool': {
        const input = this.below(4) === 0 ? { a: '"', b: 1 } : {};
        const named = { id: this.pick([`toolu_${index}`, '']), name: this.pick(['find', 'patch', 'ö"', '']) };
        return [
          started({ type: 'tool_use', ...named, input }),
          ...deltas('input_json_delta', 'partial_json'),
          ...stopped,
        ];
      }
      default:
        return [started({ type: 'server_tool_use', id: 'srv' }), event('ping', {}), ...stopped];
    }
  }
}

function event(type: string, members: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
}

function echo(showEncrypted: boolean): ResponseEcho {
  return anEcho(
    {
      showEncrypted,
      newItemId: countingIds(),
      toolNames: {
        lookup: (name) => ({ kind: name === 'patch' ? 'custom' : 'function', name, namespace: undefined }),
      },
    },
    '{"model":"m","input":"hi","instructions":"Be\\u0020brief.","tools": [\n]}',
  );
}

function countingIds(): (prefix: string) => string {
  let count = 0;
  return (prefix) => `${prefix}_${(count += 1)}`;
}

interface Told {
  readonly bytes: string;
  readonly sawDone: boolean;
  readonly sawVisible: boolean;
  readonly outputBytes: number;
  readonly finishReason: string | undefined;
  readonly errorEvent: unknown;
  readonly usage: unknown;
}

interface End {
  readonly told: string | undefined;
  readonly kept: string | undefined;
  readonly status: string | undefined;
}

interface Way {
  readonly push: (piece: Buffer) => Told;
  readonly upstreamEnded: () => Told;
  readonly finish: (bill: UsageCost) => End;
  readonly fail: (bill: UsageCost) => End;
}

const INPUTS = { model: 'vendora/opus', createdSeconds: 1 };

/** By way of a printed chat stream, which is read again: once for the bill, and once to be told in other words. */
function byBytes(showEncrypted: boolean): Way {
  const translator = new AnthropicToOpenAiStream(INPUTS);
  const tap = new ChatStreamTap();
  const edge = new ChatToResponsesStream(echo(showEncrypted));
  const through = (chat: Buffer | undefined): Told => {
    const ready = chat && tap.push(chat);
    return toldBy(tap, ready && edge.push(ready));
  };
  const end = (told: Buffer): End => endOf(told, edge);
  return {
    push: (piece) => through(translator.push(piece)),
    upstreamEnded: () => {
      const told = through(translator.end());
      tap.end();
      return told;
    },
    finish: (bill) => {
      const rest = tap.finish(bill);
      const last = rest.length === 0 ? undefined : edge.push(rest);
      return end(Buffer.concat([last ?? Buffer.alloc(0), edge.end() ?? Buffer.alloc(0)]));
    },
    fail: (bill) => end(edge.fail(CUT_OFF, bill)),
  };
}

function byEvents(showEncrypted: boolean): Way {
  const stream = new TranslatedResponseStream(echo(showEncrypted));
  const translator = new AnthropicToOpenAiStream({ ...INPUTS, writer: stream });
  return {
    push: (piece) => toldBy(stream, translator.push(piece)),
    upstreamEnded: () => toldBy(stream, translator.end()),
    finish: (bill) => endOf(stream.finish(bill), stream),
    fail: (bill) => endOf(stream.fail(CUT_OFF, bill), stream),
  };
}

function toldBy(tap: ChatStreamTap | TranslatedResponseStream, bytes: Buffer | undefined): Told {
  const { sawDone, sawVisible, outputBytes, finishReason, errorEvent, usage } = tap;
  return {
    bytes: withoutChance(bytes) ?? '',
    sawDone,
    sawVisible,
    outputBytes,
    finishReason,
    errorEvent,
    usage,
  };
}

function endOf(told: Buffer, { result }: ChatToResponsesStream | TranslatedResponseStream): End {
  return {
    told: withoutChance(told),
    kept: withoutChance(result && Buffer.concat(result.kept)),
    status: result?.status,
  };
}

/** A call that has no id is given a random one. */
function withoutChance(bytes: Buffer | undefined): string | undefined {
  return bytes?.toString('latin1').replaceAll(/"call_[0-9a-z]{24}"/g, '"call_"');
}

describe('a translated stream that is told without a chat stream in between', () => {
  const streams = new Streams();
  const generated = Array.from({ length: STREAMS }, () => streams.next());

  it('has the bytes that it has by way of one, and what the bill asks, after each of its events', () => {
    for (const stream of generated) {
      const [bytes, events] = [byBytes(false), byEvents(false)];
      for (const piece of stream.split(/(?<=\n\n)/))
        expect(events.push(Buffer.from(piece)), stream).toEqual(bytes.push(Buffer.from(piece)));
      expect(events.upstreamEnded(), stream).toEqual(bytes.upstreamEnded());
      const bill = streams.pick(BILLS);
      expect(events.finish(bill), stream).toEqual(bytes.finish(bill));
    }
  });

  it('ends with the same bytes wherever it is cut off, whatever its part of the answer cost', () => {
    for (const stream of generated) {
      const begun = Buffer.from(stream).subarray(0, streams.below(Buffer.byteLength(stream) + 1));
      for (const bill of BILLS) {
        const [bytes, events] = [byBytes(true), byEvents(true)];
        expect(events.push(begun), stream).toEqual(bytes.push(begun));
        expect(events.fail(bill), stream).toEqual(bytes.fail(bill));
        expect(events.fail(bill)).toMatchObject({ told: '' });
      }
    }
  });

  it('refuses an answer without an end, and can be told to fail then', () => {
    const stream = new TranslatedResponseStream(echo(false));
    const translator = new AnthropicToOpenAiStream({ ...INPUTS, writer: stream });
    const delta = { type: 'text_delta', text: 'x'.repeat(1_048_576) };
    const megabyte = Buffer.from(event('content_block_delta', { index: 0, delta }));
    expect(() => {
      for (let count = 0; count <= 32; count += 1) translator.push(megabyte);
    }).toThrow('answer of more than');
    expect(stream.fail(CUT_OFF).toString()).toContain('event: response.failed\n');
  });
});
