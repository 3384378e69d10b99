import type { Caller } from '../../auth/caller.js';
import type { CachedHead, CacheTurn } from '../../cached-answers/cache-turn.js';
import { toAttemptRecord, toCallRecord, type Priced } from '../../billing/metering/call-outcome.js';
import type { AttemptRecord, Surface } from '../../billing/calls/call-record.js';
import type { Attribution } from '../../billing/calls/attribution.js';
import { estimateUsage } from '../../billing/prices/estimate-usage.js';
import type { Metering } from '../../billing/metering/metering.service.js';
import type { TokenUsage } from '../../billing/metering/token-usage.js';
import type { CatalogModel, UpstreamId } from '../../catalog/catalog-model.js';
import { cutError } from '../../live-calls/cut-error.js';
import type { LiveCall } from '../../live-calls/live-call.js';
import { asGatewayError } from '../../lib/gateway-error.js';
import { formatUsd, type PicoUsd } from '../../lib/money.js';
import { isOutage } from '../../upstreams/accounts/is-outage.js';
import type { ProviderAccount } from '../../upstreams/accounts/provider-account.js';
import type {
  CallWish,
  PickedAccount,
  ProviderAccounts,
} from '../../upstreams/accounts/provider-accounts.service.js';
import { fallsBackToSystem } from '../../upstreams/own-keys/falls-back-to-system.js';
import { exchange, type CutOutcome } from '../../upstreams/exchange.js';
import { forwardedHeaders, headerText, interruption } from '../../upstreams/upstream-answer.js';
import { strikeText, type SentHeaders } from '../../upstreams/strike-credentials.js';
import type {
  UpstreamHeaders,
  UpstreamRequest,
  UpstreamTransport,
} from '../../upstreams/upstream-transport.js';
import type { AnswerDialect } from './answer-dialect.js';
import { priceRelayed, usageOfReport } from './price-relayed.js';
import {
  errorIn,
  isWholeStream,
  readWhole,
  refusalIn,
  retryAfterIn,
  statusOf,
  type Outcome,
  type WholeAnswer,
} from './relayed-outcome.js';
import { RelayedStream } from './relayed-stream.js';

export interface RelayedCallServices {
  readonly metering: Metering;
  readonly accounts: ProviderAccounts;
  readonly transport: UpstreamTransport;
  readonly webSearchFeePicoUsd: PicoUsd;
  readonly costHeader: string;
  readonly modelHeader: string;
  readonly retryHeader: string;
  readonly billedToHeader: string;
  readonly cacheHeader: string;
  readonly firstByteTimeoutMs: number;
  readonly liveCallTimeoutMs: number;
}

/** The model that a call names, on an account of ours. */
export interface RelayTarget {
  readonly upstream: UpstreamId;
  /** The id that the upstream is sent. */
  readonly upstreamModelId: string;
  /** The id as callers write it. */
  readonly publicId: string;
  readonly model: CatalogModel;
}

export interface RelayedCallInputs {
  readonly caller: Caller;
  readonly surface: Surface;
  /** `free`: neither held, nor priced, nor logged. */
  readonly metering: 'billed' | 'free';
  readonly target: RelayTarget;
  readonly requestedModel: string;
  readonly stream: boolean;
  /** Ready to send, at an account of the target's provider. */
  readonly requestTo: (account: ProviderAccount) => UpstreamRequest;
  /** What keeps calls on one account. */
  readonly sticky: string | undefined;
  readonly dialect: AnswerDialect;
  /** Of the request, for estimates. */
  readonly promptBytes: number;
  readonly maxAnswerBytes?: number;
  readonly traceId: string | undefined;
}

/** A call that was opened, and whom it is for. */
export interface RunningCall {
  readonly call: LiveCall;
  readonly attribution: Attribution | undefined;
  /** Present when no money is held yet, because the call begins on the project's own key. @throws what `BalanceBook.admit` throws */
  readonly hold: (() => Promise<void>) | undefined;
  /** Present when the answer was looked for in the cache, and is to be kept there. */
  readonly cache: CacheTurn | undefined;
}

/** What is kept of an answer. */
interface ReadAnswer {
  readonly priced: Priced | undefined;
  readonly responseId?: string | undefined;
}

