import { unspentOf, type SpendLimit } from '../billing/limits/spend-limit.js';
import { parseUsd, toUsdNumber, type PicoUsd } from '../lib/money.js';
import type { ProjectEntity } from '../projects/project.entity.js';

/** A limit and how it stands; nulls where there is none. */
export function presentLimit(
  { limitUsd, limitPeriod }: Pick<ProjectEntity, 'limitUsd' | 'limitPeriod'>,
  limit: SpendLimit | undefined,
) {
  return {
    limit_usd: limitUsd === null ? null : toUsdNumber(parseUsd(limitUsd)),
    limit_period: limitPeriod,
    spent_usd: limit === undefined ? null : toUsdNumber(limit.spent),
    remaining_usd: limit === undefined ? null : toUsdNumber(atLeastNothing(unspentOf(limit))),
    limit_reached: limit !== undefined && limit.spent >= limit.limit,
    resets_at: limit?.resetsAt?.toISOString() ?? null,
  };
}

function atLeastNothing(amount: PicoUsd): PicoUsd {
  return amount < 0n ? 0n : amount;
}
