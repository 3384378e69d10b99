import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { DatabaseClient } from './database-client.js';
import type { Dialer } from './dialer.js';
import { reconnectPauseMs } from './reconnect-pause.js';
import { unlessHeard } from './unless-heard.js';

/** Something an organization owns has changed: whatever memory holds of that organization is to be read again. */
export interface Change {
  readonly organizationId: string;
  /** Only this session's pin has moved; settings are what they were. Versions that do not know this read their settings again. */
  readonly pin?: string;
}

type Listener = (change: Change | 'everything') => void;
/** `undefined`: any pin may have moved. */
type PinListener = (pin: string | undefined) => void;

const CHANNEL = 'gateway_changes';
/** A connection that ends as soon as it is open has pauses of its own: the dialer knows only of those that did not open. */
const RECONNECT = { firstMs: 100, longestMs: 1_000 };
const HEARTBEAT_MS = 2_000;
/** A server that leaves so little a question unanswered for so long is away, whatever else it was asked. */
const HEARTBEAT_WITHIN_MS = 5_000;

/**
 * Tells every process, within milliseconds, that remembered settings are stale.
 * A change is announced inside its own transaction, so it is heard exactly when it holds. PostgreSQL carries it, with or
 * without Redis: one mechanism, and never a message without its commit. When the connection is lost, memory is not
 * trusted (`isLive` is false) until it is back, and then everything is read again.
 * It is also the one connection that is always asked something: when the server falls silent on it, every connection is broken off.
 */
export class ChangeFeed {
  private readonly listeners = new Set<Listener>();
  private readonly pinListeners = new Set<PinListener>();
  /** Of channels beside the one for changes. */
  private readonly channels = new Map<string, (payload: string) => void>();
  /** The connection that listens. */
  private client: DatabaseClient | undefined;
  private failures = 0;
  private stopped = false;
  private reconnectTimer: NodeJS.Timeout | undefined;
  private heartbeatTimer: NodeJS.Timeout | undefined;
  /** What a transaction that is still open has announced. */
  private readonly uncommitted = new WeakMap<QueryRunner, Change[]>();
  private readonly watched = new WeakSet<DataSource>();

  constructor(private readonly dialer: Dialer) {}

  /** False while changes may be missed. */
  get isLive(): boolean {
    return this.client !== undefined;
  }

  /** @throws DatabaseUnavailableError */
  async start(): Promise<void> {
    await this.connect();
  }

  onChange(listener: Listener): void {
    this.listeners.add(listener);
  }

  /** Hears of moved pins by their name, and without one where some may have been missed. */
  onPinMoved(listener: PinListener): void {
    this.pinListeners.add(listener);
  }

  /** Hears what is announced on a channel of its own; what comes while the connection is lost is not heard. */
  async listen(channel: string, listener: (payload: string) => void): Promise<void> {
    this.channels.set(channel, listener);
    // On a connection that is not ready it is done with the others.
    await this.client?.query(`LISTEN ${channel}`);
  }

  /**
   * Announces a change in the transaction that makes it. This process hears of it when the commit returns, before whoever made
   * the change can go on: its own next call sees what it wrote. The others hear of it from PostgreSQL.
   */
  async publish(manager: EntityManager, change: Change): Promise<void> {
    await manager.query(`SELECT pg_notify('${CHANNEL}', $1)`, [JSON.stringify(change)]);
    const { dataSource, queryRunner } = manager;
    if (queryRunner?.isTransactionActive !== true) {
      this.announce(change);
      return;
    }
    this.watchCommits(dataSource);
    this.uncommitted.set(queryRunner, [...(this.uncommitted.get(queryRunner) ?? []), change]);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.reconnectTimer);
    clearTimeout(this.heartbeatTimer);
    await this.client?.end().catch(() => undefined);
  }

  /** Rejects when it does not listen in the end. Only a connection that listens is ours, so that each loss is heard of once. */
  private async connect(): Promise<void> {
    const client = new DatabaseClient({
      dialer: this.dialer,
      connectionString: this.dialer.url,
      application_name: 'inference-gateway changes',
      keepAlive: true,
    });
    client.on('notification', ({ channel, payload }) => {
      if (channel === CHANNEL) this.announce(parseChange(payload));
      else this.channels.get(channel)?.(payload ?? '');
    });
    await client.connect();
    try {
      for (const channel of [CHANNEL, ...this.channels.keys()]) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      client.breakOff(new Error('a feed that cannot listen is of no use'));
      throw error;
    }
    if (this.stopped || client.isBroken) {
      client.breakOff(new Error('the feed was stopped'));
      throw new Error('the connection ended as soon as it was open');
    }
    client.once('end', () => this.lost(client));
    this.client = client;
    this.watchHeartbeat(client);
    this.announce('everything');
  }

  private lost(client: DatabaseClient): void {
    if (client !== this.client) return;
    this.client = undefined;
    clearTimeout(this.heartbeatTimer);
    this.reconnectLater();
  }

  /** One attempt at a time: the next one is planned when this one has failed. */
  private reconnectLater(): void {
    if (this.stopped) return;
    this.failures += 1;
    const pauseMs = Math.max(this.dialer.pauseMs, reconnectPauseMs(this.failures, RECONNECT));
    this.reconnectTimer = setTimeout(() => {
      this.connect().catch(() => this.reconnectLater());
    }, pauseMs);
  }

  private watchHeartbeat(client: DatabaseClient): void {
    this.heartbeatTimer = setTimeout(() => {
      const silence = unlessHeard(HEARTBEAT_WITHIN_MS, () =>
        this.dialer.breakAll(new Error('the database server is silent')),
      );
      const answered = (): void => {
        silence.stop();
        if (client === this.client && !this.stopped) this.watchHeartbeat(client);
      };
      client
        .query('SELECT 1')
        .then(() => (this.failures = 0))
        .then(answered, answered);
    }, HEARTBEAT_MS);
  }

  private watchCommits(dataSource: DataSource): void {
    if (this.watched.has(dataSource)) return;
    this.watched.add(dataSource);
    dataSource.subscribers.push({
      afterTransactionCommit: ({ queryRunner }) => {
        // A savepoint that is released ends in this event too.
        if (queryRunner.isTransactionActive) return;
        const changes = this.uncommitted.get(queryRunner) ?? [];
        this.uncommitted.delete(queryRunner);
        for (const change of changes) this.announce(change);
      },
      afterTransactionRollback: ({ queryRunner }) => {
        if (!queryRunner.isTransactionActive) this.uncommitted.delete(queryRunner);
      },
    });
  }

  private announce(change: Change | 'everything'): void {
    const pin = change === 'everything' ? undefined : change.pin;
    if (change === 'everything' || pin !== undefined) for (const listener of this.pinListeners) listener(pin);
    if (change === 'everything' || pin === undefined) for (const listener of this.listeners) listener(change);
  }
}

function parseChange(payload: string | undefined): Change | 'everything' {
  try {
    const value: unknown = JSON.parse(payload ?? '');
    if (
      typeof value === 'object' &&
      value !== null &&
      'organizationId' in value &&
      typeof value.organizationId === 'string'
    ) {
      const { organizationId } = value;
      return 'pin' in value && typeof value.pin === 'string'
        ? { organizationId, pin: value.pin }
        : { organizationId };
    }
  } catch {
    // What cannot be read may have meant anything.
  }
  return 'everything';
}
