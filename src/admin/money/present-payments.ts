import { isSound, type FaultyPiece, type LedgerCheck } from '../../billing/ledger/ledger-check.js';
import type { PaymentAccountEntity } from '../../billing/payments/payment-account.entity.js';
import { toUsdNumber } from '../../lib/money.js';

/** Cards and checks as the management API shows them. */

export function presentCard(row: PaymentAccountEntity) {
  return {
    payment_method: row.paymentMethod,
    provider: row.provider,
    brand: row.card?.brand ?? null,
    last4: row.card?.last4 ?? null,
    exp_month: row.card?.exp_month ?? null,
    exp_year: row.card?.exp_year ?? null,
    saved_at: row.savedAt?.toISOString() ?? null,
    declined_at: row.declinedAt?.toISOString() ?? null,
  };
}

export function presentLedgerCheck(check: LedgerCheck) {
  return {
    ok: isSound(check),
    checked_at: check.checkedAt.toISOString(),
    entries: check.entries,
    balance_usd: toUsdNumber(check.balance),
    ledger_sum_usd: toUsdNumber(check.ledgerSum),
    difference_usd: toUsdNumber(check.difference),
    reserved_usd: toUsdNumber(check.reserved),
    open_reservations_usd: toUsdNumber(check.openReservations),
    open_reservations: check.openReservationCount,
    negative_holds: check.negativeHolds,
    double_settlements: check.doubleSettlements,
    limit_differences: check.limitDifferences,
    piece_faults: check.pieceFaults.map(presentPiece),
    archived_entries: check.archivedEntries,
    archive_faults: check.archiveFaults,
  };
}

function presentPiece({ after, upTo, entries, amount, foundEntries, foundAmount }: FaultyPiece) {
  return {
    after: `led_${after}`,
    up_to: `led_${upTo}`,
    entries,
    amount_usd: toUsdNumber(amount),
    found_entries: foundEntries,
    found_usd: toUsdNumber(foundAmount),
  };
}
