import {
  mergeAnthropicUsage,
  NO_ANTHROPIC_USAGE,
  readAnthropicUsage,
} from '../../anthropic/anthropic-usage.js';
import type { AnthropicUsage } from '../../anthropic/anthropic-usage.js';
import type { ReportedError } from '../../anthropic/error-event-status.js';
import { GatewayError } from '../../../lib/gateway-error.js';
import { parseExactJson } from '../../exact-json/parse-exact-json.js';
import { isJsonObject } from '../../exact-json/raw-json.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import { isDenseText } from '../../sse/dense-event.js';
import { SseReader } from '../../sse/sse-reader.js';
import type { SseEvent } from '../../sse/sse-reader.js';
import type { ChatEventWriter } from './chat-events.js';
import { ChunkWriter } from './chunk-writer.js';
import { toRefusalText } from './refusal-text.js';
import { StreamBlocks } from './stream-blocks.js';

export interface AnthropicToOpenAiStreamInputs {
  /** The id we served, as the caller would write it. */
  readonly model: string;
  /** Unix seconds. */
  readonly createdSeconds: number;
  /** The request spoke of `functions`, not of `tools`: the call is `function_call`. */
  readonly legacyFunctions?: boolean;
  /** Who is told what the stream says in the terms of chat; absent: it is printed as a chat stream. */
  readonly writer?: ChatEventWriter | undefined;
  /** Told the signature (of redacted thinking the data) of each block of thinking that the caller gets. */
  readonly onSignedThinking?: (proof: string) => void;
}

/** Nearly every event of a stream: plain text without escapes, whose JSON literal can be copied as it stands. */
const PLAIN_TEXT_DELTA =
  /^\{"type": ?"content_block_delta", ?"index": ?(\d{1,6}), ?"delta": ?\{"type": ?"text_delta", ?"text": ?"([^"\\\p{Cc}]+)" *\} *\} *$/u;

/** Events have some dozens, the input of a tool that comes in one piece some thousand. */
const MAX_MARKS = 50_000;

/** Events that matter; anything else may appear at any time and is passed over. */
const KNOWN_EVENTS = new Set<unknown>([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'error',
]);

/**
 * Translates provider A's event stream into provider B's chunks, as the bytes arrive (wire notes 2.2). Returned buffers
 * hold whole events. A finished stream ends with the usage chunk and `[DONE]`; a failed one with an error line, without
 * a finish reason, usage or `[DONE]`. After either, further bytes are ignored.
 */
export class AnthropicToOpenAiStream {
  private readonly reader = new SseReader();
  private readonly writer: ChatEventWriter;
  private readonly blocks: StreamBlocks;
  private usageSoFar: AnthropicUsage = NO_ANTHROPIC_USAGE;
  private outputIsFinal = false;
  private stopReasonSeen: string | null = null;
  private finishSent = false;
  private errorEvent: ReportedError | undefined;
  private state: 'running' | 'finished' | 'failed' = 'running';

  constructor({
    model,
    createdSeconds,
    legacyFunctions = false,
    writer = new ChunkWriter({ model, createdSeconds, legacyFunctions }),
    onSignedThinking,
  }: AnthropicToOpenAiStreamInputs) {
    this.writer = writer;
    this.blocks = new StreamBlocks(this.writer, onSignedThinking);
  }

  /** What the provider has reported so far. */
  get usage(): AnthropicUsage {
    return this.usageSoFar;
  }

  /** True once a `message_delta` told the output tokens; before, `usage.outputTokens` is only what the start said. */
  get usageIsFinal(): boolean {
    return this.outputIsFinal;
  }

  /** The stream came to its end, `message_stop`. */
  get finished(): boolean {
    return this.state === 'finished';
  }

  /** The stream broke: an error event, an unreadable one, or an end without `message_stop`. */
  get failed(): boolean {
    return this.state === 'failed';
  }

  /** The stream broke without a word of the provider: its error line is ours. */
  get interrupted(): boolean {
    return this.state === 'failed' && this.errorEvent === undefined;
  }

  /** The provider's own error event, when it ended the stream with one. */
  get reportedError(): ReportedError | undefined {
    return this.errorEvent;
  }

  /** Provider A's word, null until it was sent. */
  get stopReason(): string | null {
    return this.stopReasonSeen;
  }

