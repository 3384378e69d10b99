import { describe, expect, it } from 'vitest';
import type { UsageRow } from '../../api/types.js';
import { sumAmounts } from '../../format/money.js';
import { spansOf, stacksOf } from './over-time.js';

const row = (time: string, model: string, cost: number): UsageRow => ({
  keys: [time, model],
  requests: 1,
  input_tokens: 10,
  output_tokens: 5,
  cost_usd: cost,
});

const from = Date.parse('2026-11-28T00:00:00Z');
const to = Date.parse('2026-11-30T00:00:00Z');
const rows = [
  row('2026-11-28', 'a', 0.1),
  row('2026-11-29', 'a', 0.2),
  row('2026-11-29', 'b', 1e-12),
  row('2026-11-30', 'b', 0.3),
];

describe('usage over time', () => {
  it('sums models to days of a zone, exactly', () => {
    const spans = spansOf(rows, { from, to, unit: 'day', zone: 'Europe/Berlin' });
    expect(spans.map(({ name, cost, requests }) => [name, cost, requests])).toEqual([
      ['2026-11-28', '0.1', 1],
      ['2026-11-29', '0.200000000001', 2],
      ['2026-11-30', '0.3', 1],
    ]);
    expect(sumAmounts(spans.map(({ cost }) => cost))).toBe(sumAmounts(rows.map(({ cost_usd }) => cost_usd)));
  });

  it('keeps days of UTC as they came', () => {
    const days = [row('2026-11-28', 'a', 1), row('2026-11-29', 'a', 2)];
    const spans = spansOf(days, { from, to, unit: 'day', zone: 'UTC' });
    expect(spans.map(({ name, cost }) => [name, cost])).toEqual([
      ['2026-11-28', '1'],
      ['2026-11-29', '2'],
    ]);
  });

  it.each([
    ['Asia/Kathmandu', '2026-11-27T18:15:00Z', 3],
    ['Europe/Berlin', '2026-10-23T22:00:00Z', 4],
    ['Pacific/Chatham', '2026-04-03T10:15:00Z', 4],
  ])('has every day of %s from %s, those of 25 hours too', (zone, start, days) => {
    const period = { from: Date.parse(start), to: Date.parse(start) + days * 24 * 3_600_000 };
    const spans = spansOf([], { ...period, unit: 'day', zone });
    expect(spans).toHaveLength(days);
    expect(new Set(spans.map(({ name }) => name)).size).toBe(days);
  });

  it('has hours where the clocks of a zone show no minutes', () => {
    const spans = spansOf([row('2026-11-28T06:00:00+05:45', 'a', 1)], {
      from: Date.parse('2026-11-28T00:20:00Z'),
      to: Date.parse('2026-11-28T02:20:00Z'),
      unit: 'hour',
      zone: 'Asia/Kathmandu',
    });
    expect(spans.map(({ name, requests }) => [name, requests])).toEqual([
      ['2026-11-28 06:00 GMT+5:45', 1],
      ['2026-11-28 07:00 GMT+5:45', 0],
      ['2026-11-28 08:00 GMT+5:45', 0],
    ]);
  });

  it('tells the two hours of autumn apart', () => {
    const options = {
      from: Date.parse('2026-10-25T00:00:00Z'),
      to: Date.parse('2026-10-25T02:00:00Z'),
      unit: 'hour',
      zone: 'Europe/Berlin',
    } as const;
    expect(spansOf([], options).map(({ name }) => name)).toEqual([
      '2026-10-25 02:00 GMT+2',
      '2026-10-25 02:00 GMT+1',
    ]);
  });

  it('keeps what lies outside of the hours of the period', () => {
    const spans = spansOf([row('2026-12-05', 'a', 1)], { from, to, unit: 'day', zone: 'UTC' });
    expect(spans.at(-1)).toMatchObject({ name: '2026-12-05', cost: '1' });
  });

  it('stacks the dearest models and puts the rest together', () => {
    const spans = spansOf(
      ['a', 'b', 'c', 'd'].map((model, index) => row('2026-11-28', model, index + 1)),
      { from, to, unit: 'day', zone: 'UTC' },
    );
    expect(stacksOf(spans, { most: 3, others: 'Others' })).toEqual([
      { label: 'd', values: ['4', '0'] },
      { label: 'c', values: ['3', '0'] },
      { label: 'Others', values: ['3', '0'] },
    ]);
    expect(stacksOf(spans, { most: 4, others: 'Others' }).map(({ label }) => label)).toEqual([
      'd',
      'c',
      'b',
      'a',
    ]);
  });
});
