import { chatPromptBytes } from '../../billing/prices/prompt-bytes.js';
import { openAiUsage } from '../../billing/usage/show-usage.js';
import { shapeLiveChat } from '../../upstreams/shaping/shape-chat.js';
import { shapeForEndpoint, type EndpointShapeInput } from '../../upstreams/shaping/shape-for-endpoint.js';
import type { ChatShapeInput, ShapedChat } from '../../upstreams/shaping/chat-shape.js';
import type { AccountDoor } from '../../upstreams/accounts/provider-account.js';
import type { UpstreamHeaders } from '../../upstreams/upstream-transport.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { spliceCostIntoScan } from '../../wire/json-bytes/splice-usage-cost.js';
import { readChatView } from '../../wire/openai/read-chat-view.js';
import { responseIdOf } from '../../wire/response-id.js';
import { mayNeedRetry, readAnswerFacts, type AnswerFacts } from '../attempts/answer-facts.js';
import { isAnthropic, publicIdOf, type Attempt } from '../attempts/attempt.js';
import { contractIn, type AnswerContract } from '../cascade/check-contract.js';
import { textOfStream } from '../judge/text-of-stream.js';
import { readAnthropicAnswer, readOpenAiAnswer, type ReadAnswer } from '../relay/read-answer.js';
import type {
  AnswerBill,
  AttemptDialect,
  CallDialect,
  EndpointShape,
  ReadingAttempt,
} from './call-dialect.js';
import { ChatStreamParts } from './chat-stream-parts.js';

/** Chat completions on both sides, or, at provider A, its Messages API behind a translation. */
class ChatAtUpstream implements AttemptDialect {
  pathAt({ chatPath }: AccountDoor): string {
    return chatPath;
  }

  shape(input: ChatShapeInput): ShapedChat | Promise<ShapedChat> {
    return shapeLiveChat(input);
  }

  shapeForEndpoint(input: EndpointShapeInput): EndpointShape {
    return { body: shapeForEndpoint(input) };
  }

  readWhole(body: Buffer, headers: UpstreamHeaders, by: ReadingAttempt): ReadAnswer | Promise<ReadAnswer> {
    const { attempt, sent, createdSeconds, legacyFunctions } = by;
    return isAnthropic(attempt)
      ? readAnthropicAnswer(body, {
          model: publicIdOf(attempt),
          createdSeconds,
          legacyFunctions,
          onSignedThinking: (proof) => by.rememberThinking(proof),
        })
      : readOpenAiAnswer({ body, headers, ownAccount: by.isOnOurAccount, sent });
  }

  openStream(by: ReadingAttempt): ChatStreamParts {
    return new ChatStreamParts(by);
  }

  mayNeedRetry({ scan }: ReadAnswer): boolean {
    return mayNeedRetry(scan);
  }

  readFacts({ scan }: ReadAnswer): AnswerFacts {
    return readAnswerFacts(scan);
  }

  responseIdOf({ scan }: ReadAnswer): string | undefined {
    return responseIdOf(scan);
  }

  render({ scan }: ReadAnswer, { cost, estimate }: AnswerBill): Buffer {
    const usage = estimate && openAiUsage(estimate);
    return spliceCostIntoScan(scan, { cost, usageIfMissing: usage, usageInstead: usage });
  }

  textOfStream(bytes: Buffer): string {
    return textOfStream(bytes);
  }
}

export const CHAT_AT_UPSTREAM: AttemptDialect = new ChatAtUpstream();

class ChatDialect implements CallDialect {
  readonly surface = 'chat';
  readonly compresses = 'messages';

  forAttempt(_attempt: Attempt): AttemptDialect {
    return CHAT_AT_UPSTREAM;
  }

  promptBytes(scan: TopLevelMembers): number {
    return chatPromptBytes(scan, readChatView(scan));
  }

  readContract(scan: TopLevelMembers): AnswerContract | undefined {
    return contractIn(scan, 'response_format', (format) => format);
  }
}

/** Of callers who ask in chat completions. */
export const CHAT_DIALECT: CallDialect = new ChatDialect();
