import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { reconnectPauseMs } from '../../../database/reconnect-pause.js';
import { Metering } from '../../../billing/metering/metering.service.js';
import { LOGGER } from '../../../http/logger.js';
import { Metrics } from '../../../metrics/metrics.js';
import { release } from '../../../lib/large-memory.js';
import type { RowToInsert } from './insert-responses.js';
import { fitsInCommit, KeptResponse, KeptWithCommit } from './keep-with-commit.js';
import { ResponsePartitions } from '../response-partitions.js';
import { StoredResponsesRepository } from '../stored-responses.repository.js';

interface Waiting {
  readonly row: RowToInsert;
  readonly bytes: number;
  readonly since: number;
  readonly done: () => void;
}

const MAX_ROWS = 16;
const MAX_STATEMENT_BYTES = 4 * 1_048_576;
/** Of one process. What comes on top while the database is slow is not kept. */
const MAX_WAITING_BYTES = 64 * 1_048_576;
const GIVE_UP_MS = 10_000;
const RETRY_PAUSE = { firstMs: 50, longestMs: 1_000 };
/** SQLSTATE: no partition of the day. */
const NO_PARTITION = '23514';

/**
 * Makes responses durable. One statement is in flight at a time; what comes meanwhile shares the next one. A response that cannot
 * be written is told to the log and to the metrics, and to nobody else: its caller has the answer.
 */
@Injectable()
export class ResponseWriter {
  private waiting: Waiting[] = [];
  private waitingBytes = 0;
  private isWriting = false;
  private failures = 0;
  private kind: KeptWithCommit | undefined;

  constructor(
    private readonly metering: Metering,
    private readonly repository: StoredResponsesRepository,
    private readonly partitions: ResponsePartitions,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Resolves when the row is committed or given up. A small one goes with the commit of its call, when that has not gone yet and the
   * day's partition is known: one statement and one `fsync` for both.
   */
  write(row: RowToInsert): Promise<void> {
    // What began before midnight does not bring the plans of yesterday back.
    const isPast = this.kind !== undefined && row.day < this.kind.day;
    if (isPast || !fitsInCommit(row) || !this.partitions.knows(row.day)) return this.writeBeside(row);
    return new Promise((resolve) => {
      const companion = new KeptResponse(this.kindOf(row.day), row, (isCommitted) => {
        if (isCommitted) resolve();
        else void this.writeBeside(row).then(resolve);
      });
      if (!this.metering.join(row.callId, companion)) companion.settle(false);
    });
  }

  /** The day's plans are kept as long as it lasts. */
  private kindOf(day: number): KeptWithCommit {
    if (this.kind?.day !== day) this.kind = new KeptWithCommit(day);
    return this.kind;
  }

  private writeBeside(row: RowToInsert): Promise<void> {
    const bytes = row.input.length + row.output.length + row.frame.length;
    // A single one is always taken: it is in memory anyway.
    if (this.waitingBytes > 0 && this.waitingBytes + bytes > MAX_WAITING_BYTES) {
      this.notKept(row, 'too_many', undefined);
      return Promise.resolve();
    }
    this.waitingBytes += bytes;
    return new Promise((done) => {
      this.waiting.push({ row, bytes, since: performance.now(), done });
      if (!this.isWriting) void this.run();
    });
  }

  /** What is not kept is never lost in silence. */
  notKept(
    { id, projectId, callId }: { readonly id: string; readonly projectId: string; readonly callId: string },
    reason: 'database' | 'refused' | 'too_many' | 'unreadable',
    error: unknown,
  ): void {
    this.metrics.responseNotKept(reason);
    this.logger.error(
      { err: error, call_id: callId, project_id: projectId, response_id: id, reason },
      'a response is not kept',
    );
  }

  private async run(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      // Everything that ends in this turn of the event loop shares the statement.
      await new Promise((resolve) => setImmediate(resolve));
      await this.writeAll(this.takeNext());
    }
    this.isWriting = false;
  }

  private takeNext(): Waiting[] {
    let [count, bytes] = [0, 0];
    for (const next of this.waiting) {
      bytes += next.bytes;
      if (count > 0 && (count === MAX_ROWS || bytes > MAX_STATEMENT_BYTES)) break;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  private async writeAll(taken: readonly Waiting[]): Promise<void> {
    try {
      await this.tryWrite(taken.map(({ row }) => row));
      this.failures = 0;
      for (const { row } of taken) releaseParts(row);
      this.end(taken);
    } catch (error) {
      // One row that the database refuses must not take the others with it.
      if (!isRowFault(error)) await this.retryLater(taken, error);
      else if (taken.length > 1) for (const one of taken) await this.writeAll([one]);
      else this.giveUp(taken, 'refused', error);
    }
  }

  private async tryWrite(rows: readonly RowToInsert[]): Promise<void> {
    const days = new Set(rows.map(({ day }) => day));
    await this.partitions.ensure(days);
    try {
      await this.repository.insert(rows);
    } catch (error) {
      if (codeOf(error) !== NO_PARTITION) throw error;
      this.partitions.forget();
      await this.partitions.ensure(days);
      await this.repository.insert(rows);
    }
  }

  private async retryLater(taken: readonly Waiting[], error: unknown): Promise<void> {
    this.failures += 1;
    const isLate = ({ since }: Waiting): boolean => performance.now() - since >= GIVE_UP_MS;
    this.giveUp(taken.filter(isLate), 'database', error);
    const rest = taken.filter((one) => !isLate(one));
    if (rest.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, reconnectPauseMs(this.failures, RETRY_PAUSE)));
    this.waiting.unshift(...rest);
  }

  private giveUp(taken: readonly Waiting[], reason: 'database' | 'refused', error: unknown): void {
    for (const { row } of taken) this.notKept(row, reason, error);
    this.end(taken);
  }

  private end(taken: readonly Waiting[]): void {
    for (const { bytes, done } of taken) {
      this.waitingBytes -= bytes;
      done();
    }
  }
}

/** The database has all of it: it is not read any more. */
function releaseParts({ input, output, frame }: RowToInsert): void {
  for (const part of [input, output, frame]) release(part);
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Classes 22, 23 and 54 of SQLSTATE: the data, or more of it than fits. */
function isRowFault(error: unknown): boolean {
  return /^(?:22|23|54)/.test(codeOf(error) ?? '');
}
