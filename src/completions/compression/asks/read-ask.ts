import { isInstruction, isManner, isQuestion } from './ask-words.js';
import { findLabelledAsks } from './find-asks.js';
import { isLookUp } from './look-up-words.js';
import { splitUnits, type TextUnit } from '../units/split-units.js';
import { asksAView, hasTaskBeside, isSmallTalk, needsWholeText } from './task-words.js';

/**
 * What is wanted of a text: something that a few of its sentences say (`look-up`), or anything else (`whole`): judging, extracting,
 * transforming, counting, comparing, and whatever is not recognized. `none` asks nothing.
 */
export interface Ask {
  readonly kind: 'look-up' | 'whole' | 'none';
  /** The questions of a look-up; empty otherwise. */
  readonly questions: readonly string[];
  /** Labelled or tagged as a question, so that it cannot be a sentence of the text. */
  readonly isLabelled: boolean;
}

const NOTHING_ASKED: Ask = { kind: 'none', questions: [], isLabelled: false };
const WHOLE: Ask = { ...NOTHING_ASKED, kind: 'whole' };
/** Longer paragraphs at the ends of a text are text. */
const MAX_ASK_CHARACTERS = 1_000;
/** A task may stand beside other words in a short one. */
const MAX_TASK_CHARACTERS = 300;
/** "Answer:", "Thanks." */
const MAX_PHRASE_CHARACTERS = 24;

/** Reads a message that stands beside a text or behind it: all of it is the ask. */
export function readAsk(message: string): Ask {
  if (isSmallTalk(message)) return NOTHING_ASKED;
  const sentences = sentencesOf(message, splitUnits(message));
  const ask = judge(sentences, { isLabelled: false });
  // Whatever else is told to be done is not known to need less.
  const isTold = sentences.some((sentence) => isInstruction(sentence) && !isManner(sentence));
  return ask.kind === 'none' && isTold ? WHOLE : ask;
}

/**
 * Reads what a text asks of itself: what is labelled as an ask anywhere, and its first and last paragraphs where they hold nothing
 * but an ask. A question at the end of a letter is the letter's.
 */
export function readOwnAsk(text: string, units: readonly TextUnit[]): Ask {
  const labelled = findLabelledAsks(text, units);
  const asks: Ask[] = hasHeadedTask(text, units) ? [WHOLE] : [];
  if (labelled.size > 0) {
    const sentences = sentencesOf(
      text,
      units.filter((_, index) => labelled.has(index)),
    );
    asks.push(judge(sentences, { isLabelled: true }));
  }
  for (const paragraph of edgeParagraphs(text, units, labelled)) asks.push(judgeParagraph(paragraph));
  return together(asks);
}

/** "Translate:" in a line of its own, before the text or behind it. */
function hasHeadedTask(text: string, units: readonly TextUnit[]): boolean {
  const lines = units.filter(({ start, end }) => text.slice(start, end).trim() !== '');
  return [lines[0], lines.at(-1)].some((unit) => {
    if (unit?.isProtected !== true || unit.end - unit.start > MAX_TASK_CHARACTERS) return false;
    const line = text.slice(unit.start, unit.end).trim();
    return /[:：]$/.test(line) && needsWholeText(line);
  });
}

/** One text that is wanted whole by any ask is wanted whole. */
export function together(asks: readonly Ask[]): Ask {
  if (asks.some(({ kind }) => kind === 'whole')) return WHOLE;
  const lookUps = asks.filter(({ kind }) => kind === 'look-up');
  if (lookUps.length === 0) return NOTHING_ASKED;
  return {
    kind: 'look-up',
    questions: lookUps.flatMap(({ questions }) => questions),
    isLabelled: lookUps.every(({ isLabelled }) => isLabelled),
  };
}

function judge(sentences: readonly string[], { isLabelled }: { isLabelled: boolean }): Ask {
  const questions = sentences.filter(isFactual);
  const others = sentences.filter((sentence) => !isFactual(sentence) && !isPhrase(sentence));
  if (others.some((sentence) => needsWholeText(sentence) || isQuestion(sentence))) return WHOLE;
  return questions.length > 0 ? { kind: 'look-up', questions, isLabelled } : NOTHING_ASKED;
}

function judgeParagraph(sentences: readonly string[]): Ask {
  const text = sentences.join(' ');
  if (text.length > MAX_ASK_CHARACTERS) return NOTHING_ASKED;
  const isAsk = sentences.every(
    (sentence) =>
      isPhrase(sentence) || isQuestion(sentence) || isFactual(sentence) || isInstruction(sentence),
  );
  if (isAsk) return judge(sentences, { isLabelled: false });
  const isTask = text.length <= MAX_TASK_CHARACTERS && needsWholeText(text);
  return isTask ? WHOLE : NOTHING_ASKED;
}

function isFactual(sentence: string): boolean {
  return isLookUp(sentence) && !asksAView(sentence) && !hasTaskBeside(sentence);
}

function isPhrase(sentence: string): boolean {
  const trimmed = sentence.trim();
  return trimmed.length <= MAX_PHRASE_CHARACTERS && (/[:：]$/.test(trimmed) || isSmallTalk(trimmed));
}

function sentencesOf(text: string, units: readonly TextUnit[]): string[] {
  return units
    .filter(({ isProtected }) => !isProtected)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((sentence) => sentence !== '');
}

/** The first and the last paragraph of prose; what is labelled is read apart. */
function edgeParagraphs(text: string, units: readonly TextUnit[], labelled: ReadonlySet<number>): string[][] {
  const paragraphs = new Map<number, TextUnit[]>();
  for (const [index, unit] of units.entries()) {
    if (unit.isProtected || labelled.has(index) || text.slice(unit.start, unit.end).trim() === '') continue;
    const members = paragraphs.get(unit.paragraph);
    if (members === undefined) paragraphs.set(unit.paragraph, [unit]);
    else members.push(unit);
  }
  const all = [...paragraphs.values()];
  const edges = all.length > 1 ? [all[0], all.at(-1)] : all;
  return edges.flatMap((members) => (members === undefined ? [] : [sentencesOf(text, members)]));
}
