import { describe, expect, it } from 'vitest';
import { axisTime } from './axis-time.js';

const HOUR = 3_600_000;
const written = (time: string, step: number, locale = 'de-DE', timeZone = 'Europe/Berlin') =>
  axisTime({ step, timeZone, locale })(Date.parse(time));

describe('the marks of a time axis', () => {
  it('are written as people there write times, in their zone', () => {
    expect(written('2026-11-29T13:30:00Z', HOUR)).toBe('14:30');
    expect(written('2026-11-29T23:00:00Z', HOUR)).toBe('30. Nov.');
    expect(written('2026-11-29T23:00:00Z', HOUR, 'en-US', 'UTC')).toBe('11:00 PM');
    expect(written('2026-11-29T23:00:00Z', 24 * HOUR, 'en-GB', 'UTC')).toBe('29 Nov');
    expect(written('2026-11-29T23:00:00Z', 24 * HOUR, 'en-GB')).toBe('30 Nov');
    expect(written('2026-11-29T23:00:00Z', 31 * 24 * HOUR, 'en-GB')).toBe('Nov 2026');
  });
});
