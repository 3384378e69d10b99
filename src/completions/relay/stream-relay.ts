import { inputTokensOf, type TokenUsage } from '../../billing/metering/token-usage.js';
import { ByteCollector } from '../../lib/byte-collector.js';
import type { LiveCall } from '../../live-calls/live-call.js';
import type { GatewayError } from '../../lib/gateway-error.js';
import { strikeBytes, type SentHeaders } from '../../upstreams/strike-credentials.js';
import type { ReportedError } from '../../wire/anthropic/error-event-status.js';
import { statusOfReportedError } from '../../wire/status-of-reported-error.js';
import { readWrittenId } from '../../wire/response-id.js';
import type { AnthropicToOpenAiStream } from '../../wire/translate/answer/anthropic-to-openai-stream.js';
import type { AnswerBill } from '../dialects/call-dialect.js';
import type { StreamBill, StreamEdge, StreamParts, StreamTap } from '../dialects/stream-parts.js';
import { tokenUsageOf } from '../settle/token-usage-of.js';

const EMPTY = Buffer.alloc(0);
const COMMENT = Buffer.from(': keep-alive\n\n');
/** More is written piece by piece. */
const JOINED_BYTES = 1_048_576;
/** What waits for the head's sake: more is left with the upstream. */
const AHEAD_BYTES = 65_536;
/** After so long the client gets what there is (contract section 5, streams). */
const WAIT_AT_MOST_MS = 45_000;

/** What a relay needs of the call beside its connection. */
export interface StreamClient {
  readonly sendHead: () => void;
  /** The head waits for it too. Never rejects. */
  readonly ready?: Promise<void> | undefined;
  /** The upstream may go on: `ready` has come. */
  readonly resume: () => void;
  /** Sees every byte, in the dialect that the stream is billed by, as it comes. */
  readonly watch: ((bytes: Buffer) => void) | undefined;
  /** Headers of the upstream request: an error event may quote its credential. */
  readonly sent: SentHeaders;
}

/**
 * Carries a stream from the upstream to the client, by way of what its dialect has in between. Head and bytes wait for the first
 * visible delta, so that an empty answer can still be asked for again.
 */
export class StreamRelay {
  private readonly translator: AnthropicToOpenAiStream | undefined;
  private readonly tap: StreamTap;
  private readonly edge: StreamEdge | undefined;
  private waiting: ByteCollector | undefined = new ByteCollector();
  private timer: NodeJS.Timeout | undefined;
  private keepAlive: NodeJS.Timeout | undefined;
  private isReady: boolean;
  private opensWhenReady = false;

  constructor(
    private readonly call: LiveCall,
    private readonly parts: StreamParts,
    private readonly client: StreamClient,
  ) {
    this.translator = parts.translator;
    this.tap = parts.tap;
    this.edge = parts.edge;
    this.isReady = client.ready === undefined;
    void client.ready?.then(() => {
      this.isReady = true;
      // A client that is slow from the first bytes on tells by itself when it takes more.
      if (!this.opensWhenReady || this.open()) client.resume();
    });
  }

  /** Answers false when the upstream should pause. */
  push(chunk: Buffer): boolean {
    const bytes = this.translator === undefined ? chunk : this.translator.push(chunk);
    if (bytes !== undefined) this.client.watch?.(bytes);
    const tapped = bytes === undefined ? undefined : this.tap.push(bytes);
    const ready = this.edge === undefined || tapped === undefined ? tapped : this.edge.push(tapped);
    return ready === undefined || ready.length === 0 || this.passAll(ready);
  }

  /** The upstream sent its last byte. */
  end(): void {
    const rest = this.translator?.end();
    if (rest !== undefined) this.client.watch?.(rest);
    const tapped = rest === undefined ? undefined : this.tap.push(rest);
    const ready = this.edge === undefined || tapped === undefined ? tapped : this.edge.push(tapped);
    if (ready !== undefined && ready.length > 0) this.passAll(ready);
    this.tap.end();
  }

  /** Head and bytes go to the client from now on. Answers false when the client is slow to take them, or they still wait. */
  open(): boolean {
    const { waiting } = this;
    if (waiting === undefined) return true;
    this.opensWhenReady = true;
    if (!this.isReady) return waiting.length < AHEAD_BYTES;
    this.forgetWaiting();
    this.client.sendHead();
    let takesMore = true;
    for (const bytes of waiting.length > JOINED_BYTES ? waiting.pieces() : joined(waiting))
      takesMore = this.call.write(bytes);
    const { keepAliveMs } = this.parts;
    if (keepAliveMs !== undefined) this.keepAlive = setInterval(() => this.call.write(COMMENT), keepAliveMs);
    return takesMore;
  }

  /** Something of this stream is with the client, or on its way. */
  get isOpen(): boolean {
    return this.waiting === undefined;
  }

  /** Nothing more of this stream will be sent. */
  drop(): void {
    this.forgetWaiting();
    this.close();
  }

  /** The last bytes are next. */
  close(): void {
    clearInterval(this.keepAlive);
  }

  /** The stream has ended: it is opened or dropped by decision now, no longer by time. */
  hold(): void {
    clearTimeout(this.timer);
  }

  /** And what there is behind it. */
  private passAll(first: Buffer): boolean {
    let takesMore = this.pass(first);
    const { parts, client, edge } = this;
    for (let more = parts.more?.(); more !== undefined; more = parts.more?.()) {
      if (edge === undefined) client.watch?.(more);
      takesMore = this.pass(more);
    }
    return takesMore;
  }

