import { describe, expect, it } from 'vitest';
import { reconnectPauseMs } from './reconnect-pause.js';

const BOUNDS = { firstMs: 250, longestMs: 1_000 };

describe('the pause before a server is dialled again', () => {
  it.each([
    [1, 250],
    [2, 500],
    [3, 1_000],
    [4, 1_000],
    [5_000, 1_000],
  ])('is, after %d failures in a row, at most %d ms', (failures, longest) => {
    expect(reconnectPauseMs(failures, BOUNDS, 0)).toBe(longest);
    expect(reconnectPauseMs(failures, BOUNDS, 1)).toBe(longest * 0.75);
  });

  it('differs from one time to the next', () => {
    const pauses = new Set(Array.from({ length: 20 }, () => reconnectPauseMs(4, BOUNDS)));
    expect(pauses.size).toBeGreaterThan(1);
  });
});
