import { describe, expect, it } from 'vitest';
import { boundsOf, twoDays } from './days.js';

const now = Date.parse('2026-11-29T10:30:00Z');
const row = (hour: string, calls: number, errors: number, cost_usd: number) => ({
  hour,
  calls,
  errors,
  cost_usd,
});

describe('today and yesterday', () => {
  it('are days of the zone of who looks, summed exactly', () => {
    const bounds = boundsOf(now, 'Europe/Berlin');
    expect(new Date(bounds.yesterday).toISOString()).toBe('2026-11-27T23:00:00.000Z');
    const days = twoDays(
      [
        row('2026-11-27T22:00:00Z', 9, 9, 9),
        row('2026-11-27T23:00:00Z', 1, 0, 0.1),
        row('2026-11-28T22:00:00Z', 2, 1, 0.2),
        row('2026-11-28T23:00:00Z', 4, 0, 0.4),
        row('2026-11-29T10:00:00Z', 8, 2, 1e-12),
      ],
      bounds,
      now,
    );
    expect(days.today).toEqual({ calls: 12, errors: 2, cost: '0.400000000001' });
    expect(days.yesterday).toEqual({ calls: 3, errors: 1, cost: '0.3' });
    expect(days.yesterdayUntilNow).toEqual({ calls: 1, errors: 0, cost: '0.1' });
    expect(days.hours).toHaveLength(24 + 12);
  });

  it('are those of UTC where its hours make no days there', () => {
    expect(boundsOf(now, 'Asia/Kolkata')).toEqual({
      yesterday: Date.parse('2026-11-28T00:00:00Z'),
      today: Date.parse('2026-11-29T00:00:00Z'),
      zone: 'UTC',
    });
  });
});
