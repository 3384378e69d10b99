import type { LedgerCheck } from '../../api/types.js';
import { formatUsd } from '../../format/money.js';
import { formatCount } from '../../format/numbers.js';
import { text } from './text.js';

export function sayCheck(check: LedgerCheck): string {
  if (check.ok) return text.sound(formatCount(check.entries), formatUsd(check.ledger_sum_usd));
  const pieces = check.piece_faults.map(({ after, up_to: upTo }) => text.pieceOf(after, upTo));
  if (pieces.length > 0) return text.pieceFaults(pieces.join(', '), formatUsd(check.difference_usd));
  if (check.difference_usd !== 0) return text.unsound(formatUsd(check.difference_usd));
  const limits = check.limit_differences;
  if (limits > 0) return limits === 1 ? text.limitDiffers : text.limitsDiffer(formatCount(limits));
  const faults = check.archive_faults.map(({ file }) => file);
  return faults.length > 0
    ? text.archiveFaults(faults.join(', '))
    : text.unsound(formatUsd(check.difference_usd));
}
