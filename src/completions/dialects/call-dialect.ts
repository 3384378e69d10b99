import type { TokenUsage } from '../../billing/metering/token-usage.js';
import type { DecidedSurface } from '../../routing/decision/decision.js';
import type { ChatShapeInput, ShapedChat } from '../../upstreams/shaping/chat-shape.js';
import type { EndpointShapeInput } from '../../upstreams/shaping/shape-for-endpoint.js';
import type { AccountDoor } from '../../upstreams/accounts/provider-account.js';
import type { SentHeaders } from '../../upstreams/strike-credentials.js';
import type { UpstreamHeaders } from '../../upstreams/upstream-transport.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { AnswerFacts } from '../attempts/answer-facts.js';
import type { Attempt } from '../attempts/attempt.js';
import type { AnswerContract } from '../cascade/check-contract.js';
import type { ReadAnswer } from '../relay/read-answer.js';
import type { StreamParts } from './stream-parts.js';

/**
 * How the caller of a call speaks. What is done with a call (plan, hold, attempts, retries, cascade, bill) is the same for every
 * way in; what its bytes mean is told here.
 */
export interface CallDialect {
  readonly surface: DecidedSurface;
  /** Of requests that may be shortened: the member that holds the conversation. */
  readonly compresses: 'messages' | undefined;
  /** What is said to the upstream of one attempt, and what its answer means. */
  forAttempt(attempt: Attempt): AttemptDialect;
  /** Bytes of text of the prompt that went up, for an estimate. */
  promptBytes(scan: TopLevelMembers): number;
  /** What the request promises of its answer that a machine can check. */
  readContract(scan: TopLevelMembers): AnswerContract | undefined;
}

/** What the reader of an answer may ask of the attempt that it belongs to. */
export interface ReadingAttempt {
  readonly attempt: Attempt;
  /** Headers of the request. */
  readonly sent: SentHeaders;
  /** It went to one of the service's own accounts. */
  readonly isOnOurAccount: boolean;
  readonly createdSeconds: number;
  /** The caller spoke of `functions`: a translated answer carries `function_call`. */
  readonly legacyFunctions: boolean;
  rememberThinking(proof: string): void;
}

/** How the end of an answer is told, once its price is known. */
export interface AnswerBill {
  /** Exact decimal text; absent: no price is known. */
  readonly cost: string | undefined;
  /** Counts of ours, in place of a usage that is missing or that nothing could be billed by. */
  readonly estimate: TokenUsage | undefined;
}

/** A request as a registered endpoint is asked it. */
export type EndpointShape = Pick<ShapedChat, 'body' | 'ignored'>;

/** The upstream's dialect of one attempt, and its caller's: what goes up, what comes back, and how the caller is shown it. */
export interface AttemptDialect {
  /** Where the request goes at an account of ours. */
  pathAt(account: AccountDoor): string;
  /** @throws InvalidRequestError when the request cannot be said there; rejects with it when it waits */
  shape(input: ChatShapeInput): ShapedChat | Promise<ShapedChat>;
  /** The same for a registered endpoint. */
  shapeForEndpoint(input: EndpointShapeInput): EndpointShape | Promise<EndpointShape>;
  /** @throws UpstreamFailedError (502) when it is no answer; rejects with it when it waits */
  readWhole(body: Buffer, headers: UpstreamHeaders, by: ReadingAttempt): ReadAnswer | Promise<ReadAnswer>;
  openStream(by: ReadingAttempt): StreamParts;
  /** False for an answer that no retry rule can be about, without parsing it. */
  mayNeedRetry(answer: ReadAnswer): boolean;
  readFacts(answer: ReadAnswer): AnswerFacts;
  /** The answer's `id` as the caller sees it. */
  responseIdOf(answer: ReadAnswer): string | undefined;
  /** The body that the caller gets. */
  render(answer: ReadAnswer, bill: AnswerBill): Buffer;
  /** The text of a stream whose bytes were watched on their way. */
  textOfStream(bytes: Buffer): string;
  /** Keeps the answer that was rendered, or whose stream was finished, beside the commit of the call. Never rejects. */
  keep?(callId: string): Promise<void> | undefined;
  /** What `keep` kept was never given to the caller, because its bill could not be. Never rejects. */
  forget?(): Promise<void>;
}
