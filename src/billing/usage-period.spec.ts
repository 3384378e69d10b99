import { describe, expect, it } from 'vitest';
import { splitPeriod } from './usage-period.js';

const split = (from: string, to: string, finest?: 'day' | 'hour') =>
  splitPeriod({ from: new Date(from), to: new Date(to) }, finest).map(
    (part) => `${part.source} ${short(part.from)} ${short(part.to)}`,
  );

const short = (time: Date) => time.toISOString().replace(/(?::00)?\.000Z$/, '');

describe('splitPeriod', () => {
  it.each([
    ['2026-01-01', '2026-03-01', ['day 2026-01-01T00:00 2026-03-01T00:00']],
    ['2026-01-01T05:00:00Z', '2026-01-01T09:00:00Z', ['hour 2026-01-01T05:00 2026-01-01T09:00']],
    [
      '2026-01-01T22:30:00Z',
      '2026-01-04T01:00:01Z',
      [
        'calls 2026-01-01T22:30 2026-01-01T23:00',
        'hour 2026-01-01T23:00 2026-01-02T00:00',
        'day 2026-01-02T00:00 2026-01-04T00:00',
        'hour 2026-01-04T00:00 2026-01-04T01:00',
        'calls 2026-01-04T01:00 2026-01-04T01:00:01',
      ],
    ],
    ['2026-01-01T05:10:00Z', '2026-01-01T05:20:00Z', ['calls 2026-01-01T05:10 2026-01-01T05:20']],
    ['2026-01-01T05:10:00Z', '2026-01-01T06:20:00Z', ['calls 2026-01-01T05:10 2026-01-01T06:20']],
    ['2026-01-01T23:10:00Z', '2026-01-02T00:00:00Z', ['calls 2026-01-01T23:10 2026-01-02T00:00']],
    ['2026-01-01', '2026-01-01', []],
    ['2026-01-02', '2026-01-01', []],
    [
      '1960-05-01T23:00:00Z',
      '1960-05-03',
      ['hour 1960-05-01T23:00 1960-05-02T00:00', 'day 1960-05-02T00:00 1960-05-03T00:00'],
    ],
  ])('%s to %s is read as %j', (from, to, parts) => {
    expect(split(from, to)).toEqual(parts);
  });

  it('keeps to hours where it must', () => {
    expect(split('2026-01-01', '2026-01-03', 'hour')).toEqual(['hour 2026-01-01T00:00 2026-01-03T00:00']);
  });
});
