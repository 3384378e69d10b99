import type { Steps } from '../../lib/steps.js';
import type { Hopper } from './hopper.js';

/** Looks at the members of one object, or at the items of one array; an item's key is empty (`keyStart` = `keyEnd`). */
export interface Visitor {
  /**
   * Called at the first byte of an object or an array: who looks at what is in it. Without an answer it is hopped over.
   */
  enter?(bytes: Buffer, start: number, keyStart: number, keyEnd: number): Visitor | undefined;
  /** Called behind every value; the range of a text has its quotes. */
  leave?(bytes: Buffer, start: number, end: number, keyStart: number, keyEnd: number): void;
}

interface Frame {
  readonly visitor: Visitor;
  readonly start: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly isObject: boolean;
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;
/** Bytes that are hopped over, or values that are looked at, in one step. */
const STEP_BYTES = 65_536;
const STEP_VALUES = 512;

/**
 * Walks a value of a document that `scanTopLevel` has read, in steps whatever is in it. Visitors say how deep it goes; nothing is
 * built. A value that is no container is hopped over unseen.
 */
export function* visitInSteps(bytes: Buffer, start: number, hop: Hopper, visitor: Visitor): Steps<void> {
  if (!isContainer(bytes[start])) return;
  const frames: Frame[] = [];
  let frame = openFrame(bytes, start, visitor, start, start);
  let position = skipSpace(bytes, start + 1);
  let pauseAt = position + STEP_BYTES;
  let values = 0;
  for (;;) {
    // Behind a value, or behind the bracket that opened the frame.
    while (isClosing(bytes[position])) {
      const parent = frames.pop();
      position += 1;
      if (parent === undefined) return;
      parent.visitor.leave?.(bytes, frame.start, position, frame.keyStart, frame.keyEnd);
      frame = parent;
      position = skipSpace(bytes, position);
    }
    if (bytes[position] === COMMA) position = skipSpace(bytes, position + 1);
    let [keyStart, keyEnd] = [position, position];
    if (frame.isObject) {
      keyStart = position;
      keyEnd = hop.string(bytes, position);
      position = skipSpace(bytes, keyEnd);
      if (bytes[position] !== COLON) throw new Error('the document was not scanned');
      position = skipSpace(bytes, position + 1);
    }
    values += 1;
    if (values > STEP_VALUES || position > pauseAt) {
      yield;
      [values, pauseAt] = [0, position + STEP_BYTES];
    }
    const valueStart = position;
    const isOpening = isContainer(bytes[position]);
    const inner = isOpening ? frame.visitor.enter?.(bytes, valueStart, keyStart, keyEnd) : undefined;
    if (inner !== undefined) {
      frames.push(frame);
      frame = openFrame(bytes, valueStart, inner, keyStart, keyEnd);
      position = skipSpace(bytes, position + 1);
      continue;
    }
    if (isOpening) {
      hop.open = 0;
      position = hop.some(bytes, position, pauseAt);
      while (hop.open > 0) {
        yield;
        pauseAt = position + STEP_BYTES;
        position = hop.some(bytes, position, pauseAt);
      }
    } else position = hop.value(bytes, position);
    frame.visitor.leave?.(bytes, valueStart, position, keyStart, keyEnd);
    position = skipSpace(bytes, position);
  }
}

function openFrame(bytes: Buffer, start: number, visitor: Visitor, keyStart: number, keyEnd: number): Frame {
  return { visitor, start, keyStart, keyEnd, isObject: bytes[start] === OPEN_BRACE };
}

function skipSpace(bytes: Buffer, position: number): number {
  while ((bytes[position] ?? COMMA) <= SPACE) position += 1;
  return position;
}

function isContainer(byte: number | undefined): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET;
}

function isClosing(byte: number | undefined): boolean {
  return byte === 0x7d || byte === 0x5d;
}
