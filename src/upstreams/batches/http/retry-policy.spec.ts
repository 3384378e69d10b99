import { describe, expect, it } from 'vitest';
import { isRetryableStatus, mayHaveBeenDone, pauseMs } from './retry-policy.js';

describe('retries', () => {
  it.each([
    [408, true, true],
    [429, true, false],
    [500, true, true],
    [502, true, true],
    [503, true, false],
    [504, true, true],
    [529, true, false],
    [400, false, false],
    [401, false, false],
    [404, false, false],
    [413, false, false],
    [501, false, false],
  ])('%i: later %s, perhaps done %s', (status, later, perhaps) => {
    expect([isRetryableStatus(status), mayHaveBeenDone(status)]).toEqual([later, perhaps]);
  });

  it.each([
    ['doubles', 1, undefined, 0, 500],
    ['doubles again', 3, undefined, 0, 2_000],
    ['leaves half to chance', 1, undefined, 1, 250],
    ['never grows beyond 15 s', 12, undefined, 0, 15_000],
    ['does what the provider asks', 1, 7_000, 0.5, 7_000],
    ['gives up when it asks for too much', 1, 15_001, 0.5, undefined],
  ])('a pause %s', (_name, failures, retryAfterMs, chance, expected) => {
    expect(pauseMs({ failures, retryAfterMs, chance })).toBe(expected);
  });
});
