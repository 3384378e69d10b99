import type { EntityManager } from 'typeorm';
import { sealSums } from './seal-sums.js';
import { floor, FURTHER_GRAINS, GRAINS, type SealedTo } from '../usage-grains.js';

const OLDEST_OPEN = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
const NEXT = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint';

/** How far usage has been added up. */
export interface UsageProgress {
  /** Rows of transactions before it are facts, but for the backlog. */
  readonly foldedTo: string;
  /** Rows of transactions before `before` whose id is before `behind` are no facts yet; '' when all are. */
  readonly backlog: { readonly before: string; readonly behind: string };
  readonly sealedTo: SealedTo;
  /** Whether all calls that are facts are in sums of further grains too; else nothing of these is sealed. */
  readonly isFurtherInStep: boolean;
  /** Until when packs of each grain are listed; undefined where they do not know all calls that are facts: then none is read. */
  readonly packsListedTo: SealedTo | undefined;
  readonly oldestOpen: string;
  /** Whether there are calls behind the mark; it stays where it is while there are none. */
  readonly hasFresh: boolean;
  /**
   * Transactions are numbered by the server: a dump that was restored on another one brings numbers that are still to come there.
   */
  readonly isFromElsewhere: boolean;
  /** In milliseconds: calls from before are gone, of which facts and sums are left. */
  readonly goneBefore: number | undefined;
}

interface Row {
  readonly folded_to: string;
  readonly backlog_before: string;
  readonly backlog_behind: string;
  readonly sealed_to: readonly Date[];
  readonly further_sealed_to: readonly Date[] | null;
  readonly packs_listed_to: readonly Date[] | null;
  readonly oldest_open: string;
  readonly elsewhere: boolean;
  readonly fresh: boolean;
  readonly gone_before: Date | null;
}

/**
 * As values and not within the statement that uses them: it is planned by how much is really new. Whether anything is new is told by
 * the end of an index: for `EXISTS` the database would go through all calls where nothing is.
 */
export async function readProgress(manager: EntityManager): Promise<UsageProgress> {
  const [row] = await manager.query<Row[]>(
    `SELECT p.folded_to, p.backlog_before, p.backlog_behind, p.sealed_to, g.sealed_to AS further_sealed_to,
            k.listed_to AS packs_listed_to, p.gone_before,
            ${OLDEST_OPEN} AS oldest_open, p.folded_to > ${NEXT} AS elsewhere,
            coalesce((SELECT max(written_in) FROM calls) >= p.folded_to, false) AS fresh
       FROM usage_progress AS p LEFT JOIN usage_further_progress AS g USING (folded_to, backlog_behind)
       LEFT JOIN usage_pack_progress AS k USING (folded_to, backlog_behind)`,
  );
  if (row === undefined) throw new Error('usage_progress has lost its row');
  return {
    foldedTo: row.folded_to,
    backlog: { before: row.backlog_before, behind: row.backlog_behind },
    sealedTo: [
      ...row.sealed_to.map((time) => time.getTime()),
      ...FURTHER_GRAINS.map((_, index) => row.further_sealed_to?.[index]?.getTime() ?? 0),
    ],
    isFurtherInStep: row.further_sealed_to !== null,
    packsListedTo: row.packs_listed_to?.map((time) => time.getTime()),
    oldestOpen: row.oldest_open,
    hasFresh: row.fresh,
    isFromElsewhere: row.elsewhere,
    goneBefore: row.gone_before?.getTime(),
  };
}

/**
 * Forgets the facts of all calls that are there and makes every row backlog, as one that was written before all that is to come. Until
 * it is worked off, reports read it from the log. Of calls that are gone facts are all there is: these stay, and sums are made of them
 * anew; rows that they are of are no backlog.
 */
export async function startAnew(manager: EntityManager, now: Date): Promise<void> {
  await manager.query('LOCK TABLE calls IN SHARE ROW EXCLUSIVE MODE');
  const sealedTo = GRAINS.map(({ ms }) => floor(now.getTime(), ms));
  const { goneBefore } = await readProgress(manager);
  if (goneBefore === undefined) await forgetAll(manager);
  else await forgetSince(manager, new Date(goneBefore), sealedTo);
  await manager.query(
    `UPDATE usage_progress SET folded_to = ${OLDEST_OPEN}, backlog_before = ${BEFORE_ALL},
            backlog_behind = coalesce((SELECT max(id) || '0' FROM calls), ''), sealed_to = $1`,
    [sealedTo.map((time) => new Date(time))],
  );
  await forgetFurther(manager);
  await dropPacks(manager);
}

/**
 * Begins further grains anew: another version, which does not keep them, added calls up in between. What is left of their sums is in
 * no report and made anew.
 */
export async function forgetFurther(manager: EntityManager): Promise<void> {
  await manager.query(`UPDATE usage_further_progress SET sealed_to = '{}'`);
  await keepFurtherInStep(manager);
}

/** Says that further grains know all calls that are facts by now. */
export async function keepFurtherInStep(manager: EntityManager): Promise<void> {
  await manager.query(
    `UPDATE usage_further_progress SET (folded_to, backlog_behind) = (SELECT folded_to, backlog_behind FROM usage_progress)`,
  );
}

/** Says that packs know all calls that are facts by now. */
export async function keepPacksInStep(manager: EntityManager): Promise<void> {
  await manager.query(
    `UPDATE usage_pack_progress SET (folded_to, backlog_behind) = (SELECT folded_to, backlog_behind FROM usage_progress)`,
  );
}

/** @param listedTo until when packs of each grain are listed, by its number */
export async function markPacks(manager: EntityManager, listedTo: SealedTo): Promise<void> {
  await manager.query('UPDATE usage_pack_progress SET listed_to = $1', [
    listedTo.map((time) => new Date(time)),
  ]);
}

/** Packs are of what there was before: none is read until all are gone. */
async function dropPacks(manager: EntityManager): Promise<void> {
  await manager.query('UPDATE usage_pack_progress SET folded_to = -1');
}

/** No transaction has this number: what is to be counted anew is marked by a lower one. */
const BEFORE_ALL = 1;

async function forgetSince(manager: EntityManager, time: Date, sealedTo: SealedTo): Promise<void> {
  await manager.query(
    `UPDATE calls SET written_in = (created_at < $1)::integer WHERE written_in <> (created_at < $1)::integer`,
    [time],
  );
  for (const table of ['usage_facts', 'call_models'])
    await manager.query(`DELETE FROM ${table} WHERE starts_at >= $1`, [time]);
  await manager.query('DELETE FROM usage_sums');
  const never = GRAINS.map(() => 0);
  await sealSums(manager, never, sealedTo);
}

async function forgetAll(manager: EntityManager): Promise<void> {
  await manager.query('UPDATE calls SET written_in = 0 WHERE written_in <> 0');
  // Not emptied at a blow: a report that runs meanwhile would see that.
  for (const table of [
    'usage_facts',
    'usage_sums',
    'usage_values',
    'usage_combinations',
    'usage_counts',
    'usage_projects',
    'call_models',
  ])
    await manager.query(`DELETE FROM ${table}`);
}