/** One account that was asked. */
interface Asked {
  readonly outcome: Outcome;
  /** Of an outcome that is whole. */
  readonly whole: WholeAnswer | undefined;
  readonly request: UpstreamRequest | undefined;
  readonly picked: PickedAccount;
}

/** What a caller that left is logged as. */
const CLIENT_CLOSED = 499;

/** One admitted call whose answer goes back byte for byte; the bill is committed before the answer ends. */
export class RelayedCall {
  private sentAtMs = 0;
  /** Where the last request went. */
  private picked: PickedAccount | undefined;
  private request: UpstreamRequest | undefined;
  private readonly askedNames: string[] = [];
  /** Accounts that gave nothing, and what is kept of them. */
  private readonly failed: Asked[] = [];
  private readonly failedRecords: AttemptRecord[] = [];
  private haveAllFailed = false;

  private readonly call: LiveCall;
  private readonly attribution: Attribution | undefined;
  private readonly hold: (() => Promise<void>) | undefined;
  private readonly cache: CacheTurn | undefined;

  constructor(
    private readonly services: RelayedCallServices,
    { call, attribution, hold, cache }: RunningCall,
    private readonly inputs: RelayedCallInputs,
  ) {
    this.call = call;
    this.attribution = attribution;
    this.hold = hold;
    this.cache = cache;
  }

  /** Rejects only when nothing has been sent to the client. */
  async run(): Promise<void> {
    let asked = await this.attempt();
    // One account after the other, each once, until one gives something.
    while (this.isOutage(asked) && this.hasOther()) {
      const record = this.recordOf(asked);
      if (!(await this.isPaidFor())) break;
      this.fail(asked, record);
      asked = await this.attempt();
    }
    const [first] = this.failed;
    if (first === undefined || !this.isOutage(asked)) return this.conclude(asked);
    // All have failed: the caller gets what the first one said.
    this.fail(asked, this.recordOf(asked));
    this.request = first.request;
    this.picked = first.picked;
    this.haveAllFailed = true;
    return this.conclude(first);
  }

  private fail(asked: Asked, record: AttemptRecord): void {
    this.failed.push(asked);
    this.failedRecords.push(record);
  }

  private recordOf({ outcome }: Asked): AttemptRecord {
    return this.record({ status: statusOf(outcome), priced: undefined });
  }

  /** A call that began on the project's own key is held for when it turns to an account of ours; without money it does not. */
  private isPaidFor(): boolean | Promise<boolean> {
    return (
      this.hold === undefined ||
      this.hold().then(
        () => true,
        () => false,
      )
    );
  }

  private get isOnOwnKey(): boolean {
    return this.picked?.isOwn === true;
  }

  private get sent(): SentHeaders {
    return this.request?.headers ?? {};
  }

  private async attempt(): Promise<Asked> {
    const { accounts, transport, firstByteTimeoutMs: withinMs } = this.services;
    const { requestTo, dialect, maxAnswerBytes } = this.inputs;
    const picked = accounts.pick(this.inputs.target.upstream, this.wish());
    this.picked = picked;
    this.askedNames.push(picked.account.name);
    this.request = requestTo(picked.account);
    this.sentAtMs = performance.now();
    const outcome = await exchange<RelayedStream>({
      transport,
      request: this.request,
      call: this.call,
      // Whether an answer is a stream is the provider's word: the bytes pass as they come.
      stream: dialect.openTap !== undefined,
      firstByte: this.inputs.stream
        ? { withinMs, mayGiveUp: () => this.hasOther() && this.isPaidFor() }
        : undefined,
      maxAnswerBytes,
      openStream: (headers) => this.openStream(headers),
    });
    const whole =
      outcome.kind === 'whole'
        ? await readWhole(outcome, { dialect, ownAccount: !this.isOnOwnKey, sent: this.sent })
        : undefined;
    accounts.report(picked, {
      status: statusOf(outcome),
      refusal: refusalIn(whole),
      retryAfterMs: outcome.kind === 'whole' ? retryAfterIn(outcome.headers) : undefined,
    });
    return { outcome, whole, request: this.request, picked };
  }

  private wish(): CallWish {
    const { target, sticky, caller } = this.inputs;
    const own = caller.providerKeys?.get(target.upstream);
    return { model: target.upstreamModelId, sticky, not: this.askedNames, own };
  }

