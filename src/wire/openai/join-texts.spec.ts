import { describe, expect, it } from 'vitest';
import { TEXT_EDGE, TEXT_GAP } from './chat-view.js';
import { joinTexts } from './join-texts.js';

const escapeAll = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function join(written: readonly string[]): string {
  const texts: number[] = [];
  let length = 0;
  for (const text of written) {
    texts.push(length, length + Buffer.byteLength(text));
    length += Buffer.byteLength(text) + 1;
  }
  return joinTexts(Buffer.from(written.join(',')), texts);
}

describe('the texts of a message', () => {
  it.each([
    ['short', ['Grüße\n', '今天']],
    ['of as much as is read whole', ['今'.repeat(1_000), 'ä"\\'.repeat(1_200)]],
    ['long', ['今天天气'.repeat(5_000)]],
    ['long, of characters of all lengths', ['aä今😀"\\\n'.repeat(2_000)]],
    ['long, of pairs of surrogates', ['x😀'.repeat(3_000)]],
    ['long in several parts', ['ä\n'.repeat(1_000), '😀'.repeat(3_000), '今"'.repeat(900), 'end']],
  ])('are read the same with escapes and without: %s', (_name, said) => {
    for (const first of ['', 'a', 'ab', 'abc', 'abcd']) {
      const texts = [first + (said[0] ?? ''), ...said.slice(1)];
      const plain = join(texts.map((text) => JSON.stringify(text)));
      expect(join(texts.map((text) => escapeAll(text)))).toBe(plain);
      if (Buffer.byteLength(texts.join('')) <= 2 * TEXT_EDGE) expect(plain).toBe(texts.join('\n'));
    }
  });

  it('keep so many bytes at each end, and whole characters', () => {
    const [head = '', tail = ''] = join([escapeAll('今天😀'.repeat(5_000))]).split(TEXT_GAP);
    for (const edge of [head, tail]) {
      expect(Buffer.byteLength(edge)).toBeGreaterThan(TEXT_EDGE - 4);
      expect(Buffer.byteLength(edge)).toBeLessThanOrEqual(TEXT_EDGE);
      expect(edge).not.toMatch(/\ufffd|[\ud800-\udbff]$|^[\udc00-\udfff]/);
    }
  });
});
