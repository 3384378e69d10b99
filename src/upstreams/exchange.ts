import { GatewayError } from '../lib/gateway-error.js';
import { ByteCollector } from '../lib/byte-collector.js';
import type { CutCause, LiveCall } from '../live-calls/live-call.js';
import { AnswerTurns } from './answer-turns.js';
import { headerText, unreadableHead, UpstreamFailedError } from './upstream-answer.js';
import type {
  UpstreamExchange,
  UpstreamHeaders,
  UpstreamListener,
  UpstreamRequest,
  UpstreamTransport,
} from './upstream-transport.js';

/** Carries a stream from the upstream to the client, and keeps its end back until the call is settled. */
export interface AnswerRelay {
  /** Answers false when the upstream should pause: the client is slow, or what comes first is not there yet. */
  push(chunk: Buffer): boolean;
  /** The upstream sent its last byte. */
  end(): void;
  /** The stream is whole: nothing the client needs is still to come. */
  readonly sawDone: boolean;
  /** The stream has failed, and the client was told so in it. */
  readonly carriedError: boolean;
}

/** How one upstream request ended. */
export type ExchangeOutcome<Relay> =
  /** An answer read whole: any status, or a stream request that was answered with one document. */
  | {
      readonly kind: 'whole';
      readonly status: number;
      readonly headers: UpstreamHeaders;
      readonly body: Buffer;
    }
  /** A stream that reached its closing event or its last byte. */
  | { readonly kind: 'stream-ended'; readonly relay: Relay }
  /** A stream that broke; part of it may be with the client. */
  | { readonly kind: 'stream-broken'; readonly relay: Relay; readonly error: Error }
  /** The upstream gave no usable answer. */
  | { readonly kind: 'failed'; readonly error: Error; readonly status: number }
  /** We closed it: the client left, the time is up, or the process stops. */
  | CutOutcome<Relay>;

export interface CutOutcome<Relay> {
  readonly kind: 'cut';
  readonly cause: CutCause;
  readonly relay: Relay | undefined;
  /** The upstream's status; 0 when it had not answered yet. */
  readonly status: number;
  /** False when the call was cut before anything was sent. */
  readonly sent: boolean;
}

export interface ExchangeOptions<Relay extends AnswerRelay> {
  readonly transport: UpstreamTransport;
  readonly request: UpstreamRequest;
  readonly call: LiveCall;
  readonly stream: boolean;
  /** Of an answer read whole; 64 MB when absent. */
  readonly maxAnswerBytes?: number;
  /** A stream that is silent for so long is given up when somebody else may be asked; what is read whole has the call's own time. */
  readonly firstByte?: {
    readonly withinMs: number;
    /** Never rejects. */
    readonly mayGiveUp: () => boolean | Promise<boolean>;
  };
  /**
   * Sends the head to the client and answers what carries the rest.
   * @param resume for a relay that asked the upstream to pause for something else than a slow client
   */
  readonly openStream: (headers: UpstreamHeaders, resume: () => void) => Relay;
}

const MAX_ANSWER_BYTES = 64 * 1_048_576;
/** An error is looked at as a whole, on the event loop; no provider has more to say about one. */
const MAX_ERROR_BYTES = 1_048_576;
/** After its closing event, or an error event, an upstream has this long to end by itself, so that its connection can be used again. */
const END_WITHIN_MS = 1_000;
const CARRIAGE_RETURN = 0x0d;
/**
 * What is taken of one answer before it may have to wait. The connection reads as much again each time that it goes on: with less, what
 * is read ahead would grow.
 */
const BYTES_AT_ONCE = 65_536;
/** What a piece takes on the wire beside its bytes, at least. */
const BYTES_OF_PIECE = 5;
const turns = new AnswerTurns();

/** Sends one request and follows its answer to the end. Never rejects. */
export function exchange<Relay extends AnswerRelay>(
  options: ExchangeOptions<Relay>,
): Promise<ExchangeOutcome<Relay>> {
  return new Promise((resolve) => {
    new Exchange(options, resolve).start();
  });
}

