import { describe, expect, it } from 'vitest';
import { parseUsd } from '../../lib/money.js';
import { toCents } from './stripe-charge.js';

describe('an amount for Stripe', () => {
  it.each([
    ['0.5', 50],
    ['20', 2_000],
    ['999999.99', 99_999_999],
  ])('of %s USD is %i cents', (text, cents) => {
    expect(toCents(parseUsd(text))).toBe(cents);
  });

  it('that is finer than a cent is refused rather than rounded', () => {
    expect(() => toCents(parseUsd('0.505'))).toThrow(RangeError);
  });
});
