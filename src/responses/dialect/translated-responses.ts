import { makerOf, publicIdOf, type Attempt } from '../../completions/attempts/attempt.js';
import type { AnswerFacts } from '../../completions/attempts/answer-facts.js';
import type {
  AnswerBill,
  AttemptDialect,
  EndpointShape,
  ReadingAttempt,
} from '../../completions/dialects/call-dialect.js';
import { CHAT_AT_UPSTREAM } from '../../completions/dialects/chat-dialect.js';
import type { StreamParts } from '../../completions/dialects/stream-parts.js';
import { refuseWithoutChoice, type ReadAnswer } from '../../completions/relay/read-answer.js';
import { andThen } from '../../lib/and-then.js';
import { newId } from '../../lib/ids.js';
import type { ChatShapeInput, ShapedChat } from '../../upstreams/shaping/chat-shape.js';
import type { EndpointShapeInput } from '../../upstreams/shaping/shape-for-endpoint.js';
import type { AccountDoor } from '../../upstreams/accounts/provider-account.js';
import type { UpstreamHeaders } from '../../upstreams/upstream-transport.js';
import { scanUnhurried, type TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { chatToResponse } from '../../wire/responses/answer/from-chat/chat-to-response.js';
import type { BuiltResponse, ResponseEcho } from '../../wire/responses/answer/response-echo.js';
import type { ChatForm, ToChatInput } from '../../wire/responses/request/chat-form.js';
import { inCallersWords } from '../../wire/responses/request/to-chat/in-callers-words.js';
import { responsesToChat } from '../../wire/responses/request/to-chat/responses-to-chat.js';
import type { ResponsesCall } from '../responses-call.js';
import { unhurried } from '../unhurried.js';
import { textOfResponsesStream } from './text-of-responses-stream.js';
import { TranslatedStreamParts } from './translated-stream-parts.js';

/** A little more than a caller may nest: what is flat in his words is nested in those of chat. */
const CHAT_MAX_DEPTH = 110;

/**
 * Of an attempt at an upstream that knows no Responses API: from the request in the words of chat on, everything is chat's, and at
 * the very edge its answer is told in the words of the Responses API.
 */
export class TranslatedResponses implements AttemptDialect {
  private readonly responseId = newId('resp');
  private form: ChatForm | undefined;
  private parts: TranslatedStreamParts | undefined;
  private built: BuiltResponse | undefined;
  private createdSeconds = 0;

  constructor(
    private readonly call: ResponsesCall,
    private readonly attempt: Attempt,
  ) {}

  pathAt(account: AccountDoor): string {
    return CHAT_AT_UPSTREAM.pathAt(account);
  }

  async shape(input: ChatShapeInput): Promise<ShapedChat> {
    const chat = this.chatInput(input.scan);
    const translating = this.translate(chat);
    const scan = translating instanceof Promise ? await translating : translating;
    try {
      const shaping = CHAT_AT_UPSTREAM.shape(inWordsOfChat(input, scan));
      return this.withIgnored(shaping instanceof Promise ? await shaping : shaping);
    } catch (error) {
      throw await unhurried(inCallersWords(error, chat), chat.scan.bytes);
    }
  }

  async shapeForEndpoint(input: EndpointShapeInput): Promise<EndpointShape> {
    const scan = await this.translate(this.chatInput(input.scan));
    const { body } = await CHAT_AT_UPSTREAM.shapeForEndpoint({ ...input, scan });
    return { body, ignored: this.form?.ignored ?? [] };
  }

  readWhole(body: Buffer, headers: UpstreamHeaders, by: ReadingAttempt): ReadAnswer | Promise<ReadAnswer> {
    this.createdSeconds = by.createdSeconds;
    return andThen(CHAT_AT_UPSTREAM.readWhole(body, headers, by), (answer) => {
      refuseWithoutChoice(answer);
      return answer;
    });
  }

  openStream(by: ReadingAttempt): StreamParts {
    this.createdSeconds = by.createdSeconds;
    this.parts = new TranslatedStreamParts(by, this.echo());
    return this.parts;
  }

  mayNeedRetry(answer: ReadAnswer): boolean {
    return CHAT_AT_UPSTREAM.mayNeedRetry(answer);
  }

  readFacts(answer: ReadAnswer): AnswerFacts {
    return CHAT_AT_UPSTREAM.readFacts(answer);
  }

  responseIdOf(): string {
    return this.responseId;
  }

  render(answer: ReadAnswer, bill: AnswerBill): Buffer {
    this.built = chatToResponse(CHAT_AT_UPSTREAM.render(answer, bill), this.echo(), answer.parts);
    return this.built.shown;
  }

  textOfStream(bytes: Buffer): string {
    return this.parts?.isWatchedAsResponses === true
      ? textOfResponsesStream(bytes)
      : CHAT_AT_UPSTREAM.textOfStream(bytes);
  }

  keep(callId: string): Promise<void> | undefined {
    const { keeper } = this.call;
    if (keeper === undefined) return undefined;
    const { built } = this;
    const made = built === undefined ? this.parts?.result : { kept: [built.kept], status: built.status };
    if (made === undefined) return undefined;
    const createdAt = new Date(this.createdSeconds * 1_000);
    return keeper.keep({ id: this.responseId, model: publicIdOf(this.attempt), createdAt, callId, made });
  }

  async forget(): Promise<void> {
    await this.call.keeper?.forget();
  }

  private chatInput(scan: TopLevelMembers): ToChatInput {
    const { seal, chainItems } = this.call;
    return {
      scan,
      upstream: this.attempt.kind === 'endpoint' ? 'endpoint' : upstreamOf(this.attempt),
      model: this.maker,
      openReasoning: (encrypted) => seal.open(encrypted),
      chainItems,
    };
  }

  /** What the upstream is asked with, in the words of chat. @throws InvalidRequestError (400) for what cannot be said there */
  private translate(input: ToChatInput): TopLevelMembers | Promise<TopLevelMembers> {
    return andThen(unhurried(responsesToChat(input), input.scan.bytes), (form) => {
      this.form = form;
      return scanUnhurried(form.body, { maxDepth: CHAT_MAX_DEPTH });
    });
  }

  /** Written out: a copy with members added would make a hidden class for each call. */
  private withIgnored({ body, toolChoiceChanged, legacyFunctions, ownThinkingOff }: ShapedChat): ShapedChat {
    const ignored = this.form?.ignored ?? [];
    return legacyFunctions === undefined
      ? { body, toolChoiceChanged, ignored, ownThinkingOff }
      : { body, toolChoiceChanged, legacyFunctions, ignored, ownThinkingOff };
  }

  private echo(): ResponseEcho {
    const { call, maker } = this;
    const form = this.form;
    if (form === undefined) throw new Error('an answer came before its request was made');
    return {
      requestScan: call.own,
      responseId: this.responseId,
      createdSeconds: this.createdSeconds,
      nowSeconds: () => Math.floor(call.clock.now().getTime() / 1_000),
      model: publicIdOf(this.attempt),
      store: call.keeper !== undefined,
      previousResponseId: call.previousResponseId,
      showEncrypted: call.showEncrypted,
      toolNames: form.toolNames,
      seal: (details) => call.seal.seal({ maker, details, behind: form.promptMark() }),
    };
  }

  private get maker(): string {
    return this.attempt.kind === 'hosted' ? makerOf(this.attempt.target) : this.attempt.publicId;
  }
}

/** Without `hasForeignMembers`: whether the body holds members of other dialects is another question now. */
function inWordsOfChat(input: ChatShapeInput, scan: TopLevelMembers): ChatShapeInput {
  const { target, stream, reasoning, thinkingOff, withoutThinking, isForeignThinking, zeroRetention } = input;
  return Object.assign(
    { scan, target, stream, reasoning, thinkingOff, zeroRetention },
    withoutThinking === undefined ? undefined : { withoutThinking },
    isForeignThinking === undefined ? undefined : { isForeignThinking },
  );
}

function upstreamOf({ target }: Attempt & { readonly kind: 'hosted' }): ToChatInput['upstream'] {
  if (target.upstream === 'provider_b') throw new Error('provider B is asked in its own words');
  return target.upstream;
}
