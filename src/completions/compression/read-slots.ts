import type { JsonMember } from '../../wire/json-bytes/scan-top-level.js';
import { isFault, skipString, skipValue } from '../../wire/json-bytes/skip-value.js';
import { isKey, walkArray, walkObject } from '../../wire/json-bytes/walk-members.js';

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

interface Range {
  readonly start: number;
  readonly end: number;
}

const DEPTH = 100;
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** The texts of a `messages` array, in order. Offsets are those of `bytes`. */
export function readSlots(bytes: Buffer, member: Pick<JsonMember, 'valueStart'>): TextSlot[] {
  const slots: TextSlot[] = [];
  let message = -1;
  let cached = 0;
  walkArray(bytes, member.valueStart, DEPTH, (_, start) => {
    message += 1;
    const read = readMessage(bytes, start, message, slots);
    // A mark covers everything up to it; within one message it is taken for the whole message.
    if (read.isMarked) cached = slots.length;
    return read.end;
  });
  for (const slot of slots.slice(0, cached)) slot.isCached = true;
  return slots;
}

function readMessage(
  bytes: Buffer,
  start: number,
  message: number,
  slots: TextSlot[],
): { end: number; isMarked: boolean } {
  let role = '';
  let isMarked = false;
  const own: Range[] = [];
  const end = walkObject(bytes, start, DEPTH, (_, keyStart, keyEnd, valueStart) => {
    const isContent = isKey(bytes, keyStart, keyEnd, 'content');
    if ((isContent || isKey(bytes, keyStart, keyEnd, 'tool_calls')) && bytes[valueStart] === OPEN_BRACKET) {
      return walkArray(bytes, valueStart, DEPTH, (__, partStart) => {
        const part = readPart(bytes, partStart, isContent ? own : []);
        isMarked ||= part.isMarked;
        return part.end;
      });
    }
    const valueEnd = skipValue(bytes, valueStart, DEPTH);
    if (isFault(valueEnd)) return valueEnd;
    if (isKey(bytes, keyStart, keyEnd, 'role')) role = bytes.toString('latin1', valueStart + 1, valueEnd - 1);
    if (isKey(bytes, keyStart, keyEnd, 'cache_control')) isMarked ||= bytes[valueStart] === OPEN_BRACE;
    if (isContent && bytes[valueStart] === QUOTE) own.push({ start: valueStart, end: valueEnd });
    return valueEnd;
  });
  for (const { start: from, end: to } of own) {
    const text = JSON.parse(bytes.toString('utf8', from, to)) as string;
    slots.push({ role, message, start: from, end: to, text, isCached: false });
  }
  return { end, isMarked };
}

function readPart(bytes: Buffer, start: number, own: Range[]): { end: number; isMarked: boolean } {
  let isMarked = false;
  const end = walkObject(bytes, start, DEPTH, (_, keyStart, keyEnd, valueStart) => {
    if (isKey(bytes, keyStart, keyEnd, 'cache_control')) isMarked = bytes[valueStart] === OPEN_BRACE;
    if (!isKey(bytes, keyStart, keyEnd, 'text') || bytes[valueStart] !== QUOTE)
      return skipValue(bytes, valueStart, DEPTH);
    const valueEnd = skipString(bytes, valueStart);
    if (!isFault(valueEnd)) own.push({ start: valueStart, end: valueEnd });
    return valueEnd;
  });
  return { end, isMarked };
}
