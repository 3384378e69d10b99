import { expect, it } from 'vitest';
import { storableText } from './storable-text.js';

it.each([
  ['plain é \u{1F600}', 'plain é \u{1F600}'],
  ['a\u0000b', 'a\ufffdb'],
  ['\ud83d', '\ufffd'],
  ['a\ude00b', 'a\ufffdb'],
  ['', ''],
])('%j is stored as %j', (text, stored) => {
  expect(storableText(text)).toBe(stored);
});
