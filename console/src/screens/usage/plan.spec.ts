import { describe, expect, it } from 'vitest';
import { planFor } from './plan.js';

const DAY = 86_400_000;
const from = Date.parse('2026-11-01T00:00:00Z');
const planned = (group: Parameters<typeof planFor>[0], days: number, zone = 'Europe/Berlin') =>
  planFor(group, { from, to: from + days * DAY, zone });

describe('what the screen of usage asks for', () => {
  it('is by hours, which sum to local days', () => {
    expect(planned('day', 30)).toEqual({
      overTime: 'hour,model',
      byGroup: undefined,
      unit: 'day',
      zone: 'Europe/Berlin',
      why: 'own',
    });
  });

  it('is one report more for what is neither a time nor a model', () => {
    expect(planned('key', 30)).toMatchObject({ byGroup: 'key', unit: 'day' });
    expect(planned('model', 1)).toMatchObject({ byGroup: undefined, unit: 'hour' });
  });

  it('is by days of UTC where hours do not sum to days, or are too many', () => {
    expect(planned('day', 30, 'Asia/Kolkata')).toMatchObject({ zone: 'UTC', why: 'not-whole-hours' });
    expect(planned('day', 200)).toMatchObject({ overTime: 'day,model', zone: 'UTC', why: 'long' });
    expect(planned('hour', 200, 'Asia/Kolkata')).toMatchObject({
      overTime: 'hour,model',
      zone: 'Asia/Kolkata',
    });
  });
});
