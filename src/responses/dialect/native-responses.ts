import { openAiUsage } from '../../billing/usage/show-usage.js';
import { NO_USAGE } from '../../billing/metering/token-usage.js';
import { usageFromResponses } from '../../billing/metering/usage-from-responses.js';
import { publicIdOf, type Attempt } from '../../completions/attempts/attempt.js';
import type { AnswerFacts } from '../../completions/attempts/answer-facts.js';
import type {
  AnswerBill,
  AttemptDialect,
  EndpointShape,
  ReadingAttempt,
} from '../../completions/dialects/call-dialect.js';
import type { StreamParts } from '../../completions/dialects/stream-parts.js';
import { readResponsesAnswer, type ReadAnswer } from '../../completions/relay/read-answer.js';
import { andThen } from '../../lib/and-then.js';
import type { ChatShapeInput, ShapedChat } from '../../upstreams/shaping/chat-shape.js';
import { shapeResponsesInSteps } from '../../upstreams/shaping/shape-responses-for-provider-b.js';
import type { AccountDoor } from '../../upstreams/accounts/provider-account.js';
import type { UpstreamHeaders } from '../../upstreams/upstream-transport.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import {
  finishNativeResponse,
  nativeFinish,
  type NativeEcho,
} from '../../wire/responses/answer/native/finish-native-response.js';
import {
  readNativeResponse,
  type NativeResponse,
} from '../../wire/responses/answer/native/read-native-response.js';
import type { BuiltResponse } from '../../wire/responses/answer/response-echo.js';
import type { ResponsesCall } from '../responses-call.js';
import { unhurried } from '../unhurried.js';
import { statusOfReportedError } from '../../wire/status-of-reported-error.js';
import { encryptedContents } from './encrypted-contents.js';
import { NativeStreamParts } from './native-stream-parts.js';
import { textOfResponsesStream } from './text-of-responses-stream.js';

/** Of an attempt at provider B, which is asked in the caller's own bytes and whose answer passes as it came. */
export class NativeResponses implements AttemptDialect {
  private answer: NativeResponse | undefined;
  private parts: NativeStreamParts | undefined;
  private built: BuiltResponse | undefined;
  private by: ReadingAttempt | undefined;

  constructor(
    private readonly call: ResponsesCall,
    private readonly attempt: Attempt,
  ) {}

  pathAt({ basePath }: AccountDoor): string {
    return `${basePath}/responses`;
  }

  shape(input: ChatShapeInput): ShapedChat | Promise<ShapedChat> {
    return andThen(
      unhurried(shapeResponsesInSteps(input), input.scan.bytes),
      ({ body, ignored, ownThinkingOff, replaysReasoning }) => ({
        body,
        ignored,
        ownThinkingOff,
        replaysReasoning,
        toolChoiceChanged: false,
      }),
    );
  }

  shapeForEndpoint(): EndpointShape {
    throw new Error('a registered endpoint is no account at provider B');
  }

  readWhole(body: Buffer, headers: UpstreamHeaders, by: ReadingAttempt): ReadAnswer | Promise<ReadAnswer> {
    this.by = by;
    return readResponsesAnswer({ body, headers, ownAccount: by.isOnOurAccount, sent: by.sent }, (scan) =>
      this.read(scan),
    );
  }

  openStream(by: ReadingAttempt): StreamParts {
    this.by = by;
    this.parts = new NativeStreamParts(this.echo);
    return this.parts;
  }

  mayNeedRetry(): boolean {
    return this.answer?.isCutShort === true;
  }

  readFacts(): AnswerFacts {
    if (this.answer === undefined) throw new Error('no answer was read yet');
    return this.answer.facts();
  }

  responseIdOf(): string | undefined {
    return this.answer?.id;
  }

  render({ scan }: ReadAnswer, { cost, estimate }: AnswerBill): Buffer {
    const usageInstead = estimate && openAiUsage(estimate);
    this.built = finishNativeResponse(scan, nativeFinish(this.echo, { cost, usageInstead }));
    return this.built.shown;
  }

  textOfStream(bytes: Buffer): string {
    return textOfResponsesStream(bytes);
  }

  keep(callId: string): Promise<void> | undefined {
    const { keeper } = this.call;
    const built = this.built ?? this.parts?.result;
    if (built?.mayHoldEncrypted === true)
      for (const proof of encryptedContents(built.kept)) this.by?.rememberThinking(proof);
    const id = this.answer?.id ?? this.parts?.writtenId;
    if (keeper === undefined || built === undefined || id === undefined) return undefined;
    const createdAt = new Date((this.by?.createdSeconds ?? 0) * 1_000);
    const made = { kept: [built.kept], status: built.status };
    return keeper.keep({ id, model: publicIdOf(this.attempt), createdAt, callId, made });
  }

  async forget(): Promise<void> {
    await this.call.keeper?.forget();
  }

  private read(scan: TopLevelMembers): ReadAnswer {
    const answer = readNativeResponse(scan);
    this.answer = answer;
    const { webSearches } = answer;
    const counts = usageFromResponses(answer.usage, webSearches);
    const hasFailed = answer.status === 'failed';
    // What failed without a count was not charged.
    const isFree = counts === undefined && hasFailed;
    return {
      scan,
      usage: isFree ? NO_USAGE : counts,
      outputBytes: counts === undefined ? answer.outputBytes : 0,
      webSearches,
      errorStatus: hasFailed ? statusOfReportedError(answer.error) : undefined,
    };
  }

  private get echo(): NativeEcho {
    const { keeper, previousResponseId, showEncrypted } = this.call;
    return { store: keeper !== undefined, previousResponseId, showEncrypted };
  }
}
