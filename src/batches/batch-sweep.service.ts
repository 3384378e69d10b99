import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { LOGGER } from '../http/logger.js';
import { Clock } from '../lib/clock.js';
import { PacedWork } from '../lib/paced-work.js';
import { DAY_MS } from '../lib/durations.js';
import { ObjectStore } from '../storage/object-store.js';
import { BatchBook } from './batch-book.service.js';
import { deleteFilesOfResults } from './files/batch-files.repository.js';
import { BatchFiles } from './files/batch-files.service.js';
import { RUNNING } from './running-batch.js';
import { BatchValidation } from './validation/batch-validation.service.js';
import { ValidationBook } from './validation/validation-book.service.js';
import { BatchRefresh, type RefreshOutcome } from './lifecycle/batch-refresh.service.js';
import { BatchesOfDeletedProjects } from './lifecycle/deleted-projects.service.js';

export interface BatchSweepReport {
  readonly refreshed: number;
  readonly failed: number;
  readonly resultsPurged: number;
}

/** Where requests and results lie in the object store. */
const BATCHES_FOLDER = 'batches/';
/** Longer than a submission is read, a batch ends, or a download runs. */
const LEFTOVERS_KEPT_MS = DAY_MS;
const AT_ONCE = 4;
const PURGED_AT_ONCE = 20;

/** The hourly part of batches: refreshes those that nobody polls, fails those whose submission crashed, deletes old results. */
@Injectable()
export class BatchSweep {
  constructor(
    private readonly dataSource: DataSource,
    private readonly book: BatchBook,
    private readonly files: BatchFiles,
    private readonly validationBook: ValidationBook,
    private readonly validations: BatchValidation,
    private readonly refreshes: BatchRefresh,
    private readonly deletedProjects: BatchesOfDeletedProjects,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
    private readonly pace: PacedWork,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async run(): Promise<BatchSweepReport> {
    await this.deletedProjects.cancelAll();
    await this.validateForgotten();
    const waiting = [...(await this.book.runningIds())];
    let refreshed = 0;
    let failed = 0;
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const outcome = await this.refresh(id);
        if (outcome === 'failed') failed += 1;
        else if (outcome !== 'unchanged') refreshed += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const resultsPurged = await this.pace.delete([() => this.purgeSomeResults()]);
    await this.files.purgeExpired().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'expired files were not all deleted; the next sweep tries again');
    });
    await this.purgeLeftovers().catch((error: unknown) => {
      this.logger.warn(
        { err: error },
        'what batches left behind was not deleted; the next sweep tries again',
      );
    });
    return { refreshed, failed, resultsPurged };
  }

  /** Files whose reader crashed, and whose batch nobody polls. */
  private async validateForgotten(): Promise<void> {
    for (const id of await this.validationBook.validatingIds())
      await this.validations.run(id).catch((error: unknown) => {
        this.logger.warn(
          { err: error, batch_id: id },
          'a file was not validated; the next sweep tries again',
        );
      });
  }

  private async refresh(id: string): Promise<RefreshOutcome> {
    try {
      return (await this.refreshes.refresh(id)).outcome;
    } catch (error) {
      this.logger.warn({ err: error, batch_id: id }, 'a batch was not refreshed; the next sweep tries again');
      return 'unchanged';
    }
  }

  /** The row says so first: from then on the answer is 410, and an object whose deletion fails is found by nobody. */
  private async purgeSomeResults(): Promise<number> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - this.settings.batchResultsRetentionMs);
    const rows: { id: string; results_object: string }[] = await this.dataSource.query(
      `SELECT id, results_object FROM batches WHERE results_object IS NOT NULL AND
         (ended_at < $1 OR ended_at + make_interval(secs => output_expires_seconds) < $2) LIMIT $3`,
      [before, now, PURGED_AT_ONCE],
    );
    for (const { id, results_object: object } of rows) {
      await this.dataSource.query(
        'UPDATE batches SET results_object = NULL, purged_at = now() WHERE id = $1',
        [id],
      );
      await deleteFilesOfResults(this.dataSource, id);
      await this.store.remove(object);
    }
    return rows.length;
  }

  /**
   * Requests and results that a crash, or a store that refused to delete, left without a batch that refers to them. Nothing that
   * is referred to is so old: results are purged before, and what runs keeps everything that is not older than its batch.
   */
  private async purgeLeftovers(): Promise<void> {
    const rows: { oldest: Date | null }[] = await this.dataSource.query(
      `SELECT min(created_at) AS oldest FROM batches WHERE ${RUNNING}`,
    );
    const kept = this.settings.batchResultsRetentionMs + LEFTOVERS_KEPT_MS;
    const oldestNeeded = (rows[0]?.oldest ?? this.clock.now()).getTime() - LEFTOVERS_KEPT_MS;
    const before = new Date(Math.min(this.clock.now().getTime() - kept, oldestNeeded));
    await this.store.removeBefore(BATCHES_FOLDER, before);
  }
}
