import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../lib/durations.js';
import { heldUp, type HoldUp } from './hold-up.js';

const NOW = 10 * HOUR_MS;

describe('sums that are not carried on are told of', () => {
  it.each<[string, HoldUp | undefined, boolean]>([
    ['not at the first run', undefined, false],
    ['not by a sweep right behind it', { sinceMs: NOW - MINUTE_MS }, false],
    ['at the run after it', { sinceMs: NOW - 5 * MINUTE_MS }, true],
    ['not again within the hour', { sinceMs: 0, toldMs: NOW - 55 * MINUTE_MS }, false],
    ['again after an hour', { sinceMs: 0, toldMs: NOW - HOUR_MS }, true],
  ])('%s', (_when, known, isToBeTold) => {
    expect(heldUp(known, NOW)).toEqual({
      holdUp: { sinceMs: known?.sinceMs ?? NOW, toldMs: isToBeTold ? NOW : known?.toldMs },
      isToBeTold,
    });
  });
});
