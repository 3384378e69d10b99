import type { Caller } from '../auth/caller.js';
import { toAttemptRecord, toCallRecord, type Priced } from '../billing/call-outcome.js';
import type { Surface } from '../billing/call-record.js';
import { estimateUsage } from '../billing/estimate-usage.js';
import type { Metering } from '../billing/metering.service.js';
import { priceUsage } from '../billing/price-usage.js';
import type { TokenUsage } from '../billing/token-usage.js';
import type { CatalogModel, UpstreamId } from '../catalog/catalog-model.js';
import { cutError } from '../http/cut-error.js';
import { UpstreamError } from '../http/upstream-error.js';
import type { LiveCall } from '../http/live-call.js';
import { GatewayError } from '../lib/gateway-error.js';
import { formatUsd, type PicoUsd } from '../lib/money.js';
import { decodeBody } from '../upstreams/decode-body.js';
import { exchange, type CutOutcome, type ExchangeOutcome } from '../upstreams/exchange.js';
import { errorFromAnswer, forwardedHeaders, headerText, interruption } from '../upstreams/upstream-answer.js';
import { strikeBytes, strikeText, type SentHeaders } from '../upstreams/strike-credentials.js';
import type { UpstreamHeaders, UpstreamRequest, UpstreamTransport } from '../upstreams/upstream-transport.js';
import type { AnswerDialect, AnswerReport, AnswerTap } from './answer-dialect.js';
import { RelayedStream } from './relayed-stream.js';

export interface RelayedCallServices {
  readonly metering: Metering;
  readonly transport: UpstreamTransport;
  readonly webSearchFeePicoUsd: PicoUsd;
  readonly costHeader: string;
  readonly modelHeader: string;
  readonly liveCallTimeoutMs: number;
}

/** The model that a call names, on an account of ours. */
export interface RelayTarget {
  readonly upstream: UpstreamId;
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
  /** Ready to send. */
  readonly request: UpstreamRequest;
  readonly dialect: AnswerDialect;
  /** Of the request, for estimates. */
  readonly promptBytes: number;
  readonly maxAnswerBytes?: number;
  readonly traceId: string | undefined;
}

/** What is kept of an answer. */
interface ReadAnswer {
  readonly priced: Priced | undefined;
  readonly responseId?: string | undefined;
}

/** What a caller that left is logged as. */
const CLIENT_CLOSED = 499;

/** One admitted call whose answer goes back byte for byte; the bill is committed before the answer ends. */
export class RelayedCall {
  private sentAtMs = 0;

  constructor(
    private readonly services: RelayedCallServices,
    private readonly call: LiveCall,
    private readonly inputs: RelayedCallInputs,
  ) {}

  /** Rejects only when nothing has been sent to the client. */
  async run(): Promise<void> {
    const { request, dialect, maxAnswerBytes } = this.inputs;
    this.sentAtMs = performance.now();
    const outcome = await exchange<RelayedStream>({
      transport: this.services.transport,
      request,
      call: this.call,
      // Whether an answer is a stream is the provider's word: the bytes pass as they come.
      stream: dialect.openTap !== undefined,
      maxAnswerBytes,
      openStream: (headers) => this.openStream(headers),
    });
    await this.conclude(outcome);
  }

  private get sent(): SentHeaders {
    return this.inputs.request.headers;
  }

