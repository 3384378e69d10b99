import { InvalidRequestError } from '../../lib/gateway-error.js';
import { formatUsd, parseUsd } from '../../lib/money.js';
import type { LimitPeriod } from '../../projects/purse.js';

/** As a request brings it: what is absent stays, null takes away. */
export interface LimitFields {
  readonly limit_usd?: number | string | null;
  readonly limit_period?: LimitPeriod | null;
}

/** As it is kept: both or neither. */
export interface KeptLimit {
  readonly limitUsd: string | null;
  readonly limitPeriod: LimitPeriod | null;
}

const NO_LIMIT: KeptLimit = { limitUsd: null, limitPeriod: null };

/**
 * The limit that a change of one comes to; `undefined`: none is named.
 * @throws InvalidRequestError (400) for an amount without a period, or a period without an amount
 */
export function readLimit(
  { limit_usd: limitUsd, limit_period: limitPeriod }: LimitFields,
  before: KeptLimit = NO_LIMIT,
): KeptLimit | undefined {
  if (limitUsd === undefined && limitPeriod === undefined) return undefined;
  const usd = limitUsd === undefined ? before.limitUsd : limitUsd === null ? null : exactText(limitUsd);
  if (usd === null) {
    if (limitPeriod !== undefined && limitPeriod !== null) throw periodWithoutLimit();
    if (limitUsd === undefined && limitPeriod === null) return undefined;
    return NO_LIMIT;
  }
  const period = limitPeriod === undefined ? before.limitPeriod : limitPeriod;
  if (period === null) throw limitWithoutPeriod();
  return { limitUsd: usd, limitPeriod: period };
}

const exactText = (value: number | string): string => formatUsd(parseUsd(String(value)));

function periodWithoutLimit(): InvalidRequestError {
  return new InvalidRequestError({
    param: 'limit_period',
    message: '`limit_period` goes with `limit_usd`, and there is no limit. Send both.',
  });
}

function limitWithoutPeriod(): InvalidRequestError {
  return new InvalidRequestError({
    param: 'limit_period',
    message:
      '`limit_usd` needs `limit_period`: day, week, month (by UTC) or total. To take the limit away, send `limit_usd` as null.',
  });
}
