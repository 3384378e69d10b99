import { describe, expect, it } from 'vitest';
import { byAmount, byNumber, byText, byTime, type Compare } from './sorting.js';

const sorted = <T>(values: readonly T[], compare: Compare<T>, descending = false) =>
  [...values].sort((first, second) => compare(first, second, descending));
const itself = <T>(value: T): T => value;

describe('sorting', () => {
  it('puts numbers in texts in their order, and what is absent last both ways', () => {
    expect(sorted(['b', null, 'a10', 'A2'], byText(itself))).toEqual(['A2', 'a10', 'b', null]);
    expect(sorted([1, null, 3, 2], byNumber(itself), true)).toEqual([3, 2, 1, null]);
  });

  it('compares money exactly and times by their moment', () => {
    expect(sorted(['9007199254740993', '9007199254740992', 1e-12], byAmount(itself))).toEqual([
      1e-12,
      '9007199254740992',
      '9007199254740993',
    ]);
    const times = ['2026-11-29T12:00:00+02:00', '2026-11-29T11:00:00Z'];
    expect(sorted(times, byTime(itself), true)).toEqual([times[1], times[0]]);
  });
});
