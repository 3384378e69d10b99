import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../durations.js';
import { isZone, offsetAt } from './zone-offset.js';
import { atOnce } from '../steps.js';
import { slotsOf, startOfDate, type SlotPeriod, type SlotUnit } from './zone-slots.js';

const slotsNow = (period: SlotPeriod) => atOnce(slotsOf(period));
const iso = (time: number): string => new Date(time).toISOString().replace(/(?::00)?\.000Z$/, '');
const slots = (zone: string, unit: SlotUnit, from: string, to: string) =>
  slotsNow({ zone, unit, from: Date.parse(from), to: Date.parse(to) });
const hoursOf = (zone: string, day: string): number => {
  const start = startOfDate(Date.parse(day), zone);
  const [first] = slotsNow({ zone, unit: 'day', from: start, to: start + 30 * HOUR_MS });
  return ((first?.to ?? 0) - start) / HOUR_MS;
};

describe('zones', () => {
  it.each([
    ['Europe/Berlin', true],
    ['europe/berlin', true],
    ['Asia/Kathmandu', true],
    ['UTC', true],
    ['Etc/GMT+5', true],
    ['America/Argentina/Buenos_Aires', true],
    ['+05:30', false],
    ['Mars/Olympus', false],
    ['', false],
    ['Europe/Berlin ', false],
    ["UTC'; SELECT 1", false],
  ])('%j is a zone: %s', (name, is) => {
    expect(isZone(name)).toBe(is);
  });

  it.each([
    ['Asia/Kathmandu', '2026-06-01', 5.75],
    ['America/St_Johns', '2026-01-15', -3.5],
    ['America/St_Johns', '2026-07-15', -2.5],
    ['Pacific/Chatham', '2026-01-15', 13.75],
    ['Australia/Lord_Howe', '2026-07-15', 10.5],
    ['UTC', '2026-07-15', 0],
  ])('%s is at %s %d hours before UTC', (zone, time, hours) => {
    expect(offsetAt(zone, Date.parse(time))).toBe(hours * HOUR_MS);
  });
});

describe('days of a zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Europe/Berlin', '2026-06-01', 24],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['America/St_Johns', '2026-03-08', 23],
    ['Pacific/Chatham', '2026-04-05', 25],
    ['America/Havana', '2026-03-08', 23],
    ['America/Havana', '2026-11-01', 25],
    ['Asia/Kathmandu', '2026-10-25', 24],
  ])('%s %s has %d hours', (zone, day, hours) => {
    expect(hoursOf(zone, day)).toBe(hours);
  });

  it.each([
    ['Asia/Kathmandu', '2026-11-30', '2026-11-29T18:15'],
    ['Pacific/Chatham', '2026-11-30', '2026-11-29T10:15'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00'],
    ['UTC', '2026-11-30', '2026-11-30T00:00'],
  ])('in %s, %s begins at %s', (zone, day, start) => {
    expect(iso(startOfDate(Date.parse(day), zone))).toBe(start);
  });

  it('are cut off at the ends of the period and have no gaps', () => {
    expect(
      slots('Asia/Kathmandu', 'day', '2026-11-28T18:00:00Z', '2026-11-30T00:00:00Z').map(
        ({ key, from, to }) => `${key} ${iso(from)} ${iso(to)}`,
      ),
    ).toEqual([
      '2026-11-28 2026-11-28T18:00 2026-11-28T18:15',
      '2026-11-29 2026-11-28T18:15 2026-11-29T18:15',
      '2026-11-30 2026-11-29T18:15 2026-11-30T00:00',
    ]);
  });

  it('of a whole year are as many as it has, and as long', () => {
    for (const zone of [
      'Europe/Berlin',
      'Pacific/Chatham',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'UTC',
    ]) {
      const [from, to] = ['2026-01-01', '2027-01-01'].map((day) => startOfDate(Date.parse(day), zone));
      const days = slotsNow({ zone, unit: 'day', from: from!, to: to! });
      expect(days).toHaveLength(365);
      expect(new Set(days.map(({ key }) => key)).size).toBe(365);
      expect(days.reduce((ms, day) => ms + day.to - day.from, 0)).toBe(365 * 24 * HOUR_MS);
    }
  });

  it('are none of an empty period', () => {
    expect(slots('UTC', 'day', '2026-01-02', '2026-01-02')).toEqual([]);
    expect(slots('UTC', 'day', '2026-01-02', '2026-01-01')).toEqual([]);
  });
});

describe('hours of a zone', () => {
  it('differ in autumn by their offset', () => {
    expect(
      slots('Europe/Berlin', 'hour', '2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z').map(({ key }) => key),
    ).toEqual(['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00']);
  });

  it('begin at a quarter of UTC’s where the zone does', () => {
    expect(
      slots('Asia/Kathmandu', 'hour', '2026-01-01T00:10:00Z', '2026-01-01T01:20:00Z').map(
        ({ key, from, to }) => `${key} ${iso(from)} ${iso(to)}`,
      ),
    ).toEqual([
      '2026-01-01T05:00:00+05:45 2026-01-01T00:10 2026-01-01T00:15',
      '2026-01-01T06:00:00+05:45 2026-01-01T00:15 2026-01-01T01:15',
      '2026-01-01T07:00:00+05:45 2026-01-01T01:15 2026-01-01T01:20',
    ]);
  });

  it('of a day that repeats half an hour have keys of their own', () => {
    const keys = slots('Australia/Lord_Howe', 'hour', '2026-04-04T14:00:00Z', '2026-04-04T16:30:00Z').map(
      ({ key }) => key,
    );
    expect(keys).toEqual([
      '2026-04-05T01:00:00+11:00',
      '2026-04-05T01:00:00+10:30',
      '2026-04-05T02:00:00+10:30',
    ]);
  });

  it('are written with Z in UTC', () => {
    expect(slots('UTC', 'hour', '2026-01-01T00:10:00Z', '2026-01-01T00:20:00Z')[0]?.key).toBe(
      '2026-01-01T00:00:00Z',
    );
  });
});
