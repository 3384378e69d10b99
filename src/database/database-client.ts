import { Client, type ClientConfig } from 'pg';
import { DatabaseUnavailableError, noteConnectionEnd } from './database-unavailable.error.js';
import { unlessHeard } from './unless-heard.js';
import type { DialEnd, Dialer } from './dialer.js';

export interface DatabaseClientConfig extends ClientConfig {
  readonly dialer: Dialer;
}

type Connected = (error: Error | null, client?: Client) => void;

/** A server that takes the connection and says nothing is away. */
const DIAL_TIMEOUT_MS = 3_000;

/**
 * A connection to PostgreSQL as every part of this service has one, pools included: it is dialled in its turn (`Dialer`), and it
 * is listened to from its creation on. Between the moment at which it becomes ready and the one at which somebody holds it, the
 * server may end it, and an `error` that nobody hears ends the process.
 */
export class DatabaseClient extends Client {
  private readonly dialer: Dialer;
  private isDialled = false;
  private broken = false;
  private left = false;

  constructor({ dialer, ...config }: DatabaseClientConfig) {
    super(config);
    this.dialer = dialer;
    this.on('error', (error: Error) => {
      this.broken = true;
      noteConnectionEnd(error);
    });
    this.once('end', () => {
      this.broken = true;
    });
  }

  /** Nothing can be asked on it any more. */
  get isBroken(): boolean {
    return this.broken;
  }

  /** We ended it ourselves. */
  get wasLeft(): boolean {
    return this.left;
  }

  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(callback?: unknown): Promise<Client> | void {
    if (callback !== undefined) {
      this.dial(callback as Connected);
      return;
    }
    return new Promise((resolve, reject) => {
      this.dial((error) => (error === null ? resolve(this) : reject(error)));
    });
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    this.left = !this.broken;
    if (callback === undefined) return super.end();
    super.end(callback);
  }

  /** Ends it without a word to the server: what is asked on it fails with the reason. */
  breakOff(reason: Error): void {
    // Nobody listens to a socket that was never used.
    this.connection.stream.destroy(this.isDialled ? reason : undefined);
  }

  private dial(connected: Connected): void {
    this.dialer.dial({
      refuse: connected,
      start: (ended) => this.start(ended, connected),
    });
  }

  private start(ended: (end: DialEnd) => void, connected: Connected): void {
    const timer = unlessHeard(DIAL_TIMEOUT_MS, () =>
      this.breakOff(new Error(`the server did not let us in within ${DIAL_TIMEOUT_MS} ms`)),
    );
    const end = (how: DialEnd): void => {
      timer.stop();
      ended(how);
    };
    // The driver does not tell the callback of a connection that was ended while it was dialled.
    this.once('end', () => end('left'));
    this.isDialled = true;
    super.connect((error: Error | null) => {
      if (error === null) this.dialer.keep(this);
      end(error ?? 'open');
      connected(error === null ? null : new DatabaseUnavailableError(error), this);
    });
  }
}
