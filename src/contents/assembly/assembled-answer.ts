import type { JsonObject } from '../../wire/exact-json/raw-json.js';

/** An answer that is put together from the events of its stream. */
export interface AssembledAnswer {
  /** Whether the event is of this dialect; from the first one on that is, all are. */
  add(event: JsonObject): boolean;
  /** The answer as far as it came, as a whole answer of the dialect would look. */
  build(): JsonObject;
}

/** What a part, or a member of one, takes beside its text. */
const BYTES_OF_PART = 128;

/** What an answer is put together from, of all its parts together no more than is kept: texts that grow by pieces, and parts. */
export class BoundedTexts {
  private left: number;

  constructor(maxCharacters: number) {
    this.left = maxCharacters;
  }

  /** Whether there is room for one part more. @param value that it holds, beside texts that grow */
  takePart(value?: unknown): boolean {
    if (this.left <= 0) return false;
    this.left -= BYTES_OF_PART + (value === undefined ? 0 : JSON.stringify(value).length);
    return true;
  }

  /** The text and as much of the piece as there is room for. */
  append(text: unknown, piece: unknown): string {
    const before = typeof text === 'string' ? text : '';
    if (typeof piece !== 'string' || this.left <= 0) return before;
    const taken = piece.length <= this.left ? piece : piece.slice(0, this.left);
    this.left -= taken.length;
    return before + taken;
  }
}

export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Where a part of an answer belongs: a small whole number. */
export function placeOf(value: unknown, fallback = 0): number | undefined {
  const place = value ?? fallback;
  return typeof place === 'number' && Number.isInteger(place) && place >= 0 && place < 10_000
    ? place
    : undefined;
}
