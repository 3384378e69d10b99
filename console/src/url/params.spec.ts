import { describe, expect, it } from 'vitest';
import { anyText, oneOf, readParams, timeText, withSearch, writeParams } from './params.js';
import { callPeriod, nameOfPeriod, startOf } from './period.js';
import { nextSort, readSort, writeSort } from './sort.js';

const spec = { tier: oneOf(['strong', 'small']), model: anyText, from: timeText };

describe('parameters of a screen', () => {
  it.each([
    ['', {}],
    ['?tier=strong&model=a%2Fb&other=1', { tier: 'strong', model: 'a/b' }],
    ['tier=huge&model=&from=yesterday', {}],
    ['from=2026-11-29', { from: '2026-11-29' }],
    ['model=%E2%80%AE%3Cscript%3E', { model: '\u202e<script>' }],
  ])('are read out of %s', (search, values) => {
    expect(readParams(search, spec)).toEqual(values);
  });

  it('are written beside those of others, and go when they are empty', () => {
    expect(writeParams('?z=1&model=x', { model: 'a b&c', tier: 'small' })).toBe(
      'model=a+b%26c&tier=small&z=1',
    );
    expect(writeParams('?z=1&model=x', { model: undefined, z: '' })).toBe('');
    expect([withSearch('/p', ''), withSearch('/p', '?a=1'), withSearch('/p', 'a=1')]).toEqual([
      '/p',
      '/p?a=1',
      '/p?a=1',
    ]);
  });
});

describe('the sorting of a table', () => {
  it.each([undefined, 'name', '-name'])('is the same after writing: %s', (text) => {
    const sort = readSort(text);
    expect(sort === undefined ? undefined : writeSort(sort)).toBe(text);
  });

  it('goes up, down, and away', () => {
    const up = nextSort(undefined, 'name');
    const down = nextSort(up, 'name');
    expect([up, down, nextSort(down, 'name'), nextSort(down, 'cost')]).toEqual([
      { column: 'name', descending: false },
      { column: 'name', descending: true },
      undefined,
      { column: 'cost', descending: false },
    ]);
    expect([readSort(''), readSort('-')]).toEqual([undefined, undefined]);
  });
});

describe('periods', () => {
  const now = Date.parse('2026-11-29T12:00:30.500Z');

  it('begin on a whole minute and are known by their length', () => {
    const from = startOf('24h', now);
    expect(from).toBe('2026-11-28T12:00:00Z');
    expect(nameOfPeriod({ from }, now)).toBe('24h');
  });

  it.each([
    ['24h', 70, '24h'],
    ['24h', 73, undefined],
    ['7d', 480, '7d'],
    ['1h', 2, '1h'],
    ['1h', 3, undefined],
  ] as const)('of %s are still called so after %d minutes, or not: %s', (name, minutes, expected) => {
    expect(nameOfPeriod({ from: startOf(name, now) }, now + minutes * 60_000)).toBe(expected);
  });

  it('keep their name for as long as one looks at them, and lose it when another one is chosen', () => {
    const from = startOf('1h', now);
    const last = callPeriod({ from }, { now, last: undefined });
    const later = now + 5 * 3_600_000;
    expect(callPeriod({ from }, { now: later, last })).toEqual({ name: '1h', from });
    expect(callPeriod({ from: '2026-01-01' }, { now: later, last })).toBeUndefined();
    expect(callPeriod({ from, to: '2026-11-29T12:00:00Z' }, { now: later, last })).toBeUndefined();
    const day = startOf('24h', later);
    expect(callPeriod({ from: day }, { now: later, last })).toEqual({ name: '24h', from: day });
  });

  it.each([[{}], [{ from: '2026-11-28T12:00:00Z', to: '2026-11-28T13:00:00Z' }], [{ from: '2026-01-01' }]])(
    'that were chosen have no name: %j',
    (period) => {
      expect(nameOfPeriod(period, now)).toBeUndefined();
    },
  );
});
