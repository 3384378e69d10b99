import { Client } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/** Something an organization owns has changed: whatever memory holds of that organization is to be read again. */
export interface Change {
  readonly organizationId: string;
}

type Listener = (change: Change | 'everything') => void;

const CHANNEL = 'gateway_changes';
const RECONNECT_MS = 250;

/**
 * Tells every process, within milliseconds, that remembered settings are stale.
 * A change is announced inside its own transaction, so it is heard exactly when it holds. PostgreSQL carries it, with or
 * without Redis: one mechanism, and never a message without its commit. When the connection is lost, memory is not
 * trusted (`isLive` is false) until it is back, and then everything is read again.
 */
export class ChangeFeed {
  private readonly listeners = new Set<Listener>();
  /** Of channels beside the one for changes. */
  private readonly channels = new Map<string, (payload: string) => void>();
  private client: Client | undefined;
  private stopped = false;
  private reconnectTimer: NodeJS.Timeout | undefined;
  private live = false;
  /** What a transaction that is still open has announced. */
  private readonly uncommitted = new WeakMap<QueryRunner, Change[]>();
  private readonly watched = new WeakSet<DataSource>();

  constructor(private readonly url: string) {}

  /** False while changes may be missed. */
  get isLive(): boolean {
    return this.live;
  }

  async start(): Promise<void> {
    await this.connect();
  }

  onChange(listener: Listener): void {
    this.listeners.add(listener);
  }

  /** Hears what is announced on a channel of its own; what comes while the connection is lost is not heard. */
  async listen(channel: string, listener: (payload: string) => void): Promise<void> {
    this.channels.set(channel, listener);
    // On a connection that is not ready it is done with the others.
    if (this.live) await this.client?.query(`LISTEN ${channel}`);
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
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'inference-gateway changes',
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.on('end', () => this.lost(client));
    client.on('notification', ({ channel, payload }) => {
      if (channel === CHANNEL) this.announce(parseChange(payload));
      else this.channels.get(channel)?.(payload ?? '');
    });
    this.client = client;
    await client.connect();
    for (const channel of [CHANNEL, ...this.channels.keys()]) await client.query(`LISTEN ${channel}`);
    this.live = true;
    this.announce('everything');
  }

  private lost(client: Client): void {
    if (client !== this.client) return;
    this.live = false;
    if (this.stopped) return;
    this.reconnectTimer = setTimeout(() => {
      this.connect().catch(() => this.lost(this.client ?? client));
    }, RECONNECT_MS);
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
    for (const listener of this.listeners) listener(change);
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
      return { organizationId: value.organizationId };
    }
  } catch {
    // What cannot be read may have meant anything.
  }
  return 'everything';
}