class Exchange<Relay extends AnswerRelay> implements UpstreamListener {
  private exchange: UpstreamExchange | undefined;
  private status = 0;
  private headers: UpstreamHeaders = {};
  private relay: Relay | undefined;
  private body = new ByteCollector(undefined);
  private upstreamEnded = false;
  private resolved = false;
  /** Waits for the upstream's end. It holds the whole call, so it is let go as soon as that has come. */
  private patience: NodeJS.Timeout | undefined;
  /** Until the first byte of a body. */
  private silence: NodeJS.Timeout | undefined;
  /** The relay asked the upstream to pause. */
  private isHeldBack = false;
  /** Its pieces wait for a later turn of the event loop. */
  private isWaiting = false;
  private bytesLeft = BYTES_AT_ONCE;

  constructor(
    private readonly options: ExchangeOptions<Relay>,
    private readonly resolve: (outcome: ExchangeOutcome<Relay>) => void,
  ) {}

  start(): void {
    const { transport, request, call } = this.options;
    if (call.cutCause !== undefined) {
      this.settle({ kind: 'cut', cause: call.cutCause, relay: undefined, status: 0, sent: false });
      return;
    }
    this.watchSilence();
    this.exchange = transport.send(request, this);
    call.onCut((cause) => {
      this.settle({ kind: 'cut', cause, relay: this.relay, status: this.status, sent: true });
      this.exchange?.abort(new Error(`call cut: ${cause}`));
    });
  }

  onHead(status: number, headers: UpstreamHeaders): void {
    this.status = status;
    this.headers = headers;
    if (this.resolved) return;
    const { stream, call, openStream } = this.options;
    if (status !== 200 || !stream || !isEventStream(headers)) {
      this.body = new ByteCollector(announcedBytes(headers, this.maxBytes()));
      return;
    }
    this.relay = openStream(headers, this.resume);
    call.onWritable(this.resume);
  }

  onData(chunk: Buffer): boolean {
    turns.begin();
    this.isHeldBack = !this.take(chunk);
    this.bytesLeft -= chunk.length + BYTES_OF_PIECE;
    if (this.bytesLeft <= 0) {
      this.bytesLeft = BYTES_AT_ONCE;
      this.isWaiting = !turns.mayGoOn(this.goOn);
    }
    return !this.isHeldBack && !this.isWaiting;
  }

  /** The client takes more, or what else held the upstream back is over. */
  private readonly resume = (): void => {
    this.isHeldBack = false;
    if (!this.isWaiting) this.exchange?.resume();
  };

  /** Its turn has come. */
  private readonly goOn = (): void => {
    this.isWaiting = false;
    if (!this.isHeldBack) this.exchange?.resume();
  };

  /** Answers false when the upstream should pause until the relay resumes it. */
  private take(chunk: Buffer): boolean {
    if (this.silence !== undefined) this.stopSilence();
    if (this.resolved) return true;
    if (this.relay === undefined) return this.collect(chunk);
    try {
      const writable = this.relay.push(chunk);
      if (this.relay.sawDone) this.settleAfterDone(this.relay, chunk);
      else if (this.relay.carriedError) this.settleSoon(this.relay);
      return writable;
    } catch (error) {
      this.fail(asError(error));
      return true;
    }
  }

  onEnd(): void {
    this.ended();
    if (this.resolved) return;
    const { status, headers, relay } = this;
    if (relay === undefined) {
      this.settle({ kind: 'whole', status, headers, body: this.body.take() });
      return;
    }
    try {
      relay.end();
      this.settle({ kind: 'stream-ended', relay });
    } catch (error) {
      this.fail(asError(error));
    }
  }

  onError(error: Error): void {
    this.ended();
    this.fail(error);
  }

  private watchSilence(): void {
    const { firstByte, stream } = this.options;
    if (firstByte === undefined || !stream) return;
    // Behind what has come meanwhile: after a stall of ours, timers are due before sockets are read.
    const due = (): unknown => setImmediate(() => void this.giveUp(firstByte));
    this.silence = setTimeout(due, firstByte.withinMs).unref();
  }