  private conclude(outcome: ExchangeOutcome<RelayedStream>): Promise<void> {
    switch (outcome.kind) {
      case 'whole':
        return this.concludeWhole(outcome.status, outcome.headers, outcome.body);
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

  private async concludeWhole(status: number, headers: UpstreamHeaders, raw: Buffer): Promise<void> {
    let body: Buffer;
    let report: AnswerReport;
    try {
      const decoded = decodeBody(raw, headers);
      body = decoded instanceof Promise ? await decoded : decoded;
      if (status !== 200) throw errorFromAnswer({ status, headers, body, ownAccount: true, sent: this.sent });
      const reading = this.inputs.dialect.readWhole(body, headers);
      report = reading instanceof Promise ? await reading : reading;
    } catch (error) {
      return this.concludeFailure(withoutCredentials(error, this.sent), status);
    }
    const priced = this.price(report.usage ?? this.estimate(report.outputBytes));
    await this.commit({ status: 200, upstreamStatus: 200, priced, responseId: report.responseId });
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
    this.call.endStream(relay.finish());
  }

  /** The upstream broke off: what arrived is billed, and the client is told in the stream, unless the upstream did. */
  private async concludeBrokenStream(relay: RelayedStream, error?: Error): Promise<void> {
    const { errorStatus, carriedError } = relay.tap;
    const statuses = { status: errorStatus ?? 502, upstreamStatus: errorStatus ?? 200 };
    await this.commit({ ...statuses, ...this.readStream(relay) }).catch(() => undefined);
    if (carriedError) {
      this.call.endStream();
      return;
    }
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
    this.call.startStream(200, head);
    return new RelayedStream(openTap(), this.call, this.sent);
  }

  private endWithError(error: unknown): void {
    const { dialect } = this.inputs;
    const known =
      error instanceof GatewayError
        ? error
        : new GatewayError({
            status: 500,
            code: 'internal_error',
            message: 'Something failed on our side.',
            cause: error,
          });
    this.call.endStream(dialect.renderStreamError?.(known, this.call.requestId));
  }

  private answerHeaders(headers: UpstreamHeaders): Record<string, string> {
    const answer = forwardedHeaders(headers, this.sent);
    answer['request-id'] = answer['x-upstream-request-id'] ?? this.call.requestId;
    answer['content-type'] = strikeText(headerText(headers, 'content-type') ?? 'application/json', this.sent);
    answer[this.services.modelHeader] = this.inputs.target.publicId;
    return answer;
  }

  /** By what the provider reported; of a stream that was cut, by its input and an estimate of what it wrote. */
  private readStream({ tap }: RelayedStream): ReadAnswer {
    const report = tap.report();
    return { priced: this.price(this.usageOf(report)), responseId: report.responseId };
  }

  private usageOf({ usage, outputBytes, knownInput }: ReturnType<AnswerTap['report']>): TokenUsage {
    if (usage !== undefined) return usage;
    const estimate = this.estimate(outputBytes);
    if (knownInput === undefined) return estimate;
    return {
      ...knownInput,
      outputTokens: Math.max(knownInput.outputTokens, estimate.outputTokens),
      estimated: true,
    };
  }

  private estimate(outputBytes: number): TokenUsage {
    return estimateUsage({ promptBytes: this.inputs.promptBytes, outputCharacters: outputBytes });
  }

  private price(usage: TokenUsage): Priced | undefined {
    const { metering, target } = this.inputs;
    if (metering === 'free') return undefined;
    const cost = priceUsage({
      usage,
      prices: target.model.prices,
      // The hosted models cost what the catalogue says wherever they run.
      priceBasis: 'catalogue',
      rate: 'live',
      webSearchFeePicoUsd: this.services.webSearchFeePicoUsd,
    });
    return { usage, cost };
  }

  private commit({
    status,
    upstreamStatus,
    priced,
    responseId,
  }: ReadAnswer & { status: number; upstreamStatus: number }): Promise<void> {
    const { caller, surface, metering, target, requestedModel, stream, traceId } = this.inputs;
    if (metering === 'free') return Promise.resolve();
    const attempt = toAttemptRecord({
      model: target.publicId,
      provider: target.upstream,
      billable: true,
      status: upstreamStatus,
      priced,
      durationMs: performance.now() - this.sentAtMs,
      startMs: this.sentAtMs - this.call.startedMs,
    });
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
        attempts: [attempt],
        traceId,
        responseId,
      }),
    );
  }
}

/** An error object in a 200 is relayed as it came, but for what it may quote of the request. */
function withoutCredentials(error: unknown, sent: SentHeaders): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const { status, headers, body } = error;
  const struck = Object.entries(headers).map(([name, value]) => [name, strikeText(value, sent)]);
  return new UpstreamError({
    status,
    headers: Object.fromEntries(struck) as Record<string, string>,
    body: strikeBytes(body, sent),
  });
}
