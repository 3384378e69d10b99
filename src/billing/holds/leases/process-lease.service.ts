import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../lib/clock.js';
import { SECOND_MS } from '../../../lib/durations.js';
import { newId } from '../../../lib/ids.js';
import { DatabaseTime, expiryTime } from './database-time.js';

const LIFE_MS = 15 * SECOND_MS;
const RENEW_EVERY_MS = 4 * SECOND_MS;
/** We take our life for over so long before the database does. */
const MARGIN_MS = 2 * SECOND_MS;

const NOW_MS = '(extract(epoch FROM now()) * 1000)::float8 AS now_ms';

const START = `
WITH mine AS (DELETE FROM gateway_processes WHERE id = $2),
     dead AS (DELETE FROM gateway_processes WHERE expires_at < ${expiryTime('$4')} - interval '1 minute' AND id <> $2)
INSERT INTO gateway_processes (id, expires_at) VALUES ($1, now() + $3::float8 * interval '1 millisecond')
RETURNING ${NOW_MS}`;

const RENEW = `
UPDATE gateway_processes SET expires_at = now() + $2::float8 * interval '1 millisecond'
 WHERE id = $1 AND expires_at > ${expiryTime('$3')} RETURNING ${NOW_MS}`;

interface Told {
  readonly now_ms: number;
}

/**
 * This process as the others know it: a row that it renews. What it was granted counts while the row lasts, so a process that
 * was killed holds no money for longer than 15 s, and a grant needs no upkeep of its own. A process that could not renew in
 * time begins a new life, under another id and with nothing granted. A clock of the database that steps ahead ends no life.
 */
@Injectable()
export class ProcessLease {
  /** Empty before the first life. */
  id = '';
  private validUntil = Number.NEGATIVE_INFINITY;
  private readonly time = new DatabaseTime(LIFE_MS);
  private starting: Promise<string> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Whether what was granted still counts. */
  isValid(): boolean {
    return this.clock.monotonicMs() < this.validUntil;
  }

  /** For `expiryTime`; milliseconds since 1970, null before the database told its time. */
  databaseTimeMs(): number | null {
    return this.time.at(this.clock.monotonicMs()) ?? null;
  }

  /** Ids of the processes that live, this one among them, oldest first. @throws the database's own error */
  async listAlive(): Promise<string[]> {
    await this.current();
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT id FROM gateway_processes WHERE expires_at > now() ORDER BY id',
    );
    return rows.map(({ id }) => id);
  }

  /** Told when a life has ended, before the next one begins: nothing is granted any more. */
  onNewLife(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** The id that grants are written under. @throws the database's own error */
  current(): string | Promise<string> {
    if (this.isValid()) return this.id;
    return (this.starting ??= this.start().finally(() => {
      this.starting = undefined;
    }));
  }

  /** The database does not know this life any more: it was restored, say. */
  endLife(id: string): void {
    if (id === this.id) this.validUntil = Number.NEGATIVE_INFINITY;
  }

  /** Gives everything back, at the end of the process. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.id === '') return;
    this.validUntil = Number.NEGATIVE_INFINITY;
    await this.dataSource
      .query('DELETE FROM gateway_processes WHERE id = $1', [this.id])
      .catch(() => undefined);
  }

  private async start(): Promise<string> {
    const id = newId('prc');
    const askedMs = this.clock.monotonicMs();
    const rows = await this.dataSource.query<Told[]>(START, [id, this.id, LIFE_MS, this.databaseTimeMs()]);
    this.learn(rows, askedMs);
    this.id = id;
    this.timer ??= setInterval(() => void this.renew(), RENEW_EVERY_MS).unref();
    for (const listener of this.listeners) listener();
    this.validUntil = askedMs + LIFE_MS - MARGIN_MS;
    return id;
  }

  private async renew(): Promise<void> {
    if (!this.isValid()) return;
    const { id } = this;
    const askedMs = this.clock.monotonicMs();
    const [rows] = await this.dataSource
      .query<[Told[], number]>(RENEW, [id, LIFE_MS, this.databaseTimeMs()])
      .catch((): [Told[], number] => [[], 0]);
    this.learn(rows, askedMs);
    // An answer that comes after our time was up may be too late: others may have counted us out already.
    if (rows.length > 0 && this.isValid() && this.id === id) this.validUntil = askedMs + LIFE_MS - MARGIN_MS;
  }

  private learn([told]: readonly Told[], askedMs: number): void {
    if (told !== undefined) this.time.learn(told.now_ms, askedMs);
  }
}