  private async giveUp({
    withinMs,
    mayGiveUp,
  }: Exclude<ExchangeOptions<Relay>['firstByte'], undefined>): Promise<void> {
    const may = this.silence !== undefined && (await mayGiveUp());
    // It may have begun to speak meanwhile.
    if (!may || this.silence === undefined) return;
    this.fail(
      new UpstreamFailedError({
        code: 'upstream_silent',
        message: `The provider sent nothing within ${withinMs / 1_000} s. Try again.`,
      }),
    );
  }

  private stopSilence(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  private collect(chunk: Buffer): boolean {
    const { status, headers, body } = this;
    if (body.length + chunk.length <= this.maxBytes()) body.add(chunk);
    else if (status === 200)
      this.fail(
        new UpstreamFailedError({
          code: 'upstream_answer_too_large',
          message: "The provider's answer is larger than the gateway takes.",
        }),
      );
    else {
      // The status is known, and so is what there is to quote.
      this.settle({ kind: 'whole', status, headers, body: body.take() });
      this.exchange?.abort(new Error('the error of the upstream is too large'));
    }
    return true;
  }

  private maxBytes(): number {
    const { maxAnswerBytes = MAX_ANSWER_BYTES } = this.options;
    return this.status === 200 ? maxAnswerBytes : MAX_ERROR_BYTES;
  }

  /** A CR that ends the closing event may be half of a CRLF: its other half is a byte of the answer too. */
  private settleAfterDone(relay: Relay, chunk: Buffer): void {
    if (chunk.at(-1) !== CARRIAGE_RETURN) {
      this.settleStream(relay);
      return;
    }
    this.settleSoon(relay);
  }

  private settleSoon(relay: Relay): void {
    this.patience ??= setTimeout(() => this.settleStream(relay), END_WITHIN_MS).unref();
  }

  private settleStream(relay: Relay): void {
    if (this.resolved) return;
    this.settle({ kind: 'stream-ended', relay });
    if (this.upstreamEnded) return;
    clearTimeout(this.patience);
    this.patience = setTimeout(
      () => this.exchange?.abort(new Error('the upstream did not end after its stream')),
      END_WITHIN_MS,
    ).unref();
  }

  private ended(): void {
    this.upstreamEnded = true;
    clearTimeout(this.patience);
  }

  private fail(error: Error): void {
    if (this.resolved) return;
    const { relay, status } = this;
    if (relay !== undefined) this.settle({ kind: 'stream-broken', relay, error });
    else
      this.settle({
        kind: 'failed',
        error: error instanceof GatewayError ? error : connectionFailure(error, status),
        status,
      });
    this.exchange?.abort(error);
  }

  private settle(outcome: ExchangeOutcome<Relay>): void {
    if (this.resolved) return;
    this.resolved = true;
    this.stopSilence();
    this.resolve(outcome);
  }
}

/** A compressed stream cannot be watched, so it is read whole. */
function isEventStream(headers: UpstreamHeaders): boolean {
  const encoding = (headerText(headers, 'content-encoding') ?? '').trim().toLowerCase();
  return (
    (headerText(headers, 'content-type') ?? '').toLowerCase().startsWith('text/event-stream') &&
    (encoding === '' || encoding === 'identity')
  );
}

function announcedBytes(headers: UpstreamHeaders, maxBytes: number): number | undefined {
  const length = Number(headerText(headers, 'content-length') ?? Number.NaN);
  return Number.isSafeInteger(length) && length <= maxBytes ? length : undefined;
}

/** Says whether the upstream was not there or broke off; never where it is. */
function connectionFailure(cause: Error, status: number): UpstreamFailedError {
  const unreadable = unreadableHead(cause);
  if (unreadable !== undefined) return unreadable;
  return status === 0
    ? new UpstreamFailedError({
        code: 'upstream_unreachable',
        message: 'The provider could not be reached or closed the connection without an answer. Try again.',
        cause,
      })
    : new UpstreamFailedError({
        code: 'upstream_interrupted',
        message: 'The provider broke off in the middle of its answer. Try again.',
        cause,
      });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
