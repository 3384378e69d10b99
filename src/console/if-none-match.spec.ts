import { describe, expect, it } from 'vitest';
import { namesTag } from './if-none-match.js';

describe('namesTag', () => {
  it.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', ' * ', '*'])('finds "a" in %s', (header) => {
    expect(namesTag(header, '"a"')).toBe(true);
  });

  it.each([undefined, '', '"b"', 'a', '"A"', '"ab"', '"b*"'])('does not find "a" in %s', (header) => {
    expect(namesTag(header, '"a"')).toBe(false);
  });
});
