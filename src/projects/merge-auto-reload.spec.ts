import { describe, expect, it } from 'vitest';
import { mergeAutoReload } from './merge-auto-reload.js';

const ON = { enabled: true, threshold_usd: 5, amount_usd: 50 };

describe('a change of auto reload', () => {
  it.each([
    [null, ON, ON],
    [null, { threshold_usd: 5 }, { enabled: false, threshold_usd: 5, amount_usd: 0 }],
    [ON, { enabled: false }, { ...ON, enabled: false }],
    [ON, { amount_usd: 20, threshold_usd: undefined }, { ...ON, amount_usd: 20 }],
    [ON, {}, ON],
  ])('of %j by %j gives %j', (before, change, after) => {
    expect(mergeAutoReload(before, change)).toEqual(after);
  });

  it('cannot turn on a reload of nothing', () => {
    expect(() => mergeAutoReload(null, { enabled: true })).toThrow(/amount_usd/);
  });
});
