import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { recordAlert, type AlertFact } from '../../alert-facts/record-alert.js';
import { takeFreeTurn } from '../../database/advisory-locks.js';
import { SlowQueries } from '../../database/slow-queries.service.js';
import { LOGGER } from '../../http/logger.js';
import { Metrics } from '../../metrics/metrics.js';
import { parseUsd, toUsdNumber, type PicoUsd } from '../../lib/money.js';
import { ArchiveProofs, type FaultyFile } from './archive/archive-proofs.service.js';
import { billedByDay } from '../usage/billed-by-day.js';

/** What one snapshot of the database says of an organization's money. */
export interface LedgerCheck {
  readonly organizationId: string;
  readonly checkedAt: Date;
  readonly entries: number;
  readonly balance: PicoUsd;
  readonly ledgerSum: PicoUsd;
  /** Balance less the sum of the rows: 0. */
  readonly difference: PicoUsd;
  readonly reserved: PicoUsd;
  /** What the reservations hold that are not released, by the ledger: equals `reserved`. */
  readonly openReservations: PicoUsd;
  readonly openReservationCount: number;
  /** References that released more than they reserved: 0. */
  readonly negativeHolds: number;
  /** References that were settled more than once, or are settled and still hold money: 0. */
  readonly doubleSettlements: number;
  /** Keys and projects with a limit of whose spend another sum is kept than was billed for their calls and batches: 0. */
  readonly limitDifferences: number;
  /** Those of the entries that are in archived files. */
  readonly archivedEntries: number;
  /** Archived files with entries of the organization that are missing or changed: none. */
  readonly archiveFaults: readonly FaultyFile[];
}

interface CheckRow {
  organization_id: string;
  checked_at: Date;
  entries: string;
  balance_usd: string;
  ledger_sum_usd: string;
  difference_usd: string;
  reserved_usd: string;
  open_usd: string;
  open_count: string;
  negative_holds: string;
  double_settlements: string;
  limit_differences: string;
  archived_entries: string;
}

/** Of millions of rows; it reads one moment and locks nothing. */
const EVERYONE_WITHIN = '15min';

/** One statement, so that balance and rows are of one moment, whatever is committed meanwhile. `$1` null: everyone. */
const CHECK = `
WITH sums AS (
  SELECT organization_id, count(*) AS entries, sum(amount_usd) AS total FROM ledger_entries
   WHERE $1::text IS NULL OR organization_id = $1 GROUP BY organization_id
), holds AS (
  SELECT organization_id, reference, -coalesce(sum(amount_usd) FILTER (WHERE kind <> 'settlement'), 0) AS held,
         count(*) FILTER (WHERE kind = 'settlement') AS settlements
    FROM ledger_entries
   WHERE kind IN ('reservation', 'release', 'settlement') AND ($1::text IS NULL OR organization_id = $1)
   GROUP BY organization_id, reference
), reservations AS (
  SELECT organization_id, sum(held) AS held, count(*) FILTER (WHERE held > 0) AS open,
         count(*) FILTER (WHERE held < 0) AS negative,
         count(*) FILTER (WHERE settlements > 1 OR (settlements = 1 AND held <> 0)) AS doubled
    FROM holds GROUP BY organization_id
), limits AS (
  SELECT p.organization_id, count(*) AS differing
    FROM spend_purses p
   CROSS JOIN LATERAL (SELECT coalesce(sum(spent_usd), 0) AS usd FROM spend_days WHERE purse_id = p.id) AS counted
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(billed_usd), 0) AS usd FROM (${billedByDay('p.project_id')}) AS read
      WHERE p.id IN (key_id, p.project_id)) AS billed
   WHERE ($1::text IS NULL OR p.organization_id = $1) AND counted.usd <> billed.usd
   GROUP BY p.organization_id
)
SELECT b.organization_id, now() AS checked_at, coalesce(s.entries, 0) + coalesce(a.entries, 0) AS entries, b.balance_usd,
       coalesce(s.total, 0) + coalesce(a.total, 0) AS ledger_sum_usd,
       b.balance_usd - coalesce(s.total, 0) - coalesce(a.total, 0) AS difference_usd, b.reserved_usd,
       coalesce(r.held, 0) AS open_usd, coalesce(r.open, 0) AS open_count, coalesce(r.negative, 0) AS negative_holds,
       coalesce(r.doubled, 0) AS double_settlements, coalesce(l.differing, 0) AS limit_differences,
       coalesce(a.entries, 0) AS archived_entries
  FROM balances b
  LEFT JOIN sums s ON s.organization_id = b.organization_id
  LEFT JOIN reservations r ON r.organization_id = b.organization_id
  LEFT JOIN limits l ON l.organization_id = b.organization_id
  LEFT JOIN LATERAL (
    SELECT carried_entries AS entries, carried_usd AS total FROM ledger_archive_sums
     WHERE organization_id = b.organization_id ORDER BY file DESC LIMIT 1) AS a ON true
 WHERE ($1::text IS NULL OR b.organization_id = $1)`;

