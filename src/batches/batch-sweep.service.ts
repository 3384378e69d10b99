import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { LOGGER } from '../http/logger.js';
import { Clock } from '../lib/clock.js';
import { ObjectStore } from '../storage/object-store.js';
import { BatchBook } from './batch-book.service.js';
import { BatchRefresh, type RefreshOutcome } from './lifecycle/batch-refresh.service.js';

export interface BatchSweepReport {
  readonly refreshed: number;
  readonly failed: number;
  readonly resultsPurged: number;
}

const AT_ONCE = 4;
const PURGED_AT_ONCE = 100;

/** The hourly part of batches: refreshes those that nobody polls, fails those whose submission crashed, deletes old results. */
@Injectable()
export class BatchSweep {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(BatchBook) private readonly book: BatchBook,
    @Inject(BatchRefresh) private readonly refreshes: BatchRefresh,
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async run(): Promise<BatchSweepReport> {
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
    return { refreshed, failed, resultsPurged: await this.purgeResults() };
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
  private async purgeResults(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - this.settings.batchResultsRetentionMs);
    let purged = 0;
    for (;;) {
      const rows: { id: string; results_object: string }[] = await this.dataSource.query(
        `SELECT id, results_object FROM batches WHERE results_object IS NOT NULL AND ended_at < $1 LIMIT $2`,
        [before, PURGED_AT_ONCE],
      );
      if (rows.length === 0) return purged;
      for (const { id, results_object: object } of rows) {
        await this.dataSource.query(
          'UPDATE batches SET results_object = NULL, purged_at = now() WHERE id = $1',
          [id],
        );
        await this.store.remove(object);
        purged += 1;
      }
    }
  }
}
