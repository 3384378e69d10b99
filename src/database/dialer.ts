import { DatabaseUnavailableError } from './database-unavailable.error.js';
import { reconnectPauseMs } from './reconnect-pause.js';

/** How a dial ended: with a connection, with a fault, or left by whoever wanted it. */
export type DialEnd = 'open' | 'left' | Error;

/** One wish for a connection. */
export interface Dial {
  /** Dials now; to be ended once. */
  start(ended: (end: DialEnd) => void): void;
  /** Instead of `start`. */
  refuse(error: DatabaseUnavailableError): void;
}

/** A connection that was dialled. */
export interface OpenConnection {
  /** We ended it ourselves. */
  readonly wasLeft: boolean;
  breakOff(reason: Error): void;
  once(event: 'drain' | 'end', listener: () => void): unknown;
}

interface Waiting {
  readonly dial: Dial;
  readonly timer: NodeJS.Timeout;
}

/** While the database takes connections. More at once would be a storm of its own when a pool grows. */
const DIALS_AT_ONCE = 3;
/**
 * So many wait for the next attempt while the database is away: what listens and what commits, and a caller or two, who are served
 * as soon as it is back. Fewer than a pool holds: those who wait for the pool must hear of the failure at once.
 */
const WAITING_WHILE_AWAY = 4;
/** As long as somebody waits for a busy pool. */
const WAIT_MS = 5_000;
/** A server that lets in whoever knocks, only to throw them out, lets nobody in. More than may be cut at once by chance. */
const MAX_STILLBORN = 4;
/** The longest pause and one dial that is not answered must fit into the five seconds in which calls are served again. */
const PAUSE = { firstMs: 250, longestMs: 1_000 };

/**
 * Every connection of a process to its database is dialled through here. While the last dial failed, nobody dials but one at a
 * time, after growing pauses. A few wait for that one; everybody else hears of the failure at once, instead of asking a server that
 * lets nobody in.
 */
export class Dialer {
  private readonly waiting = new Set<Waiting>();
  private readonly open = new Set<OpenConnection>();
  private dialling = 0;
  /** Failures in a row; dials that were under way together count as one. */
  private failures = 0;
  private fault: Error | undefined;
  private retryAtMs = 0;
  private probeTimer: NodeJS.Timeout | undefined;
  /** Connections in a row that ended before they answered anything. */
  private stillborn = 0;

  constructor(readonly url: string) {}

  /** How long nobody may dial, in milliseconds. */
  get pauseMs(): number {
    return this.fault === undefined ? 0 : Math.max(0, this.retryAtMs - performance.now());
  }

  /** Starts the dial now or when it is its turn, or refuses it; never before this returns when it refuses. */
  dial(dial: Dial): void {
    if (this.mayDial()) this.start(dial);
    else if (this.fault === undefined || this.waiting.size < WAITING_WHILE_AWAY) this.wait(dial);
    else this.refuse(dial, this.fault);
  }

  /** A connection that is open, until it ends. */
  keep(client: OpenConnection): void {
    let hasAnswered = false;
    this.open.add(client);
    client.once('drain', () => {
      hasAnswered = true;
      this.proved();
    });
    client.once('end', () => {
      this.open.delete(client);
      if (!hasAnswered && !client.wasLeft) this.ended();
    });
  }

  /** The server is silent on a connection that it had answered on: what waits on the others must not wait for ever. */
  breakAll(reason: Error): void {
    for (const client of this.open) client.breakOff(reason);
  }

  private mayDial(): boolean {
    return this.fault === undefined
      ? this.dialling < DIALS_AT_ONCE
      : this.dialling === 0 && this.pauseMs === 0;
  }

  private start(dial: Dial): void {
    const failuresBefore = this.failures;
    let isOver = false;
    this.dialling += 1;
    dial.start((end) => {
      if (isOver) return;
      isOver = true;
      this.dialling -= 1;
      if (end === 'open') this.reached();
      else if (end !== 'left') this.failed(end, failuresBefore);
      this.startWaiting();
    });
  }

  /** One that opens says nothing while those before it ended as soon as they were open. */
  private reached(): void {
    if (this.stillborn >= MAX_STILLBORN) this.rest();
    else this.clear();
  }

  private proved(): void {
    this.stillborn = 0;
    if (this.fault === undefined) return;
    this.clear();
    this.startWaiting();
  }

  private clear(): void {
    clearTimeout(this.probeTimer);
    this.fault = undefined;
    this.failures = 0;
  }

  private rest(): void {
    const pauseMs = reconnectPauseMs(this.failures, PAUSE);
    this.retryAtMs = performance.now() + pauseMs;
    clearTimeout(this.probeTimer);
    this.probeTimer = setTimeout(() => this.startWaiting(), Math.ceil(pauseMs)).unref();
  }

  private failed(fault: Error, failuresBefore: number): void {
    this.fault = fault;
    if (this.failures === failuresBefore) {
      this.failures += 1;
      this.rest();
    }
    for (const one of this.waiting) {
      this.forget(one);
      this.refuse(one.dial, fault);
    }
  }

  private ended(): void {
    this.stillborn += 1;
    if (this.stillborn >= MAX_STILLBORN)
      this.failed(new Error('connections end as soon as they are open'), this.failures);
  }

  private wait(dial: Dial): void {
    const timer = setTimeout(() => {
      this.forget(one);
      dial.refuse(new DatabaseUnavailableError(new Error(`no connection could be dialled in ${WAIT_MS} ms`)));
    }, WAIT_MS);
    const one = { dial, timer };
    this.waiting.add(one);
  }

  private startWaiting(): void {
    for (const one of this.waiting) {
      if (!this.mayDial()) return;
      this.forget(one);
      this.start(one.dial);
    }
  }

  private forget(one: Waiting): void {
    clearTimeout(one.timer);
    this.waiting.delete(one);
  }

  /** Later: whoever asked may hold its own state open until `dial` returns. */
  private refuse(dial: Dial, fault: Error): void {
    setImmediate(() => dial.refuse(new DatabaseUnavailableError(fault)));
  }
}
