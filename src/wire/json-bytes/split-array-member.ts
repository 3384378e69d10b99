import { JsonBytesError } from './json-bytes-error.js';
import { isFault, skipValue } from './skip-value.js';

/** What a large document is taken apart into, in document order. */
export type DocumentPiece =
  | { readonly kind: 'item'; readonly bytes: Buffer }
  /** A member beside the split one, its value whole. */
  | { readonly kind: 'member'; readonly name: string; readonly value: unknown };

export interface SplitOptions {
  /** The member whose value is an array of items. */
  readonly name: string;
  /** A longer item is refused: it would have to be held whole. */
  readonly maxItemBytes: number;
  /** The same for every other member and name. */
  readonly maxMemberBytes: number;
  readonly maxMembers: number;
}

/** One item or member is larger than can be held. */
export class PieceTooLargeError extends Error {
  constructor(
    /** Index of the item; `undefined`: another member of the document. */
    readonly index: number | undefined,
    readonly maxBytes: number,
  ) {
    super(`a piece of the document is larger than ${maxBytes} bytes`);
    this.name = 'PieceTooLargeError';
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const MAX_DEPTH = 100;
/** First bytes of byte order marks, and the zeros of UTF-16 and UTF-32: no document in UTF-8 has one at its start. */
const NO_UTF8_START: ReadonlySet<number> = new Set([0xef, 0xfe, 0xff, 0x00]);

type Place =
  | 'start'
  | 'first-name'
  | 'name'
  | 'colon'
  | 'value'
  | 'after-value'
  | 'first-item'
  | 'item'
  | 'after-item'
  | 'end';

/**
 * Takes a JSON object apart while it arrives: the items of one array come out one by one, so memory holds one item and not the
 * document. Between the pieces the grammar is checked here; an item's own bytes are cut out by strings and brackets alone, and
 * whoever reads the item checks them. A member of that name that is no array comes out as any other member.
 * @throws JsonBytesError with the offset at fault, PieceTooLargeError; whatever the source throws
 */
export async function* splitArrayMember(
  source: AsyncIterable<Buffer>,
  options: SplitOptions,
): AsyncGenerator<DocumentPiece> {
  const splitter = new Splitter(options);
  for await (const chunk of source) {
    splitter.add(chunk);
    yield* splitter.pieces();
  }
  splitter.finish();
}

class Splitter {
  /** What is not taken apart yet stands at `start` to `end`. */
  private bytes = Buffer.allocUnsafe(0);
  private start = 0;
  private end = 0;
  /** How far the value at `start` has been looked at. */
  private seen = 0;
  private depth = 0;
  private inString = false;
  /** Of `bytes[0]` in the document. */
  private offset = 0;
  private place: Place = 'start';
  private name = '';
  private items = 0;
  private readonly names = new Set<string>();

  constructor(private readonly options: SplitOptions) {}

  add(chunk: Buffer): void {
    const rest = this.end - this.start;
    if (this.bytes.length - this.end < chunk.length) {
      const size = rest + chunk.length;
      const room = size > this.bytes.length ? Buffer.allocUnsafeSlow(Math.max(size, 2 * rest)) : this.bytes;
      this.bytes.copy(room, 0, this.start, this.end);
      this.bytes = room;
      this.offset += this.start;
      this.seen -= this.start;
      this.start = 0;
      this.end = rest;
    }
    chunk.copy(this.bytes, this.end);
    this.end += chunk.length;
  }

  *pieces(): Generator<DocumentPiece> {
    for (;;) {
      this.skipWhitespace();
      if (this.start >= this.end) return;
      const isValue = this.place === 'value' || this.place === 'item' || this.place === 'first-item';
      if (isValue && !this.isArrayEdge()) {
        const valueEnd = this.findValueEnd();
        if (valueEnd < 0) {
          this.refuseTooLarge(this.end - this.start);
          return;
        }
        yield this.takeValue(valueEnd);
      } else if (this.place === 'first-name' || this.place === 'name') {
        if (!this.takeName()) return;
      } else this.takeMark();
    }
  }

  /** @throws JsonBytesError when the document broke off. */
  finish(): void {
    if (this.place !== 'end') throw this.fault();
  }

  /** The split member's own bracket, opening or closing: a mark and no value. */
  private isArrayEdge(): boolean {
    const byte = this.bytes[this.start];
    if (this.place === 'value') return this.name === this.options.name && byte === OPEN_BRACKET;
    return this.place === 'first-item' && byte === CLOSE_BRACKET;
  }

  private takeMark(): void {
    const byte = this.bytes[this.start];
    const next = nextPlace(this.place, byte);
    if (next === undefined) throw this.fault();
    this.place = next;
    this.moveTo(this.start + 1);
  }

  /** False while the name has not arrived whole. */
  private takeName(): boolean {
    const byte = this.bytes[this.start];
    if (byte === CLOSE_BRACE && this.place === 'first-name') {
      this.place = 'end';
      this.moveTo(this.start + 1);
      return true;
    }
    if (byte !== QUOTE) throw this.fault();
    const nameEnd = this.findValueEnd();
    if (nameEnd < 0) {
      this.refuseTooLarge(this.end - this.start);
      return false;
    }
    const name = this.parse(nameEnd) as string;
    if (this.names.has(name))
      throw new JsonBytesError({ problem: 'duplicate-key', offset: this.offset + this.start, key: name });
    if (this.names.size >= this.options.maxMembers)
      throw new JsonBytesError({ problem: 'too-many-members', offset: this.offset + this.start });
    this.names.add(name);
    this.name = name;
    this.place = 'colon';
    this.moveTo(nameEnd);
    return true;
  }

  private takeValue(valueEnd: number): DocumentPiece {
    this.refuseTooLarge(valueEnd - this.start);
    let piece: DocumentPiece;
    if (this.place === 'value') {
      piece = { kind: 'member', name: this.name, value: this.parse(valueEnd) };
      this.place = 'after-value';
    } else {
      // A copy: the room is used again for what comes next.
      piece = { kind: 'item', bytes: Buffer.from(this.bytes.subarray(this.start, valueEnd)) };
      this.items += 1;
      this.place = 'after-item';
    }
    this.moveTo(valueEnd);
    return piece;
  }

  private parse(end: number): unknown {
    const bytes = this.bytes.subarray(this.start, end);
    const checked = skipValue(bytes, 0, MAX_DEPTH);
    if (isFault(checked) || checked !== bytes.length) throw this.fault();
    return JSON.parse(bytes.toString('utf8')) as unknown;
  }

  /** The position behind the value at `start`, or -1 while it has not arrived whole. A scalar ends at what follows it. */
  private findValueEnd(): number {
    const { bytes, end } = this;
    let position = this.seen;
    while (position < end) {
      if (this.inString) {
        const quote = bytes.indexOf(QUOTE, position);
        if (quote < 0 || quote >= end) {
          position = end;
          break;
        }
        position = quote + 1;
        if (isEscaped(bytes, quote, this.start)) continue;
        this.inString = false;
        if (this.depth === 0) return position;
        continue;
      }
      const byte = bytes[position] as number;
      position += 1;
      if (byte === QUOTE) this.inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (this.depth === 0) return this.scalarEnd(position - 1);
        this.depth -= 1;
        if (this.depth === 0) return position;
      } else if (this.depth === 0 && endsScalar(byte)) return this.scalarEnd(position - 1);
    }
    this.seen = position;
    return -1;
  }

  private scalarEnd(position: number): number {
    if (position === this.start) throw this.fault();
    return position;
  }

  private moveTo(position: number): void {
    this.start = position;
    this.seen = position;
    this.depth = 0;
    this.inString = false;
  }

  private skipWhitespace(): void {
    if (this.seen > this.start) return;
    let position = this.start;
    while (position < this.end && isWhitespace(this.bytes[position])) position += 1;
    this.moveTo(position);
  }

  private refuseTooLarge(bytes: number): void {
    const isItem = this.place === 'item' || this.place === 'first-item';
    const max = isItem ? this.options.maxItemBytes : this.options.maxMemberBytes;
    if (bytes > max) throw new PieceTooLargeError(isItem ? this.items : undefined, max);
  }

  private fault(): JsonBytesError {
    const offset = this.offset + this.start;
    const isMarked = offset < 2 && NO_UTF8_START.has(this.bytes[this.start] ?? -1);
    return new JsonBytesError(isMarked ? { problem: 'encoding', offset: 0 } : { problem: 'syntax', offset });
  }
}

function nextPlace(place: Place, byte: number | undefined): Place | undefined {
  switch (place) {
    case 'start':
      return byte === OPEN_BRACE ? 'first-name' : undefined;
    case 'colon':
      return byte === COLON ? 'value' : undefined;
    case 'value':
      return byte === OPEN_BRACKET ? 'first-item' : undefined;
    case 'first-item':
      return byte === CLOSE_BRACKET ? 'after-value' : undefined;
    case 'after-item':
      return byte === COMMA ? 'item' : byte === CLOSE_BRACKET ? 'after-value' : undefined;
    case 'after-value':
      return byte === COMMA ? 'name' : byte === CLOSE_BRACE ? 'end' : undefined;
    case 'first-name':
    case 'name':
    case 'item':
    case 'end':
      return undefined;
  }
}

/** An odd number of backslashes stands before the quote. */
function isEscaped(bytes: Buffer, quote: number, start: number): boolean {
  let position = quote - 1;
  while (position > start && bytes[position] === BACKSLASH) position -= 1;
  return (quote - 1 - position) % 2 === 1;
}

function isWhitespace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || isWhitespace(byte);
}
