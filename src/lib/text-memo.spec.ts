import { describe, expect, it } from 'vitest';
import { TextMemo } from './text-memo.js';

describe('TextMemo', () => {
  const counting = () => {
    let asked = 0;
    return { findOut: () => (asked += 1), memo: new TextMemo<number>() };
  };

  it('finds out once about a text that comes again', () => {
    const { memo, findOut } = counting();
    expect([memo.recall('a', findOut), memo.recall('b', findOut), memo.recall('a', findOut)]).toEqual([
      1, 2, 1,
    ]);
  });

  it('does not keep long texts', () => {
    const { memo, findOut } = counting();
    const text = 'x'.repeat(8_001);
    expect([memo.recall(text, findOut), memo.recall(text, findOut)]).toEqual([1, 2]);
  });

  it('forgets the texts that were not asked for lately', () => {
    const { memo, findOut } = counting();
    memo.recall('first', findOut);
    for (let index = 0; index < 300; index += 1) memo.recall(`${index} ${'y'.repeat(7_900)}`, () => 0);
    expect(memo.recall('first', findOut)).toBe(2);
  });
});
