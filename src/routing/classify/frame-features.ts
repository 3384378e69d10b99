import type { FeatureBag } from '../linear-model/feature-bag.js';
import { featureSeed, hashUnits, toBucket } from '../linear-model/hash-feature.js';
import { classesOf } from './lexicon.js';
import { PAIR_PRIME, START, type ScopeTokens } from './text-features.js';
import type { Token } from '../../lib/words/tokens.js';

/** Words up to this length are mostly grammar: they stand for themselves. */
const SHORT_WORD = 3;
const CONTENT = featureSeed('content word');
const CLASS_PRIME = 0x85ebca6b;
const FRAME_SEEDS = {
  system: featureSeed('frame system'),
  ask: featureSeed('frame ask'),
} as const;
/** Pieces of a frame: runs of two to this many places. */
const LONGEST_FRAME = 5;

/**
 * The frame of sentences without what they are about: runs of little words, word classes, signs and line ends, every other word
 * alike. What is learned of one subject then holds for the next.
 */
export function fillFrameFeatures(bag: FeatureBag, tokens: ScopeTokens): void {
  bag.clear();
  markFrames(bag, tokens.system, FRAME_SEEDS.system);
  markFrames(bag, tokens.head, FRAME_SEEDS.ask);
  markFrames(bag, tokens.tail, FRAME_SEEDS.ask);
  bag.normalize();
}

const places = new Int32Array(256);

function markFrames(bag: FeatureBag, tokens: readonly Token[], seed: number): void {
  let count = 0;
  if (tokens.length > 0) places[count++] = START;
  for (const token of tokens) {
    const place = placeOf(token);
    // A row of words without grammar is one place however long it is.
    if (place === CONTENT && places[count - 1] === CONTENT) continue;
    places[count++] = place;
  }
  for (let from = 0; from < count; from += 1) {
    let hash = seed;
    for (let length = 1; length <= LONGEST_FRAME && from + length <= count; length += 1) {
      hash = Math.imul(hash, PAIR_PRIME) ^ (places[from + length - 1] ?? 0);
      if (length > 1) bag.mark(toBucket(hash));
    }
  }
}

/** What a word is in a sentence, whatever it says: its classes, itself when it is short, or one of the many. */
export function placeOf(token: Token): number {
  const classes = classesOf(token);
  if (classes !== 0) return Math.imul(classes, CLASS_PRIME);
  if (token.length > SHORT_WORD) return CONTENT;
  return hashUnits(token, 0, token.length, START);
}