  private pass(bytes: Buffer): boolean {
    const ready = this.withoutCredentials(bytes);
    if (this.waiting === undefined) {
      this.keepAlive?.refresh();
      return this.call.write(ready);
    }
    this.waiting.add(ready);
    if (this.tap.sawVisible || this.waiting.length > this.parts.maxWaitingBytes) return this.open();
    this.timer ??= setTimeout(() => this.open(), WAIT_AT_MOST_MS);
    return true;
  }

  /** Of events that are no errors nothing is searched: they are what the model wrote. */
  private withoutCredentials(bytes: Buffer): Buffer {
    return this.carriedError ? strikeBytes(bytes, this.client.sent) : bytes;
  }

  private forgetWaiting(): void {
    clearTimeout(this.timer);
    this.waiting = undefined;
  }

  /** Nothing that the client needs is still to come: the stream is whole, or nothing can be made of its rest. */
  get sawDone(): boolean {
    return this.tap.sawDone || this.translator?.failed === true;
  }

  /** An error of the upstream went out in the stream. */
  get carriedError(): boolean {
    return this.tap.errorEvent !== undefined;
  }

  /** The status that tells of that error; undefined where there was none. */
  get errorStatus(): number | undefined {
    return this.carriedError ? statusOfReportedError(this.tap.errorEvent) : undefined;
  }

  /**
   * What its end tells the usage from when the provider's own does not stand in it: the bill's. After an error of the provider only
   * where the dialect has a place for that; else nothing is made up.
   */
  estimateToTell(billed: TokenUsage | undefined): TokenUsage | undefined {
    if (!this.carriedError) return this.usage === undefined ? billed : undefined;
    const isTold = this.usage !== undefined && this.rawUsage !== undefined;
    return this.parts.tellsUsageOfFailure && !isTold ? billed : undefined;
  }

  /** Provider A's stream broke without a word: it ended too early, or cannot be read. */
  get broke(): boolean {
    return this.translator?.interrupted === true;
  }

  /** Provider A's error event, when the client has seen nothing: the call can still fail with it. */
  get refusedUnseen(): ReportedError | undefined {
    return this.isOpen ? undefined : this.translator?.reportedError;
  }

  /** The stream's `id`, as the client sees it. */
  get responseId(): string | undefined {
    if (this.parts.responseId !== undefined) return this.parts.responseId;
    const { writtenId } = this.tap;
    return writtenId === undefined ? undefined : readWrittenId(writtenId);
  }

  get finishReason(): string | undefined {
    return this.tap.finishReason;
  }

  /** A delta with text, reasoning or a tool call has come. */
  get sawVisible(): boolean {
    return this.tap.sawVisible;
  }

  /** Without `[DONE]`, but the answer itself was finished. */
  get finishedAnswer(): boolean {
    return this.tap.finishReason !== undefined || this.tap.usage !== undefined;
  }

  /** The answer was finished and told to its end, and no error is in it. */
  get isWhole(): boolean {
    return !this.carriedError && (this.tap.sawDone || this.tap.finishReason !== undefined);
  }

  /** About the bytes of text that were streamed. */
  get outputBytes(): number {
    return this.tap.outputBytes;
  }

  /** Searches so far that the provider charges beside tokens. */
  get webSearches(): number {
    return this.parts.webSearches;
  }

  /** What the provider reported; `undefined` when it reported nothing that could be billed. */
  get usage(): TokenUsage | undefined {
    if (this.translator === undefined) return this.parts.readUsage();
    return this.translator.usageIsFinal ? tokenUsageOf(this.translator.usage) : undefined;
  }

  /** The usage object as the provider wrote it, where none is translated. */
  get rawUsage(): unknown {
    return this.translator === undefined ? this.tap.usage : undefined;
  }

  /** Input that provider A reported at the start of a stream that was then cut. */
  get knownInput(): TokenUsage | undefined {
    if (this.translator === undefined) return undefined;
    const usage = tokenUsageOf(this.translator.usage);
    return inputTokensOf(usage) > 0 ? { ...usage, estimated: true } : undefined;
  }

  /** The rest of the stream, with its price in it, in parts. */
  finish(bill: AnswerBill): readonly Buffer[] {
    const { edge, parts } = this;
    const rest = this.tap.finish(this.shown(bill));
    const ends = [this.withoutCredentials(edge === undefined ? rest : endOf(edge, rest))];
    for (let more = parts.more?.(); more !== undefined; more = parts.more?.())
      ends.push(this.withoutCredentials(more));
    return ends;
  }

  /** The end of a stream that has begun and failed. */
  fail(error: GatewayError, bill: AnswerBill): Buffer {
    this.close();
    return this.withoutCredentials(this.parts.renderError(error, this.shown(bill)));
  }

  /** The same in place of what `finish` answered, none of which was sent. */
  failInstead(ends: readonly Buffer[], error: GatewayError): Buffer {
    this.close();
    return this.parts.renderErrorInstead(Buffer.concat(ends), error);
  }

  private shown({ cost, estimate }: AnswerBill): StreamBill {
    const usage = estimate && this.parts.showUsage(estimate);
    return { cost, usageIfMissing: usage, usageInstead: usage };
  }
}

function joined(waiting: ByteCollector): readonly Buffer[] {
  return waiting.length === 0 ? [] : [waiting.take()];
}

function endOf(edge: StreamEdge, rest: Buffer): Buffer {
  const passed = rest.length === 0 ? undefined : edge.push(rest);
  return Buffer.concat([passed ?? EMPTY, edge.end() ?? EMPTY]);
}
