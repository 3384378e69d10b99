import { describe, expect, it } from 'vitest';
import { readIfMatch } from './if-match.js';

const read = (text: string | undefined) => readIfMatch({ headers: { 'if-match': text } });

describe('readIfMatch', () => {
  it.each([
    [undefined, undefined],
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['W/"a"', ['"a"']],
    ['"a", "b" ,W/"c"', ['"a"', '"b"', '"c"']],
    ['""', ['""']],
  ])('reads %j as %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each(['', 'a', '"a', '"a" "b"', '"a",*', '*, "a"', 'w/"a"', '"a b"'])('refuses %j', (text) => {
    expect(() => read(text)).toThrow('`If-Match` must be');
  });
});
