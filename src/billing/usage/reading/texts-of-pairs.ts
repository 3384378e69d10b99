import type { Steps } from '../../../lib/steps.js';
import type { UsageGroup } from '../usage-dimensions.js';
import type { ToldPairs } from './tell-pairs.js';
import { ROWS_A_TEXT, type UsageTexts } from './usage-texts.js';

const KEYS_A_TEXT = 2_000;

/** Rows of pairs, and their keys. A step a text. */
export function* textsOfPairs(
  { lines, keys, sums }: ToldPairs,
  groups: readonly UsageGroup[],
): Steps<UsageTexts> {
  const texts: string[] = [];
  for (let at = 0; at < lines.length; at += ROWS_A_TEXT) {
    texts.push(lines.slice(at, at + ROWS_A_TEXT).join(','));
    yield;
  }
  const keyTexts: string[][] = keys.map(() => []);
  for (const [index, ofGroup] of keys.entries())
    for (let at = 0; at < ofGroup.length; at += KEYS_A_TEXT) {
      keyTexts[index]?.push(JSON.stringify(ofGroup.slice(at, at + KEYS_A_TEXT)));
      yield;
    }
  return { texts, keys: keyTexts, groups, slots: [''], sums: [sums] };
}
