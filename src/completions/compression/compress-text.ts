import { findAsks } from './asks/find-asks.js';
import type { TextRange } from './find-document-ranges.js';
import { GAP, joinUnits } from './units/join-units.js';
import { rankUnits } from './units/rank-units.js';
import { findRareLogLines } from './units/rare-log-lines.js';
import { splitUnits, type TextUnit } from './units/split-units.js';
import { wordsOf } from './units/words-of.js';

/** Not worth a changed text. */
const LEAST_GAIN = 0.05;
/** What is asked may be longer than all that is to be kept; of the rest this share of its due stays anyway. */
const LEAST_SHARE_OF_REST = 0.6;
/** A question of which no sentence speaks more than this is answered in other words, by nobody knows which sentence. */
const LEAST_SHARE_OF_QUESTION = 0.2;
const MIN_QUOTE_CHARACTERS = 40;
/** A text of more quotations is a dialogue, not a text with quotations. */
const MAX_QUOTED_SHARE = 0.25;
const TO_BE_PRESERVED =
  /(?<!\p{L})(?:verbatim|word[- ]for[- ]word|exactly as|as[- ]is|do not (?:change|alter|shorten|omit|remove)|must (?:be kept|not be changed|stay)|preserve[ds]?|wörtlich|literalmente|textuellement|mot à mot|letteralmente)(?!\p{L})|дословно|逐字|原文|一字一句/iu;
const ASKS_FOR_QUOTES =
  /(?<!\p{L})(?:quot\p{L}*|cite[sd]?|citations?|exact words|zitat\p{L}*|zitier\p{L}*|citas?|citar|citez?|citazion\p{L}*)(?!\p{L})|цитат|цитир|引用|인용/iu;

export interface CompressTextInputs {
  readonly text: string;
  /** What is looked up in the text. */
  readonly questions: readonly string[];
  /** Share of the prose to keep, about. */
  readonly ratio: number;
  /** Where something may be left out; everywhere when absent. */
  readonly ranges?: readonly TextRange[];
  /** The text may hold the ask itself: its first and last sentences, its questions and its instructions stay. */
  readonly keepsAsk: boolean;
  /** The text's units, where it was split before. */
  readonly units?: readonly TextUnit[] | undefined;
}

/** A text in units, with what must stay of it. */
export interface TextPlan {
  readonly units: readonly TextUnit[];
  readonly isFixed: readonly boolean[];
}

/** A shorter text, and what was left out of it. */
export interface ShortenedText {
  readonly text: string;
  readonly units: readonly TextUnit[];
  readonly isKept: readonly boolean[];
}

/**
 * Leaves out the sentences that have least to do with the questions. Code, JSON, tables, tags and quotes stay byte for byte, the
 * order stays, and nothing is written but a mark for each gap. Deterministic and idempotent; `undefined` when there is nothing to
 * gain, or no sentence speaks of what is asked.
 */
export function compressText(inputs: CompressTextInputs): ShortenedText | undefined {
  const { text, questions, ratio } = inputs;
  const plan = planText(inputs);
  if (plan.isFixed.every(Boolean)) return undefined;
  const { scores } = rankUnits(text, plan.units, questions.join('\n'));
  const isKept = keepBest(plan, { scores, share: ratio });
  const shortened = joinUnits(text, plan.units, isKept);
  if (shortened.length >= text.length * (1 - LEAST_GAIN)) return undefined;
  return { text: shortened, units: plan.units, isKept };
}

/** Says what must stay of a text. Everything must, when it was shortened before, is no prose, or does not speak of what is asked. */
export function planText({
  text,
  questions,
  ranges,
  keepsAsk,
  units = readUnits(text),
}: Omit<CompressTextInputs, 'ratio'>): TextPlan {
  const asks = keepsAsk ? findAsks(text, units) : new Set<number>();
  const isOpen = (unit: TextUnit, index: number): boolean =>
    !unit.isProtected && !asks.has(index) && (ranges === undefined || isWithin(unit, ranges));
  if (!speaksOfAll(text, units, questions)) return { units, isFixed: units.map(() => true) };
  const isFixed = units.map((unit, index) => !isOpen(unit, index));
  keepQuotations(text, units, isFixed, questions.join('\n'));
  for (const index of findRareLogLines(text, units)) isFixed[index] = true;
  return { units, isFixed };
}

/** Nothing is read of a text that was shortened before, nor of one that is no prose. */
export function readUnits(text: string): readonly TextUnit[] {
  return text.includes(GAP) ? [] : splitUnits(text);
}

/** True when for each question some sentence has a fifth of its words. */
function speaksOfAll(text: string, units: readonly TextUnit[], questions: readonly string[]): boolean {
  const asked = questions.map((question) => new Set(wordsOf(question))).filter(({ size }) => size > 0);
  if (asked.length === 0) return false;
  const most = asked.map(() => 0);
  for (const { start, end, isProtected } of units) {
    const sentence = text.slice(start, end).trim();
    if (isProtected || questions.includes(sentence)) continue;
    const words = new Set(wordsOf(sentence));
    for (const [index, wanted] of asked.entries()) {
      let met = 0;
      for (const word of wanted) if (words.has(word)) met += 1;
      most[index] = Math.max(most[index] ?? 0, met / wanted.size);
    }
  }
  return most.every((share) => share >= LEAST_SHARE_OF_QUESTION);
}

function isWithin({ start, end }: TextUnit, ranges: readonly TextRange[]): boolean {
  return ranges.some((range) => start >= range.start && end <= range.end);
}

/** Quotations stay whole where they are few, or asked for; so does what says that it must stay, with the sentence behind it. */
function keepQuotations(
  text: string,
  units: readonly TextUnit[],
  isFixed: boolean[],
  question: string,
): void {
  const quoted = units.reduce(
    (sum, unit) => sum + (unit.quoted >= MIN_QUOTE_CHARACTERS ? unit.quoted : 0),
    0,
  );
  const keepsQuotes = quoted <= text.length * MAX_QUOTED_SHARE || ASKS_FOR_QUOTES.test(question);
  for (const [index, unit] of units.entries()) {
    if (keepsQuotes && unit.quoted >= MIN_QUOTE_CHARACTERS) isFixed[index] = true;
    if (unit.isProtected || !TO_BE_PRESERVED.test(text.slice(unit.start, unit.end))) continue;
    isFixed[index] = true;
    if (index + 1 < units.length) isFixed[index + 1] = true;
  }
}

/** Fixed units count as kept prose, but not what is protected: much code does not cost the prose around it. */
function keepBest(
  { units, isFixed }: TextPlan,
  { scores, share }: { scores: readonly number[]; share: number },
): boolean[] {
  const kept = [...isFixed];
  let fixed = 0;
  let rest = 0;
  for (const [index, unit] of units.entries()) {
    if (isFixed[index] !== true) rest += unit.end - unit.start;
    else if (!unit.isProtected) fixed += unit.end - unit.start;
  }
  let left = Math.max(share * (fixed + rest) - fixed, share * LEAST_SHARE_OF_REST * rest);
  const order = units.map((_, index) => index).filter((index) => kept[index] !== true);
  order.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other);
  for (const index of order) {
    const { start, end } = units[index] ?? { start: 0, end: 0 };
    // Half of the last one in, on the average: so that the share is met, not passed.
    if (left < (end - start) / 2) break;
    kept[index] = true;
    left -= end - start;
  }
  return kept;
}