  private hasOther(): boolean {
    return this.services.accounts.hasOther(this.inputs.target.upstream, this.wish());
  }

  /** Nothing of it is with the client, and another account may do better. */
  private isOutage({ outcome, whole, picked }: Asked): boolean {
    if (outcome.kind === 'cut' || this.call.cutCause !== undefined) return false;
    if ('relay' in outcome && (outcome.relay.isOpen || isWholeStream(outcome))) return false;
    const failure = {
      provider: this.inputs.target.upstream,
      // A stream that broke or ended before its first byte is no answer.
      status: 'relay' in outcome ? (outcome.relay.tap.errorStatus ?? 0) : outcome.status,
      refusal: refusalIn(whole),
      error: errorIn(outcome, whole),
    };
    if (picked.isOwn) return this.wish().own?.fallBackToSystem === true && fallsBackToSystem(failure);
    return isOutage(failure);
  }

  private conclude({ outcome, whole }: Asked): Promise<void> {
    // Errors say it too.
    if (this.isOnOwnKey) this.call.setHeader(this.services.billedToHeader, 'own-key');
    switch (outcome.kind) {
      case 'whole':
        return this.concludeWhole(outcome, whole);
      case 'stream-ended':
        return this.concludeStream(outcome.relay);
      case 'stream-broken':
        return this.concludeBrokenStream(outcome.relay, outcome.error);
      case 'failed':
        return this.concludeFailure(outcome.error, outcome.status);
      case 'cut':
        return this.concludeCut(outcome);
    }
  }

  private async concludeWhole(
    { status, headers }: Outcome & { readonly kind: 'whole' },
    whole: WholeAnswer | undefined,
  ): Promise<void> {
    if (whole?.kind !== 'answer') return this.concludeFailure(whole?.error, status);
    const { body, report } = whole;
    const priced = this.price(report.usage ?? this.estimate(report.outputBytes));
    await this.commit({ status: 200, upstreamStatus: 200, priced, responseId: report.responseId });
    if (this.cache !== undefined) await this.cache.keepWhole(this.cachedHead(headers), body);
    const answerHeaders = this.answerHeaders(headers);
    if (priced?.cost !== undefined) answerHeaders[this.services.costHeader] = formatUsd(priced.cost);
    this.call.sendWhole({ status: 200, headers: answerHeaders, body });
  }

  private async concludeStream(relay: RelayedStream): Promise<void> {
    const { tap } = relay;
    if (!tap.sawDone && !tap.sawFinish && !tap.carriedError) return this.concludeBrokenStream(relay);
    const status = tap.errorStatus ?? 200;
    try {
      await this.commit({ status, upstreamStatus: status, ...this.readStream(relay) });
    } catch (error) {
      this.endWithError(error);
      return;
    }
    relay.open();
    this.call.endStream(relay.finish());
  }

  /** The upstream broke off: what arrived is billed, and the client is told in the stream, unless the upstream did. */
  private async concludeBrokenStream(relay: RelayedStream, error?: Error): Promise<void> {
    const { errorStatus, carriedError } = relay.tap;
    const statuses = { status: errorStatus ?? 502, upstreamStatus: errorStatus ?? 200 };
    await this.commit({ ...statuses, ...this.readStream(relay) }).catch(() => undefined);
    if (carriedError) {
      relay.open();
      this.call.endStream();
      return;
    }
    if (!relay.isOpen) throw interruption(error);
    this.endWithError(interruption(error));
  }

  private concludeFailure(error: unknown, upstreamStatus: number): Promise<void> {
    const status =
      error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 502;
    // Nothing is charged, so nobody has to wait for the row.
    void this.commit({ status, upstreamStatus, priced: undefined }).catch(() => undefined);
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }

  /** We closed the upstream. The provider charges for what it read and wrote, and so do we, once; a refusal was free. */
  private async concludeCut({ cause, relay, status, sent }: CutOutcome<RelayedStream>): Promise<void> {
    const error = cutError(cause, this.services.liveCallTimeoutMs);
    const wasCharged = sent && (status === 0 || status === 200);
    const read = relay === undefined ? { priced: this.price(this.estimate(0)) } : this.readStream(relay);
    const commit = this.commit({
      status: error?.status ?? CLIENT_CLOSED,
      upstreamStatus: status,
      ...(wasCharged ? read : { priced: undefined }),
    });
    await commit.catch(() => undefined);
    if (error === undefined) this.call.breakOff();
    else if (this.call.headSent) this.endWithError(error);
    else throw error;
  }

