import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DatabaseUnavailableError } from '../../database/database-unavailable.error.js';
import { reconnectPauseMs } from '../../database/reconnect-pause.js';
import { LOGGER } from '../../http/logger.js';
import { Metrics } from '../../metrics/metrics.js';
import { GatewayError } from '../../lib/gateway-error.js';
import { BalanceBook } from '../holds/balance-book.service.js';
import type { CallRecord } from '../calls/call-record.js';
import type { CommitCompanion, CompanionGroup } from './commit-companion.js';
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

/** A call that is not committed yet. */
class Waiting {
  readonly since = performance.now();
  readonly durable: Promise<void>;
  /** Its caller has been told that it was not recorded. */
  isGivenUp = false;
  companion: CommitCompanion | undefined;
  resolve!: () => void;
  reject!: (error: Error) => void;

  constructor(readonly record: CallRecord) {
    this.durable = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

const MAX_COMMIT_ROWS = 500;
/** In one statement: each number of them is a plan of its own. */
const MAX_COMPANIONS = 16;
const GIVE_UP_MS = 10_000;
const RETRY_PAUSE = { firstMs: 100, longestMs: 1_000 };
/** A commit that takes so long counts as one that fails. */
const SILENT_MS = 5_000;
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
  private committingSince: number | undefined;
  /** Commits in a row that failed for another reason than their data. */
  private failures = 0;
  /** Why nothing is recorded at the moment. */
  private fault: unknown;
  /** One whose commit failed, for the next attempt. */
  private lastFailed: CallRecord | undefined;
  private probeTimer: NodeJS.Timeout | undefined;
  private isDrained = false;

  constructor(
    private readonly repository: UsageCommitRepository,
    private readonly balances: BalanceBook,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly committed: CommittedCalls,
  ) {}

  /**
   * Resolves when the call's row and its charges are committed.
   * @throws MeteringUnavailableError when the database could not be reached, or did not answer, for ten seconds.
   */
  commit(record: CallRecord): Promise<void> {
    const waiting = new Waiting(record);
    this.waiting.push(waiting);
    this.committing ??= this.run();
    return waiting.durable;
  }

  /**
   * Resolves when the call is committed or given up, at once when it does not wait here. Answers of calls that cost nothing end before
   * their rows are there, so that whoever looks for such a row waits for it.
   */
  async settled(callId: string): Promise<void> {
    const isIt = ({ record }: Waiting): boolean => record.id === callId;
    await (this.inFlight.find(isIt) ?? this.waiting.find(isIt))?.durable.catch(() => undefined);
  }

  /**
   * Makes something else durable in the statement that commits the call. False: the call does not wait any more, and the companion
   * is not settled.
   */
  join(callId: string, companion: CommitCompanion): boolean {
    const waiting = this.waiting.findLast(({ record }) => record.id === callId);
    if (waiting === undefined || waiting.companion !== undefined) return false;
    waiting.companion = companion;
    return true;
  }

  /** Whether calls would not be recorded at the moment. */
  get isFailing(): boolean {
    const silentMs = performance.now() - (this.committingSince ?? performance.now());
    return this.fault !== undefined || silentMs >= SILENT_MS;
  }

  /**
   * Before anything is sent: a call that cannot be recorded would be paid for by nobody but the operator.
   * @throws DatabaseUnavailableError (503)
   */
  refuseWhileFailing(): void {
    if (this.isFailing)
      throw new DatabaseUnavailableError(this.fault ?? new Error('a commit gets no answer'));
  }

  /** Resolves when nothing waits any more: the last step before the database goes away. */
  async drain(): Promise<void> {
    this.isDrained = true;
    clearTimeout(this.probeTimer);
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
    if (this.fault !== undefined && this.lastFailed !== undefined) this.probeLater(this.lastFailed);
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
    this.committingSince = startedMs;
    const beside = takeCompanions(batch);
    try {
      const balances = await this.repository.commit(
        batch.map(({ record }) => record),
        beside,
      );
      beside?.companions.forEach((one) => one.settle(true));
      this.recorded();
      this.metrics.committed({ rows: batch.length, durationMs: performance.now() - startedMs });
      for (const [organizationId, change] of balances) this.balances.learn(organizationId, change);
      for (const { resolve, record } of batch) {
        this.balances.learnLimits(record);
        resolve();
        this.metrics.callEnded(record);
        this.committed.tell(record);
      }
    } catch (error) {
      this.committingSince = undefined;
      if (beside !== undefined) {
        // What comes beside them must not keep calls from being recorded.
        beside.companions.forEach((one) => one.settle(false));
        await this.commitBatch(batch);
      } else if (!isRowFault(error)) await this.retryLater(batch, error);
      // One row that the database refuses must not take the others with it.
      else if (batch.length > 1) for (const one of batch) await this.commitBatch([one]);
      else this.giveUp(batch, error);
    }
  }

  private async retryLater(batch: readonly Waiting[], error: unknown): Promise<void> {
    this.noteFailure(batch[0]?.record, error);
    const now = performance.now();
    this.giveUp(
      batch.filter(({ since }) => now - since >= GIVE_UP_MS),
      error,
    );
    const rest = batch.filter(({ isGivenUp }) => !isGivenUp);
    if (rest.length === 0) return;
    this.logger.warn({ err: error, calls: rest.length }, 'usage commit failed; trying again');
    await new Promise((resolve) => setTimeout(resolve, reconnectPauseMs(this.failures, RETRY_PAUSE)));
    // Whose caller was told meanwhile that it was not recorded is not recorded.
    this.waiting.unshift(...rest.filter(({ isGivenUp }) => !isGivenUp));
  }

  /** A connection that was cut is dialled again in a moment; anything else, or a second failure, is no moment's matter. */
  private noteFailure(record: CallRecord | undefined, error: unknown): void {
    this.failures += 1;
    this.lastFailed = record ?? this.lastFailed;
    if (this.failures < 2 && isOfConnection(error)) return;
    if (this.fault === undefined)
      this.logger.error({ err: error }, 'calls cannot be recorded; none is taken');
    this.fault = error;
  }

  private recorded(): void {
    this.committingSince = undefined;
    this.failures = 0;
    this.lastFailed = undefined;
    clearTimeout(this.probeTimer);
    if (this.fault !== undefined) this.logger.warn('calls are recorded again');
    this.fault = undefined;
  }

  /** While calls wait, their own commits find out; when none does, one that is taken back finds out. */
  private probeLater(record: CallRecord): void {
    if (this.isDrained) return;
    clearTimeout(this.probeTimer);
    this.probeTimer = setTimeout(
      () => {
        this.repository.probe(record).then(
          () => this.recorded(),
          (error: unknown) => {
            this.noteFailure(record, error);
            if (this.committing === undefined) this.probeLater(record);
          },
        );
      },
      reconnectPauseMs(this.failures, RETRY_PAUSE),
    ).unref();
  }

  private giveUp(batch: readonly Waiting[], error: unknown): void {
    for (const one of batch.filter(({ isGivenUp }) => !isGivenUp)) {
      const { record, reject } = one;
      one.isGivenUp = true;
      // It may be recorded all the same.
      this.balances.spend(record);
      this.logger.error(
        { err: error, call_id: record.id, organization_id: record.organizationId },
        'call not recorded',
      );
      reject(new MeteringUnavailableError(error));
    }
  }
}

/** Those that fit in the batch's statement; others are told at once to go their own way. */
function takeCompanions(batch: readonly Waiting[]): CompanionGroup | undefined {
  let companions: CommitCompanion[] | undefined;
  for (const waiting of batch) {
    const { companion } = waiting;
    if (companion === undefined) continue;
    waiting.companion = undefined;
    companions ??= [];
    const fits = companions.length < MAX_COMPANIONS && (companions[0] ?? companion).kind === companion.kind;
    if (fits) companions.push(companion);
    else companion.settle(false);
  }
  const kind = companions?.[0]?.kind;
  return kind === undefined || companions === undefined ? undefined : { kind, companions };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Classes 22 and 23 of SQLSTATE are about the data itself; everything else may pass on another try. */
function isRowFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]/.test(code);
}

/** Ends of connections, transactions given up for others, an operator's intervention. */
function isOfConnection(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isSqlState = typeof code === 'string' && /^\d[0-9A-Z]{4}$/.test(code);
  return !isSqlState || /^(?:08|40|55|57)/.test(code);
}
