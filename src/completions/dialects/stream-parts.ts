import type { TokenUsage } from '../../billing/metering/token-usage.js';
import type { GatewayError } from '../../lib/gateway-error.js';
import type { AnthropicToOpenAiStream } from '../../wire/translate/answer/anthropic-to-openai-stream.js';

/** Watches a stream in the dialect that it is billed by, lets it pass, and keeps its end back until the bill is committed. */
export interface StreamTap {
  /** The closing event has come. */
  readonly sawDone: boolean;
  /** Text, reasoning or a tool call has come. */
  readonly sawVisible: boolean;
  /** Bytes of text so far, for an estimate. */
  readonly outputBytes: number;
  /** In the words of chat completions: `stop`, `length`, `content_filter`, `tool_calls`. */
  readonly finishReason: string | undefined;
  /** The error that went out in the stream. */
  readonly errorEvent: unknown;
  /** The usage object as the provider wrote it, parsed at each call. */
  readonly usage: Record<string, unknown> | undefined;
  /** The stream's `id` as JSON text. */
  readonly writtenId: string | undefined;
  push(chunk: Buffer): Buffer | undefined;
  end(): void;
  finish(bill: StreamBill): Buffer;
}

/** What the end of a stream says of its price; usage objects in the dialect of the tap. */
export interface StreamBill {
  readonly cost: string | undefined;
  readonly usageIfMissing: object | undefined;
  readonly usageInstead: object | undefined;
}

/** Turns what the tap lets pass into another dialect: that of a caller who did not ask in the one that the stream is billed by. */
export interface StreamEdge {
  push(bytes: Buffer): Buffer | undefined;
  /** Everything has been pushed. */
  end(): Buffer | undefined;
}

/** What one stream goes through between its upstream and its client, in this order. */
export interface StreamParts {
  /** What it answers goes to the tap: a chat stream, or, where the tap is who it tells of the answer, what that made of it. */
  readonly translator: AnthropicToOpenAiStream | undefined;
  readonly tap: StreamTap;
  readonly edge: StreamEdge | undefined;
  /** Bytes that wait for the first visible delta; a stream that begins with more than this is let through. */
  readonly maxWaitingBytes: number;
  /** A comment goes to the client after so long without a byte; absent: none. */
  readonly keepAliveMs: number | undefined;
  /** Its end has a place for the usage also when the provider reported an error in it. */
  readonly tellsUsageOfFailure: boolean;
  /** The `id` that the client sees; absent: the one that the tap saw. */
  readonly responseId: string | undefined;
  /** Searches so far that the provider charges beside tokens, where the usage does not count them. */
  readonly webSearches: number;
  /**
   * The next part of what was answered last, by the last in this line: large answers are not joined to be sent. Absent: there are none.
   * They may be bytes of the request, whose memory is written over when the call is over.
   */
  more?(): Buffer | undefined;
  /** `undefined` when the tap saw nothing that could be billed. Not asked where a translator counts. */
  readUsage(): TokenUsage | undefined;
  /** Counts of ours as the tap's dialect writes them. */
  showUsage(usage: TokenUsage): object;
  /** The last bytes of a stream that has begun and failed. @param bill what its part of the answer comes to */
  renderError(error: GatewayError, bill: StreamBill): Buffer;
  /** The same in place of an end that was made and never sent. */
  renderErrorInstead(end: Buffer, error: GatewayError): Buffer;
}
