import { describe, expect, it } from 'vitest';
import { isLongerThan } from './is-longer-than.js';

describe('a text', () => {
  it.each<[string, string, boolean]>([
    ['none', '', false],
    ['as many as allowed', 'abc', false],
    ['one more', 'abcd', true],
    ['as many as allowed, each of two units', '\u{1f642}'.repeat(3), false],
    ['one more, two of them of two units', '\u{1f642}ab\u{1f642}', true],
    ['one more, each of two units', '\u{1f642}'.repeat(4), true],
    ['as many as allowed, of one and of two units', 'a\u{1f642}b', false],
  ])('is judged by its characters: %s', (_case, text, expected) => {
    expect(isLongerThan(text, 3)).toBe(expected);
  });
});
