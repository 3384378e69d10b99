import { describe, expect, it } from 'vitest';
import { termOf, wordsOf } from './search-terms.js';

describe('wordsOf', () => {
  it.each([
    ['Refund ORDER-17!', ['refund', 'order', '17']],
    ["d'accord straße", ['d', 'accord', 'straße']],
    ['日本語abc', ['日', '本', '語', 'abc']],
    ['', []],
    ['&|!\u0000', []],
    ['x'.repeat(100), ['x'.repeat(40)]],
  ])('of %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are as many as are asked for', () => {
    expect(wordsOf('a b c d', 2)).toEqual(['a', 'b']);
  });
});

describe('termOf', () => {
  it('tells kinds apart, and holds only what PostgreSQL can', () => {
    expect([termOf('service', 'a'), termOf('model', 'a')]).toEqual([':sa', ':ma']);
    expect(termOf('service', 'a\u0000\ud800')).toBe(':sa\ufffd\ufffd');
  });
});
