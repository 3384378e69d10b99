import { describe, expect, it } from 'vitest';
import { barsPath, bucketAt, bucketWithCalls, toBuckets } from './buckets.js';

const hour = (at: string, calls: number, errors = 0) => ({ hour: `2026-11-${at}:00:00Z`, calls, errors });

describe('the bars over a list of calls', () => {
  it('cover the whole period, hours without calls too', () => {
    const bars = toBuckets([hour('29T10', 5, 1), hour('29T12', 2)], {
      from: '2026-11-29T09:30:00Z',
      to: '2026-11-29T12:10:00Z',
    });
    expect(bars.map(({ calls, errors }) => [calls, errors])).toEqual([
      [0, 0],
      [5, 1],
      [0, 0],
      [2, 0],
    ]);
    expect(new Date(bars[0]!.start).toISOString()).toBe('2026-11-29T09:00:00.000Z');
  });

  it('stand for several hours where there are too many', () => {
    const hours = [hour('01T01', 1), hour('01T02', 1, 1), hour('30T23', 1)];
    const bars = toBuckets(hours, { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' });
    expect(bars).toHaveLength(360);
    expect(bars[0]).toMatchObject({ calls: 1, errors: 0 });
    expect(bars.reduce((sum, { calls }) => sum + calls, 0)).toBe(3);
    const years = toBuckets([], { from: '2016-01-01', to: '2026-01-01' });
    expect(years.length).toBeLessThanOrEqual(400);
  });

  it('an empty period has one bar', () => {
    expect(toBuckets([], { from: '2026-11-29T10:00:00Z', to: '2026-11-29T10:00:00Z' })).toHaveLength(1);
  });

  it('are found by a moment; the last one for what is later', () => {
    const bars = toBuckets([], { from: '2026-11-29T10:00:00Z', to: '2026-11-29T13:00:00Z' });
    expect(
      ['09:00', '10:59', '11:00', '15:00'].map((at) => bucketAt(bars, Date.parse(`2026-11-29T${at}:00Z`))),
    ).toEqual([0, 0, 1, 2]);
  });

  it('without calls are passed over, the way that one goes', () => {
    const bars = toBuckets([hour('29T11', 1), hour('29T14', 1)], {
      from: '2026-11-29T10:00:00Z',
      to: '2026-11-29T17:00:00Z',
    });
    expect([
      bucketWithCalls(bars, 2, 1),
      bucketWithCalls(bars, 3, -1),
      bucketWithCalls(bars, 4, -1),
      bucketWithCalls(bars, 5, 1),
      bucketWithCalls(bars, 0, -1),
    ]).toEqual([4, 1, 4, 6, 0]);
  });

  it('are one outline, in which little can be seen beside much', () => {
    const bars = toBuckets([hour('29T10', 1_000, 1), hour('29T12', 500)], {
      from: '2026-11-29T10:00:00Z',
      to: '2026-11-29T13:00:00Z',
    });
    expect(barsPath(bars, ({ calls }) => calls)).toBe('M0.08 100V0H0.92V100ZM2.08 100V50H2.92V100Z');
    expect(barsPath(bars, ({ errors }) => errors)).toBe('M0.08 100V97H0.92V100Z');
  });
});
