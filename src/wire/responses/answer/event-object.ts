import { isFault, skipWhitespace } from '../../json-bytes/skip-value.js';
import { startsWithWord } from '../../json-bytes/walk-members.js';
import { findDataLines } from '../../sse/event-data-lines.js';

/**
 * - `object`: its data is one JSON object
 * - `done`: `[DONE]`
 * - `comment`: nothing but comments
 * - `opaque`: anything else, not ours to judge
 */
export type EventKind = 'object' | 'done' | 'comment' | 'opaque';

/** Walks the JSON object at the position; answers the position behind it, or a fault. It may be called again for the same event. */
export type WalkData = (bytes: Buffer, start: number) => number;

const OPEN_BRACE = 0x7b;
const SPACE = 0x20;
const COLON = 0x3a;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Finds the JSON object that is an event's data, and allocates nothing for the usual event: one `data` line, perhaps with a name. */
export class EventObject {
  /** The bytes that were walked: the event's own, or a joined copy when its data came in several lines. */
  source: Buffer = Buffer.alloc(0);
  isInPlace = true;
  /** It is one `data` line, perhaps behind its name, and nothing else. */
  isPlain = true;

  read(bytes: Buffer, start: number, end: number, walk: WalkData): EventKind {
    this.source = bytes;
    this.isInPlace = true;
    this.isPlain = true;
    const position = skipName(bytes, start, end);
    if (startsWithWord(bytes, position, 'data:')) {
      const data = bytes[position + 5] === SPACE ? position + 6 : position + 5;
      if (isObject(bytes, data, end, walk)) return 'object';
    }
    this.isPlain = false;
    return this.readLines(bytes, start, end, walk);
  }

  /** The event was read by who knows it already: one plain line. */
  takePlain(bytes: Buffer): void {
    this.source = bytes;
    this.isInPlace = true;
    this.isPlain = true;
  }

  private readLines(bytes: Buffer, start: number, end: number, walk: WalkData): EventKind {
    const lines = findDataLines(bytes, start, end);
    const [first] = lines;
    if (first === undefined) return bytes[start] === COLON ? 'comment' : 'opaque';
    if (lines.length === 1) return readData(bytes, first.start, first.end, walk);
    this.isInPlace = false;
    this.source = Buffer.from(
      lines.map((line) => bytes.toString('latin1', line.start, line.end)).join('\n'),
      'latin1',
    );
    return readData(this.source, 0, this.source.length, walk);
  }
}

function readData(bytes: Buffer, start: number, end: number, walk: WalkData): EventKind {
  const data = skipWhitespace(bytes, start);
  if (startsWithWord(bytes, data, '[DONE]'))
    return skipWhitespace(bytes, data + 6) >= end ? 'done' : 'opaque';
  return isObject(bytes, data, end, walk) ? 'object' : 'opaque';
}

function isObject(bytes: Buffer, start: number, end: number, walk: WalkData): boolean {
  if (bytes[start] !== OPEN_BRACE) return false;
  const dataEnd = walk(bytes, start);
  return !isFault(dataEnd) && dataEnd <= end && skipWhitespace(bytes, dataEnd) >= end;
}

/** Behind a first line that names the event. */
function skipName(bytes: Buffer, start: number, end: number): number {
  if (!startsWithWord(bytes, start, 'event:')) return start;
  let position = start + 6;
  while (position < end && bytes[position] !== LINE_FEED && bytes[position] !== CARRIAGE_RETURN)
    position += 1;
  return bytes[position] === CARRIAGE_RETURN && bytes[position + 1] === LINE_FEED
    ? position + 2
    : position + 1;
}
