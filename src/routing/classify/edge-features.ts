import type { FeatureBag } from '../linear-model/feature-bag.js';
import { featureSeed, hashUnits, toBucket } from '../linear-model/hash-feature.js';
import { placeOf } from './frame-features.js';
import { PAIR_PRIME, START, type ScopeTokens } from './text-features.js';
import type { Token } from '../../lib/words/tokens.js';

/** Of a text's first and last sentence at most so many tokens are read. */
const EDGE = 16;
const EDGE_SEEDS = {
  systemStart: featureSeed('system start'),
  systemEnd: featureSeed('system end'),
  start: featureSeed('ask start'),
  end: featureSeed('ask end'),
} as const;
const SENTENCE_END = /^[.!?:。！？：\n]$/;

/**
 * The first and the last sentence of the system prompt and of the ask: there stands what is wanted, whatever lies between. Runs
 * of one to three words, with their subject and without it.
 */
export function fillEdgeFeatures(bag: FeatureBag, { system, head, tail }: ScopeTokens): void {
  bag.clear();
  const last = tail.length > 0 ? tail : head;
  markEdge(bag, system, EDGE_SEEDS.systemStart, firstSentence(system));
  markEdge(bag, system, EDGE_SEEDS.systemEnd, lastSentence(system));
  markEdge(bag, head, EDGE_SEEDS.start, firstSentence(head));
  markEdge(bag, last, EDGE_SEEDS.end, lastSentence(last));
  bag.normalize();
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function firstSentence(tokens: readonly Token[]): Range {
  let to = 0;
  while (to < tokens.length && to < EDGE) {
    to += 1;
    if (to > 2 && SENTENCE_END.test(tokens[to - 1] ?? '')) break;
  }
  return { from: 0, to };
}

function lastSentence(tokens: readonly Token[]): Range {
  let from = tokens.length;
  while (from > 0 && tokens.length - from < EDGE) {
    if (tokens.length - from > 2 && SENTENCE_END.test(tokens[from - 1] ?? '')) break;
    from -= 1;
  }
  return { from, to: tokens.length };
}

const LONGEST_RUN = 3;

function markEdge(bag: FeatureBag, tokens: readonly Token[], seed: number, { from, to }: Range): void {
  for (let start = from; start < to; start += 1) {
    let words = seed;
    let frame = ~seed;
    for (let place = start; place < to && place < start + LONGEST_RUN; place += 1) {
      const token = tokens[place] ?? '';
      words = Math.imul(words, PAIR_PRIME) ^ hashUnits(token, 0, token.length, START);
      frame = Math.imul(frame, PAIR_PRIME) ^ placeOf(token);
      bag.mark(toBucket(words));
      if (place > start) bag.mark(toBucket(frame));
    }
  }
}
