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
import { billedByKey } from '../usage/billed-by-day.js';
import { HOLD_KINDS, holdOf } from './pieces/hold-statements.js';
import { PieceProofs } from './pieces/piece-proofs.service.js';

/** Carried entries of which others are there now: a run of an organization's ledger, what it added up to and what it adds up to. */
export interface FaultyPiece {
  /** The sequence that it begins behind. */
  readonly after: string;
  readonly upTo: string;
  readonly entries: number;
  readonly amount: PicoUsd;
  readonly foundEntries: number;
  readonly foundAmount: PicoUsd;
}

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
  /** Carried entries that are not what they were: none. All sums above are of what is there. */
  readonly pieceFaults: readonly FaultyPiece[];
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
  piece_faults:
    (Omit<FaultyPiece, 'amount' | 'foundAmount'> & { amount: string; foundAmount: string })[] | null;
}

/** Where little is carried yet it is of millions of rows; it reads one moment and locks nothing. */
const EVERYONE_WITHIN = '15min';
/**
 * The planner takes what came last for a third of all, and would read all of it. What it is kept from looks dear enough to compile to
 * servers before PostgreSQL 18, which takes seconds for a statement of a quarter of one.
 */
const BY_INDEX = 'SET LOCAL enable_seqscan = off; SET LOCAL jit = off';
const MIN_SEQUENCE = `'-9223372036854775808'::bigint`;
const MAX_SEQUENCE = '9223372036854775807';

/** With organization `$1`; null: everyone. */
const IS_ASKED = (organizationId: string): string => `($1::text IS NULL OR ${organizationId} = $1)`;

/**
 * What is carried, and the runs of entries that are to be read: pieces that are not as they were counted, and what is in no piece. That is
 * behind them; before and between them nothing should be, but somebody may have put it there, or have removed a piece.
 */
const CARRIED = `
pieces AS MATERIALIZED (
  SELECT *, entries IS NOT NULL AND differs_since IS NULL AS is_known FROM ledger_pieces WHERE ${IS_ASKED('organization_id')}
), carried AS MATERIALIZED (
  SELECT organization_id, max(to_sequence) AS mark, sum(entries) FILTER (WHERE is_known) AS entries,
         sum(amount_usd) FILTER (WHERE is_known) AS total
    FROM pieces GROUP BY organization_id
), runs AS MATERIALIZED (
  SELECT organization_id, after_sequence, to_sequence FROM pieces WHERE NOT is_known
  UNION ALL
  SELECT organization_id, end_before, after_sequence FROM (
    SELECT organization_id, after_sequence,
           lag(to_sequence, 1, ${MIN_SEQUENCE}) OVER (PARTITION BY organization_id ORDER BY after_sequence) AS end_before
      FROM pieces) AS next WHERE end_before < after_sequence
  UNION ALL
  SELECT b.organization_id, coalesce(c.mark, ${MIN_SEQUENCE}), ${MAX_SEQUENCE}
    FROM balances b LEFT JOIN carried c ON c.organization_id = b.organization_id WHERE ${IS_ASKED('b.organization_id')}
), read AS MATERIALIZED (
  SELECT runs.*, rows.entries, rows.total FROM runs CROSS JOIN LATERAL (
    SELECT count(*) AS entries, coalesce(sum(amount_usd), 0) AS total FROM ledger_entries
     WHERE organization_id = runs.organization_id AND sequence > runs.after_sequence AND sequence <= runs.to_sequence) AS rows
), sums AS (
  SELECT r.organization_id, sum(r.entries) + coalesce(max(c.entries), 0) AS entries, sum(r.total) + coalesce(max(c.total), 0) AS total
    FROM read r LEFT JOIN carried c ON c.organization_id = r.organization_id GROUP BY r.organization_id
), faults AS (
  SELECT p.organization_id, json_agg(json_build_object(
           'after', p.after_sequence::text, 'upTo', p.to_sequence::text, 'entries', p.entries, 'amount', p.amount_usd::text,
           'foundEntries', r.entries, 'foundAmount', r.total::text) ORDER BY p.after_sequence) AS faults
    FROM pieces p JOIN read r ON r.organization_id = p.organization_id AND r.after_sequence = p.after_sequence
   WHERE p.differs_since IS NOT NULL AND r.to_sequence = p.to_sequence GROUP BY p.organization_id
)`;

/** References that hold money or are settled wrongly: those that were so when they were carried, and all that entries came for since. */
const HOLDS = `
touched AS (
  SELECT organization_id, reference FROM ledger_open_holds WHERE ${IS_ASKED('organization_id')}
  UNION
  SELECT runs.organization_id, e.reference FROM runs CROSS JOIN LATERAL (
    SELECT reference FROM ledger_entries
     WHERE organization_id = runs.organization_id AND sequence > runs.after_sequence AND sequence <= runs.to_sequence
       AND kind IN ${HOLD_KINDS} OFFSET 0) AS e
), reservations AS (
  SELECT t.organization_id, sum(held) AS held, count(*) FILTER (WHERE held > 0) AS open,
         count(*) FILTER (WHERE held < 0) AS negative,
         count(*) FILTER (WHERE settlements > 1 OR (settlements = 1 AND held <> 0)) AS doubled
    FROM touched t CROSS JOIN LATERAL (${holdOf('t.organization_id', 't.reference')}) AS hold GROUP BY t.organization_id
)`;

