import { describe, expect, it } from 'vitest';
import { kindsOf, slicesTo } from './usage-pieces.js';
import type { LabelledSegment } from './usage-plan.js';

const LEAST = -2_147_483_648;
const GREATEST = 2_147_483_647;

describe('the slices of numbers', () => {
  it.each([
    [0, [[LEAST, GREATEST]]],
    [4_000, [[LEAST, GREATEST]]],
    [
      4_001,
      [
        [LEAST, 2_001],
        [2_001, GREATEST],
      ],
    ],
    [
      10_000,
      [
        [LEAST, 3_334],
        [3_334, 6_667],
        [6_667, GREATEST],
      ],
    ],
  ])('up to %i are %j', (highest, slices) => {
    expect(slicesTo(highest).map(({ low, high }) => [low, high])).toEqual(slices);
  });
});

describe('the kinds of spans of days', () => {
  const segment = (slot: number, grain: LabelledSegment['grain'], hour: number): LabelledSegment => ({
    slot,
    grain,
    from: hour,
    to: hour + 1,
    isTakenAway: hour < 0,
  });
  const told = (segments: readonly LabelledSegment[]): unknown[] =>
    kindsOf(segments).map(({ grain, isTakenAway, bySlot }) => [
      grain,
      isTakenAway,
      [...bySlot].map(([slot, { from }]) => [slot, from]),
    ]);

  it('are one for each length, and another for what is taken away', () => {
    expect(told([segment(0, 3, 1), segment(0, 1, -2), segment(1, 3, 25)])).toEqual([
      [
        3,
        false,
        [
          [0, 1],
          [1, 25],
        ],
      ],
      [1, true, [[0, -2]]],
    ]);
  });

  it('are two of one length where a day has it twice, as before and behind what is longer', () => {
    expect(told([segment(0, 1, 1), segment(0, 2, 6), segment(0, 1, 12), segment(1, 1, 25)])).toEqual([
      [
        1,
        false,
        [
          [0, 1],
          [1, 25],
        ],
      ],
      [2, false, [[0, 6]]],
      [1, false, [[0, 12]]],
    ]);
  });
});
