import type { LongTexts } from './long-texts.js';
import type { TextWindow } from './text-window.js';

/**
 * The strict JSON grammar over bytes: each function takes the position of a token's first byte and answers the position after it.
 *
 * A fault comes back as a negative number, not as an exception: half an event of a stream is met thousands of times a second, and
 * an Error with its stack costs more than the scan. `isFault`, `faultOffset` and `isDepthFault` read it.
 * Whoever calls these has made sure of UTF-8 (or does not care): only the ASCII structure is looked at here.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const LETTER_U = 0x75;

/** 1 for the bytes that may stand in a JSON string as they are. */
const PLAIN_IN_STRING = tableOf((byte) => byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH);
const ESCAPABLE = tableOf((byte) => '"\\/bfnrt'.includes(String.fromCharCode(byte)));
const HEX_DIGIT = tableOf((byte) => /[0-9a-fA-F]/.test(String.fromCharCode(byte)));

export function isFault(position: number): boolean {
  return position < 0;
}

/** Where the grammar was broken: the offset of the first byte that does not fit, or the length when the text ends too early. */
export function faultOffset(fault: number): number {
  return (-fault - 1) >> 1;
}

export function isDepthFault(fault: number): boolean {
  return fault < 0 && (-fault & 1) === 0;
}

export function syntaxFault(offset: number): number {
  return -1 - 2 * offset;
}

export function depthFault(offset: number): number {
  return -2 - 2 * offset;
}

export function skipWhitespace(bytes: Uint8Array, position: number): number {
  for (;;) {
    const byte = bytes[position];
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) position += 1;
    else return position;
  }
}

/**
 * Skips any value. `depthLeft` is how many containers may still be opened from here on; the recursion is as deep as that, so
 * keep it in the hundreds.
 * @param texts gets to know the long strings among the values, and goes through them in large steps
 */
export function skipValue(bytes: Uint8Array, position: number, depthLeft: number, texts?: LongTexts): number {
  switch (bytes[position]) {
    case QUOTE:
      return skipText(bytes, position, texts);
    case OPEN_BRACE:
      return skipObject(bytes, position, depthLeft, texts);
    case OPEN_BRACKET:
      return skipArray(bytes, position, depthLeft, texts);
    case 0x74:
      return skipWord(bytes, position, 'true');
    case 0x66:
      return skipWord(bytes, position, 'false');
    case 0x6e:
      return skipWord(bytes, position, 'null');
    case undefined:
      return syntaxFault(bytes.length);
    default:
      return skipNumber(bytes, position);
  }
}

function skipText(bytes: Uint8Array, quote: number, texts: LongTexts | undefined): number {
  const end = skipRestOfString(bytes, quote + 1, texts?.window);
  texts?.note(quote, end);
  return end;
}

/** @param quote the opening one */
export function skipString(bytes: Uint8Array, quote: number): number {
  return bytes[quote] === QUOTE ? skipRestOfString(bytes, quote + 1, undefined) : syntaxFault(quote);
}

/** Strings are short more often than not: the window's steps pay from here on. */
const BYTEWISE_BYTES = 32;

function skipRestOfString(bytes: Uint8Array, position: number, window: TextWindow | undefined): number {
  const bytewiseEnd = window === undefined ? bytes.length : Math.min(position + BYTEWISE_BYTES, bytes.length);
  while (position < bytewiseEnd) {
    const byte = bytes[position] ?? 0;
    if (PLAIN_IN_STRING[byte] === 1) {
      position += 1;
    } else if (byte === QUOTE) {
      return position + 1;
    } else if (byte === BACKSLASH) {
      position = skipEscape(bytes, position);
      if (position < 0) return position;
    } else {
      return syntaxFault(position);
    }
  }
  return window === undefined ? syntaxFault(position) : skipLongText(bytes, position, window);
}

function skipLongText(bytes: Uint8Array, position: number, window: TextWindow): number {
  for (;;) {
    position = window.plainEnd(position);
    const byte = bytes[position];
    if (byte === QUOTE) return position + 1;
    if (byte !== BACKSLASH) return syntaxFault(position);
    position = skipEscape(bytes, position);
    if (position < 0) return position;
  }
}

