import { openAiUsage } from '../../billing/usage/show-usage.js';
import type { TokenUsage } from '../../billing/metering/token-usage.js';
import { usageFromOpenAi } from '../../billing/metering/usage-from-openai.js';
import type { GatewayError } from '../../lib/gateway-error.js';
import { ChatStreamTap } from '../../wire/sse/chat-stream-tap.js';
import { AnthropicToOpenAiStream } from '../../wire/translate/answer/anthropic-to-openai-stream.js';
import type { ChatEventWriter } from '../../wire/translate/answer/chat-events.js';
import { isAnthropic, publicIdOf } from '../attempts/attempt.js';
import type { ReadingAttempt } from './call-dialect.js';
import type { StreamParts } from './stream-parts.js';

const NOTHING = Buffer.alloc(0);
const MAX_WAITING_BYTES = 65_536;

/** Of a stream of provider A. @param writer who is told what it says; absent: it is printed as a chat stream */
export function openTranslator(by: ReadingAttempt, writer?: ChatEventWriter): AnthropicToOpenAiStream {
  const { attempt, createdSeconds, legacyFunctions } = by;
  return new AnthropicToOpenAiStream({
    model: publicIdOf(attempt),
    createdSeconds,
    legacyFunctions,
    writer,
    onSignedThinking: (proof) => by.rememberThinking(proof),
  });
}

/** A chat stream for a caller of chat completions: translated when it comes from provider A, else byte for byte. */
export class ChatStreamParts implements StreamParts {
  readonly translator: AnthropicToOpenAiStream | undefined;
  readonly tap = new ChatStreamTap();
  readonly edge = undefined;
  readonly maxWaitingBytes = MAX_WAITING_BYTES;
  readonly keepAliveMs = undefined;
  readonly tellsUsageOfFailure = false;
  readonly responseId = undefined;
  readonly webSearches = 0;

  constructor(by: ReadingAttempt) {
    this.translator = isAnthropic(by.attempt) ? openTranslator(by) : undefined;
  }

  readUsage(): TokenUsage | undefined {
    return usageFromOpenAi(this.tap.usage);
  }

  showUsage(usage: TokenUsage): object {
    return openAiUsage(usage);
  }

  /** An event that provider B's clients know, then the end, without `[DONE]`. Of a stream that broke in translation it is told already. */
  renderError({ message, code }: GatewayError): Buffer {
    if (this.translator?.interrupted === true) return NOTHING;
    const error = { message, type: 'api_error', code, param: null };
    return Buffer.from(`data: ${JSON.stringify({ error })}\n\n`);
  }

  renderErrorInstead(_end: Buffer, error: GatewayError): Buffer {
    return this.renderError(error);
  }
}
