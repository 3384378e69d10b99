import { describe, expect, it } from 'vitest';
import { isBehindBy, isBehindByAtLeast, rateInterval } from './model-record.js';

const record = (succeeded: number, judged: number) => ({ model: 'm', succeeded, judged });

describe('comparing records', () => {
  it.each([
    [97, 100, 100, 100, 3, false, true],
    [193, 200, 200, 200, 3, true, true],
    [2, 3, 2, 3, 0, false, true],
    [29, 30, 199, 200, 3, false, false],
    [100, 100, 97, 100, 3, false, false],
  ])(
    '%d of %d against %d of %d by %d points',
    (succeeded, judged, bestSucceeded, bestJudged, points, more, least) => {
      const best = record(bestSucceeded, bestJudged);
      expect(isBehindBy(record(succeeded, judged), best, points)).toBe(more);
      expect(isBehindByAtLeast(record(succeeded, judged), best, points)).toBe(least);
    },
  );
});

describe('rateInterval', () => {
  it.each([
    [0, 0, 0, 1],
    [10, 10, 0.7225, 1],
    [0, 10, 0, 0.2775],
    [50, 100, 0.4038, 0.5962],
  ])('of %d of %d is %d to %d', (succeeded, judged, low, high) => {
    const interval = rateInterval(record(succeeded, judged));
    expect(interval.low).toBeCloseTo(low, 3);
    expect(interval.high).toBeCloseTo(high, 3);
  });
});
