import { describe, expect, it } from 'vitest';
import { dayFormat, dayZone, hoursOf, startOfDay } from './zones.js';

const at = (text: string): number => Date.parse(text);
const iso = (time: number): string => new Date(time).toISOString();

describe('days of a zone', () => {
  it('are made of the hours that a period touches', () => {
    expect(hoursOf(at('2026-11-29T10:20:00Z'), at('2026-11-29T12:00:00Z')).map(iso)).toEqual([
      '2026-11-29T10:00:00.000Z',
      '2026-11-29T11:00:00.000Z',
    ]);
  });

  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['America/Los_Angeles', 'America/Los_Angeles'],
    ['UTC', 'UTC'],
    ['Asia/Kolkata', 'UTC'],
    ['Asia/Kathmandu', 'UTC'],
    // Half an hour of daylight saving.
    ['Australia/Lord_Howe', 'UTC'],
  ])('%s is summed in %s', (zone, summed) => {
    expect(dayZone(hoursOf(at('2026-03-01T00:00:00Z'), at('2026-05-01T00:00:00Z')), zone)).toBe(summed);
  });

  it('begin at midnight there, on days of 23 and 25 hours too', () => {
    const berlin = (time: string, daysBefore = 0) =>
      iso(startOfDay(at(time), { zone: 'Europe/Berlin', daysBefore }));
    expect(berlin('2026-11-29T20:00:00Z')).toBe('2026-11-28T23:00:00.000Z');
    expect(berlin('2026-11-29T23:30:00Z')).toBe('2026-11-29T23:00:00.000Z');
    expect(berlin('2026-11-29T20:00:00Z', 1)).toBe('2026-11-27T23:00:00.000Z');
    expect(berlin('2026-10-26T12:00:00Z', 1)).toBe('2026-10-24T22:00:00.000Z');
    expect(berlin('2026-03-30T12:00:00Z', 1)).toBe('2026-03-28T23:00:00.000Z');
    expect(dayFormat('America/Los_Angeles')(at('2026-11-29T07:59:00Z'))).toBe('2026-11-28');
  });
});
