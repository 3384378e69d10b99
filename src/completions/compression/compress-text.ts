import { isInstruction, isQuestion } from './ask-words.js';
import { findAsks } from './find-asks.js';
import type { TextRange } from './find-document-ranges.js';
import { GAP, joinUnits } from './join-units.js';
import { rankUnits } from './rank-units.js';
import { splitUnits, type TextUnit } from './split-units.js';

/** Without anything that reads as a question nobody can say what matters. */
const RATIO_WITHOUT_QUESTION = 0.7;
/** "Summarize the document" has a word in common with many a text, by chance. */
const MIN_WORDS_OF_INSTRUCTION = 3;
/** Not worth a changed text. */
const LEAST_GAIN = 0.05;
/** What is asked may be longer than all that is to be kept; of the rest this share of its due stays anyway. */
const LEAST_SHARE_OF_REST = 0.6;
const MIN_QUOTE_CHARACTERS = 40;
/** A text of more quotations is a dialogue, not a text with quotations. */
const MAX_QUOTED_SHARE = 0.25;
const TO_BE_PRESERVED =
  /\b(?:verbatim|word[- ]for[- ]word|exactly as|as[- ]is|do not (?:change|alter|shorten|omit|remove)|must (?:be kept|not be changed|stay)|preserve[ds]?|wörtlich|literalmente|textuellement|mot à mot|letteralmente)\b|дословно|逐字|原文|一字一句/iu;
const ASKS_FOR_QUOTES =
  /\b(?:quot\w*|cite[sd]?|citations?|exact words|zitat\w*|zitier\w*|citas?|citar|citez?|citazion\w*)\b|цитат|цитир|引用|인용/iu;

export interface CompressTextInputs {
  readonly text: string;
  /** What is asked about the text elsewhere; empty when nothing is. */
  readonly question: string;
  /** Share of the prose to keep, about. */
  readonly ratio: number;
  /** Where something may be left out; everywhere when absent. */
  readonly ranges?: readonly TextRange[];
  /** The text may hold the ask itself: its first and last sentences, its questions and its instructions stay. */
  readonly keepsAsk: boolean;
  /** The text as it was read before; absent when it was not. */
  readonly read?: ReadText | undefined;
}

/** A text in units, and which of them ask or tell something. */
export interface ReadText {
  readonly units: readonly TextUnit[];
  readonly asks: ReadonlySet<number>;
}

/** A text in units, with what must stay of it. */
export interface TextPlan {
  readonly units: readonly TextUnit[];
  readonly isFixed: readonly boolean[];
  /** What is asked about it, or told to be done with it; its own edges when it is neither. */
  readonly question: string;
  readonly asked: Asked;
}

/** How much is known about what matters in a text. */
type Asked = 'question' | 'elsewhere' | 'nothing';

/**
 * Leaves out the sentences that have least to do with the question. Code, JSON, tables, tags and quotes stay byte for byte, the
 * order stays, and nothing is written but a mark for each gap. Deterministic and idempotent; answers the same text when there is
 * nothing to gain.
 */
export function compressText(inputs: CompressTextInputs): string {
  const { text } = inputs;
  const plan = planText(inputs);
  if (plan.isFixed.every(Boolean)) return text;
  const { scores, matched } = rankUnits(text, plan.units, plan.question);
  const kept = keepBest(plan, { scores, share: shareToKeep(plan, { matched, ratio: inputs.ratio }) });
  const shortened = joinUnits(text, plan.units, kept);
  return shortened.length < text.length * (1 - LEAST_GAIN) ? shortened : text;
}

/** Splits a text and says what must stay. Everything must, when it was shortened before or is no prose. */
export function planText({
  text,
  question,
  ranges,
  keepsAsk,
  read = readText(text, keepsAsk),
}: Omit<CompressTextInputs, 'ratio'>): TextPlan {
  const { units, asks } = read;
  const own = askOf(text, read);
  const asked = `${question}\n${own.isQuestion || question === '' ? own.text : ''}`.trim();
  const isFixed = units.map(
    (unit, index) => unit.isProtected || asks.has(index) || (ranges !== undefined && !isWithin(unit, ranges)),
  );
  keepQuotations(text, units, isFixed, asked);
  const isQuestioned = own.isQuestion || asksSomething(question);
  return {
    units,
    isFixed,
    question: asked === '' ? sentencesAt(text, units, asks).join(' ') : asked,
    asked: isQuestioned ? 'question' : question === '' ? 'nothing' : 'elsewhere',
  };
}

/** Nothing is read of a text that was shortened before, nor of one that is no prose. */
export function readText(text: string, keepsAsk: boolean): ReadText {
  const units = text.includes(GAP) ? [] : splitUnits(text);
  return { units, asks: keepsAsk ? findAsks(text, units) : new Set() };
}

/** What a text asks itself: its questions, else what it tells to do; empty when it does neither. */
export function askOf(text: string, { units, asks }: ReadText): { text: string; isQuestion: boolean } {
  const sentences = sentencesAt(text, units, asks);
  const questions = sentences.filter(isQuestion);
  if (questions.length > 0) return { text: questions.join(' ').trim(), isQuestion: true };
  return { text: sentences.filter(isInstruction).join(' ').trim(), isQuestion: false };
}

function sentencesAt(text: string, units: readonly TextUnit[], places: ReadonlySet<number>): string[] {
  const sentences: string[] = [];
  for (const [index, { start, end, isProtected }] of units.entries())
    if (places.has(index) && !isProtected) sentences.push(text.slice(start, end));
  return sentences;
}

function asksSomething(question: string): boolean {
  return splitUnits(question).some(({ start, end }) => isQuestion(question.slice(start, end)));
}

/** A question that meets the text says what matters, and another message with enough words in common; nothing else does. */
function shareToKeep({ asked }: TextPlan, { matched, ratio }: { matched: number; ratio: number }): number {
  const isAnswerable =
    (asked === 'question' && matched > 0) || (asked === 'elsewhere' && matched >= MIN_WORDS_OF_INSTRUCTION);
  return isAnswerable ? ratio : Math.max(ratio, RATIO_WITHOUT_QUESTION);
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
