import type { Steps } from '../../../lib/steps.js';
import type { UsageGroup } from '../usage-dimensions.js';
import type { ToldPairs } from './tell-pairs.js';
import type { UsageTexts } from './usage-texts.js';

const KEYS_A_TEXT = 2_000;

/** A report of pairs. A step a text of keys. */
export function* textsOfPairs(
  { rows, texts, keys, sums }: ToldPairs,
  groups: readonly UsageGroup[],
): Steps<UsageTexts> {
  const keyTexts: string[][] = keys.map(() => []);
  for (const [index, ofGroup] of keys.entries())
    for (let at = 0; at < ofGroup.length; at += KEYS_A_TEXT) {
      keyTexts[index]?.push(JSON.stringify(ofGroup.slice(at, at + KEYS_A_TEXT)));
      yield;
    }
  return { texts, keys: keyTexts, groups, slots: [''], sums: rows === 0 ? [] : [sums] };
}
