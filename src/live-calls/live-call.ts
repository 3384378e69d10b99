import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { bothWatch, setAnswerWatch, type AnswerWatch } from '../http/answer-watch.js';
import { release, retain } from '../lib/large-memory.js';
import { pendingHeaders } from '../http/pending-headers.js';
import { readParentSpan, type ParentSpan } from '../http/read-trace-id.js';

/** Why a call was cut before its upstream had ended. */
export type CutCause = 'client-left' | 'deadline' | 'shutdown';

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

const SINGLE_WRITE_BYTES = 65_536;
/** After a call was cut: how long its client has to take the last bytes. */
export const LAST_BYTES_MS = 2_000;

/**
 * One inference call while it runs: the client's end of it, and everything that may cut it short.
 * The response's `close` before it finished means that the client left (the request's `close` fires once its body is read).
 */
export class LiveCall {
  readonly startedAt: Date;
  readonly startedMs: number;
  cutCause: CutCause | undefined;
  firstByteMs: number | undefined;
  /** Where `LiveCalls` keeps it. */
  place = -1;

  private readonly response: ServerResponse;
  private deadline: NodeJS.Timeout;
  private cutListener: ((cause: CutCause) => void) | undefined;
  private settled = false;
  private isOver = false;
  /** The connection, when an earlier answer had it as the call began: the client sent the call behind another one. */
  private queuedOn: Socket | undefined;
  private watch: AnswerWatch | undefined;
  private held: Buffer | undefined;

  constructor(
    readonly id: string,
    private readonly reply: FastifyReply,
    timeoutMs: number,
    private readonly onOver: (call: LiveCall) => void,
  ) {
    this.startedAt = new Date();
    this.startedMs = performance.now();
    this.response = reply.raw;
    this.deadline = setTimeout(() => this.onDeadline(), timeoutMs);
    this.response.on('close', this.onClose);
    if (this.response.socket === null) this.watchConnection(reply.request.raw.socket);
    else if (this.response.destroyed) this.cut('client-left');
  }

  /** The client's own name of the call, or the one it was given. */
  get requestId(): string {
    return this.reply.request.id;
  }

  /** The caller's span that the call was made in. */
  get parentSpan(): ParentSpan | undefined {
    const { traceparent } = this.reply.request.headers;
    return readParentSpan(Array.isArray(traceparent) ? traceparent[0] : traceparent);
  }

  get headSent(): boolean {
    return this.response.headersSent;
  }

  /** Of whatever answer comes, an error too. */
  setHeader(name: string, value: string): void {
    pendingHeaders(this.reply)[name] = value;
  }

  elapsedMs(): number {
    return performance.now() - this.startedMs;
  }

  /** Called at most once, at once when the call was cut already. */
  onCut(listener: (cause: CutCause) => void): void {
    this.cutListener = listener;
    if (this.cutCause !== undefined) this.tellCut(this.cutCause);
  }

  /** Everything that goes to the client is shown to it, an error in place of the answer too; several may watch. */
  watchAnswer(watch: AnswerWatch): void {
    this.watch = this.watch === undefined ? watch : bothWatch(this.watch, watch);
    setAnswerWatch(this.reply, this.watch);
  }

  /** Called each time that the client has taken what was written. */
  onWritable(listener: () => void): void {
    this.response.on('drain', listener);
  }

  cut(cause: CutCause): void {
    // Settled long ago, but the client does not take its bytes: at the end of the grace they are given up.
    if (this.settled && cause === 'shutdown') this.breakOff();
    if (this.cutCause !== undefined || this.settled) return;
    this.cutCause = cause;
    this.tellCut(cause);
  }

  sendWhole({ status, headers, body }: WholeAnswer): void {
    this.reply.hijack();
    this.firstByteMs ??= this.elapsedMs();
    const all = Object.assign(pendingHeaders(this.reply), headers, { 'content-length': body.length });
    this.response.writeHead(status, all);
    // Text goes out in one write together with the head; a buffer would be a second piece of a vectored write.
    if (body.length <= SINGLE_WRITE_BYTES) this.response.end(body.toString('latin1'), 'latin1');
    else this.response.end(body);
    this.watch?.whole(body);
  }

  /** The head goes out with the first bytes: one write for both, and one packet for the client. */
  startStream(status: number, headers: Readonly<Record<string, string | number>>): void {
    this.reply.hijack();
    this.response.writeHead(status, Object.assign(pendingHeaders(this.reply), headers));
  }

  /** False: the client is slow; wait for `onWritable` before more is written. */
  write(bytes: Buffer): boolean {
    this.firstByteMs ??= this.elapsedMs();
    const takesMore = this.response.destroyed || this.response.write(bytes);
    this.tellWatch(bytes);
    return takesMore;
  }

  /** @param parts its last bytes */
  endStream(...parts: readonly (Buffer | undefined)[]): void {
    const last = parts.at(-1);
    for (const part of parts.slice(0, -1)) if (part !== undefined) this.write(part);
    if (last === undefined || last.length === 0) {
      this.response.end();
      return;
    }
    this.response.end(last);
    this.tellWatch(last);
  }

  /** The process stops: the client's next call is for another one. A head that is on its way cannot say so any more. */
  closeConnectionAfterwards(): void {
    if (!this.response.headersSent) this.response.shouldKeepAlive = false;
  }

  /** A stream that may not end as if it were whole: the connection breaks. */
  breakOff(): void {
    this.response.destroy();
    // One that still waits for its turn has no connection to break.
    if (this.response.socket === null) this.queuedOn?.destroy();
  }

  /** The client may still be taking these bytes: their memory is given back when it has, or left. */
  releaseWhenOver(bytes: Buffer): void {
    if (this.isOver) release(bytes);
    else this.held = bytes;
  }

  /**
   * The bill is settled: nothing can cut the call any more. Its client has until the deadline to take the last byte, and a
   * graceful stop waits for that.
   */
  settle(): void {
    if (this.settled) return;
    this.settled = true;
    if (this.response.closed || this.queuedOn?.closed === true) this.end();
  }

  private readonly onClose = (): void => {
    if (this.settled) this.end();
    else if (!this.response.writableFinished) this.cut('client-left');
  };

  /** A response that still waits for its turn is not told that the connection closed: Node tells only the one that has it. */
  private watchConnection(socket: Socket): void {
    this.queuedOn = socket;
    // A client may send any number of calls behind the first.
    socket.setMaxListeners(0);
    socket.on('close', this.onClose);
    if (socket.closed) this.cut('client-left');
  }

  /** The limit holds for both sides: a client that does not take its bytes would keep them in memory for as long as it likes. */
  private onDeadline(): void {
    this.cut('deadline');
    this.deadline = setTimeout(() => {
      if (this.settled) this.breakOff();
      else this.onDeadline();
    }, LAST_BYTES_MS);
  }

  /** What is shown may be read when the call is over, and may be memory that is used again then. */
  private tellWatch(bytes: Buffer): void {
    if (this.watch === undefined) return;
    retain(bytes);
    this.watch.piece(bytes);
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.deadline);
    this.queuedOn?.off('close', this.onClose);
    if (this.held !== undefined) release(this.held);
    this.onOver(this);
  }

  private tellCut(cause: CutCause): void {
    const listener = this.cutListener;
    this.cutListener = undefined;
    listener?.(cause);
  }
}
