import type { Evidence, RecordEvidence } from './evidence.js';

const RATE_CHANGE = 0.03;
const PRICE_CHANGE_PERCENT = 10;

/**
 * Whether a dismissed recommendation has new grounds. Every judged task moves a rate a little; what counts is what would change
 * a person's mind: another model serves now, a record where there was none, a rate that moved by the 3 points that a pick may be
 * behind, or a price difference that moved by 10 points.
 */
export function hasEvidenceChanged(dismissed: Evidence, now: Evidence): boolean {
  return (
    dismissed.current.model !== now.current.model ||
    hasRecordChanged(dismissed.current, now.current) ||
    hasRecordChanged(dismissed.recommended, now.recommended) ||
    hasPriceChanged(dismissed.price_difference_percent, now.price_difference_percent)
  );
}

function hasRecordChanged(then: RecordEvidence, now: RecordEvidence): boolean {
  if ((then.judged === 0) !== (now.judged === 0)) return true;
  return Math.abs(then.rate - now.rate) >= RATE_CHANGE - Number.EPSILON;
}

function hasPriceChanged(then: number | null, now: number | null): boolean {
  if (then === null || now === null) return then !== now;
  return Math.abs(then - now) >= PRICE_CHANGE_PERCENT;
}
