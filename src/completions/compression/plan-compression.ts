import { askOf, readText, type CompressTextInputs, type ReadText } from './compress-text.js';
import { findDocumentRanges } from './find-document-ranges.js';
import type { TextSlot } from './read-slots.js';
import { isSmallTalk, needsWholeText } from './task-words.js';
import { wordsOf } from './words-of.js';

/** What is to be shortened, where in it, and by which question. */
export interface CompressionJob extends Omit<CompressTextInputs, 'text' | 'ratio'> {
  readonly slot: TextSlot;
}

interface OwnAsk {
  readonly ask: string;
  readonly read: ReadText;
}

/** What people ask; each text is looked at once. */
interface Asks {
  /** By message: its short texts, and the asks of its long ones. */
  readonly byMessage: ReadonlyMap<number, readonly string[]>;
  /** The messages that ask something, in order. */
  readonly messages: readonly number[];
  /** The long ones. */
  readonly own: ReadonlyMap<TextSlot, OwnAsk>;
}

/** Shorter texts are left alone, whatever stands beside them: so a text is not shortened only because the conversation grew. */
export const MIN_TEXT_CHARACTERS = 1_500;
const MAX_QUESTION_CHARACTERS = 2_000;
/** Longer system prompts speak of many tasks. */
const MAX_TASK_CHARACTERS = 2_000;
/** Where the ends of a text are looked at for a task. */
const END_CHARACTERS = 500;

/**
 * Which texts may be shortened, and by what. Long texts of people, and documents inside a system prompt; never tool messages,
 * assistants, or what stands at or before a cache mark. A text's question is the first ask in its message or behind it, whatever it
 * is, so that later turns change nothing.
 */
export function planCompression(slots: readonly TextSlot[]): CompressionJob[] {
  const asks = readAsks(slots);
  const told: string[] = [];
  const jobs: CompressionJob[] = [];
  for (const slot of slots) {
    const isInstruction = slot.role === 'system' || slot.role === 'developer';
    if (isInstruction && slot.text.length <= MAX_TASK_CHARACTERS) told.push(slot.text);
    if (slot.isCached || slot.text.length < MIN_TEXT_CHARACTERS) continue;
    const job = isInstruction
      ? planDocuments(slot, asks)
      : slot.role === 'user'
        ? planPersonText(slot, asks, told.join('\n'))
        : undefined;
    if (job !== undefined) jobs.push(job);
  }
  return jobs;
}

function readAsks(slots: readonly TextSlot[]): Asks {
  const byMessage = new Map<number, string[]>();
  const own = new Map<TextSlot, OwnAsk>();
  for (const slot of slots) {
    if (slot.role !== 'user') continue;
    let ask = slot.text;
    if (slot.text.length >= MIN_TEXT_CHARACTERS) {
      const read = readText(slot.text, true);
      ask = askOf(slot.text, read).text;
      own.set(slot, { ask, read });
    }
    if (isSmallTalk(ask) || wordsOf(ask).length === 0) continue;
    const beside = byMessage.get(slot.message) ?? [];
    beside.push(ask);
    byMessage.set(slot.message, beside);
  }
  return { byMessage, own, messages: [...byMessage.keys()] };
}

function planDocuments(slot: TextSlot, asks: Asks): CompressionJob | undefined {
  const question = askBehind(asks, slot.message);
  // Before anybody has asked there is nothing to shorten by.
  if (question === '' || needsWholeText(question)) return undefined;
  const ranges = findDocumentRanges(slot.text);
  const instructions = slot.text.slice(0, ranges[0]?.start ?? 0);
  if (ranges.length === 0 || (instructions.length <= MAX_TASK_CHARACTERS && needsWholeText(instructions)))
    return undefined;
  return { slot, question, ranges, keepsAsk: false };
}

function planPersonText(slot: TextSlot, asks: Asks, told: string): CompressionJob | undefined {
  const { ask: own = '', read } = asks.own.get(slot) ?? {};
  const beside = (asks.byMessage.get(slot.message) ?? []).filter((ask) => ask !== own);
  const isAsked = own !== '' || beside.length > 0;
  const question = isAsked ? limited(beside.join('\n')) : askBehind(asks, slot.message);
  const ends = `${slot.text.slice(0, END_CHARACTERS)}\n${slot.text.slice(-END_CHARACTERS)}`;
  return [ends, question, told].some(needsWholeText) ? undefined : { slot, question, keepsAsk: true, read };
}

/** What the first message behind this one asks that asks anything. */
function askBehind({ byMessage, messages }: Asks, message: number): string {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((messages[middle] ?? 0) > message) high = middle;
    else low = middle + 1;
  }
  const next = messages[low];
  return next === undefined ? '' : limited((byMessage.get(next) ?? []).join('\n'));
}

function limited(question: string): string {
  return question.slice(-MAX_QUESTION_CHARACTERS);
}
