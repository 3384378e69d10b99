import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { joinTags, readTagHeader, readTagList } from './read-tags.js';

const TEN = Array.from({ length: 10 }, (_, index) => `tag-${index}`);

function refusalOf(read: () => unknown): { param: string | undefined; message: string } {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidRequestError) return { param: error.param, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('tags of a header', () => {
  it.each([
    ['one', ['one']],
    ['a,b', ['a', 'b']],
    ['  a ,\tb  ', ['a', 'b']],
    ['a,b,a', ['a', 'b']],
    ['A,a', ['A', 'a']],
    ['team:search/eu-1_x.y', ['team:search/eu-1_x.y']],
    ['x'.repeat(64), ['x'.repeat(64)]],
    [TEN.join(','), TEN],
    [[...TEN, ...TEN].join(','), TEN],
    ['NULL,null', ['NULL', 'null']],
  ])('%j are %j', (text, tags) => {
    expect(readTagHeader(text, 'x-svc-tags')).toEqual(tags);
  });

  it.each([
    ['', 'an empty tag'],
    [' ', 'an empty tag'],
    ['a,,b', 'an empty tag'],
    ['a,', 'an empty tag'],
    [',', 'an empty tag'],
    ['a b', '"a b"'],
    ['ä', '"ä"'],
    ['a;b', '"a;b"'],
    ['"a"', 'no tag'],
    ['x'.repeat(65), 'no tag'],
    ['{a}', '"{a}"'],
    [[...TEN, 'eleventh'].join(','), '11 tags'],
  ])('%j is refused', (text, problem) => {
    const { param, message } = refusalOf(() => readTagHeader(text, 'x-svc-tags'));
    expect(param).toBe('x-svc-tags');
    expect(message).toContain('`x-svc-tags`');
    expect(message).toContain(problem);
  });
});

describe('tags of a list', () => {
  it.each([
    [undefined, []],
    [null, []],
    [[], []],
    [
      ['a', 'b', 'a'],
      ['a', 'b'],
    ],
  ])('%j are %j', (value, tags) => {
    expect(readTagList(value, 'tags')).toEqual(tags);
  });

  it.each([
    ['a,b'],
    [{ a: 1 }],
    [5],
    [['a', 5]],
    [['a', null]],
    [['']],
    [[' a']],
    [['a,b']],
    [[['a']]],
    [[...TEN, 'b']],
  ])('%j is refused', (value) => {
    expect(refusalOf(() => readTagList(value, 'requests[3].tags')).param).toBe('requests[3].tags');
  });

  it('shows no more of a long one than its beginning', () => {
    const { message } = refusalOf(() => readTagList(['x'.repeat(100_000)], 'tags'));
    expect(message.length).toBeLessThan(300);
  });
});

describe('two lists together', () => {
  it('hold each tag once, the first list first', () => {
    expect(joinTags(['a', 'b'], ['b', 'c'], 'tags')).toEqual(['a', 'b', 'c']);
    expect(joinTags([], ['b'], 'tags')).toEqual(['b']);
    expect(joinTags(['a'], [], 'tags')).toEqual(['a']);
    expect(joinTags(TEN, TEN, 'tags')).toEqual(TEN);
  });

  it('are refused when they are too many', () => {
    expect(refusalOf(() => joinTags(TEN, ['one-more'], 'requests[0].tags')).param).toBe('requests[0].tags');
  });
});
