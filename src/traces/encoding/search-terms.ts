import { storableText } from '../../lib/storable-text.js';

const WORD = /[\p{L}\p{N}]+/gu;
/** Written without blanks: each character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const MAX_WORD_CHARS = 40;
const MAX_LABEL_CHARS = 200;
/** Words that stand in every list of messages. */
const COMMON = new Set(['role', 'content', 'parts', 'type', 'text', 'user', 'assistant']);

/** Marks that no word begins with tell what a term stands for. The last four are written in the database. */
export const TERM_MARKS = {
  service: ':s',
  model: ':m',
  status: ':x',
  project: ':p',
  window: ':w',
  tokenDigits: ':t',
  costDigits: ':c',
} as const;
export type TermKind = 'service' | 'model' | 'status';

export function termOf(kind: TermKind, value: string): string {
  return TERM_MARKS[kind] + storableText(value).slice(0, MAX_LABEL_CHARS);
}

/** The words of a text as they are searched for: lower case, letters and digits. */
export function wordsOf(text: string, limit = Infinity): string[] {
  const words: string[] = [];
  for (const [run] of text.toLowerCase().matchAll(WORD)) {
    if (words.length >= limit) break;
    if (!UNSPACED.test(run)) words.push(run.slice(0, MAX_WORD_CHARS));
    else words.push(...splitUnspaced(run));
  }
  return words;
}

export function isTelling(word: string): boolean {
  return !COMMON.has(word);
}

function splitUnspaced(run: string): string[] {
  const words: string[] = [];
  let word = '';
  for (const character of run) {
    if (!UNSPACED.test(character)) {
      word += character;
      continue;
    }
    if (word !== '') words.push(word.slice(0, MAX_WORD_CHARS));
    words.push(character);
    word = '';
  }
  if (word !== '') words.push(word.slice(0, MAX_WORD_CHARS));
  return words;
}

/** The most digits that a trace's tokens or cost (in pico-dollars) are told apart by. */
export const MAX_TERM_DIGITS = 24;
