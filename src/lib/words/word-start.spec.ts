import { describe, expect, it } from 'vitest';
import { findAtWordStart } from './word-start.js';

describe('where a pattern begins a word', () => {
  it.each<[string, RegExp, string, number]>([
    ['at the start', /(label)/giu, 'Label it', 0],
    ['behind a space', /(label)/giu, 'please label it', 7],
    ['not within a word', /(label)/giu, 'relabel it', -1],
    ['behind one that is within a word', /(label)/giu, 'relabel or label', 11],
    ['not behind a letter that no English word has', /(ung)/giu, 'Prüfüng', -1],
    ['not behind a letter of two units', /(label)/giu, '𝒳label', -1],
    ['behind a sign of two units', /(label)/giu, '😀label', 2],
    ['anywhere, outside of the group', /(label)|分类/giu, '请分类', 1],
    ['the first of both', /(label)|分类/giu, '请分类 label', 1],
    ['nowhere', /(label)|分类/giu, 'nothing', -1],
  ])('%s', (_, pattern, text, expected) => {
    expect(findAtWordStart(pattern, text)).toBe(expected);
    // A pattern is used again and keeps nothing of the text before.
    expect(findAtWordStart(pattern, text)).toBe(expected);
  });
});
