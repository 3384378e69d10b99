import { concatInSteps } from '../../lib/concat-in-steps.js';
import type { Steps } from '../../lib/steps.js';
import { RawBytes, RawJson, RawNumber } from './raw-json.js';

/** Deeper values are refused, so that no input can exhaust the call stack. */
const MAX_DEPTH = 1_000;
/** Longer texts are written to the bytes on their own instead of being copied into a joined string first. */
const LONG_TEXT_CHARS = 8_192;
/** As much of a long text as is printed in one step. */
const STEP_CHARS = 131_072;
const ITEMS_A_STEP = 64;
/** Names are few, values are not: printed names are kept. */
const MAX_KEPT_NAMES = 512;
const MAX_KEPT_NAME_CHARS = 64;
/** A request, its messages, a message, its parts. */
const ITEMWISE_DEPTH = 4;

const keptNames = new Map<string, string>();

/** The value nests deeper than we print. */
export class JsonTooDeepError extends Error {
  constructor() {
    super(`the JSON value nests deeper than ${MAX_DEPTH} levels`);
    this.name = 'JsonTooDeepError';
  }
}

export interface PrintOptions {
  /** `well-formed`: half a surrogate pair, which strict readers refuse, becomes U+FFFD. Raw fragments stay. Default `exact`. */
  readonly text?: 'exact' | 'well-formed';
}

/**
 * Compact JSON text: like `JSON.stringify`, with `RawNumber`, `RawJson` and `RawBytes` printed verbatim.
 * @throws JsonTooDeepError
 */
export function printExactJson(value: unknown, options: PrintOptions = {}): string {
  const printer = new ExactPrinter(options);
  printer.print(value, 0);
  return printer.finish().map(String).join('');
}

/** A text that is printed when its bytes are made, in steps where there are steps. */
class LongText {
  constructor(readonly text: string) {}

  toString(): string {
    return JSON.stringify(this.text);
  }

