import { isFault, skipColon, skipString, skipValue, skipWhitespace } from './skip-value.js';

/**
 * Called at the first byte of a value; answers the position behind it, as `skipValue` does. The key's range includes its quotes.
 * Results are positions or faults (see skip-value.ts): this serves the hot path of streams, where nothing is allocated.
 */
export type OnMember = (bytes: Buffer, keyStart: number, keyEnd: number, valueStart: number) => number;
export type OnItem = (bytes: Buffer, itemStart: number) => number;

/** Any fault will do for "this is not the container that was looked for"; its offset is of no interest. */
const FAULT = -1;

/** Walks an object from its brace and answers the position behind it. A value that is no object is skipped unseen. */
export function walkObject(bytes: Buffer, start: number, depthLeft: number, onMember: OnMember): number {
  if (bytes[start] !== 0x7b) return skipValue(bytes, start, depthLeft);
  const position = skipWhitespace(bytes, start + 1);
  return bytes[position] === 0x7d ? position + 1 : walkMembers(bytes, position, onMember);
}

/** The rest of an object, from behind one of its values. */
export function walkOn(bytes: Buffer, valueEnd: number, onMember: OnMember): number {
  const position = skipWhitespace(bytes, valueEnd);
  const byte = bytes[position];
  if (byte === 0x7d) return position + 1;
  return byte === 0x2c ? walkMembers(bytes, skipWhitespace(bytes, position + 1), onMember) : FAULT;
}

function walkMembers(bytes: Buffer, position: number, onMember: OnMember): number {
  for (;;) {
    const keyEnd = skipString(bytes, position);
    if (isFault(keyEnd)) return keyEnd;
    const valueStart = skipColon(bytes, keyEnd);
    if (isFault(valueStart)) return valueStart;
    position = onMember(bytes, position, keyEnd, valueStart);
    if (isFault(position)) return position;
    position = skipWhitespace(bytes, position);
    const byte = bytes[position];
    if (byte === 0x7d) return position + 1;
    if (byte !== 0x2c) return FAULT;
    position = skipWhitespace(bytes, position + 1);
  }
}

/** Walks an array from its bracket and answers the position behind it. A value that is no array is skipped unseen. */
export function walkArray(bytes: Buffer, start: number, depthLeft: number, onItem: OnItem): number {
  if (bytes[start] !== 0x5b) return skipValue(bytes, start, depthLeft);
  let position = skipWhitespace(bytes, start + 1);
  if (bytes[position] === 0x5d) return position + 1;
  for (;;) {
    position = onItem(bytes, position);
    if (isFault(position)) return position;
    position = skipWhitespace(bytes, position);
    const byte = bytes[position];
    if (byte === 0x5d) return position + 1;
    if (byte !== 0x2c) return FAULT;
    position = skipWhitespace(bytes, position + 1);
  }
}

/** True when the key is that word, written without escapes (as every provider writes it). The word is ASCII. */
export function isKey(bytes: Buffer, keyStart: number, keyEnd: number, word: string): boolean {
  return keyEnd - keyStart - 2 === word.length && startsWithWord(bytes, keyStart + 1, word);
}

export function startsWithWord(bytes: Buffer, position: number, word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[position + index] !== word.charCodeAt(index)) return false;
  }
  return true;
}
