import { describe, expect, it } from 'vitest';
import type { ModelRecord } from './model-record.js';
import { rateDifference, roundPoints } from './rate-difference.js';

const record = (succeeded: number, judged: number): ModelRecord => ({ model: 'm', judged, succeeded });

describe('rateDifference', () => {
  // The third column is an example of Newcombe (1998), method 10: 56/70 against 48/80.
  it.each<[string, [number, number], [number, number], number, number, number]>([
    ['as the method was published', [56, 70], [48, 80], 20, 5.24, 33.39],
    ['the other way round', [48, 80], [56, 70], -20, -33.39, -5.24],
    ['nothing apart, all good', [20, 20], [20, 20], 0, -16.11, 16.11],
    ['all good against all bad', [10, 10], [0, 10], 100, 60.75, 100],
  ])('%s', (_title, [a, of], [b, ofOther], points, low, high) => {
    const difference = rateDifference(record(a, of), record(b, ofOther));
    expect(difference && roundPoints(difference)).toEqual({ points, low, high });
  });

  it('says nothing while one of them was not judged', () => {
    expect(rateDifference(record(0, 0), record(5, 5))).toBeUndefined();
    expect(rateDifference(record(5, 5), record(0, 0))).toBeUndefined();
  });
});
