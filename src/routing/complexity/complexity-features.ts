import { FeatureBag } from '../linear-model/feature-bag.js';
import { featureSeed, hashUnits, toBucket } from '../linear-model/hash-feature.js';
import type { Ask } from './read-ask.js';
import { STRUCTURE_NAMES, readStructure } from './read-structure.js';

const WORD = featureSeed('complexity word');
/** Words of an ask with options once more: exams are hard in a way of their own. */
const EXAM_WORD = featureSeed('complexity exam');
const OPTION_WORD = featureSeed('complexity option');
const GRAM_SEED = featureSeed('complexity gram');
const PAIR_PRIME = 0x9e3779b1;
const GRAM = 4;
const MOST_OPTION_WORDS = 120;

/** The three views of an ask that the scorer weighs, in vectors that are used again for the next ask. */
export class ComplexityFeatures {
  readonly words = new FeatureBag();
  readonly grams = new FeatureBag();
  /** In the order of `STRUCTURE_NAMES`. */
  readonly structure = new Float64Array(STRUCTURE_NAMES.length);

  read(ask: Ask): void {
    readStructure(ask, this.structure);
    fillWords(this.words, ask);
    fillGrams(this.grams, ask.stem);
  }
}

/** Words and pairs of words of the stem, words of the options, scaled to length 1. */
function fillWords(bag: FeatureBag, { tokens, options }: Ask): void {
  bag.clear();
  let before = WORD;
  for (const token of tokens) {
    const hash = hashUnits(token, 0, token.length, WORD);
    const pair = Math.imul(before, PAIR_PRIME) ^ hash;
    bag.mark(toBucket(hash));
    bag.mark(toBucket(pair));
    if (options.length > 0) {
      bag.mark(toBucket(hash ^ EXAM_WORD));
      bag.mark(toBucket(pair ^ EXAM_WORD));
    }
    before = hash;
  }
  for (const word of optionWords(options)) bag.mark(toBucket(hashUnits(word, 0, word.length, OPTION_WORD)));
  bag.normalize();
}

function optionWords(options: readonly string[]): string[] {
  if (options.length === 0) return [];
  const words =
    options
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, MOST_OPTION_WORDS);
}

/** Runs of four characters, digits alike, scaled to length 1. */
function fillGrams(bag: FeatureBag, stem: string): void {
  const text = stem.toLowerCase();
  bag.clear();
  for (let index = 0; index + GRAM <= text.length; index += 1) {
    let hash = GRAM_SEED;
    for (let place = index; place < index + GRAM; place += 1) {
      const code = text.charCodeAt(place);
      hash = Math.imul(hash ^ (code >= 0x30 && code <= 0x39 ? 0x30 : code), 0x01000193);
    }
    bag.mark(toBucket(hash));
  }
  bag.normalize();
}
