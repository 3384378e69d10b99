import { describe, expect, it } from 'vitest';
import { compareAmounts, formatUsd, multiplyAmounts, plainAmount, portionOf, sumAmounts } from './money.js';

describe('amounts of money', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [12.5, '12.5'],
    [1e-12, '0.000000000001'],
    [4.2e-8, '0.000000042'],
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
    ['10.50', '10.50'],
    ['-0.10', '-0.10'],
    ['0.000', '0.000'],
    [123456.123456789, '123456.123456789'],
  ])('are printed as the API gave them: %j as %s', (amount, plain) => {
    expect(plainAmount(amount)).toBe(plain);
  });

  it('carry their sign before the currency', () => {
    expect([formatUsd(-1.25), formatUsd(3e-7)]).toEqual(['-$1.25', '$0.0000003']);
  });

  it.each([['1,5'], ['NaN'], [''], ['0x10'], [Number.POSITIVE_INFINITY]])(
    'are nothing that is no number: %s',
    (amount) => {
      expect(() => plainAmount(amount)).toThrow(RangeError);
    },
  );

  it.each([
    [0.1, '0.10', 0],
    [1e-12, 0, 1],
    [-5, 2, -1],
    ['9007199254740993', '9007199254740992', 1],
  ])('are compared exactly: %s with %s', (first, second, order) => {
    expect(compareAmounts(first, second)).toBe(order);
  });

  it.each([
    [[], '0'],
    [[0.1, 0.2], '0.3'],
    [[1e-12, 1], '1.000000000001'],
    [['-0.5', 0.25], '-0.25'],
    [['9007199254740993', 1], '9007199254740994'],
  ])('are added exactly: %j', (amounts, sum) => {
    expect(sumAmounts(amounts)).toBe(sum);
  });

  it.each([
    [3, 12, '36'],
    [0.1, '0.000001', '0.0000001'],
    [-0.25, 0.4, '-0.1'],
    [1e-7, 100, '0.00001'],
    ['9007199254740993', 3, '27021597764222979'],
    [5, 0, '0'],
  ])('are multiplied exactly: %j by %j is %s', (first, second, product) => {
    expect(multiplyAmounts(first, second)).toBe(product);
  });

  it('are compared with a whole for a bar', () => {
    expect([portionOf(1, 4), portionOf(5, 4), portionOf(-1, 4), portionOf(1, 0)]).toEqual([0.25, 1, 0, 0]);
  });
});