/** What was billed for a key, or for all keys of a project, by its id. Each project is added up once. */
const LIMITS = `
keys AS MATERIALIZED (
  SELECT counted.project_id, billed.key_id, sum(billed.billed_usd) AS usd
    FROM (SELECT DISTINCT project_id FROM spend_purses WHERE ${IS_ASKED('organization_id')}) AS counted
   CROSS JOIN LATERAL (${billedByKey('counted.project_id')}) AS billed GROUP BY counted.project_id, billed.key_id
), billed AS (
  SELECT key_id AS id, usd FROM keys UNION ALL SELECT project_id, sum(usd) FROM keys GROUP BY project_id
), limits AS (
  SELECT p.organization_id, count(*) AS differing
    FROM spend_purses p
    LEFT JOIN billed ON billed.id = p.id
   CROSS JOIN LATERAL (SELECT coalesce(sum(spent_usd), 0) AS usd FROM spend_days WHERE purse_id = p.id) AS counted
   WHERE ${IS_ASKED('p.organization_id')} AND counted.usd <> coalesce(billed.usd, 0)
   GROUP BY p.organization_id
)`;

/** One statement, so that balance and entries are of one moment, whatever is committed or archived meanwhile. */
const CHECK = `
WITH ${CARRIED}, ${HOLDS}, ${LIMITS}
SELECT b.organization_id, now() AS checked_at, s.entries + coalesce(a.entries, 0) AS entries, b.balance_usd,
       s.total + coalesce(a.total, 0) AS ledger_sum_usd, b.balance_usd - s.total - coalesce(a.total, 0) AS difference_usd, b.reserved_usd,
       coalesce(r.held, 0) AS open_usd, coalesce(r.open, 0) AS open_count, coalesce(r.negative, 0) AS negative_holds,
       coalesce(r.doubled, 0) AS double_settlements, coalesce(l.differing, 0) AS limit_differences,
       coalesce(a.entries, 0) AS archived_entries, f.faults AS piece_faults
  FROM balances b
  JOIN sums s ON s.organization_id = b.organization_id
  LEFT JOIN reservations r ON r.organization_id = b.organization_id
  LEFT JOIN limits l ON l.organization_id = b.organization_id
  LEFT JOIN faults f ON f.organization_id = b.organization_id
  LEFT JOIN LATERAL (
    SELECT carried_entries AS entries, carried_usd AS total FROM ledger_archive_sums
     WHERE organization_id = b.organization_id ORDER BY file DESC LIMIT 1) AS a ON true
 WHERE ${IS_ASKED('b.organization_id')}`;

const DIFFERENCES = `SELECT * FROM (${CHECK}) checked
 WHERE difference_usd <> 0 OR reserved_usd <> open_usd OR negative_holds > 0 OR double_settlements > 0
    OR limit_differences > 0 OR piece_faults IS NOT NULL`;

/** Proves that the balance is the sum of the entries, carried, read and archived, that what is held is what was reserved, and that limits count what was billed. */
@Injectable()
export class LedgerChecks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly slowQueries: SlowQueries,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly archive: ArchiveProofs,
    private readonly pieces: PieceProofs,
  ) {}

  /**
   * One organization, now: what is carried and what came since, with some of the carried entries and of its archived files read again.
   * A difference is logged and counted.
   * @param isFull all of them are read again
   * @returns `undefined` when it has no balance
   */
  async check(organizationId: string, isFull = false): Promise<LedgerCheck | undefined> {
    await this.pieces.check(organizationId, isFull);
    const rows = await this.slowQueries.read(async (manager) => {
      await manager.query(BY_INDEX);
      return manager.query<CheckRow[]>(CHECK, [organizationId]);
    });
    const check = rows[0] && toCheck(rows[0]);
    if (check === undefined) return undefined;
    if (!addsUp(check)) await this.complain(check);
    return { ...check, archiveFaults: await this.archive.check(organizationId, isFull) };
  }

  /**
   * Everyone, in one statement.
   * @returns those whose money does not add up; `undefined`, and a line in the log, when another process is at it
   */
  async reconcile(): Promise<readonly LedgerCheck[] | undefined> {
    const rows = await this.dataSource.transaction(async (manager) => {
      if (!(await takeFreeTurn(manager, 'ledgerCheck'))) return undefined;
      await manager.query(`SET LOCAL statement_timeout = '${EVERYONE_WITHIN}'`);
      await manager.query(BY_INDEX);
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
        piece_faults: check.pieceFaults.map(({ after, upTo }) => `${after}-${upTo}`),
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
    piece_faults: check.pieceFaults.length,
  };
  const [day] = checkedAt.toISOString().split('T');
  const pieces = check.pieceFaults.map(({ after }) => after);
  const found = [
    difference,
    reserved - openReservations,
    check.negativeHolds,
    check.doubleSettlements,
    ...pieces,
  ];
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
    check.limitDifferences === 0 &&
    check.pieceFaults.length === 0
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
    pieceFaults: (row.piece_faults ?? []).map(({ amount, foundAmount, ...piece }) => ({
      ...piece,
      amount: parseUsd(amount),
      foundAmount: parseUsd(foundAmount),
    })),
    archiveFaults: [],
  };
}
