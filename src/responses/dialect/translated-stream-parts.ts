import type { TokenUsage } from '../../billing/metering/token-usage.js';
import { openAiUsage } from '../../billing/usage/show-usage.js';
import { isAnthropic } from '../../completions/attempts/attempt.js';
import type { ReadingAttempt } from '../../completions/dialects/call-dialect.js';
import { CHAT_AT_UPSTREAM } from '../../completions/dialects/chat-dialect.js';
import { openTranslator } from '../../completions/dialects/chat-stream-parts.js';
import type { StreamBill, StreamParts } from '../../completions/dialects/stream-parts.js';
import type { GatewayError } from '../../lib/gateway-error.js';
import { ChatToResponsesStream } from '../../wire/responses/answer/from-chat/chat-to-responses-stream.js';
import { TranslatedResponseStream } from '../../wire/responses/answer/from-chat/translated-response-stream.js';
import type { MadeResponse, ResponseEcho } from '../../wire/responses/answer/response-echo.js';
import { failInstead } from '../../wire/responses/answer/fail-instead.js';
import { KEEP_ALIVE_MS, MAX_WAITING_BYTES } from './stream-limits.js';

interface Way {
  readonly translator: StreamParts['translator'];
  readonly tap: StreamParts['tap'];
  readonly edge: ChatToResponsesStream | undefined;
  /** Who makes the response. */
  readonly maker: ChatToResponsesStream | TranslatedResponseStream;
  readonly readUsage: () => TokenUsage | undefined;
}

/** A stream billed as one of chat that its caller sees as events of the Responses API. */
export class TranslatedStreamParts implements StreamParts {
  readonly translator: StreamParts['translator'];
  readonly tap: StreamParts['tap'];
  readonly edge: StreamParts['edge'];
  readonly maxWaitingBytes = MAX_WAITING_BYTES;
  readonly keepAliveMs = KEEP_ALIVE_MS;
  readonly tellsUsageOfFailure = true;
  readonly webSearches = 0;
  readonly responseId: string;
  private readonly way: Way;

  constructor(by: ReadingAttempt, echo: ResponseEcho) {
    const way = isAnthropic(by.attempt) ? byEvents(by, echo) : byBytes(by, echo);
    this.way = way;
    this.translator = way.translator;
    this.tap = way.tap;
    this.edge = way.edge;
    this.responseId = echo.responseId;
  }

  /** Once the stream has ended. */
  get result(): MadeResponse | undefined {
    return this.way.maker.result;
  }

  /** What is watched on its way is what the translator answers: events of the Responses API, or a chat stream. */
  get isWatchedAsResponses(): boolean {
    return this.way.edge === undefined;
  }

  more(): Buffer | undefined {
    return this.way.maker.more();
  }

  readUsage(): TokenUsage | undefined {
    return this.way.readUsage();
  }

  showUsage(usage: TokenUsage): object {
    return openAiUsage(usage);
  }

  renderError(error: GatewayError, bill: StreamBill): Buffer {
    return this.way.maker.fail(error, bill);
  }

  renderErrorInstead(end: Buffer, error: GatewayError): Buffer {
    return failInstead(end, error);
  }
}

/** Of an upstream that speaks chat: its stream is read where chat would pass it on. */
function byBytes(by: ReadingAttempt, echo: ResponseEcho): Way {
  const chat = CHAT_AT_UPSTREAM.openStream(by);
  const edge = new ChatToResponsesStream(echo);
  return { translator: undefined, tap: chat.tap, edge, maker: edge, readUsage: () => chat.readUsage() };
}

/** Of one that is translated: the translator tells what it read, and no chat stream is printed to be read again. */
function byEvents(by: ReadingAttempt, echo: ResponseEcho): Way {
  const told = new TranslatedResponseStream(echo);
  return {
    translator: openTranslator(by, told),
    tap: told,
    edge: undefined,
    maker: told,
    // The translator counts.
    readUsage: () => undefined,
  };
}
