import { describe, expect, it } from 'vitest';
import { formatDuration } from './durations.js';
import { formatBytes, formatCount, formatPercent, formatShort } from './numbers.js';
import { formatExact, formatRelative } from './times.js';

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [0.85, '850 µs'],
    [1, '1 ms'],
    [12.345, '12.3 ms'],
    [999, '999 ms'],
    [3_420, '3.42 s'],
    [60_000, '1 min'],
    [125_400, '2 min 5 s'],
    [12_000_000, '3 h 20 min'],
    [86_400_000, '1 d'],
    [187_200_000, '2 d 4 h'],
    [-5, '-5 ms'],
  ])('says %d as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

describe('numbers', () => {
  it('are grouped, shortened, or a portion', () => {
    expect([formatCount(1_234_567), formatShort(12_345), formatPercent(0.125)]).toEqual([
      '1,234,567',
      '12.3K',
      '12.5%',
    ]);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_500, '1.5 kB'],
    [256_000_000, '256 MB'],
    [3.2e15, '3200 TB'],
  ])('of bytes: %d as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

const NOW = Date.parse('2026-11-29T12:00:00.000Z');

describe('times', () => {
  it.each([
    [0, 'now'],
    [-4_999, 'now'],
    [-42_000, '42 seconds ago'],
    [-180_000, '3 minutes ago'],
    [7_300_000, 'in 2 hours'],
    [-86_400_000, 'yesterday'],
    [-40 * 86_400_000, 'last month'],
    [-800 * 86_400_000, '2 years ago'],
  ])('%d ms from now are "%s"', (difference, text) => {
    expect(formatRelative(NOW + difference, NOW)).toBe(text);
  });

  it('are exact with their zone', () => {
    expect(formatExact(NOW + 7, { timeZone: 'UTC' })).toBe('2026-11-29 12:00:00.007 UTC');
    expect(formatExact(NOW, { timeZone: 'Asia/Kolkata' })).toMatch(/^2026-11-29 17:30:00\.000 /);
  });
});
