import type { Attempt, Call } from '../../api/calls.js';
import { compareAmounts, sumAmounts } from '../../format/money.js';

export interface Bill {
  /** What the attempts that were billed come to, exactly. */
  readonly sum: string;
  /** The ledger took the same. */
  readonly isSame: boolean;
  /** Sum less ledger; `0` when they are the same. */
  readonly difference: string;
}

/** The attempts of a call against what the ledger took for it: exact decimals. */
export function billOf({ attempts, billed_usd: billed }: Pick<Call, 'attempts' | 'billed_usd'>): Bill {
  const sum = sumAmounts(attempts.map(billedOf));
  return {
    sum,
    isSame: compareAmounts(sum, billed) === 0,
    difference: sumAmounts([sum, negated(sumAmounts([billed]))]),
  };
}

/** One that is not billed ran on an endpoint of the caller's own, or cost nothing. */
const billedOf = ({ billed, cost_usd: cost }: Attempt) => (billed && cost !== null ? cost : 0);

const negated = (plain: string): string =>
  plain === '0' ? plain : plain.startsWith('-') ? plain.slice(1) : `-${plain}`;
