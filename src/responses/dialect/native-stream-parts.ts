import type { TokenUsage } from '../../billing/token-usage.js';
import { responsesUsage, usageFromResponses } from '../../billing/usage-from-responses.js';
import type { StreamParts } from '../../completions/dialects/stream-parts.js';
import type { GatewayError } from '../../lib/gateway-error.js';
import type { BuiltResponse } from '../../wire/responses/answer/response-echo.js';
import { ResponsesStreamTap, type ShownOfOurs } from '../../wire/responses/answer/responses-stream-tap.js';
import { readWrittenId } from '../../wire/response-id.js';
import { KEEP_ALIVE_MS } from './keep-alive.js';

/** Provider B's own events, which pass as they came but for what they say of us. */
export class NativeStreamParts implements StreamParts {
  readonly translator = undefined;
  readonly edge = undefined;
  readonly keepAliveMs = KEEP_ALIVE_MS;
  readonly responseId = undefined;
  readonly tap: ResponsesStreamTap;

  constructor(shown: ShownOfOurs) {
    this.tap = new ResponsesStreamTap(shown);
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

  readUsage(): TokenUsage | undefined {
    return usageFromResponses(this.tap.usage, this.tap.webSearches);
  }

  showUsage(usage: TokenUsage): object {
    return responsesUsage(usage);
  }

  renderError(error: GatewayError): Buffer {
    return this.tap.fail(error);
  }
}