  /** UTF-16 units of text, thinking and tool arguments so far: what an estimate of the output tokens is made from. */
  get streamedCharacters(): number {
    return this.blocks.streamedCharacters;
  }

  /**
   * The output that this chunk completes, if any.
   * @throws GatewayError where the writer refuses what it is told; never by itself
   */
  push(chunk: Uint8Array): Buffer | undefined {
    if (this.state !== 'running') return undefined;
    try {
      for (const event of this.reader.push(chunk)) this.take(event);
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      this.fail({
        message: 'The upstream sent an event that cannot be read.',
        type: 'api_error',
        code: 'stream_unreadable',
      });
    }
    return this.writer.takeBytes();
  }

  /** Call when the upstream's body has ended. */
  end(): Buffer | undefined {
    if (this.state !== 'running') return undefined;
    try {
      for (const event of this.reader.end()) this.take(event);
    } catch (error) {
      // The last event was cut off: that is the same interruption.
      if (error instanceof GatewayError) throw error;
    }
    this.fail({
      message: 'The upstream ended the stream before the answer was complete.',
      type: 'api_error',
      code: 'stream_interrupted',
    });
    return this.writer.takeBytes();
  }

  private take(event: SseEvent): void {
    if (this.state !== 'running') return;
    const plain = PLAIN_TEXT_DELTA.exec(event.data);
    if (plain) this.blocks.addPlainText(Number(plain[1]), plain[2] ?? '');
    else this.takeParsed(event);
  }

  private takeParsed({ event: name, data }: SseEvent): void {
    if ((name !== undefined && !KNOWN_EVENTS.has(name)) || data === '[DONE]') return;
    if (isDenseText(data, MAX_MARKS)) throw new Error('an event of too many values');
    const event = parseExactJson(data);
    if (!isJsonObject(event)) return;
    const type: unknown = event.type ?? name;
    switch (type) {
      case 'message_start': {
        this.startMessage(event.message);
        return;
      }
      case 'content_block_start': {
        this.blocks.start(event.index, event.content_block);
        return;
      }
      case 'content_block_delta': {
        this.blocks.addDelta(event.index, event.delta);
        return;
      }
      case 'content_block_stop': {
        this.blocks.stop(event.index);
        return;
      }
      case 'message_delta': {
        this.takeMessageDelta(event);
        return;
      }
      case 'message_stop': {
        this.finish();
        return;
      }
      case 'error': {
        const error = readError(event.error);
        this.errorEvent = { type: error.type, json: data };
        this.fail(error);
        return;
      }
      default:
    }
  }

  private startMessage(message: unknown): void {
    if (!isJsonObject(message)) return;
    this.usageSoFar = mergeAnthropicUsage(this.usageSoFar, readAnthropicUsage(message.usage));
    this.writer.start(message.id);
  }

  private takeMessageDelta(event: JsonObject): void {
    const report = readAnthropicUsage(event.usage);
    this.usageSoFar = mergeAnthropicUsage(this.usageSoFar, report);
    this.outputIsFinal ||= report.outputTokens !== undefined;
    const delta = isJsonObject(event.delta) ? event.delta : {};
    if (typeof delta.stop_reason === 'string')
      this.sendFinish(delta.stop_reason, toRefusalText(delta.stop_reason, delta.stop_details));
  }

  private sendFinish(stopReason: string | null, refusal: string | null): void {
    if (this.finishSent) return;
    this.finishSent = true;
    this.stopReasonSeen = stopReason;
    this.blocks.stopAll();
    this.writer.writeFinish(stopReason, refusal);
  }

  private finish(): void {
    this.sendFinish(null, null);
    this.writer.writeEnd(this.usageSoFar);
    this.state = 'finished';
  }

  private fail(error: StreamError): void {
    if (this.state !== 'running') return;
    this.writer.writeError({ message: error.message, type: error.type, param: null, code: error.code });
    this.state = 'failed';
  }
}

interface StreamError {
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
}

function readError(value: unknown): StreamError {
  const error = isJsonObject(value) ? value : {};
  const details = isJsonObject(error.details) ? error.details : {};
  return {
    message: typeof error.message === 'string' ? error.message : 'The upstream reported an error.',
    type: typeof error.type === 'string' ? error.type : 'api_error',
    code: typeof details.error_code === 'string' ? details.error_code : null,
  };
}
