import type { FeatureBag } from '../linear-model/feature-bag.js';
import { featureSeed, hashFeature } from '../linear-model/hash-feature.js';
import { readLayout } from './layout.js';
import { WORD_CLASSES, classesOf, classesWithin } from './lexicon.js';
import type { RequestShape } from './request-shape.js';
import { DATA_MARK } from './task-frame.js';
import { MARKERS } from './task-markers.js';
import type { ScopeTokens } from './text-features.js';
import type { Token } from '../../lib/words/tokens.js';

const SEED = featureSeed('shape');
const buckets = new Map<string, number>();
/** Counts beyond this one are one feature. */
const MANY = 4;
const counts = new Int32Array(WORD_CLASSES.length);

const MARKER_BUCKETS = Array.from({ length: MARKERS }, (_, markers) =>
  hashFeature(`task markers ${markers}`, SEED),
);

/**
 * What a request looks like, in few features that mean the same in every language: lengths, lines, labels, turns, and which
 * classes of little words stand where. Numbers become steps, so that a line through them may bend.
 */
export function fillShapeFeatures(bag: FeatureBag, shape: RequestShape, tokens: ScopeTokens): void {
  bag.clear();
  markTurns(bag, shape);
  bag.mark(MARKER_BUCKETS[shape.taskMarkers] ?? 0);
  if (shape.frame.includes(DATA_MARK)) mark(bag, 'data left out');
  markLayout(bag, shape.frame);
  markWords(bag, 'system', tokens.system);
  markWords(bag, 'ask', tokens.head);
  markWords(bag, 'start', tokens.head.slice(0, 6));
  markWords(bag, 'tail', tokens.tail.length > 0 ? tokens.tail : tokens.head.slice(-24));
  if (shape.system === '') mark(bag, 'no system');
  else {
    mark(bag, tokens.system.includes('you') ? 'system says you' : 'system without you');
    markSteps(bag, 'system length', shape.system.length, [40, 120, 400, 1_500]);
  }
}

function markTurns(
  bag: FeatureBag,
  { personTurns, assistantTexts, earlierAsks, ask, toolsOffered }: RequestShape,
): void {
  if (toolsOffered) mark(bag, 'tools');
  if (personTurns <= 1) return;
  mark(bag, 'turns');
  let longest = 0;
  let sum = 0;
  let sentences = 0;
  for (const text of assistantTexts) {
    longest = Math.max(longest, text.length);
    sum += text.length;
    if (/[.!?。]\s*$/.test(text)) sentences += 1;
  }
  markSteps(bag, 'assistant longest', longest, [20, 60, 150, 300]);
  markSteps(bag, 'assistant mean', sum / Math.max(1, assistantTexts.length), [12, 40, 100, 200]);
  if (sentences === 0) mark(bag, 'assistant without sentences');
  const layouts = new Set([...earlierAsks, ask].map(layoutOf));
  mark(bag, layouts.size === 1 ? 'turns alike' : 'turns differ');
  markSteps(bag, 'assistant share', sum / Math.max(1, totalLength(earlierAsks)), [0.2, 0.5, 1, 2, 4]);
}

function totalLength(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** How a turn begins and ends, coarsely: turns that a template makes begin and end alike. */
function layoutOf(text: string): string {
  const label = /^[^\n:]{1,24}:/.exec(text)?.[0] ?? '';
  const end = /[?!.:]$/.exec(text.trimEnd())?.[0] ?? '';
  return `${label}|${end}`;
}

function markLayout(bag: FeatureBag, ask: string): void {
  const layout = readLayout(ask);
  for (const name in layout.flags) if (layout.flags[name] === true) mark(bag, name);
  markSteps(bag, 'length', ask.length, [12, 30, 60, 110, 180, 300, 600, 1_200, 3_000]);
  markSteps(bag, 'lines', layout.lines, [1, 2, 4, 8, 20]);
  markSteps(bag, 'paragraphs', layout.paragraphs, [1, 2, 3, 6]);
  markSteps(bag, 'labels', layout.labels, [0, 1, 2, 4]);
  markSteps(bag, 'items', layout.items, [0, 1, 3, 6]);
}

/** Buckets of the word classes of one place, by class and count: no name is built while a request waits. */
function wordBuckets(where: string): readonly (readonly number[])[] {
  return WORD_CLASSES.map((name) =>
    Array.from({ length: MANY + 1 }, (_, count) =>
      hashFeature(`${where} ${name} ${count > 3 ? 'many' : count > 1 ? 'some' : count}`, SEED),
    ),
  );
}

const WORD_BUCKETS = {
  system: wordBuckets('system'),
  ask: wordBuckets('ask'),
  start: wordBuckets('start'),
  tail: wordBuckets('tail'),
} as const;

function markWords(bag: FeatureBag, where: keyof typeof WORD_BUCKETS, tokens: readonly Token[]): void {
  counts.fill(0);
  for (const token of tokens) {
    let classes = classesOf(token);
    if (classes === 0 && token.charCodeAt(0) >= 0x3040) classes = classesWithin(token);
    for (let index = 0; classes !== 0; index += 1, classes >>= 1)
      if ((classes & 1) === 1) counts[index] = (counts[index] ?? 0) + 1;
  }
  const ofPlace = WORD_BUCKETS[where];
  for (let index = 0; index < ofPlace.length; index += 1)
    bag.mark(ofPlace[index]?.[Math.min(counts[index] ?? 0, MANY)] ?? 0);
}

function markSteps(bag: FeatureBag, name: string, value: number, steps: readonly number[]): void {
  for (const step of steps) {
    if (value <= step) return;
    mark(bag, `${name} > ${step}`);
  }
}

function mark(bag: FeatureBag, name: string): void {
  let bucket = buckets.get(name);
  if (bucket === undefined) {
    bucket = hashFeature(name, SEED);
    buckets.set(name, bucket);
  }
  bag.mark(bucket);
}
