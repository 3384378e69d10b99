import type { JsonMember } from '../../wire/json-bytes/scan-top-level.js';
import { isFault, skipString, skipValue } from '../../wire/json-bytes/skip-value.js';
import { isKey, walkArray, walkObject } from '../../wire/json-bytes/walk-members.js';
import { compressText, hasAsk } from './compress-text.js';
import { wordsOf } from './words-of.js';

/** A text of the conversation: where its JSON string stands, and what it says. */
export interface TextSlot {
  readonly role: string;
  readonly message: number;
  /** Offsets of the JSON string, quotes included. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** A cache mark stands on this part or behind it: its bytes are in a provider's cache. */
  isCached: boolean;
}

/** What is to be shortened, and by which question. */
export interface CompressionJob {
  readonly slot: TextSlot;
  readonly question: string;
  readonly from: number;
  readonly keepsAsk: boolean;
}

/** Shorter texts are left alone, whatever stands beside them: so a text is not shortened only because the conversation grew. */
export const MIN_TEXT_CHARACTERS = 1_500;
export const TARGET_RATIO = 0.5;
/** Where the ends of a text are looked at for what it asks. */
const ASK_CHARACTERS = 500;
const DEPTH = 100;
/** Tasks that need every word of their text. */
const WHOLE_TEXT_TASK =
  /\b(?:translat\w*|proofread\w*|rewrit\w*|rephras\w*|paraphras\w*|transcrib\w*|reformat\w*|spell-?check\w*|verbatim|word[- ]for[- ]word|copy-?edit\w*|correct (?:the|this|any|all|my)|convert (?:the|this)|repeat (?:the|this)|übersetz\w*|korrigier\w*|umformulier\w*|traduc\w*|traduz\w*|traduis\w*|tradui\w*|corrig\w*|reescrib\w*|reescrev\w*|réécri\w*|reformul\w*|riscriv\w*|vertaal\w*|przetłumacz\w*)|перевед|перевод|исправ|перепиш|翻译|翻譯|翻訳|改写|校对|校正|번역/iu;
/** Where a document begins inside a system prompt; what stands before are instructions. */
const DOCUMENT_MARK =
  /^\s*(?:#{1,6}\s*)?(?:(?:context|documents?|passages?|sources?|background|reference(?:s| material)?|knowledge(?: base)?|transcript|article|search results|kontext|dokumente?|contexto|documentos?|contexte|contesto|документы?|контекст|上下文|资料|文档)\b[^\n]{0,60}[:：]?\s*$|<(?:documents?|context|passages?|sources?|articles?|transcript|knowledge)\b[^>]*>\s*$)/im;

/** The texts of a `messages` array, in order. Offsets are those of `bytes`. */
export function readSlots(bytes: Buffer, member: Pick<JsonMember, 'valueStart'>): TextSlot[] {
  const slots: TextSlot[] = [];
  let message = -1;
  walkArray(bytes, member.valueStart, DEPTH, (_, start) => {
    message += 1;
    return readMessage(bytes, start, message, slots);
  });
  return slots;
}

/**
 * Which texts may be shortened, and by what. Long texts of people, and documents inside a system prompt; never tool messages,
 * assistants, or what stands at or before a cache mark. A text's question is the first ask in it or after it, so that later
 * turns change nothing.
 */
export function planCompression(slots: readonly TextSlot[]): CompressionJob[] {
  return slots.flatMap((slot, index): CompressionJob[] => {
    if (slot.isCached || slot.text.length < MIN_TEXT_CHARACTERS || needsEveryWord(slots, index)) return [];
    if (slot.role === 'user') return [{ slot, question: askBeside(slots, index), from: 0, keepsAsk: true }];
    if (slot.role !== 'system' && slot.role !== 'developer') return [];
    const mark = DOCUMENT_MARK.exec(slot.text);
    const next = slots.find(
      ({ role, text }, place) => place > index && role === 'user' && isAskOf(slot.text, text),
    );
    // Before anybody has asked there is nothing to shorten by.
    if (mark === null || next === undefined) return [];
    return [{ slot, question: next.text.slice(-2_000), from: mark.index + mark[0].length, keepsAsk: false }];
  });
}

/** Shortens in this process. Answers the array anew, every other byte as it was; `undefined` when nothing was gained. */
export function compressMessages(bytes: Buffer): Buffer | undefined {
  const slots = readSlots(bytes, { valueStart: 0 });
  const edits: TextEdit[] = [];
  for (const { slot, question, from, keepsAsk } of planCompression(slots)) {
    const text = compressText({ text: slot.text, question, ratio: TARGET_RATIO, from, keepsAsk });
    if (text !== slot.text) edits.push({ slot, text });
  }
  return spliceTexts(bytes, edits);
}

export interface TextEdit {
  readonly slot: TextSlot;
  readonly text: string;
}

/** Puts new texts in the place of old ones. */
export function spliceTexts(bytes: Buffer, edits: readonly TextEdit[]): Buffer | undefined {
  if (edits.length === 0) return undefined;
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { slot, text } of edits) {
    pieces.push(bytes.subarray(from, slot.start), Buffer.from(JSON.stringify(text)));
    from = slot.end;
  }
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces);
}

