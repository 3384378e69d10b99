import { parseUsd, type PicoUsd } from '../../lib/money.js';
import type { FaultyFile } from './archive/archive-proofs.service.js';
import type { CheckRow } from './ledger-check-statement.js';

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

/** Whether everything adds up, and what was archived is there. */
export function isSound(check: LedgerCheck): boolean {
  return addsUp(check) && check.archiveFaults.length === 0;
}

/** Whether everything adds up that the database has. */
export function addsUp(check: LedgerCheck): boolean {
  return (
    check.difference === 0n &&
    check.reserved === check.openReservations &&
    check.negativeHolds === 0 &&
    check.doubleSettlements === 0 &&
    check.limitDifferences === 0 &&
    check.pieceFaults.length === 0
  );
}

/** Without the archived files, which are not in the database. */
export function toCheck(row: CheckRow): LedgerCheck {
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