function skipEscape(bytes: Uint8Array, backslash: number): number {
  const escaped = bytes[backslash + 1];
  if (escaped === undefined) return syntaxFault(bytes.length);
  if (ESCAPABLE[escaped] === 1) return backslash + 2;
  if (escaped !== LETTER_U) return syntaxFault(backslash + 1);
  for (let position = backslash + 2; position < backslash + 6; position += 1) {
    const digit = bytes[position];
    if (digit === undefined) return syntaxFault(bytes.length);
    if (HEX_DIGIT[digit] !== 1) return syntaxFault(position);
  }
  return backslash + 6;
}

function skipObject(
  bytes: Uint8Array,
  position: number,
  depthLeft: number,
  texts: LongTexts | undefined,
): number {
  if (depthLeft <= 0) return depthFault(position);
  position = skipWhitespace(bytes, position + 1);
  if (bytes[position] === CLOSE_BRACE) return position + 1;
  for (;;) {
    position = skipKeyAndColon(bytes, position);
    if (position < 0) return position;
    position = skipValue(bytes, position, depthLeft - 1, texts);
    if (position < 0) return position;
    position = skipWhitespace(bytes, position);
    const byte = bytes[position];
    if (byte === CLOSE_BRACE) return position + 1;
    if (byte !== COMMA) return syntaxFault(position);
    position = skipWhitespace(bytes, position + 1);
  }
}

/** From a key's opening quote to the first byte of its value. */
function skipKeyAndColon(bytes: Uint8Array, position: number): number {
  position = skipString(bytes, position);
  return position < 0 ? position : skipColon(bytes, position);
}

/** From behind a key to the first byte of its value. */
export function skipColon(bytes: Uint8Array, position: number): number {
  position = skipWhitespace(bytes, position);
  return bytes[position] === COLON ? skipWhitespace(bytes, position + 1) : syntaxFault(position);
}

function skipArray(
  bytes: Uint8Array,
  position: number,
  depthLeft: number,
  texts: LongTexts | undefined,
): number {
  if (depthLeft <= 0) return depthFault(position);
  position = skipWhitespace(bytes, position + 1);
  if (bytes[position] === CLOSE_BRACKET) return position + 1;
  for (;;) {
    position = skipValue(bytes, position, depthLeft - 1, texts);
    if (position < 0) return position;
    position = skipWhitespace(bytes, position);
    const byte = bytes[position];
    if (byte === CLOSE_BRACKET) return position + 1;
    if (byte !== COMMA) return syntaxFault(position);
    position = skipWhitespace(bytes, position + 1);
  }
}

function skipWord(bytes: Uint8Array, position: number, word: string): number {
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[position + index] !== word.charCodeAt(index)) return syntaxFault(position + index);
  }
  return position + word.length;
}

function skipNumber(bytes: Uint8Array, position: number): number {
  if (bytes[position] === MINUS) position += 1;
  const leadingZero = bytes[position] === ZERO;
  position = leadingZero ? position + 1 : skipDigits(bytes, position);
  if (position < 0) return position;
  if (bytes[position] === DOT) {
    position = skipDigits(bytes, position + 1);
    if (position < 0) return position;
  }
  const exponent = bytes[position];
  if (exponent !== 0x65 && exponent !== 0x45) return position;
  const sign = bytes[position + 1];
  return skipDigits(bytes, sign === PLUS || sign === MINUS ? position + 2 : position + 1);
}

/** At least one digit. */
function skipDigits(bytes: Uint8Array, position: number): number {
  const start = position;
  for (;;) {
    const byte = bytes[position];
    if (byte === undefined || byte < ZERO || byte > 0x39) break;
    position += 1;
  }
  return position === start ? syntaxFault(Math.min(position, bytes.length)) : position;
}

function tableOf(belongs: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (belongs(byte) ? 1 : 0));
}
