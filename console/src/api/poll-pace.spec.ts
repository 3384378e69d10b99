import { describe, expect, it } from 'vitest';
import { paceOf } from './poll-pace.js';

const BEGAN = Date.parse('2026-03-01T10:00:00Z');
const rowsOver = (...seconds: number[]) =>
  seconds.map((second) => ({ at: new Date(BEGAN - second * 1_000).toISOString() }));

describe('how soon a list is asked for again', () => {
  it.each([
    ['nothing', [], false, 10_000],
    ['one row', rowsOver(0), false, 10_000],
    ['few rows of one moment', rowsOver(0, 1), false, 10_000],
    ['the newest of many of one moment', rowsOver(0, 1), true, 30_000],
    ['the newest of many, of just under a poll', rowsOver(0, 4, 9.999), true, 30_000],
    ['the newest of many, of a poll', rowsOver(0, 4, 10), true, 10_000],
    ['the newest of many, of a day', rowsOver(0, 86_400), true, 10_000],
  ])('with %s', (_what, data, hasMore, paceMs) => {
    const page = { object: 'list', data, has_more: hasMore, first_id: null, last_id: null } as const;
    expect(paceOf(page, { pollMs: 10_000, timeOf: ({ at }) => at })).toBe(paceMs);
  });
});
