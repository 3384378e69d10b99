import { describe, expect, it } from 'vitest';
import { cutPage, searchedOn, toPage } from './page.js';

const rows = ['a', 'b', 'c'].map((id) => ({ id }));

describe('a page', () => {
  it.each([
    [1, ['a'], true],
    [2, ['a', 'b'], true],
    [3, ['a', 'b', 'c'], false],
  ])('of at most %s rows says whether more follow', (limit, ids, hasMore) => {
    expect(toPage(rows, limit)).toEqual({
      object: 'list',
      data: ids.map((id) => ({ id })),
      has_more: hasMore,
      first_id: 'a',
      last_id: ids.at(-1),
    });
  });

  it('of nothing has no first and no last', () => {
    expect(toPage([], 5)).toMatchObject({ data: [], has_more: false, first_id: null, last_id: null });
  });
});

describe('a page for which not all rows were looked at', () => {
  it.each([
    ['', 'x', false, [true, 'x', 'x']],
    ['ab', 'x', false, [true, 'a', 'x']],
    ['ab', 'b', false, [true, 'a', 'b']],
    ['', 'x', true, [true, 'x', 'x']],
    ['ab', 'x', true, [true, 'x', 'b']],
    ['ab', undefined, false, [false, 'a', 'b']],
    // Full, it goes on behind its own last row.
    ['abcd', 'x', false, [true, 'a', 'c']],
  ] as const)('%j, searched to %s, backwards: %s, goes on there', (ids, searchedTo, isBackwards, ends) => {
    const found = toPage(
      Array.from(ids, (id) => ({ id })),
      3,
    );
    const { has_more, first_id, last_id, data } = searchedOn(found, { searchedTo, isBackwards });
    expect([has_more, first_id, last_id]).toEqual(ends);
    expect(data).toBe(found.data);
  });
});

describe('a page of rows at hand', () => {
  it.each([
    [{}, 'abc', false],
    [{ limit: 2 }, 'ab', true],
    [{ limit: 2, after: 'b' }, 'c', false],
    [{ after: 'a' }, 'bc', false],
    [{ after: 'c' }, '', false],
  ])('cut by %j holds %j', (query, ids, hasMore) => {
    const page = cutPage(rows, query);
    expect(page.data.map(({ id }) => id).join('')).toBe(ids);
    expect(page.has_more).toBe(hasMore);
  });

  it('cannot begin behind a row that is not there', () => {
    expect(() => cutPage(rows, { after: 'x' })).toThrow(/after/);
  });
});
