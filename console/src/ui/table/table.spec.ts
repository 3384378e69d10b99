import { describe, expect, it } from 'vitest';
import { byNumber } from '../../format/sorting.js';
import { neighbour, sortRows, type Column } from './columns.js';
import { ROW_HEIGHT, rowWindow, scrollToRow } from './row-window.js';

describe('which rows are drawn', () => {
  it('all of few', () => {
    expect(rowWindow({ scrollTop: 0, height: 300, count: 60 })).toEqual({ start: 0, end: 60 });
  });

  it.each([
    [0, 0, 24],
    [1_000, 12, 60],
    [169_000, 4_956, 4_992],
    [-50, 0, 24],
  ])('of five thousand at %d those that are seen, and some more', (scrollTop, start, end) => {
    expect(rowWindow({ scrollTop, height: 340, count: 5_000 })).toEqual({ start, end });
  });

  it('some when the list became shorter than where it was scrolled to', () => {
    const { start, end } = rowWindow({ scrollTop: 169_000, height: 340, count: 70 });
    expect(start).toBeLessThan(end);
  });

  it.each([
    [0, 500, 0],
    [3, 0, undefined],
    [100, 0, 101 * ROW_HEIGHT + 40 - 340],
  ])('row %d at %d is brought into sight by scrolling to %s', (index, scrollTop, wanted) => {
    expect(scrollToRow({ index, scrollTop, height: 340, headHeight: 40 })).toBe(wanted);
  });
});

describe('rows', () => {
  const columns: Column<{ id: string; cost: number | null }>[] = [
    { key: 'id', header: 'Id', cell: ({ id }) => id },
    { key: 'cost', header: 'Cost', cell: ({ cost }) => cost, sort: byNumber(({ cost }) => cost) },
  ];
  const rows = [
    { id: 'a', cost: 2 },
    { id: 'b', cost: null },
    { id: 'c', cost: 3 },
  ];
  const order = (column: string, descending: boolean) =>
    sortRows(rows, columns, { column, descending }).map(({ id }) => id);

  it('are sorted by columns that can be, and else stay as they came', () => {
    expect([order('cost', false), order('cost', true)]).toEqual([
      ['a', 'c', 'b'],
      ['c', 'a', 'b'],
    ]);
    expect([order('id', true), order('nothing', true), sortRows(rows, columns, undefined)]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      rows,
    ]);
  });

  it.each([
    [undefined, 1, 'a'],
    ['a', 1, 'b'],
    ['c', 1, undefined],
    ['a', -1, undefined],
    ['gone', -1, 'a'],
  ] as const)('from %s, %d step leads to %s', (from, step, to) => {
    expect(neighbour(['a', 'b', 'c'], from, step)).toBe(to);
  });
});
