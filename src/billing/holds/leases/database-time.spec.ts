import { describe, expect, it } from 'vitest';
import { DatabaseTime } from './database-time.js';

const REMEMBERED_MS = 15_000;

describe("the database's time", () => {
  it.each<[string, [databaseMs: number, askedMs: number][], number, number | undefined]>([
    ['is not known before it was told', [], 5_000, undefined],
    ['goes on from what was told', [[1_000_000, 100]], 1_100, 1_001_000],
    [
      'is that of the quickest answer, because others were longer on their way',
      [
        [1_000_000, 100],
        [1_004_700, 4_100],
      ],
      4_100,
      1_004_000,
    ],
    [
      'goes on as before when the clock steps ahead',
      [
        [1_000_000, 0],
        [4_604_000, 4_000],
      ],
      14_000,
      1_014_000,
    ],
    [
      'is the new one when no answer from before the step is remembered',
      [
        [1_000_000, 0],
        [4_604_000, 4_000],
        [4_616_000, 16_000],
      ],
      16_000,
      4_616_000,
    ],
    [
      'is the new one at once when the clock steps back',
      [
        [4_600_000, 0],
        [1_004_000, 4_000],
      ],
      4_000,
      1_004_000,
    ],
  ])('%s', (_title, told, nowMs, expected) => {
    const time = new DatabaseTime(REMEMBERED_MS);
    for (const [databaseMs, askedMs] of told) time.learn(databaseMs, askedMs);
    expect(time.at(nowMs)).toBe(expected);
  });
});
