import { TEXT_EDGE, TEXT_GAP } from './chat-view.js';
import { decodeText } from './decode-text.js';

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const UNICODE_ESCAPE_BYTES = 6;

/**
 * JSON strings as one text, joined by line feeds; of a long one its first and last `TEXT_EDGE` bytes, joined by `TEXT_GAP`. Bytes
 * are those of what the strings say, so that a text is read the same with and without escapes.
 * @param texts opening quote and end of each, in order
 */
export function joinTexts(bytes: Buffer, texts: readonly number[]): string {
  let length = 0;
  for (let index = 0; index < texts.length; index += 2)
    length += (texts[index + 1] ?? 0) - (texts[index] ?? 0) - 2;
  if (length <= 2 * TEXT_EDGE) return joinWhole(bytes, texts);
  const head = readHead(bytes, texts);
  const tail = readTail(bytes, texts);
  // Escapes made it look longer than it is.
  if (tail.at <= head.at) return joinWhole(bytes, texts);
  return head.parts.join('\n') + TEXT_GAP + tail.parts.join('\n');
}

function joinWhole(bytes: Buffer, texts: readonly number[]): string {
  let joined = '';
  for (let index = 0; index < texts.length; index += 2) {
    if (index > 0) joined += '\n';
    joined += decodeText(bytes, (texts[index] ?? 0) + 1, (texts[index + 1] ?? 0) - 1);
  }
  return joined;
}

/** Text that was read, and the place up to which, or from which on, it was. */
interface Edge {
  readonly parts: string[];
  readonly at: number;
}

function readHead(bytes: Buffer, texts: readonly number[]): Edge {
  const parts: string[] = [];
  let [left, at] = [TEXT_EDGE, 0];
  for (let index = 0; index < texts.length && left > 0; index += 2) {
    at = (texts[index] ?? 0) + 1;
    const end = (texts[index + 1] ?? 0) - 1;
    let part = '';
    let room = left;
    while (at < end && room > 0) {
      const stop = startOfCharacter(bytes, at, Math.min(end, at + room));
      if (stop <= at && bytes[at] !== BACKSLASH) break;
      // An escape may take more bytes than there is room for what it stands for.
      const next = stop > at ? stop : at + escapeBytes(bytes, at);
      const longer = part + decodeText(bytes, at, next);
      if (Buffer.byteLength(longer) > left) break;
      part = longer;
      room = left - Buffer.byteLength(part);
      at = next;
    }
    parts.push(part.replace(/[\ud800-\udbff]$/, ''));
    left = at < end ? 0 : room;
  }
  return { parts, at };
}

function readTail(bytes: Buffer, texts: readonly number[]): Edge {
  const parts: string[] = [];
  let [left, at] = [TEXT_EDGE, bytes.length];
  for (let index = texts.length - 2; index >= 0 && left > 0; index -= 2) {
    const start = (texts[index] ?? 0) + 1;
    at = (texts[index + 1] ?? 0) - 1;
    let part = '';
    let room = left;
    while (at > start && room > 0) {
      const from = endOfCharacter(bytes, start, Math.max(start, at - room), at);
      const next = from < at ? from : escapeOver(bytes, start, at - 1);
      if (next === undefined) break;
      const longer = decodeText(bytes, next, at) + part;
      if (Buffer.byteLength(longer) > left) break;
      part = longer;
      room = left - Buffer.byteLength(part);
      at = next;
    }
    parts.unshift(part.replace(/^[\udc00-\udfff]/, ''));
    left = at > start ? 0 : room;
  }
  return { parts, at };
}

/** The place itself when it is between two characters of the string, else the beginning of the one that it cuts. */
export function startOfCharacter(bytes: Buffer, start: number, position: number): number {
  const escape = escapeOver(bytes, start, position);
  if (escape !== undefined) return escape;
  while (position > start && isContinued(bytes, position)) position -= 1;
  return position;
}

/** The place itself when it is between two characters, else the end of the one that it cuts. */
function endOfCharacter(bytes: Buffer, start: number, position: number, end: number): number {
  const escape = escapeOver(bytes, start, position);
  if (escape !== undefined) return escape + escapeBytes(bytes, escape);
  while (position < end && isContinued(bytes, position)) position += 1;
  return position;
}

/** The backslash of an escape that begins before the place and ends behind it. */
function escapeOver(bytes: Buffer, start: number, position: number): number | undefined {
  const first = Math.max(start, position - UNICODE_ESCAPE_BYTES + 1);
  const backslash = bytes.subarray(first, position).lastIndexOf(BACKSLASH) + first;
  if (backslash < first) return undefined;
  let series = backslash;
  while (series > start && bytes[series - 1] === BACKSLASH) series -= 1;
  // In a series of backslashes every other one is escaped.
  const begins = (backslash - series) % 2 === 0;
  return begins && backslash + escapeBytes(bytes, backslash) > position ? backslash : undefined;
}

function escapeBytes(bytes: Buffer, backslash: number): number {
  return bytes[backslash + 1] === LETTER_U ? UNICODE_ESCAPE_BYTES : 2;
}

function isContinued(bytes: Buffer, position: number): boolean {
  return ((bytes[position] ?? 0) & 0xc0) === 0x80;
}
