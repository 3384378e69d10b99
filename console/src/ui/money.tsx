import { formatUsd, type Amount } from '../format/money.js';
import { text } from './text.js';

export interface MoneyProps {
  /** As the API gave it; null and absent are not known, which is not nothing. */
  readonly usd: Amount | null | undefined;
}

/** Plain decimals: no exponent, no rounding. */
export function Money({ usd }: MoneyProps) {
  if (usd === null || usd === undefined) return <span>{text.notKnown}</span>;
  return <span class="money">{formatUsd(usd)}</span>;
}
