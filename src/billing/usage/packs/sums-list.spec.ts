import { describe, expect, it } from 'vitest';
import { NumberList, SumsList } from './sums-list.js';

describe('a list of sums', () => {
  it('adds dollars up to the last decimal, far beyond what a double holds', () => {
    const list = new SumsList(1);
    const at = list.open();
    let expected = 0n;
    for (let time = 1; time <= 2_000; time += 1) {
      list.add(at, 1, 2, 3, 2 ** 31 - time, 2 ** 51 - time);
      expected += BigInt(2 ** 31 - time) * 2n ** 32n + BigInt(2 ** 51 - time);
    }
    expect(list.picoOf(at)).toBe(expected);
    expect(list.textsOf(at)).toMatchObject({ requests: '2000', input_tokens: '4000', output_tokens: '6000' });
  });

  it.each(['0', '0.000000000001', '-0.5', '12345678901.000000000009', '-4.294967297'])(
    'takes %s as the database says it and says it again',
    (billed) => {
      const list = new SumsList(1);
      const at = list.open();
      list.addTexts(at, { requests: '1', input_tokens: '0', output_tokens: '0', billed_usd: billed });
      expect(list.textsOf(at).billed_usd).toBe(billed);
    },
  );

  it('grows, and keeps what is in it', () => {
    const [list, numbers] = [new SumsList(0), new NumberList(0)];
    for (let number = 0; number < 1_000; number += 1) {
      list.add(list.open(), number, 0, 0, 0, number);
      numbers.push(number);
    }
    expect(list.textsOf(999).requests).toBe('999');
    expect(list.picoOf(500)).toBe(500n);
    expect([...numbers.all()]).toEqual(Array.from({ length: 1_000 }, (_, number) => number));
  });

  it('says what is nothing, and what is counted too far to be exact', () => {
    const list = new SumsList(2);
    const [one, other] = [list.open(), list.open()];
    // Halves that make nothing together.
    list.add(one, 0, 0, 0, 1, -(2 ** 32));
    list.add(other, 0, 2 ** 53 - 1, 0, 0, 0);
    expect([list.isNothing(one), list.isNothing(other)]).toEqual([true, false]);
    expect(list.isSafe(other)).toBe(true);
    list.add(other, 0, 1, 0, 0, 0);
    expect(list.isSafe(other)).toBe(false);
  });
});
