import { describe, expect, it } from 'vitest';
import { readAmount } from './read-amount.js';

describe('an amount of a request', () => {
  it.each([
    [25, 25_000_000_000_000n],
    ['0.000000000001', 1n],
    [0.1, 100_000_000_000n],
  ])('%s is read exactly', (value, expected) => {
    expect(readAmount(value)).toBe(expected);
  });

  it.each([
    0,
    -1,
    '-0.5',
    '1e10',
    1_000_000_001,
    '0.0000000000001',
    'ten',
    '',
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%s is refused', (value) => {
    expect(() => readAmount(value)).toThrow(/amount_usd/);
  });
});
