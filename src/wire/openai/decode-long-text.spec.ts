import { describe, expect, it } from 'vitest';
import { atOnce } from '../../lib/steps.js';
import { decodeLongText } from './decode-long-text.js';

describe('decodeLongText', () => {
  it.each<[string, string]>([
    ['nothing', ''],
    ['a short text', 'a "b"\n'],
    ['plain text', 'x'.repeat(1_000_000)],
    ['escapes', '\\\\"\n'.repeat(200_000)],
    ['characters of several bytes', 'ä中😀'.repeat(100_000)],
  ])('decodes %s', (_, text) => {
    for (const shift of ['', 'a', 'ab', 'abc', 'abcde']) {
      const bytes = Buffer.from(JSON.stringify(shift + text));
      expect(atOnce(decodeLongText(bytes, 1, bytes.length - 1)) === shift + text).toBe(true);
    }
  });

  it('decodes pairs of surrogates that are written as escapes', () => {
    const written = '\\ud83d\\ude00'.repeat(60_000);
    for (const shift of ['', 'a', 'ab', 'abc', 'abcdef', 'abcdefghi']) {
      const bytes = Buffer.from(`"${shift}${written}"`);
      const text = atOnce(decodeLongText(bytes, 1, bytes.length - 1));
      expect(text === shift + '😀'.repeat(60_000)).toBe(true);
    }
  });
});
