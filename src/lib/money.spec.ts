import { describe, expect, it } from 'vitest';
import { divideHalfUp, formatUsd, parseUsd, toUsdNumber, usdFromNumber } from './money.js';

describe('money', () => {
  it.each([
    ['0', 0n],
    ['1', 1_000_000_000_000n],
    ['-1.5', -1_500_000_000_000n],
    ['0.000000000001', 1n],
    ['2.5e-7', 250_000n],
    ['12e2', 1_200_000_000_000_000n],
  ])('reads %s exactly', (text, expected) => {
    expect(parseUsd(text)).toBe(expected);
  });

  it.each(['', 'abc', '1,5', 'NaN', 'Infinity', '0.0000000000001', '1e-13', '--1'])('refuses %j', (text) => {
    expect(() => parseUsd(text)).toThrow(RangeError);
  });

  it('reads JSON numbers without binary noise and rounds past twelve decimals', () => {
    expect(usdFromNumber(0.1)).toBe(100_000_000_000n);
    expect(usdFromNumber(2.55e-6)).toBe(2_550_000n);
    expect(usdFromNumber(1.0000000000005)).toBe(1_000_000_000_001n);
    expect(() => usdFromNumber(Number.NaN)).toThrow(RangeError);
  });

  it('prints plain decimals', () => {
    expect(formatUsd(2_550_000n)).toBe('0.00000255');
    expect(formatUsd(-1_500_000_000_000n)).toBe('-1.5');
    expect(formatUsd(0n)).toBe('0');
    expect(toUsdNumber(300_000_000_000n)).toBe(0.3);
  });

  it('rounds half up', () => {
    expect(divideHalfUp(5n, 10n)).toBe(1n);
    expect(divideHalfUp(4n, 10n)).toBe(0n);
  });
});
