import { areDigits, HEX_DIGITS } from './hex-digits.js';
import type { TextMeter } from './text-meter.js';
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

/** The same, told to the meter: it is notation. */
export function skipNotedWhitespace(
  bytes: Uint8Array,
  position: number,
  meter: TextMeter | undefined,
): number {
  const end = skipWhitespace(bytes, position);
  if (end !== position && meter !== undefined) meter.notation += end - position;
  return end;
}

/**
 * Skips any value. `depthLeft` is how many containers may still be opened from here on; the recursion is as deep as that, so
 * keep it in the hundreds.
 * @param meter tells the text of the value from its notation
 */
export function skipValue(bytes: Uint8Array, position: number, depthLeft: number, meter?: TextMeter): number {
  switch (bytes[position]) {
    case QUOTE:
      return skipText(bytes, position, meter);
    case OPEN_BRACE:
      return skipObject(bytes, position, depthLeft, meter);
    case OPEN_BRACKET:
      return skipArray(bytes, position, depthLeft, meter);
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

function skipText(bytes: Uint8Array, quote: number, meter: TextMeter | undefined): number {
  if (meter === undefined) return skipRestOfString(bytes, quote + 1, undefined);
  const before = meter.notation;
  const end = skipRestOfString(bytes, quote + 1, meter);
  meter.note(quote, end, meter.notation - before);
  return end;
}

/** @param quote the opening one */
export function skipString(bytes: Uint8Array, quote: number, meter?: TextMeter): number {
  return bytes[quote] === QUOTE ? skipRestOfString(bytes, quote + 1, meter) : syntaxFault(quote);
}

/**
 * A part of a text: from behind its opening quote, or from where the call before stopped, to behind its closing one, or to a place
 * between two of its characters behind `pauseAt`, as `isInText` of the meter tells. Nobody is told of the text.
 */
export function skipTextPart(bytes: Uint8Array, position: number, pauseAt: number, meter: TextMeter): number {
  meter.isInText = false;
  return skipRestOfString(bytes, position, meter, pauseAt);
}

/** Strings are short more often than not: the window's steps pay from here on. */
const BYTEWISE_BYTES = 32;

function skipRestOfString(
  bytes: Uint8Array,
  position: number,
  meter: TextMeter | undefined,
  pauseAt = bytes.length,
): number {
  const window = meter?.window;
  const bytewiseEnd = window === undefined ? pauseAt : Math.min(position + BYTEWISE_BYTES, bytes.length);
  while (position < bytewiseEnd) {
    const byte = bytes[position] ?? 0;
    if (PLAIN_IN_STRING[byte] === 1) {
      position += 1;
    } else if (byte === QUOTE) {
      return position + 1;
    } else if (byte === BACKSLASH) {
      position = skipEscape(bytes, position, meter);
      if (position < 0) return position;
    } else {
      return syntaxFault(position);
    }
  }
  if (meter !== undefined && window !== undefined)
    return skipLongText(bytes, position, { meter, window, pauseAt });
  if (meter === undefined || position >= bytes.length) return syntaxFault(bytes.length);
  meter.isInText = true;
  return position;
}

function skipLongText(
  bytes: Uint8Array,
  position: number,
  { meter, window, pauseAt }: { meter: TextMeter; window: TextWindow; pauseAt: number },
): number {
  const before = window.notation;
  for (;;) {
    position = window.plainEnd(position, pauseAt);
    const byte = bytes[position];
    if (byte === QUOTE) {
      meter.notation += window.notation - before;
      return position + 1;
    }
    if (byte === BACKSLASH) {
      position = skipEscape(bytes, position, meter);
      if (position < 0) return position;
    } else if (byte === undefined || position < pauseAt) return syntaxFault(position);
    if (position < pauseAt || position >= bytes.length) continue;
    meter.notation += window.notation - before;
    meter.isInText = true;
    return position;
  }
}

function skipEscape(bytes: Uint8Array, backslash: number, meter: TextMeter | undefined): number {
  const escaped = bytes[backslash + 1];
  if (escaped === undefined) return syntaxFault(bytes.length);
  if (ESCAPABLE[escaped] === 1) {
    if (meter !== undefined) meter.notation += 1;
    return backslash + 2;
  }
  return escaped === LETTER_U ? skipUnicode(bytes, backslash, meter) : syntaxFault(backslash + 1);
}

function skipUnicode(bytes: Uint8Array, backslash: number, meter: TextMeter | undefined): number {
  const at = backslash + 2;
  const first = digitAt(bytes, at);
  const second = digitAt(bytes, at + 1);
  const third = digitAt(bytes, at + 2);
  if (!areDigits(first, second, third, digitAt(bytes, at + 3))) return digitFault(bytes, at);
  if (meter !== undefined) meter.notation += notationOf(first, second, third);
  return at + 4;
}

function digitAt(bytes: Uint8Array, position: number): number {
  return HEX_DIGITS[bytes[position] ?? 0] ?? 0;
}

function digitFault(bytes: Uint8Array, position: number): number {
  while (digitAt(bytes, position) !== 0) position += 1;
  return syntaxFault(Math.min(position, bytes.length));
}

/** What the six bytes of `\uXXXX` take beyond the UTF-8 of their character; of a surrogate, which is half of one, beyond two bytes. */
function notationOf(first: number, second: number, third: number): number {
  const code = ((first & 15) << 8) | ((second & 15) << 4) | (third & 15);
  if (code < 0x08) return 5;
  if (code < 0x80 || (code >= 0xd80 && code <= 0xdff)) return 4;
  return 3;
}

function skipObject(
  bytes: Uint8Array,
  position: number,
  depthLeft: number,
  meter: TextMeter | undefined,
): number {
  if (depthLeft <= 0) return depthFault(position);
  position = skipNotedWhitespace(bytes, position + 1, meter);
  if (bytes[position] === CLOSE_BRACE) return position + 1;
  for (;;) {
    position = skipKeyAndColon(bytes, position, meter);
    if (position < 0) return position;
    position = skipValue(bytes, position, depthLeft - 1, meter);
    if (position < 0) return position;
    position = skipNotedWhitespace(bytes, position, meter);
    const byte = bytes[position];
    if (byte === CLOSE_BRACE) return position + 1;
    if (byte !== COMMA) return syntaxFault(position);
    position = skipNotedWhitespace(bytes, position + 1, meter);
  }
}

/** From a key's opening quote to the first byte of its value. */
function skipKeyAndColon(bytes: Uint8Array, position: number, meter: TextMeter | undefined): number {
  position = skipString(bytes, position, meter);
  return position < 0 ? position : skipColon(bytes, position, meter);
}

/** From behind a key to the first byte of its value. */
export function skipColon(bytes: Uint8Array, position: number, meter?: TextMeter): number {
  position = skipNotedWhitespace(bytes, position, meter);
  return bytes[position] === COLON ? skipNotedWhitespace(bytes, position + 1, meter) : syntaxFault(position);
}

function skipArray(
  bytes: Uint8Array,
  position: number,
  depthLeft: number,
  meter: TextMeter | undefined,
): number {
  if (depthLeft <= 0) return depthFault(position);
  position = skipNotedWhitespace(bytes, position + 1, meter);
  if (bytes[position] === CLOSE_BRACKET) return position + 1;
  for (;;) {
    position = skipValue(bytes, position, depthLeft - 1, meter);
    if (position < 0) return position;
    position = skipNotedWhitespace(bytes, position, meter);
    const byte = bytes[position];
    if (byte === CLOSE_BRACKET) return position + 1;
    if (byte !== COMMA) return syntaxFault(position);
    position = skipNotedWhitespace(bytes, position + 1, meter);
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
