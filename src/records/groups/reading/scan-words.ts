import { canonicalCode, CharacterKind, kindOf } from './character-kinds.js';

/** What stands between words. No hash of a word is as small. */
export const TextMark = {
  start: 1,
  end: 2,
  /** A line break or a sign that ends a clause; several in a row are one. */
  boundary: 3,
  /** A number, a date's figures, or an id with figures in it: templates are the same whatever it is. */
  number: 4,
  /** A web or mail address. */
  address: 5,
  /** Text that was not read stands here. */
  gap: 6,
} as const;

const FIRST_WORD_HASH = 16;

const MIN_COMMAS = 2;
/** Half words of an item of a list, on the average. */
const MAX_ITEM_HALVES = 6;

/** Words and marks of a text, in order, as numbers. */
export class WordSink {
  readonly tokens: number[] = [];
  /** Where in the text each token begins; -1 for marks of ours. */
  readonly offsets: number[] = [];
  /** Twice the words that it stands for: a letter of a script without spaces counts as half a word. */
  readonly halves: number[] = [];
  /** Tokens of the breaks before clauses that list short items: `billing, shipping, account`. */
  readonly lists: number[] = [];
  private clauseStart = 0;
  private clauseHalves = 0;
  private commas = 0;

  add(token: number, offset: number, halves: number): void {
    const last = this.tokens.length - 1;
    if (token <= TextMark.boundary && last >= 0 && isBreak(this.tokens[last])) {
      if (token === TextMark.end && last > 0) this.tokens[last] = token;
      return;
    }
    if (token <= TextMark.boundary) this.endClause();
    else this.clauseHalves += halves;
    this.tokens.push(token);
    this.offsets.push(offset);
    this.halves.push(halves);
  }

  addComma(): void {
    this.commas += 1;
  }

  private endClause(): void {
    const { commas, clauseHalves } = this;
    if (commas >= MIN_COMMAS && clauseHalves <= MAX_ITEM_HALVES * (commas + 1))
      this.lists.push(this.clauseStart);
    this.commas = 0;
    this.clauseHalves = 0;
    this.clauseStart = this.tokens.length;
  }

  addGap(): void {
    // What was cut off is not known to be a list.
    this.commas = 0;
    this.endClause();
    this.tokens.push(TextMark.gap);
    this.offsets.push(-1);
    this.halves.push(0);
  }
}

/** Whether a clause begins or ends here. */
export function isBreak(token: number | undefined): boolean {
  return token === undefined || token <= TextMark.boundary || token === TextMark.gap;
}

/**
 * Reads words off `text` from `start` to `end`, hashed: lower case, without accents' encoding, figures masked. Letters of
 * scripts that are written without spaces are a word each, so that no dictionary is needed. Stops after `maxTokens`.
 * Returns where it stopped.
 */
export function scanWords(
  text: string,
  { start, end, maxTokens }: { start: number; end: number; maxTokens: number },
  sink: WordSink,
): number {
  const limit = sink.tokens.length + maxTokens;
  let at = start;
  while (at < end && sink.tokens.length < limit) {
    const code = text.charCodeAt(at);
    switch (kindOf(code)) {
      case CharacterKind.word:
      case CharacterKind.digit:
        at = scanWord(text, at, end, sink);
        break;
      case CharacterKind.wholeWord:
        sink.add(FIRST_WORD_HASH + code, at, 1);
        at += 1;
        break;
      case CharacterKind.breaking:
        sink.add(TextMark.boundary, at, 0);
        at += 1;
        break;
      case CharacterKind.dot:
        if (!isInsideWord(text, at)) sink.add(TextMark.boundary, at, 0);
        at += 1;
        break;
      default:
        if (code !== SPACE && COMMAS.has(code)) sink.addComma();
        at += 1;
    }
  }
  return at;
}

const SPACE = 0x20;
/** Of the scripts that write one; also that of enumerations. */
const COMMAS: ReadonlySet<number> = new Set([0x2c, 0x60c, 0x3001, 0xff0c, 0xff64]);

/** A longer word is none; its rest is read as another. */
const MAX_WORD = 256;

function scanWord(text: string, start: number, end: number, sink: WordSink): number {
  const stop = Math.min(end, start + MAX_WORD);
  let hash = 0x811c9dc5;
  let hasDigit = false;
  let at = start;
  for (; at < stop; at += 1) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    if (kind === CharacterKind.digit) hasDigit = true;
    else if (kind === CharacterKind.joining) continue;
    else if (
      kind !== CharacterKind.word &&
      !(kind === CharacterKind.dot && hasDigit && isInsideWord(text, at))
    )
      break;
    hash = Math.imul(hash ^ canonicalCode(code), 0x01000193);
  }
  if (startsAddress(text, at)) {
    const after = skipAddress(text, at, end);
    sink.add(TextMark.address, start, 2);
    return after;
  }
  sink.add(hasDigit ? TextMark.number : FIRST_WORD_HASH + ((hash >>> 0) % 0xffffff00), start, 2);
  return at;
}

function isInsideWord(text: string, at: number): boolean {
  const before = kindOf(text.charCodeAt(at - 1));
  const after = kindOf(text.charCodeAt(at + 1));
  return isOfWord(before) && isOfWord(after);
}

const isOfWord = (kind: number): boolean => kind === CharacterKind.word || kind === CharacterKind.digit;

function startsAddress(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 0x40) return isOfWord(kindOf(text.charCodeAt(at + 1)));
  return code === 0x3a && text.startsWith('://', at);
}

const MAX_ADDRESS = 2_048;
const ADDRESS_ENDS = /[\s"'<>()\[\]{}，。；]/;

function skipAddress(text: string, start: number, end: number): number {
  const stop = Math.min(end, start + MAX_ADDRESS);
  let at = start;
  while (at < stop && !ADDRESS_ENDS.test(text.charAt(at))) at += 1;
  return at;
}
