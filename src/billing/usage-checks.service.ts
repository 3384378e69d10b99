import { Inject, Injectable } from '@nestjs/common';
import { SlowQueries } from '../database/slow-queries.service.js';
import { parseUsd, type PicoUsd } from '../lib/money.js';
import { UsageReports } from './usage-report.service.js';

/** What a project's usage says was billed in a period, beside what the ledger took for the same calls. */
export interface UsageCheck {
  readonly usage: PicoUsd;
  readonly ledger: PicoUsd;
  /** Movements on the ledger that were added up. */
  readonly entries: number;
}

export interface UsagePeriod {
  readonly projectId: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Each call's movements by their reference; of a batch its one settlement, which is dated as its rows are. */
const LEDGER_OF_CALLS = `
WITH made AS (
  SELECT id, organization_id, surface, batch_id FROM calls WHERE project_id = $1 AND created_at >= $2 AND created_at < $3
), told AS (
  SELECT organization_id, 'usage' AS kind, id AS reference FROM made WHERE surface <> 'batch'
  UNION
  SELECT organization_id, 'settlement', batch_id FROM made WHERE surface = 'batch'
)
SELECT coalesce(-sum(entry.amount_usd), 0) AS usd, count(*) AS entries
  FROM told JOIN ledger_entries entry USING (kind, reference)
 WHERE entry.organization_id = told.organization_id`;

/** Proof that usage is what the ledger took: both from one snapshot, each added up from its own rows. */
@Injectable()
export class UsageChecks {
  constructor(
    @Inject(SlowQueries) private readonly slowQueries: SlowQueries,
    @Inject(UsageReports) private readonly reports: UsageReports,
  ) {}

  check(period: UsagePeriod): Promise<UsageCheck> {
    return this.slowQueries.read(async (manager) => {
      const rows = await this.reports.usageIn(manager, { ...period, groupBy: 'surface' });
      const [ledger] = await manager.query<{ usd: string; entries: string }[]>(LEDGER_OF_CALLS, [
        period.projectId,
        period.from,
        period.to,
      ]);
      return {
        usage: rows.reduce((sum, row) => sum + parseUsd(row.cost_usd), 0n),
        ledger: parseUsd(ledger?.usd ?? '0'),
        entries: Number(ledger?.entries ?? 0),
      };
    });
  }
}
