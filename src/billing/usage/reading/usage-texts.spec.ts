import { expect, it } from 'vitest';
import { atOnce } from '../../../lib/steps.js';
import { cutIntoTexts } from './usage-texts.js';

const rows = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `0,${index},0,1,2,3,0.4`);

it.each([
  [0, []],
  [1, [1]],
  [250, [250]],
  [251, [250, 1]],
  [600, [250, 250, 100]],
])('cuts %i rows into texts of some hundred, none of them lost', (count, lengths) => {
  const texts = atOnce(cutIntoTexts(rows(count).join('\n')));
  expect(texts.map((text) => text.split(',').length / 7)).toEqual(lengths);
  expect(texts.join()).toBe(rows(count).join());
});
