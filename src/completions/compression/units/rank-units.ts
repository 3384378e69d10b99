import type { TextUnit } from './split-units.js';
import { wordsOf } from './words-of.js';

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.6;
const NEIGHBOURS = 0.5;
const PARAGRAPH = 0.35;
/** What names and numbers are worth where the question says nothing. */
const DENSITY = 0.35;
const DENSE_WORD = /\d|(?<=\S\s)\p{Lu}/gu;

export interface Ranking {
  /** By unit. */
  readonly scores: readonly number[];
  /** How many different words of the question occur at all. */
  readonly matched: number;
}

/**
 * How much each unit has to say about a question: BM25, with half of what stands beside it, some of its whole paragraph, and a
 * little for names and numbers. Deterministic.
 */
export function rankUnits(text: string, units: readonly TextUnit[], question: string): Ranking {
  const words = units.map(({ start, end, isProtected }) =>
    isProtected ? [] : wordsOf(text.slice(start, end)),
  );
  const frequencies = new Map<string, number>();
  let total = 0;
  for (const own of words) {
    total += own.length;
    for (const word of new Set(own)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  const count = Math.max(1, words.filter((own) => own.length > 0).length);
  const mean = Math.max(1, total / count);
  const asked = new Map<string, number>();
  for (const word of wordsOf(question)) {
    const frequency = frequencies.get(word);
    if (frequency !== undefined) asked.set(word, Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5)));
  }
  const own = words.map((of) => scoreOf(of, asked, mean));
  const paragraphs = paragraphScores(units, words, asked);
  const scores = units.map(({ start, end, isProtected, paragraph }, index) => {
    if (isProtected) return 0;
    const beside = ((own[index - 1] ?? 0) + (own[index + 1] ?? 0)) / 2;
    const dense =
      (text.slice(start, end).match(DENSE_WORD)?.length ?? 0) / Math.max(6, words[index]?.length ?? 0);
    return (
      (own[index] ?? 0) + NEIGHBOURS * beside + PARAGRAPH * (paragraphs.get(paragraph) ?? 0) + DENSITY * dense
    );
  });
  return { scores, matched: asked.size };
}

function scoreOf(words: readonly string[], asked: ReadonlyMap<string, number>, mean: number): number {
  if (words.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of words) if (asked.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * words.length) / mean);
  let score = 0;
  for (const [word, count] of counts)
    score += ((asked.get(word) ?? 0) * count * (SATURATION + 1)) / (count + norm);
  return score;
}

/** The share of the question that a paragraph speaks of, in the currency of the scores. */
function paragraphScores(
  units: readonly TextUnit[],
  words: readonly (readonly string[])[],
  asked: ReadonlyMap<string, number>,
): Map<number, number> {
  const met = new Map<number, Set<string>>();
  for (const [index, { paragraph }] of units.entries()) {
    const seen = met.get(paragraph) ?? new Set();
    for (const word of words[index] ?? []) if (asked.has(word)) seen.add(word);
    met.set(paragraph, seen);
  }
  return new Map(
    [...met].map(([paragraph, seen]) => [
      paragraph,
      [...seen].reduce((sum, word) => sum + (asked.get(word) ?? 0), 0),
    ]),
  );
}