  /** What it is printed as, in pieces that cut no character in two. */
  *pieces(): Generator<string> {
    const { text } = this;
    yield '"';
    for (let start = 0; start < text.length;) {
      let end = Math.min(start + STEP_CHARS, text.length);
      if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
      yield JSON.stringify(text.slice(start, end)).slice(1, -1);
      start = end;
    }
    yield '"';
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/**
 * The same text as UTF-8 bytes; long strings (images) are copied once, straight into the result.
 * @throws JsonTooDeepError
 */
export function printExactJsonBytes(value: unknown, options: PrintOptions = {}): Buffer {
  const printer = new ExactPrinter(options);
  printer.print(value, 0);
  return toBytes(printer.finish());
}

/**
 * The same bytes, in steps: for a request with lists of any length (messages, their parts, tools), of which each item is
 * quickly printed.
 * @throws JsonTooDeepError
 */
export function* printLongJson(value: unknown, options: PrintOptions = {}): Steps<Buffer> {
  const printer = new ExactPrinter(options);
  const pieces: Buffer[] = [];
  let items = 0;
  for (const _item of printer.printItemwise(value, 0)) {
    items += 1;
    if (items % ITEMS_A_STEP !== 0 && printer.length < STEP_CHARS) continue;
    yield* addPieces(pieces, printer.finish());
    yield;
  }
  yield* addPieces(pieces, printer.finish());
  return yield* concatInSteps(pieces);
}

/** Bytes stay as they are, long texts are printed piece by piece, texts between them become one piece. */
function* addPieces(pieces: Buffer[], parts: readonly PrintedPart[]): Steps<void> {
  let texts: string[] = [];
  for (const part of parts) {
    if (typeof part === 'string') {
      texts.push(part);
      continue;
    }
    if (texts.length > 0) pieces.push(toBytes(texts));
    texts = [];
    if (part instanceof LongText) {
      for (const piece of part.pieces()) {
        pieces.push(Buffer.from(piece));
        if (piece.length >= STEP_CHARS) yield;
      }
    } else pieces.push(part);
  }
  if (texts.length > 0) pieces.push(toBytes(texts));
}

type PrintedPart = string | Buffer | LongText;

function toBytes(printed: readonly PrintedPart[]): Buffer {
  const parts = printed.map((part) => (part instanceof LongText ? part.toString() : part));
  const lengths = parts.map((part) => Buffer.byteLength(part));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
  let offset = 0;
  for (const part of parts)
    offset += typeof part === 'string' ? bytes.write(part, offset) : part.copy(bytes, offset);
  return bytes;
}

class ExactPrinter {
  private parts: PrintedPart[] = [];
  private text = '';
  private textInParts = 0;
  private readonly wellFormed: boolean;

  constructor({ text = 'exact' }: PrintOptions) {
    this.wellFormed = text === 'well-formed';
  }

  /** Of the texts that were printed since the last time and become bytes at once. */
  get length(): number {
    return this.textInParts + this.text.length;
  }

  /** What was printed since the last time. */
  finish(): PrintedPart[] {
    this.flush();
    const { parts } = this;
    this.parts = [];
    this.textInParts = 0;
    return parts;
  }

  /** Stops after each item of the outer lists. */
  *printItemwise(value: unknown, depth: number): Steps<void> {
    if (!isOuterList(value, depth)) this.print(value, depth);
    else if (Array.isArray(value)) {
      this.text += '[';
      for (const [index, item] of value.entries()) {
        if (index > 0) this.text += ',';
        // Most are no lists: a generator for each costs more than printing them.
        if (isOuterList(item, depth + 1)) yield* this.printItemwise(item, depth + 1);
        else this.print(item, depth + 1);
        yield;
      }
      this.text += ']';
    } else {
      let separator = '{';
      for (const name of Object.keys(value)) {
        const member: unknown = value[name];
        if (member === undefined) continue;
        this.text += `${separator}${this.printName(name)}:`;
        separator = ',';
        if (isOuterList(member, depth + 1)) yield* this.printItemwise(member, depth + 1);
        else this.print(member, depth + 1);
      }
      this.text += separator === '{' ? '{}' : '}';
    }
  }

  print(value: unknown, depth: number): void {
    if (typeof value === 'string') this.appendText(value);
    else if (typeof value !== 'object' || value === null) this.append(printScalar(value));
    else if (value instanceof RawNumber || value instanceof RawJson) this.append(value.text);
    else if (value instanceof RawBytes) this.appendBytes(value.bytes);
    else if (depth >= MAX_DEPTH) throw new JsonTooDeepError();
    else if (Array.isArray(value)) this.printArray(value, depth);
    else this.printObject(value as Record<string, unknown>, depth);
  }

  private printArray(array: unknown[], depth: number): void {
    this.text += '[';
    for (const [index, item] of array.entries()) {
      if (index > 0) this.text += ',';
      this.print(item, depth + 1);
    }
    this.text += ']';
  }

  private printObject(object: Record<string, unknown>, depth: number): void {
    let separator = '{';
    for (const key of Object.keys(object)) {
      const value = object[key];
      if (value === undefined) continue;
      this.text += `${separator}${this.printName(key)}:`;
      separator = ',';
      this.print(value, depth + 1);
    }
    this.text += separator === '{' ? '{}' : '}';
  }

  private appendText(text: string): void {
    if (text.length < LONG_TEXT_CHARS) {
      this.append(this.printText(text));
      return;
    }
    this.flush();
    this.parts.push(new LongText(this.wellFormed ? text.toWellFormed() : text));
  }

  private printText(text: string): string {
    return JSON.stringify(this.wellFormed ? text.toWellFormed() : text);
  }

  private printName(name: string): string {
    const kept = keptNames.get(name);
    if (kept !== undefined) return kept;
    const printed = this.printText(name);
    // Half a surrogate pair is printed one way or the other.
    const isSame = name.length <= MAX_KEPT_NAME_CHARS && name.isWellFormed();
    if (isSame && keptNames.size < MAX_KEPT_NAMES) keptNames.set(name, printed);
    return printed;
  }

  private append(text: string): void {
    if (text.length < LONG_TEXT_CHARS) {
      this.text += text;
      return;
    }
    this.flush();
    this.parts.push(text);
    this.textInParts += text.length;
  }

  private appendBytes(bytes: Buffer): void {
    if (bytes.length < LONG_TEXT_CHARS) {
      this.text += bytes.toString('utf8');
      return;
    }
    this.flush();
    this.parts.push(bytes);
  }

  private flush(): void {
    if (this.text !== '') this.parts.push(this.text);
    this.textInParts += this.text.length;
    this.text = '';
  }
}

/** Printed item by item: one of the request's own lists and objects, down to the parts of its messages. */
function isOuterList(value: unknown, depth: number): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && depth < ITEMWISE_DEPTH && !isRaw(value);
}

function isRaw(value: object): boolean {
  return value instanceof RawNumber || value instanceof RawJson || value instanceof RawBytes;
}

function printScalar(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return 'null';
}
