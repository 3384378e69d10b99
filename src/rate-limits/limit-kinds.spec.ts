import { describe, expect, it } from 'vitest';
import { UNBOUND_KEY, type Caller } from '../auth/caller.js';
import type { RateLimitSetting } from '../projects/organization.entity.js';
import { isWithin, limitFor } from './limit-kinds.js';

const USUAL = { perSecond: 25, burst: 300 };
const rate = (per_second: number, burst: number): RateLimitSetting => ({ per_second, burst });

describe('the limit of a key', () => {
  it.each<[RateLimitSetting | undefined, RateLimitSetting | undefined, object | undefined]>([
    [undefined, undefined, USUAL],
    ['unlimited', undefined, undefined],
    [rate(50, 600), undefined, { perSecond: 50, burst: 600 }],
    [undefined, rate(5, 10), { perSecond: 5, burst: 10 }],
    ['unlimited', rate(5, 10), { perSecond: 5, burst: 10 }],
    // The organization's was lowered after the key's was set.
    [rate(2, 600), rate(5, 10), { perSecond: 2, burst: 10 }],
    [rate(2, 3), 'unlimited', { perSecond: 2, burst: 3 }],
  ])('of an organization with %j and its own %j is %j', (organization, own, expected) => {
    const caller = {
      ...UNBOUND_KEY,
      rateLimits: organization === undefined ? {} : { inference: organization },
      keyRateLimits: own === undefined ? undefined : { inference: own },
    } as unknown as Caller;
    expect(limitFor(caller, 'inference')).toEqual(expected);
  });

  it.each<[RateLimitSetting, RateLimitSetting | undefined, boolean]>([
    [rate(25, 300), undefined, true],
    [rate(25.1, 300), undefined, false],
    [rate(1, 301), undefined, false],
    [rate(1_000, 1_000), 'unlimited', true],
    ['unlimited', 'unlimited', true],
    ['unlimited', rate(50, 600), false],
    [rate(50, 600), rate(50, 600), true],
  ])('may be %j beside %j: %s', (own, organization, expected) => {
    expect(isWithin(own, { kind: 'inference', organization })).toBe(expected);
  });
});
