import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { finishPausedAnswers } from '../http/finish-paused-answers.js';
import { LARGE_FROM_BYTES, release, retain } from '../lib/large-memory.js';
import { readAnswerHead } from './read-answer-head.js';
import { MAX_HEADER_BYTES } from './upstream-answer.js';
import {
  UpstreamTransport,
  type UpstreamExchange,
  type UpstreamListener,
  type UpstreamRequest,
} from './upstream-transport.js';

const CONNECT_TIMEOUT_MS = 10_000;
/** Below the idle time of common front ends, so that a request seldom meets a connection that is being closed. */
const KEEP_ALIVE_MS = 4_000;
/** Above what a socket takes before it asks to wait for `drain` (64 KB at most). */
const DRAINED_FROM_BYTES = 131_072;

/** An agent for model calls: as many connections as calls, no time limits of its own (the live-call limit rules). */
export function createUpstreamAgent(connect: Agent.Options['connect'] = {}): Agent {
  return finishPausedAnswers(
    new Agent({
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: typeof connect === 'function' ? connect : { timeout: CONNECT_TIMEOUT_MS, ...connect },
    }),
  );
}

/**
 * Sends through undici's dispatcher, which costs a fraction of `fetch` and hands bytes over untouched.
 * A request whose body was sent is never sent again: the provider may have begun to work, and to charge.
 */
export class UndiciTransport extends UpstreamTransport {
  constructor(private readonly dispatcher: Dispatcher) {
    super();
  }

  override send(request: UpstreamRequest, listener: UpstreamListener): UpstreamExchange {
    const exchange = new UndiciExchange(listener);
    const { origin, path } = request;
    const { headers, body } = prepareBody(request);
    try {
      this.dispatcher.dispatch({ origin, path, method: 'POST', headers, body }, exchange);
    } catch (error) {
      // A refused option (a bad header value, say) is thrown before anything is sent.
      exchange.fail(error instanceof Error ? error : new Error(String(error)));
    }
    return exchange;
  }

  async close(): Promise<void> {
    await this.dispatcher.close();
  }
}

function prepareBody({
  headers,
  body,
}: UpstreamRequest): Pick<Dispatcher.DispatchOptions, 'headers' | 'body'> {
  if (Buffer.isBuffer(body) && body.buffer.byteLength < LARGE_FROM_BYTES) return { headers, body };
  const slices = Buffer.isBuffer(body) ? [body] : body;
  const length = slices.reduce((sum, slice) => sum + slice.length, 0);
  for (const slice of slices) retain(slice);
  return {
    headers: Object.assign({}, headers, { 'content-length': String(length) }),
    // undici takes any iterable; its types know only those that are streams too.
    body: piecesOf(slices) as unknown as Readable,
  };
}

/**
 * The slices one after the other, holding their memory until the socket has given all of it to the system: the next one is asked
 * for, and the end found, only after the socket has drained what it could not give on at once. Small slices, which may still
 * wait in the socket then, are copies. Where the sending is broken off nothing is released.
 */
function* piecesOf(slices: readonly Buffer[]): Generator<Buffer> {
  for (const slice of slices) yield slice.length < DRAINED_FROM_BYTES ? Buffer.from(slice) : slice;
  for (const slice of slices) release(slice);
}

/**
 * Takes an answer as undici's client hands it over, head in bytes. The handler with a controller is wrapped into this one for
 * each request, and has every header parsed, of which few are read.
 */
class UndiciExchange implements Dispatcher.DispatchHandler, UpstreamExchange {
  private close: ((reason: Error) => void) | undefined;
  private continue: (() => void) | undefined;
  private abortedWith: Error | undefined;
  private paused = false;
  private ended = false;

  constructor(private readonly listener: UpstreamListener) {}

  resume(): void {
    // The connection of an answer that is over may carry another one.
    if (!this.paused) return;
    this.paused = false;
    this.continue?.();
  }

  abort(reason: Error): void {
    if (this.ended || this.abortedWith !== undefined) return;
    this.abortedWith = reason;
    if (this.close !== undefined) this.close(reason);
    // Still waiting for a connection: the caller is told now, and the request is dropped as soon as it would start.
    else this.fail(reason);
  }

  fail(error: Error): void {
    if (this.ended) return;
    this.ended = true;
    this.listener.onError(this.abortedWith ?? error);
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.close = abort;
    if (this.abortedWith !== undefined) abort(this.abortedWith);
  }

  onHeaders(statusCode: number, headers: Buffer[], resume: () => void): boolean {
    this.continue = resume;
    if (statusCode >= 200) this.listener.onHead(statusCode, readAnswerHead(headers));
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.paused = !this.listener.onData(chunk);
    return !this.paused;
  }

  onComplete(): void {
    if (this.ended) return;
    this.ended = true;
    this.listener.onEnd();
  }

  onError(error: Error): void {
    // The parser's errors carry the bytes that they are about, and whoever logs one would log those.
    Reflect.deleteProperty(error, 'data');
    this.fail(error);
  }
}
