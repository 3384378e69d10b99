import type { TokenUsage } from '../../billing/metering/token-usage.js';
import type { StreamBill, StreamParts } from '../../completions/dialects/stream-parts.js';
import type { GatewayError } from '../../lib/gateway-error.js';
import { ChatToResponsesStream } from '../../wire/responses/answer/from-chat/chat-to-responses-stream.js';
import type { BuiltResponse, ResponseEcho } from '../../wire/responses/answer/response-echo.js';
import { failInstead } from '../../wire/responses/answer/fail-instead.js';
import { KEEP_ALIVE_MS, MAX_WAITING_BYTES } from './stream-limits.js';

/** A chat stream, billed as one, that its caller sees as events of the Responses API. */
export class TranslatedStreamParts implements StreamParts {
  readonly translator: StreamParts['translator'];
  readonly tap: StreamParts['tap'];
  readonly edge: ChatToResponsesStream;
  readonly maxWaitingBytes = MAX_WAITING_BYTES;
  readonly keepAliveMs = KEEP_ALIVE_MS;
  readonly tellsUsageOfFailure = true;
  readonly webSearches = 0;
  readonly responseId: string;

  constructor(
    private readonly chat: StreamParts,
    echo: ResponseEcho,
  ) {
    this.translator = chat.translator;
    this.tap = chat.tap;
    this.edge = new ChatToResponsesStream(echo);
    this.responseId = echo.responseId;
  }

  /** Once the stream has ended. */
  get result(): BuiltResponse | undefined {
    return this.edge.result;
  }

  readUsage(): TokenUsage | undefined {
    return this.chat.readUsage();
  }

  showUsage(usage: TokenUsage): object {
    return this.chat.showUsage(usage);
  }

  renderError(error: GatewayError, bill: StreamBill): Buffer {
    return this.edge.fail(error, bill);
  }

  renderErrorInstead(end: Buffer, error: GatewayError): Buffer {
    return failInstead(end, error);
  }
}