  private openStream(headers: UpstreamHeaders): RelayedStream {
    const { openTap } = this.inputs.dialect;
    if (openTap === undefined) throw new Error('a surface without streams was answered with one');
    const head = this.answerHeaders(headers);
    head['cache-control'] = 'no-cache, no-transform';
    head['x-accel-buffering'] = 'no';
    return new RelayedStream(openTap(), this.call, this.sent, () => this.call.startStream(200, head));
  }

  private endWithError(error: unknown): void {
    const { dialect } = this.inputs;
    this.call.endStream(dialect.renderStreamError?.(asGatewayError(error), this.call.requestId));
  }

  /** What an answer has each time that it is given. */
  private cachedHead(headers: UpstreamHeaders): CachedHead {
    const { publicId: model } = this.inputs.target;
    return {
      model,
      headers: { 'content-type': this.contentType(headers), [this.services.modelHeader]: model },
    };
  }

  private contentType(headers: UpstreamHeaders): string {
    return strikeText(headerText(headers, 'content-type') ?? 'application/json', this.sent);
  }

  private answerHeaders(headers: UpstreamHeaders): Record<string, string> {
    const answer = forwardedHeaders(headers, this.sent);
    answer['request-id'] = answer['x-upstream-request-id'] ?? this.call.requestId;
    answer['content-type'] = this.contentType(headers);
    if (this.cache !== undefined) answer[this.services.cacheHeader] = 'miss';
    answer[this.services.modelHeader] = this.inputs.target.publicId;
    if (this.isOnOwnKey) answer[this.services.billedToHeader] = 'own-key';
    if (this.failed.length > 0) answer[this.services.retryHeader] = 'outage-fallback';
    return answer;
  }

  /** By what the provider reported; of a stream that was cut, by its input and an estimate of what it wrote. */
  private readStream({ tap }: RelayedStream): ReadAnswer {
    const report = tap.report();
    return {
      priced: this.price(usageOfReport(report, this.inputs.promptBytes)),
      responseId: report.responseId,
    };
  }

  private estimate(outputBytes: number): TokenUsage {
    return estimateUsage({ promptBytes: this.inputs.promptBytes, outputCharacters: outputBytes });
  }

  private price(usage: TokenUsage): Priced | undefined {
    const { metering, target } = this.inputs;
    if (metering === 'free') return undefined;
    const { webSearchFeePicoUsd } = this.services;
    return priceRelayed(usage, { model: target.model, isOnOwnKey: this.isOnOwnKey, webSearchFeePicoUsd });
  }

  /** Of the request that was sent last. */
  private record({ status, priced }: { status: number; priced: Priced | undefined }): AttemptRecord {
    const { target } = this.inputs;
    return toAttemptRecord({
      model: target.publicId,
      provider: target.upstream,
      account: this.picked?.account.name,
      billable: !this.isOnOwnKey,
      status,
      retryReason: this.failed.length === 0 ? undefined : 'outage-fallback',
      priced,
      durationMs: performance.now() - this.sentAtMs,
      startMs: this.sentAtMs - this.call.startedMs,
    });
  }

  private commit({
    status,
    upstreamStatus,
    priced: ofAnswer,
    responseId,
  }: ReadAnswer & { status: number; upstreamStatus: number }): Promise<void> {
    // Of several that failed none is billed.
    const priced = this.haveAllFailed ? undefined : ofAnswer;
    const { caller, surface, metering, target, requestedModel, stream, traceId } = this.inputs;
    if (metering === 'free') return Promise.resolve();
    const attempts = this.haveAllFailed
      ? this.failedRecords
      : [...this.failedRecords, this.record({ status: upstreamStatus, priced })];
    return this.services.metering.commit(
      toCallRecord({
        caller,
        call: this.call,
        surface,
        requestedModel,
        decidedModel: target.publicId,
        servedModel: priced === undefined ? undefined : target.publicId,
        reasons: ['The request names the model.'],
        stream,
        status,
        priced,
        attempts,
        traceId,
        responseId,
        attribution: this.attribution,
      }),
    );
  }
}
