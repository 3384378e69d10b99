import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { takeFreeTurn } from '../database/advisory-locks.js';

const OLDEST_OPEN = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
const NEXT = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint';
/** UTC has no half hours, so any whole hour can be the origin. */
const hourOf = (column: string): string => `date_bin('1 hour', ${column}, '2000-01-01T00:00:00Z')`;
const dayOf = (column: string): string => `date_bin('1 day', ${column}, '2000-01-01T00:00:00Z')`;

/** A row of the call log as the rollups count it. */
export const CALL_AS_USAGE = `project_id, created_at AS starts_at, key_id, surface, coalesce(tier, '') AS tier,
  coalesce(router_id, '') AS router_id, coalesce(group_id, '') AS group_id,
  coalesce(served_model, decided_model, '') AS model, requests, input_tokens, output_tokens, billed_usd`;

const DIMENSIONS = 'key_id, surface, tier, router_id, group_id, model';
const SUMS = ['requests', 'input_tokens', 'output_tokens', 'billed_usd'];

/** Adds to the sums what the transactions from `$1` to before `$2` wrote. */
const FOLD = `
WITH hours AS (
  SELECT project_id, ${hourOf('starts_at')} AS starts_at, ${DIMENSIONS}, ${SUMS.map((sum) => `sum(${sum}) AS ${sum}`).join(', ')}
    FROM (SELECT ${CALL_AS_USAGE} FROM calls WHERE written_in >= $1 AND written_in < $2) AS fresh
   GROUP BY project_id, 2, ${DIMENSIONS}
)
INSERT INTO usage_rollups (project_id, grain, starts_at, ${DIMENSIONS}, ${SUMS.join(', ')})
SELECT project_id, 'hour', starts_at, ${DIMENSIONS}, ${SUMS.join(', ')} FROM hours
UNION ALL
SELECT project_id, 'day', ${dayOf('starts_at')}, ${DIMENSIONS}, ${SUMS.map((sum) => `sum(${sum})`).join(', ')}
  FROM hours GROUP BY project_id, 3, ${DIMENSIONS}
ON CONFLICT ON CONSTRAINT usage_rollups_pk
DO UPDATE SET ${SUMS.map((sum) => `${sum} = usage_rollups.${sum} + excluded.${sum}`).join(', ')}`;

/** Keeps the sums of usage by hour and by day. */
@Injectable()
export class UsageRollupRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Adds what was written since the last time. One process at a time; another one that comes meanwhile leaves it to the first.
   * Below the oldest transaction still open everything is finished, visible to the statements that follow, and nothing is added
   * to it later: so no row is missed and none is counted twice, however long its transaction took.
   */
  fold(): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await takeFreeTurn(manager, 'usageFold'))) return;
      if (await isFromElsewhere(manager)) await startAnew(manager);
      const { folded_to: from, oldest_open: to } = await readMarks(manager);
      if (from === to) return;
      await manager.query(FOLD, [from, to]);
      await manager.query('UPDATE usage_progress SET folded_to = $1', [to]);
    });
  }
}

/** As values and not within the statement that uses them: it is planned by how much is really new. */
async function readMarks(manager: EntityManager): Promise<{ folded_to: string; oldest_open: string }> {
  const [marks] = await manager.query<{ folded_to: string; oldest_open: string }[]>(
    `SELECT folded_to, ${OLDEST_OPEN} AS oldest_open FROM usage_progress`,
  );
  if (marks === undefined) throw new Error('usage_progress has lost its row');
  return marks;
}

/** Transactions are numbered by the server: a dump that was restored on another one brings numbers that are still to come there. */
async function isFromElsewhere(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<{ elsewhere: boolean }[]>(
    `SELECT folded_to > ${NEXT} AS elsewhere FROM usage_progress`,
  );
  return row?.elsewhere ?? false;
}

/** Forgets the sums and has every row counted again, as one that was written before all that is to come. */
async function startAnew(manager: EntityManager): Promise<void> {
  await manager.query('LOCK TABLE calls IN SHARE ROW EXCLUSIVE MODE');
  await manager.query('UPDATE calls SET written_in = 0 WHERE written_in <> 0');
  await manager.query('DELETE FROM usage_rollups');
  await manager.query('UPDATE usage_progress SET folded_to = 0');
}
