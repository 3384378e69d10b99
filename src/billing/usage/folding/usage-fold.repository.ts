import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { takeFreeTurn } from '../../../database/advisory-locks.js';
import { Clock } from '../../../lib/clock.js';
import { keepFacts } from './keep-facts.js';
import { nextSeals, sealSums } from './seal-sums.js';
import { readProgress, startAnew } from './usage-progress.js';

/** Rows of the log that a step of the backlog looks at: some seconds of work. */
const CHUNK_ROWS = 20_000;
const CHUNK = `
SELECT coalesce((SELECT id FROM calls WHERE id < $1 ORDER BY id DESC OFFSET $2 LIMIT 1), '') AS id`;

/** Keeps the facts and sums of usage, and the numbers of calls by model, which go with them. */
@Injectable()
export class UsageFoldRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds what was written since the last time. One process at a time; another one that comes meanwhile leaves it to the first.
   * Below the oldest transaction still open everything is finished, visible to the statements that follow, and nothing is added
   * to it later: so no row is missed and none is counted twice, however long its transaction took.
   */
  fold(): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await takeFreeTurn(manager, 'usageFold'))) return;
      let progress = await readProgress(manager);
      if (progress.isFromElsewhere) {
        await startAnew(manager, this.clock.now());
        progress = await readProgress(manager);
      }
      const { foldedTo, oldestOpen, sealedTo, hasFresh } = progress;
      if (hasFresh && foldedTo !== oldestOpen) {
        const condition = 'written_in >= $1 AND written_in < $2';
        await keepFacts(manager, { condition, values: [foldedTo, oldestOpen] }, sealedTo);
        await manager.query('UPDATE usage_progress SET folded_to = $1', [oldestOpen]);
      }
      await this.seal(manager, sealedTo);
    });
  }

  /**
   * Adds a chunk of the calls that were there before facts were kept, the newest first. @returns whether there is more for this
   * process to do
   */
  foldBacklog(rows = CHUNK_ROWS): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await takeFreeTurn(manager, 'usageFold'))) return false;
      const { backlog, sealedTo, isFromElsewhere } = await readProgress(manager);
      if (backlog.behind === '' || isFromElsewhere) return false;
      const [chunk] = await manager.query<{ id: string }[]>(CHUNK, [backlog.behind, rows - 1]);
      const next = chunk?.id ?? '';
      const condition = 'written_in < $1 AND id < $2 AND id >= $3';
      await keepFacts(manager, { condition, values: [backlog.before, backlog.behind, next] }, sealedTo);
      await manager.query('UPDATE usage_progress SET backlog_behind = $1', [next]);
      return next !== '';
    });
  }

  private async seal(manager: EntityManager, sealedTo: readonly number[]): Promise<void> {
    const seals = nextSeals(sealedTo, this.clock.now().getTime());
    if (seals.every((time, grain) => time === sealedTo[grain])) return;
    await sealSums(manager, sealedTo, seals);
    await manager.query('UPDATE usage_progress SET sealed_to = $1', [seals.map((time) => new Date(time))]);
  }
}
