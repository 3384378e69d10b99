import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { reconnectPauseMs } from '../database/reconnect-pause.js';
import { LOGGER } from '../http/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { dayOf } from '../lib/day.js';
import { SECOND_MS } from '../lib/durations.js';
import type { ContentRow } from './content-row.js';
import { ContentPartitions } from './content-partitions.js';
import { ContentsRepository } from './contents.repository.js';

const MAX_ROWS = 16;
const GIVE_UP_MS = 10 * SECOND_MS;
const RETRY_PAUSE = { firstMs: 50, longestMs: 1_000 };
/** SQLSTATE: no partition of the day. */
const NO_PARTITION = '23514';

export type NotKeptReason = 'database' | 'too_many' | 'unreadable';

interface Waiting {
  readonly row: ContentRow;
  readonly since: number;
  readonly done: () => void;
}

/** Writes contents of calls behind their answers, one statement at a time. What cannot be written is told to log and metrics. */
@Injectable()
export class ContentWriter {
  private waiting: Waiting[] = [];
  private writing: Promise<void> | undefined;
  private failures = 0;

  constructor(
    private readonly repository: ContentsRepository,
    private readonly partitions: ContentPartitions,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** @param done called when it is written or given up */
  write(row: ContentRow, done: () => void): void {
    this.waiting.push({ row, since: performance.now(), done });
    this.writing ??= this.run();
  }

  async drain(): Promise<void> {
    while (this.writing !== undefined) await this.writing;
  }

  notKept(callId: string, reason: NotKeptReason, error?: unknown): void {
    this.metrics.contentNotKept(reason);
    this.logger.warn({ err: error, call_id: callId, reason }, 'the content of a call is not kept');
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.writeSome(this.waiting.splice(0, MAX_ROWS));
    this.writing = undefined;
  }

  private async writeSome(taken: readonly Waiting[]): Promise<void> {
    try {
      await this.tryWrite(taken.map(({ row }) => row));
      this.failures = 0;
      for (const { done } of taken) done();
    } catch (error) {
      await this.retryLater(taken, error);
    }
  }

  private async tryWrite(rows: readonly ContentRow[]): Promise<void> {
    const days = new Set(rows.map(({ expiresAt }) => dayOf(expiresAt.getTime())));
    await this.partitions.ensure(days);
    try {
      await this.repository.insert(rows);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === NO_PARTITION)) throw error;
      this.partitions.forget();
      await this.partitions.ensure(days);
      await this.repository.insert(rows);
    }
  }

  private async retryLater(taken: readonly Waiting[], error: unknown): Promise<void> {
    this.failures += 1;
    const isLate = ({ since }: Waiting): boolean => performance.now() - since >= GIVE_UP_MS;
    for (const { row, done } of taken.filter(isLate)) {
      this.notKept(row.callId, 'database', error);
      done();
    }
    const rest = taken.filter((one) => !isLate(one));
    if (rest.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, reconnectPauseMs(this.failures, RETRY_PAUSE)));
    this.waiting.unshift(...rest);
  }
}
