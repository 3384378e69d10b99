import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { parseUsd, type PicoUsd } from '../../lib/money.js';
import { purseOf, type LimitPeriod } from '../../projects/purse.js';
import type { SpendLimit } from './spend-limit.js';
import { billedByDay } from '../usage/billed-by-day.js';

interface LimitRow {
  readonly id: string;
  readonly limit_usd: string;
  readonly limit_period: LimitPeriod;
  readonly spent_usd: string;
  readonly reserved_usd: string;
  readonly resets_at: Date | null;
}

/** Limits of keys and projects with what is spent of them, in one look; those without a limit are left out. */
const LIMITS = `
SELECT own.id, own.limit_usd, own.limit_period,
       coalesce((SELECT sum(spent_usd) FROM spend_days WHERE purse_id = own.id
                    AND day >= period_start(own.limit_period, billing_day())
                    AND day < period_end(own.limit_period, billing_day())), 0) AS spent_usd,
       coalesce((SELECT sum(amount_usd) FROM spend_holds WHERE purse_id = own.id), 0) AS reserved_usd,
       CASE WHEN own.limit_period <> 'total'
            THEN period_end(own.limit_period, billing_day())::timestamp AT TIME ZONE 'UTC' END AS resets_at
  FROM (SELECT id, limit_usd, limit_period FROM api_keys WHERE id = ANY($1)
        UNION ALL SELECT id, limit_usd, limit_period FROM projects WHERE id = ANY($1)) AS own
 WHERE own.limit_usd IS NOT NULL`;

/** Whoever adds an amount to a purse that is counted; `$1` the ids, `$2` the amount. */
const ADD = `
INSERT INTO spend_days (purse_id, day, spent_usd)
SELECT id, billing_day(), $2 FROM spend_purses WHERE id = ANY($1) ORDER BY id
ON CONFLICT ON CONSTRAINT spend_days_pk DO UPDATE SET spent_usd = spend_days.spent_usd + excluded.spent_usd`;

/** From the sums of usage and what is in none of them yet: one statement, so one moment. */
const COUNT_PAST = `
INSERT INTO spend_days (purse_id, day, spent_usd)
SELECT $1, day, sum(billed_usd)
  FROM (${billedByDay('$2')}) AS billed
 WHERE billed_usd <> 0 AND $1 IN (key_id, $2)
 GROUP BY day`;

/** What keys and projects with a limit have spent. */
@Injectable()
export class SpendLimits {
  constructor(private readonly dataSource: DataSource) {}

  /** By id; keys and projects without a limit have none. */
  async of(
    ids: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, SpendLimit>> {
    if (ids.length === 0) return new Map();
    const rows = await manager.query<LimitRow[]>(LIMITS, [ids]);
    return new Map(rows.map((row) => [row.id, toLimit(row)]));
  }

  /** Until the end of the transaction nobody else is granted anything of it. */
  async lock(manager: EntityManager, id: string): Promise<void> {
    await manager.query('SELECT id FROM spend_purses WHERE id = $1 FOR UPDATE', [id]);
  }

  /**
   * From now on each commit counts for the key or project; what was billed before is counted here. Nobody of the organization
   * commits meanwhile, and whoever waited for that is refused once and begins anew, knowing of it.
   */
  async count(
    manager: EntityManager,
    { id, projectId, organizationId }: { id: string; projectId: string; organizationId: string },
  ): Promise<void> {
    await manager.query('SELECT 1 FROM balances WHERE organization_id = $1 FOR UPDATE', [organizationId]);
    const added: unknown[] = await manager.query(
      'INSERT INTO spend_purses (id, organization_id, project_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id',
      [id, organizationId, projectId],
    );
    if (added.length === 0) return;
    await manager.query(
      'UPDATE balances SET counted_version = counted_version + 1 WHERE organization_id = $1',
      [organizationId],
    );
    await manager.query(COUNT_PAST, [id, projectId]);
  }

  /** What was billed just now, in the transaction that bills it, which holds the lock of the balance. */
  async add(manager: EntityManager, ids: readonly string[], amount: string): Promise<void> {
    await manager.query(ADD, [ids, amount]);
  }
}

function toLimit(row: LimitRow): SpendLimit {
  const purse = purseOf(row.id);
  if (purse === undefined) throw new Error('a limit of neither a key nor a project');
  return {
    purse,
    limit: parseUsd(row.limit_usd),
    period: row.limit_period,
    spent: parseUsd(row.spent_usd),
    reserved: parseUsd(row.reserved_usd),
    resetsAt: row.resets_at,
  };
}

/** What has no limit any more: a hundred billion USD. */
export const BOUNDLESS: PicoUsd = 10n ** 23n;