const DIFFERENCES = `SELECT * FROM (${CHECK}) checked
 WHERE difference_usd <> 0 OR reserved_usd <> open_usd OR negative_holds > 0 OR double_settlements > 0
    OR limit_differences > 0`;

/** Proves that the balance is the sum of the rows and of what was archived, that what is held is what was reserved, and that limits count what was billed. */
@Injectable()
export class LedgerChecks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly slowQueries: SlowQueries,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly archive: ArchiveProofs,
  ) {}

  /** One organization, now, with a part of its archived files; `undefined` when it has no balance. A difference is logged and counted. */
  async check(organizationId: string): Promise<LedgerCheck | undefined> {
    const rows = await this.slowQueries.ask<CheckRow>(CHECK, [organizationId]);
    const check = rows[0] && toCheck(rows[0]);
    if (check === undefined) return undefined;
    if (!addsUp(check)) await this.complain(check);
    return { ...check, archiveFaults: await this.archive.check(organizationId) };
  }

  /**
   * Everyone, in one scan.
   * @returns those whose money does not add up; `undefined`, and a line in the log, when another process is at it
   */
  async reconcile(): Promise<readonly LedgerCheck[] | undefined> {
    const rows = await this.dataSource.transaction(async (manager) => {
      if (!(await takeFreeTurn(manager, 'ledgerCheck'))) return undefined;
      await manager.query(`SET LOCAL statement_timeout = '${EVERYONE_WITHIN}'`);
      return manager.query<CheckRow[]>(DIFFERENCES, [null]);
    });
    if (rows === undefined) {
      this.logger.warn('the ledger check is left to another process, which is at it');
      return undefined;
    }
    const differences = rows.map(toCheck);
    for (const difference of differences) await this.complain(difference);
    return differences;
  }

  private async complain(check: LedgerCheck): Promise<void> {
    this.metrics.ledgerDiffered();
    this.logger.error(
      {
        organization_id: check.organizationId,
        balance_pico_usd: String(check.balance),
        difference_pico_usd: String(check.difference),
        reserved_pico_usd: String(check.reserved),
        open_pico_usd: String(check.openReservations),
        negative_holds: check.negativeHolds,
        double_settlements: check.doubleSettlements,
        limit_differences: check.limitDifferences,
      },
      'the balance of an organization is not what its ledger says',
    );
    await recordAlert(this.dataSource.manager, ledgerAlert(check)).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a difference of the ledger was not noted; the next check notes it');
    });
  }
}

/** The same difference is told once a day, however often it is found. */
function ledgerAlert(check: LedgerCheck): AlertFact {
  const { organizationId, checkedAt, balance, ledgerSum, difference, reserved, openReservations } = check;
  const facts = {
    balance_usd: toUsdNumber(balance),
    ledger_sum_usd: toUsdNumber(ledgerSum),
    difference_usd: toUsdNumber(difference),
    reserved_usd: toUsdNumber(reserved),
    open_reservations_usd: toUsdNumber(openReservations),
    negative_holds: check.negativeHolds,
    double_settlements: check.doubleSettlements,
  };
  const [day] = checkedAt.toISOString().split('T');
  const found = [difference, reserved - openReservations, check.negativeHolds, check.doubleSettlements];
  return {
    organizationId,
    event: 'ledger_difference',
    subject: organizationId,
    window: [day, ...found].join(' '),
    facts: { ...facts, checked_at: checkedAt.toISOString() },
  };
}

/** Whether everything adds up, and what was archived is there. */
export function isSound(check: LedgerCheck): boolean {
  return addsUp(check) && check.archiveFaults.length === 0;
}

function addsUp(check: LedgerCheck): boolean {
  return (
    check.difference === 0n &&
    check.reserved === check.openReservations &&
    check.negativeHolds === 0 &&
    check.doubleSettlements === 0 &&
    check.limitDifferences === 0
  );
}

function toCheck(row: CheckRow): LedgerCheck {
  return {
    organizationId: row.organization_id,
    checkedAt: row.checked_at,
    entries: Number(row.entries),
    balance: parseUsd(row.balance_usd),
    ledgerSum: parseUsd(row.ledger_sum_usd),
    difference: parseUsd(row.difference_usd),
    reserved: parseUsd(row.reserved_usd),
    openReservations: parseUsd(row.open_usd),
    openReservationCount: Number(row.open_count),
    negativeHolds: Number(row.negative_holds),
    doubleSettlements: Number(row.double_settlements),
    limitDifferences: Number(row.limit_differences),
    archivedEntries: Number(row.archived_entries),
    archiveFaults: [],
  };
}
