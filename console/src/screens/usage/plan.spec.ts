import { describe, expect, it } from 'vitest';
import { groupingOf, planFor, readGrouping } from './plan.js';

const DAY = 86_400_000;
const from = Date.parse('2026-11-01T00:00:00Z');
const planned = (group: string, days: number, zone = 'Europe/Berlin') =>
  planFor(groupingOf(group), { from, to: from + days * DAY, zone });

describe('what the screen of usage asks for', () => {
  it('is by days of the browser’s zone, whatever that is and however long the period', () => {
    for (const zone of ['Europe/Berlin', 'Asia/Kathmandu'])
      expect(planned('day', 200, zone)).toEqual({
        overTime: 'day,model',
        stackedBy: 'model',
        byGroup: undefined,
        keysOf: ['day', 'model'],
        unit: 'day',
        zone,
      });
  });

  it('is one report more for what is neither a time nor a model', () => {
    expect(planned('user', 30)).toMatchObject({ byGroup: 'user', unit: 'day' });
    expect(planned('model', 1)).toMatchObject({ byGroup: undefined, unit: 'hour', overTime: 'hour,model' });
  });

  it.each([
    ['day,key', { overTime: 'day,key', stackedBy: 'key', byGroup: undefined, keysOf: ['day', 'key'] }],
    ['key,hour', { overTime: 'hour,key', stackedBy: 'key', byGroup: undefined, keysOf: ['hour', 'key'] }],
    [
      'model,day',
      { overTime: 'day,model', stackedBy: 'model', byGroup: undefined, keysOf: ['day', 'model'] },
    ],
    ['key,model', { overTime: 'day,model', stackedBy: 'model', byGroup: 'key,model' }],
    ['day,hour', { overTime: 'day,model', stackedBy: 'model', byGroup: 'day,hour' }],
  ])('by %s is at most two reports', (group, plan) => {
    expect(planned(group, 30)).toMatchObject(plan);
  });

  it.each([
    ['model', 'model'],
    ['key,model', 'key,model'],
    ['key,key', 'key'],
    ['key,nothing', 'key'],
    ['nothing', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, read) => {
    expect(readGrouping(text)).toBe(read);
  });
});
