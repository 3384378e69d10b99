import { describe, expect, it } from 'vitest';
import { readLimit, type KeptLimit, type LimitFields } from './read-limit.js';

const MONTHLY: KeptLimit = { limitUsd: '5', limitPeriod: 'month' };
const NONE: KeptLimit = { limitUsd: null, limitPeriod: null };

describe('a change of a limit', () => {
  it.each<[LimitFields, KeptLimit, KeptLimit | undefined]>([
    [{}, MONTHLY, undefined],
    [{ limit_usd: 7 }, MONTHLY, { limitUsd: '7', limitPeriod: 'month' }],
    [{ limit_period: 'day' }, MONTHLY, { limitUsd: '5', limitPeriod: 'day' }],
    [{ limit_usd: '2.5e-7', limit_period: 'total' }, NONE, { limitUsd: '0.00000025', limitPeriod: 'total' }],
    [{ limit_usd: 0, limit_period: 'week' }, NONE, { limitUsd: '0', limitPeriod: 'week' }],
    [{ limit_usd: null }, MONTHLY, NONE],
    [{ limit_usd: null, limit_period: null }, MONTHLY, NONE],
    [{ limit_period: null }, NONE, undefined],
  ])('by %j of %j comes to %j', (change, before, after) => {
    expect(readLimit(change, before)).toEqual(after);
  });

  it.each<[LimitFields, KeptLimit, RegExp]>([
    [{ limit_usd: 5 }, NONE, /needs `limit_period`/],
    [{ limit_usd: 5, limit_period: null }, MONTHLY, /needs `limit_period`/],
    [{ limit_period: null }, MONTHLY, /needs `limit_period`/],
    [{ limit_period: 'day' }, NONE, /goes with `limit_usd`/],
    [{ limit_usd: null, limit_period: 'day' }, MONTHLY, /goes with `limit_usd`/],
  ])('by %j of %j is refused', (change, before, words) => {
    expect(() => readLimit(change, before)).toThrow(words);
  });
});
