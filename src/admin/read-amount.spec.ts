import { describe, expect, it } from 'vitest';
import { amountFault, readAmount } from './read-amount.js';

describe('an amount of a request', () => {
  it.each([
    [25, 25_000_000_000_000n],
    ['0.000000000001', 1n],
    [0.1, 100_000_000_000n],
    [1e-7, 100_000n],
    ['1e-12', 1n],
    [1_000_000_000, 1_000_000_000_000_000_000_000n],
    ['999999999.999999999999', 999_999_999_999_999_999_999n],
  ])('%s is read exactly', (value, expected) => {
    expect(readAmount(value)).toBe(expected);
  });

  it.each([
    [0, 'more than 0'],
    ['0.00', 'more than 0'],
    [-1, 'more than 0'],
    ['-0.5', 'more than 0'],
    ['1e10', 'at most'],
    [1_000_000_001, 'at most'],
    ['1000000000.000000000001', 'at most'],
    ['0.0000000000001', '12 decimals'],
    [0.1 + 0.2, '12 decimals'],
    ['ten', 'decimal'],
    ['', 'decimal'],
    ['1,5', 'decimal'],
    ['0x10', 'decimal'],
    [Number.NaN, 'decimal'],
    [Number.POSITIVE_INFINITY, 'decimal'],
    ['9'.repeat(100_000), 'decimal'],
    [true, 'decimal'],
    [null, 'decimal'],
    [undefined, 'decimal'],
    [['5'], 'decimal'],
    [{}, 'decimal'],
  ])('%.40s is refused', (value, fault) => {
    expect(amountFault(value)).toContain(fault);
    expect(() => readAmount(value as number)).toThrow(RangeError);
  });
});
