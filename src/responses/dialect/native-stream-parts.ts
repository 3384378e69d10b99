import type { TokenUsage } from '../../billing/metering/token-usage.js';
import { openAiUsage } from '../../billing/usage/show-usage.js';
import { usageFromResponses } from '../../billing/metering/usage-from-responses.js';
import type { StreamBill, StreamParts } from '../../completions/dialects/stream-parts.js';
import type { GatewayError } from '../../lib/gateway-error.js';
import type { BuiltResponse } from '../../wire/responses/answer/response-echo.js';
import type { NativeEcho } from '../../wire/responses/answer/native/finish-native-response.js';
import { ResponsesStreamTap } from '../../wire/responses/answer/native/responses-stream-tap.js';
import { readWrittenId } from '../../wire/response-id.js';
import { failInstead } from '../../wire/responses/answer/fail-instead.js';
import { KEEP_ALIVE_MS, MAX_WAITING_BYTES } from './stream-limits.js';

/** Provider B's own events, which pass as they came but for what they say of us. */
export class NativeStreamParts implements StreamParts {
  readonly translator = undefined;
  readonly edge = undefined;
  readonly maxWaitingBytes = MAX_WAITING_BYTES;
  readonly keepAliveMs = KEEP_ALIVE_MS;
  readonly tellsUsageOfFailure = true;
  readonly responseId = undefined;
  readonly tap: ResponsesStreamTap;
  private read: { readonly of: unknown; readonly usage: TokenUsage | undefined } | undefined;

  constructor(echo: NativeEcho) {
    this.tap = new ResponsesStreamTap(echo);
  }

  get webSearches(): number {
    return this.tap.webSearches;
  }

  /** Once the stream has ended. */
  get result(): BuiltResponse | undefined {
    return this.tap.result;
  }

  get writtenId(): string | undefined {
    const { writtenId } = this.tap;
    return writtenId === undefined ? undefined : readWrittenId(writtenId);
  }

  /** Asked several times at the end, when nothing changes any more. */
  readUsage(): TokenUsage | undefined {
    const { usage } = this.tap;
    if (usage === undefined) return undefined;
    if (this.read?.of !== usage)
      this.read = { of: usage, usage: usageFromResponses(usage, this.tap.webSearches) };
    return this.read.usage;
  }

  showUsage(usage: TokenUsage): object {
    return openAiUsage(usage);
  }

  renderError(error: GatewayError, bill: StreamBill): Buffer {
    return this.tap.fail(error, bill);
  }

  renderErrorInstead(end: Buffer, error: GatewayError): Buffer {
    return failInstead(end, error);
  }
}
