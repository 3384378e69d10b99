import type { FeatureBag } from '../linear-model/feature-bag.js';
import { featureSeed, hashUnits, toBucket } from '../linear-model/hash-feature.js';
import type { Token } from '../../lib/words/tokens.js';

export const START = featureSeed('word');
export const PAIR_PRIME = 0x9e3779b1;
/** Words seen anywhere, besides those of a scope: what is learned of an instruction in one place helps in the other. */
const ANYWHERE = featureSeed('anywhere');

export interface ScopeTokens {
  readonly system: readonly Token[];
  readonly head: readonly Token[];
  readonly tail: readonly Token[];
}

const SCOPE_SEEDS = {
  system: featureSeed('system'),
  head: featureSeed('head'),
  tail: featureSeed('tail'),
} as const;

/** Words and pairs of words, by scope and anywhere, scaled to length 1. */
export function fillWordFeatures(bag: FeatureBag, tokens: ScopeTokens): void {
  bag.clear();
  markScope(bag, tokens.system, SCOPE_SEEDS.system);
  markScope(bag, tokens.head, SCOPE_SEEDS.head);
  markScope(bag, tokens.tail, SCOPE_SEEDS.tail);
  bag.normalize();
}

function markScope(bag: FeatureBag, tokens: readonly Token[], seed: number): void {
  let before = START;
  for (const token of tokens) {
    const hash = hashUnits(token, 0, token.length, START);
    const pair = Math.imul(before, PAIR_PRIME) ^ hash;
    bag.mark(toBucket(hash ^ seed));
    bag.mark(toBucket(hash ^ ANYWHERE));
    bag.mark(toBucket(pair ^ seed));
    bag.mark(toBucket(pair ^ ANYWHERE));
    before = hash;
  }
}

const GRAM = 4;
const GRAM_SEEDS = { system: featureSeed('gram system'), ask: featureSeed('gram ask') } as const;

/** Runs of four characters of the system prompt and of the ask, digits alike, scaled to length 1. */
export function fillGramFeatures(
  bag: FeatureBag,
  texts: { system: string; head: string; tail: string },
): void {
  bag.clear();
  markGrams(bag, texts.system.toLowerCase(), GRAM_SEEDS.system);
  markGrams(bag, texts.head.toLowerCase(), GRAM_SEEDS.ask);
  markGrams(bag, texts.tail.toLowerCase(), GRAM_SEEDS.ask);
  bag.normalize();
}

function markGrams(bag: FeatureBag, text: string, seed: number): void {
  for (let index = 0; index + GRAM <= text.length; index += 1) {
    let hash = seed;
    for (let place = index; place < index + GRAM; place += 1) {
      const code = text.charCodeAt(place);
      hash = Math.imul(hash ^ (code >= 0x30 && code <= 0x39 ? 0x30 : code), 0x01000193);
    }
    bag.mark(toBucket(hash));
  }
}
