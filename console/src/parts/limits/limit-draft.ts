/** A limit as the API gives it. */
export interface LimitShown {
  readonly limit_usd: number | null;
  readonly limit_period: LimitPeriod | null;
}

export type LimitPeriod = 'day' | 'week' | 'month' | 'total';

/** As it is typed. */
export interface LimitDraft {
  readonly limit: string;
  readonly period: LimitPeriod;
}

export const NO_LIMIT: LimitDraft = { limit: '', period: 'month' };

/** What the API takes; the amount goes as it was typed. */
export function limitOf({ limit, period }: LimitDraft): {
  limit_usd: string | null;
  limit_period: LimitPeriod | null;
} {
  const amount = limit.trim();
  return amount === ''
    ? { limit_usd: null, limit_period: null }
    : { limit_usd: amount, limit_period: period };
}
