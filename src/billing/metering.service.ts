import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../http/logger.js';
import { Metrics } from '../http/metrics.js';
import { GatewayError } from '../lib/gateway-error.js';
import { BalanceBook } from './balance-book.service.js';
import { billedTotal } from './call-input.js';
import type { CallRecord } from './call-record.js';
import { CommittedCalls } from './committed-calls.js';
import { UsageCommitRepository } from './usage-commit.repository.js';

/** The bill could not be made durable in time, so the answer may not end as if it were. */
export class MeteringUnavailableError extends GatewayError {
  constructor(cause: unknown) {
    super({
      status: 503,
      code: 'metering_unavailable',
      message:
        'The call could not be recorded in time, so its answer was withheld. It is billed only if the database turns out to have recorded it all the same. Try again.',
      headers: { 'retry-after': '1' },
      cause,
    });
  }
}

interface Waiting {
  readonly record: CallRecord;
  readonly since: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  /** Its caller has been told that it was not recorded. */
  isGivenUp: boolean;
}

const MAX_COMMIT_ROWS = 500;
const GIVE_UP_MS = 10_000;
const RETRY_PAUSE_MS = 100;
const LOOK_EVERY_MS = 500;

/**
 * Makes calls durable. One commit is in flight at a time; what arrives meanwhile is the next one. So a lone call waits for
 * one round trip, and a busy process pays one `fsync` for hundreds of calls: the batch size follows the load by itself.
 */
@Injectable()
export class Metering {
  private waiting: Waiting[] = [];
  private committing: Promise<void> | undefined;
  /** Since the first commit: a database that takes a statement and never answers must not keep callers waiting. */
  private watch: NodeJS.Timeout | undefined;
  /** What is with the database. */
  private inFlight: readonly Waiting[] = [];

  constructor(
    @Inject(UsageCommitRepository) private readonly repository: UsageCommitRepository,
    @Inject(BalanceBook) private readonly balances: BalanceBook,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(CommittedCalls) private readonly committed: CommittedCalls,
  ) {}

  /**
   * Resolves when the call's row and its charges are committed.
   * @throws MeteringUnavailableError when the database could not be reached, or did not answer, for ten seconds.
   */
  commit(record: CallRecord): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ record, since: performance.now(), resolve, reject, isGivenUp: false });
      this.committing ??= this.run();
    });
  }

  /** Resolves when nothing waits any more: the last step before the database goes away. */
  async drain(): Promise<void> {
    while (this.committing !== undefined) await this.committing;
    clearInterval(this.watch);
    this.watch = undefined;
    await this.repository.close();
  }

  private async run(): Promise<void> {
    this.watch ??= setInterval(() => this.giveUpLate(), LOOK_EVERY_MS).unref();
    while (this.waiting.length > 0) {
      // Everything that ends in this turn of the event loop shares the commit. Waiting longer makes larger commits and a convoy:
      // all calls wait for the same one, and then all go on (measured: a fifth fewer calls a second).
      await nextTurn();
      const batch = this.waiting.splice(0, MAX_COMMIT_ROWS);
      this.inFlight = batch;
      await this.commitBatch(batch);
      this.inFlight = [];
    }
    this.committing = undefined;
  }

  /** What is not with the database yet never goes there; what is may be recorded still. */
  private giveUpLate(): void {
    this.repository.giveUpSilent();
    const isLate = ({ since }: Waiting): boolean => performance.now() - since >= GIVE_UP_MS;
    const late = [...this.inFlight, ...this.waiting].filter(isLate);
    if (late.length === 0) return;
    this.waiting = this.waiting.filter((one) => !isLate(one));
    this.giveUp(late, new Error(`the database did not answer within ${GIVE_UP_MS} ms`));
  }

  private async commitBatch(batch: readonly Waiting[]): Promise<void> {
    const startedMs = performance.now();
    try {
      const balances = await this.repository.commit(batch.map(({ record }) => record));
      this.metrics.committed({ rows: batch.length, durationMs: performance.now() - startedMs });
      for (const [organizationId, change] of balances) this.balances.learn(organizationId, change);
      for (const { resolve, record } of batch) {
        resolve();
        this.metrics.callEnded(record);
        this.committed.tell(record);
      }
    } catch (error) {
      if (!isRowFault(error)) await this.retryLater(batch, error);
      // One row that the database refuses must not take the others with it.
      else if (batch.length > 1) for (const one of batch) await this.commitBatch([one]);
      else this.giveUp(batch, error);
    }
  }

  private async retryLater(batch: readonly Waiting[], error: unknown): Promise<void> {
    const now = performance.now();
    this.giveUp(
      batch.filter(({ since }) => now - since >= GIVE_UP_MS),
      error,
    );
    const rest = batch.filter(({ isGivenUp }) => !isGivenUp);
    if (rest.length === 0) return;
    this.logger.warn({ err: error, calls: rest.length }, 'usage commit failed; trying again');
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    this.waiting.unshift(...rest);
  }

  private giveUp(batch: readonly Waiting[], error: unknown): void {
    for (const one of batch.filter(({ isGivenUp }) => !isGivenUp)) {
      const { record, reject } = one;
      one.isGivenUp = true;
      // It may be recorded all the same.
      this.balances.spend(record.organizationId, billedTotal(record));
      this.logger.error(
        { err: error, call_id: record.id, organization_id: record.organizationId },
        'call not recorded',
      );
      reject(new MeteringUnavailableError(error));
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Classes 22 and 23 of SQLSTATE are about the data itself; everything else may pass on another try. */
function isRowFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]/.test(code);
}