/** A text that asks nothing itself is asked about by its neighbours: first those before it in its message, then what comes after. */
function askBeside(slots: readonly TextSlot[], index: number): string {
  const slot = slots[index];
  if (slot === undefined || hasAsk(slot.text)) return '';
  const near = slots.filter(({ message }, place) => message === slot.message && place !== index);
  const later = slots.filter(({ role, message }) => role === 'user' && message > slot.message);
  return ([...near, ...later].find(({ text }) => isAskOf(slot.text, text))?.text ?? '').slice(-2_000);
}

/** A greeting asks nothing of a document: an ask shares a word with it. */
function isAskOf(document: string, ask: string): boolean {
  const words = new Set(wordsOf(document));
  return wordsOf(ask.slice(-2_000)).some((word) => words.has(word));
}

/** A translation of half a text is half a translation: asked in the text's ends, in its message, before it, or right after it. */
function needsEveryWord(slots: readonly TextSlot[], index: number): boolean {
  const slot = slots[index];
  if (slot === undefined) return false;
  const ends = `${slot.text.slice(0, ASK_CHARACTERS)}\n${slot.text.slice(-ASK_CHARACTERS)}`;
  if (WHOLE_TEXT_TASK.test(ends)) return true;
  const next = slots.find(({ role }, place) => place > index && role === 'user');
  return slots.some(({ role, message, text }, place) => {
    const concerns =
      message === slot.message || role === 'system' || role === 'developer' || slots[place] === next;
    return place !== index && concerns && text.length < ASK_CHARACTERS * 4 && WHOLE_TEXT_TASK.test(text);
  });
}

function readMessage(bytes: Buffer, start: number, message: number, slots: TextSlot[]): number {
  let role = '';
  const cache = { isMarked: false };
  const own: { start: number; end: number }[] = [];
  const end = walkObject(bytes, start, DEPTH, (_, keyStart, keyEnd, valueStart) => {
    if (isKey(bytes, keyStart, keyEnd, 'content') && bytes[valueStart] === 0x5b) {
      return walkArray(bytes, valueStart, DEPTH, (__, partStart) => {
        const part = readPart(bytes, partStart, own);
        if (part.isCached) cache.isMarked = true;
        return part.end;
      });
    }
    const valueEnd = skipValue(bytes, valueStart, DEPTH);
    if (isFault(valueEnd)) return valueEnd;
    if (isKey(bytes, keyStart, keyEnd, 'role')) role = bytes.toString('latin1', valueStart + 1, valueEnd - 1);
    if (isKey(bytes, keyStart, keyEnd, 'cache_control')) cache.isMarked ||= bytes[valueStart] === 0x7b;
    if (isKey(bytes, keyStart, keyEnd, 'content') && bytes[valueStart] === 0x22)
      own.push({ start: valueStart, end: valueEnd });
    return valueEnd;
  });
  for (const range of own) {
    const text = JSON.parse(bytes.toString('utf8', range.start, range.end)) as string;
    slots.push({ role, message, ...range, text, isCached: false });
  }
  // A mark covers everything up to it; within one message it is taken for the whole message.
  if (cache.isMarked) for (const slot of slots) slot.isCached = true;
  return end;
}

function readPart(
  bytes: Buffer,
  start: number,
  own: { start: number; end: number }[],
): { end: number; isCached: boolean } {
  let isCached = false;
  const end = walkObject(bytes, start, DEPTH, (_, keyStart, keyEnd, valueStart) => {
    if (isKey(bytes, keyStart, keyEnd, 'cache_control')) isCached = bytes[valueStart] === 0x7b;
    if (!isKey(bytes, keyStart, keyEnd, 'text') || bytes[valueStart] !== 0x22)
      return skipValue(bytes, valueStart, DEPTH);
    const valueEnd = skipString(bytes, valueStart);
    if (!isFault(valueEnd)) own.push({ start: valueStart, end: valueEnd });
    return valueEnd;
  });
  return { end, isCached };
}
