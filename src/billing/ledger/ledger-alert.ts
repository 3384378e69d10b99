import type { AlertFact } from '../../alert-facts/record-alert.js';
import { toUsdNumber } from '../../lib/money.js';
import type { LedgerCheck } from './ledger-check.js';

/** The same difference is told once a day, however often it is found. */
export function ledgerAlert(check: LedgerCheck): AlertFact {
  const { organizationId, checkedAt, balance, ledgerSum, difference, reserved, openReservations } = check;
  const facts = {
    balance_usd: toUsdNumber(balance),
    ledger_sum_usd: toUsdNumber(ledgerSum),
    difference_usd: toUsdNumber(difference),
    reserved_usd: toUsdNumber(reserved),
    open_reservations_usd: toUsdNumber(openReservations),
    negative_holds: check.negativeHolds,
    double_settlements: check.doubleSettlements,
    limit_differences: check.limitDifferences,
    piece_faults: check.pieceFaults.length,
  };
  const [day] = checkedAt.toISOString().split('T');
  const pieces = check.pieceFaults.map(({ after }) => after);
  const found = [
    difference,
    reserved - openReservations,
    check.negativeHolds,
    check.doubleSettlements,
    // Left out where there are none: a former version's window of the same facts is the same.
    ...(check.limitDifferences === 0 ? [] : [`limits:${check.limitDifferences}`]),
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
