import type { TokenUsage } from '../../billing/metering/token-usage.js';
import type { GatewayError } from '../../lib/gateway-error.js';
import type { UpstreamHeaders } from '../../upstreams/upstream-transport.js';

/** What the bill needs of an answer. */
export interface AnswerReport {
  /** Absent: the provider reported nothing that could be billed. */
  readonly usage: TokenUsage | undefined;
  /** Bytes of text that the model wrote, for an estimate; of a whole answer only where there is no usage. */
  readonly outputBytes: number;
  /** The answer's own id, where its kind has one. */
  readonly responseId?: string | undefined;
}

/** Watches a stream that passes byte for byte, and keeps its closing event back until the bill is committed. */
export interface AnswerTap {
  readonly sawDone: boolean;
  /** The answer was finished, although its closing event may be missing. */
  readonly sawFinish: boolean;
  /** An error of the upstream went out in the stream. */
  readonly carriedError: boolean;
  /** The status that tells of it. */
  readonly errorStatus: number | undefined;
  /** What may go to the client now. @throws GatewayError when one event is larger than is kept in memory. */
  push(chunk: Buffer): Buffer | undefined;
  /** The upstream sent its last byte. */
  end(): void;
  /** What was kept back. */
  finish(): Buffer;
  /** The provider's last word; of a cut stream what it said so far, with the rest estimated. */
  report(): AnswerReport & { readonly knownInput: TokenUsage | undefined };
}

/** What a surface knows of the answers that it relays untouched. */
export interface AnswerDialect {
  /** @throws GatewayError (502) when it is no answer, UpstreamError when it is an error in a 200; rejects with them when it waits. */
  readWhole(body: Buffer, headers: UpstreamHeaders): AnswerReport | Promise<AnswerReport>;
  /** Absent where answers are never streams. */
  readonly openTap?: () => AnswerTap;
  /** An error of ours after a stream has begun. */
  readonly renderStreamError?: (error: GatewayError, requestId: string) => Buffer;
}
