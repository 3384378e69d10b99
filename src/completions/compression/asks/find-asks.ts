import { isImperative, isInstruction, isLabelled, isQuestion, speaksOfAnswer } from './ask-words.js';
import type { TextUnit } from '../units/split-units.js';

const EDGE_UNITS = 2;
/** Asks and instructions stand in the first or the last so many characters of a text, when it has any. */
const REACH = 700;
/** The first and the last paragraph stay whole up to this length, and up to the second when they read as an ask. */
const EDGE_PARAGRAPH_CHARACTERS = 300;
const ASK_PARAGRAPH_CHARACTERS = 1_000;
const MAX_TAG_CHARACTERS = 500;
/** A document of questions and answers has more; an ask between documents stands alone. */
const MAX_LONE_QUESTIONS = 3;
/** A manual is instructions throughout; few of them amid a text are the asker's. */
const MAX_LONE_INSTRUCTIONS = 6;
const ASK_TAG =
  /<(user_?query|user_?question|user_?request|question|query|instructions?|task|rules?|guidelines?|request|output_?format|response_?format|format|requirements?|constraints?|important|prompt)\b[^<>]*>/i;
const LIST_ITEM = /^\s*(?:[-*•–]\s|\(?(?:\d{1,3}|[a-z])[.)]\s)/i;

/**
 * What a person's text asks and tells, by index of its unit: the first and last sentences, short paragraphs at its ends,
 * questions and instructions near its ends, and what is labelled or tagged as an ask anywhere.
 */
export function findAsks(text: string, units: readonly TextUnit[]): Set<number> {
  const prose = units.flatMap(({ isProtected }, index) => (isProtected ? [] : [index]));
  const asks = new Set([...prose.slice(0, EDGE_UNITS), ...prose.slice(-EDGE_UNITS)]);
  addSentences(text, units, asks);
  for (const index of findLabelledAsks(text, units)) asks.add(index);
  addParagraph(text, units, asks, prose[0]);
  addParagraph(text, units, asks, prose.at(-1));
  addLists(text, units, asks);
  return asks;
}

/** What is labelled or tagged as an ask, wherever it stands, by index of its unit. */
export function findLabelledAsks(text: string, units: readonly TextUnit[]): Set<number> {
  const asks = new Set<number>();
  for (const [index, { start, end, isProtected }] of units.entries())
    if (!isProtected && isLabelled(text.slice(start, end))) asks.add(index);
  addTagged(text, units, asks);
  addLabelled(text, units, asks);
  return asks;
}

function addSentences(text: string, units: readonly TextUnit[], asks: Set<number>): void {
  const questions: number[] = [];
  const instructions: number[] = [];
  for (const [index, { start, end, isProtected }] of units.entries()) {
    if (isProtected) continue;
    const sentence = text.slice(start, end);
    const isNear = start < REACH || end > text.length - REACH;
    if (isNear && (isQuestion(sentence) || isInstruction(sentence))) asks.add(index);
    else if (speaksOfAnswer(sentence)) asks.add(index);
    else if (!isAlone(units, index)) continue;
    else if (isQuestion(sentence)) questions.push(index);
    else if (isInstruction(sentence)) instructions.push(index);
  }
  if (questions.length <= MAX_LONE_QUESTIONS) for (const index of questions) asks.add(index);
  if (instructions.length <= MAX_LONE_INSTRUCTIONS) for (const index of instructions) asks.add(index);
}

/** What stands within `<question>`, `<instructions>` and the like. */
function addTagged(text: string, units: readonly TextUnit[], asks: Set<number>): void {
  let open: { tag: string; from: number } | undefined;
  for (const [index, { start, end, isProtected }] of units.entries()) {
    if (!isProtected || end - start > MAX_TAG_CHARACTERS) continue;
    const slice = text.slice(start, end);
    if (open !== undefined && slice.toLowerCase().includes(`</${open.tag}`)) {
      for (let inner = open.from; inner < index; inner += 1) asks.add(inner);
      open = undefined;
    }
    const tag = ASK_TAG.exec(slice)?.[1]?.toLowerCase();
    if (tag !== undefined && !slice.toLowerCase().includes(`</${tag}`)) open ??= { tag, from: index };
  }
}

/** The paragraph under a heading that says "Question:" or "Task:". */
function addLabelled(text: string, units: readonly TextUnit[], asks: Set<number>): void {
  for (const [index, { start, end, isProtected }] of units.entries()) {
    if (!isProtected || end - start > 100 || !isLabelled(text.slice(start, end))) continue;
    let next = index + 1;
    while (next < units.length && isEmpty(units[next])) next += 1;
    const { paragraph } = units[next] ?? {};
    for (; next < units.length && units[next]?.paragraph === paragraph; next += 1) {
      if ((units[next]?.end ?? 0) > end + ASK_PARAGRAPH_CHARACTERS) break;
      asks.add(next);
    }
  }
}

/** The only unit of its paragraph. */
function isAlone(units: readonly TextUnit[], index: number): boolean {
  const paragraph = units[index]?.paragraph;
  return [units[index - 1], units[index + 1]].every(
    (unit) => unit === undefined || unit.paragraph !== paragraph || isEmpty(unit),
  );
}

function isEmpty(unit: TextUnit | undefined): boolean {
  return unit !== undefined && unit.end - unit.start < 2;
}

function addParagraph(
  text: string,
  units: readonly TextUnit[],
  asks: Set<number>,
  at: number | undefined,
): void {
  if (at === undefined) return;
  const paragraph = units[at]?.paragraph;
  let from = at;
  let to = at + 1;
  while (from > 0 && units[from - 1]?.paragraph === paragraph) from -= 1;
  while (to < units.length && units[to]?.paragraph === paragraph) to += 1;
  const members = units.slice(from, to);
  const length = (members.at(-1)?.end ?? 0) - (members[0]?.start ?? 0);
  if (length > ASK_PARAGRAPH_CHARACTERS) return;
  const isAsk = members.some(({ start, end, isProtected }) => {
    const sentence = text.slice(start, end);
    return !isProtected && (isQuestion(sentence) || isImperative(sentence));
  });
  if (length > EDGE_PARAGRAPH_CHARACTERS && !isAsk) return;
  for (let index = from; index < to; index += 1) asks.add(index);
}

/** The points of an ask that ends with a colon. */
function addLists(text: string, units: readonly TextUnit[], asks: Set<number>): void {
  for (const index of [...asks]) {
    const unit = units[index];
    if (unit === undefined || !/[:：]\s*$/.test(text.slice(unit.start, unit.end))) continue;
    for (let next = index + 1; next < units.length; next += 1) {
      const item = units[next];
      if (item === undefined || item.end > unit.end + ASK_PARAGRAPH_CHARACTERS) break;
      const isNewLine = item.line !== units[next - 1]?.line;
      const slice = text.slice(item.start, item.end);
      if (isNewLine && slice.trim() !== '' && !LIST_ITEM.test(slice)) break;
      asks.add(next);
    }
  }
}
