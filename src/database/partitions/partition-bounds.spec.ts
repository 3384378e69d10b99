import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../lib/durations.js';
import { boundToAdd, firstBound, isTooClose, lengthFor, nextBound } from './partition-bounds.js';

const at = (text: string): number => Date.parse(text);
const dateOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString().replace('T00:00:00.000Z', '');

describe('partitions', () => {
  it.each([
    [undefined, 'month'],
    [181 * DAY_MS, 'month'],
    [180 * DAY_MS, 'week'],
    [DAY_MS, 'week'],
  ] as const)('of what is kept for %d ms are one a %s', (retention, length) => {
    expect(lengthFor(retention)).toBe(length);
  });

  it.each([
    ['2026-11-30T15:00:00Z', 'week', '2026-12-07'],
    ['2026-12-06T23:59:59.999Z', 'week', '2026-12-07'],
    ['2026-12-07', 'week', '2026-12-14'],
    ['1970-01-01', 'week', '1970-01-05'],
    ['2026-11-30T15:00:00Z', 'month', '2026-12-01'],
    ['2026-12-01', 'month', '2027-01-01'],
  ] as const)('behind %s the next %s begins at %s', (time, length, next) => {
    expect(dateOf(nextBound(at(time), length))).toBe(next);
  });

  it.each([
    ['2026-11-16', 'month', '2026-12-01'],
    ['2026-11-30', 'month', '2027-01-01'],
    ['2026-11-30', 'week', '2026-12-21'],
  ] as const)('begin, at %s by %ss, two weeks ahead at least', (now, length, first) => {
    expect(dateOf(firstBound(at(now), length))).toBe(first);
  });

  it.each([
    ['2026-12-01', '2026-11-30', 'month', '2027-01-01'],
    ['2027-01-01', '2026-11-30', 'month', undefined],
    ['2027-01-01', '2026-12-01', 'month', '2027-02-01'],
    // The keeper was away: what came meanwhile is one partition, and calls still come to it.
    ['2026-06-01', '2026-11-30', 'month', '2027-01-01'],
    // From months to weeks and back, from where the last one begins.
    ['2027-01-01', '2026-12-30', 'week', '2027-01-04'],
    ['2027-01-04', '2026-12-31', 'month', '2027-02-01'],
  ] as const)('the last one begins at %s: at %s, by %ss, it is cut at %s', (last, now, length, next) => {
    expect(dateOf(boundToAdd(at(last), at(now), length))).toBe(next);
  });

  it('a check that was left behind is taken away a week before it would refuse calls', () => {
    expect(isTooClose(at('2026-12-08'), at('2026-11-30'))).toBe(false);
    expect(isTooClose(at('2026-12-06'), at('2026-11-30'))).toBe(true);
  });
});
