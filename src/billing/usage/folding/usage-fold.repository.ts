import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { takeFreeTurn } from '../../../database/advisory-locks.js';
import { Clock } from '../../../lib/clock.js';
import { keepFacts } from './keep-facts.js';
import { FURTHER_GRAINS, type SealedTo } from '../usage-grains.js';
import { nextFurther, nextSeals, sealFurther, sealSums } from './seal-sums.js';
import { forgetSomePacks, listPacks, makeNextPack } from '../packs/make-packs.js';
import {
  forgetFurther,
  keepFurtherInStep,
  keepPacksInStep,
  markPacks,
  readProgress,
  startAnew,
} from './usage-progress.js';

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
      const { foldedTo, oldestOpen, sealedTo, hasFresh, isFurtherInStep, packsListedTo } = progress;
      if (!isFurtherInStep) await forgetFurther(manager);
      if (hasFresh && foldedTo !== oldestOpen) {
        const condition = 'written_in >= $1 AND written_in < $2';
        await keepFacts(manager, { condition, values: [foldedTo, oldestOpen] }, sealedTo);
        await manager.query('UPDATE usage_progress SET folded_to = $1', [oldestOpen]);
        await keepFurtherInStep(manager);
        if (packsListedTo !== undefined) await keepPacksInStep(manager);
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
      const { backlog, sealedTo, isFromElsewhere, isFurtherInStep, packsListedTo } =
        await readProgress(manager);
      if (backlog.behind === '' || isFromElsewhere) return false;
      const [chunk] = await manager.query<{ id: string }[]>(CHUNK, [backlog.behind, rows - 1]);
      const next = chunk?.id ?? '';
      const condition = 'written_in < $1 AND id < $2 AND id >= $3';
      await keepFacts(manager, { condition, values: [backlog.before, backlog.behind, next] }, sealedTo);
      await manager.query('UPDATE usage_progress SET backlog_behind = $1', [next]);
      if (isFurtherInStep) await keepFurtherInStep(manager);
      if (packsListedTo !== undefined) await keepPacksInStep(manager);
      return next !== '';
    });
  }

  /** Sums one span of a further grain. @returns whether there is more for this process to do */
  sealFurther(): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await takeFreeTurn(manager, 'usageFold'))) return false;
      const { sealedTo, isFromElsewhere, isFurtherInStep } = await readProgress(manager);
      const step = nextFurther(sealedTo);
      if (step === undefined || isFromElsewhere || !isFurtherInStep) return false;
      const seals = sealedTo.with(step.grain.number, await sealFurther(manager, step));
      await manager.query('UPDATE usage_further_progress SET sealed_to = $1', [
        FURTHER_GRAINS.map(({ number }) => new Date(seals[number] ?? 0)),
      ]);
      return true;
    });
  }

  /**
   * Lists the packs of what was sealed, or makes one that is listed. Where a version that does not keep packs added calls up in between,
   * all are forgotten first. @returns whether there is more for this process to do
   */
  pack(): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await takeFreeTurn(manager, 'usageFold'))) return false;
      const { sealedTo, isFromElsewhere, isFurtherInStep, packsListedTo } = await readProgress(manager);
      if (isFromElsewhere || !isFurtherInStep) return false;
      if (packsListedTo === undefined) {
        if (await forgetSomePacks(manager)) return true;
        await markPacks(manager, []);
        await keepPacksInStep(manager);
        return true;
      }
      const listedTo = await listPacks(manager, packsListedTo, sealedTo);
      if (listedTo === undefined) return makeNextPack(manager);
      await markPacks(manager, listedTo);
      return true;
    });
  }

  private async seal(manager: EntityManager, sealedTo: SealedTo): Promise<void> {
    const seals = nextSeals(sealedTo, this.clock.now().getTime());
    if (seals.every((time, grain) => time === sealedTo[grain])) return;
    await sealSums(manager, sealedTo, seals);
    await manager.query('UPDATE usage_progress SET sealed_to = $1', [seals.map((time) => new Date(time))]);
  }
}
