import { RawJson, RawNumber } from './raw-json.js';

/** Deeper values are refused, so that no input can exhaust the call stack. */
const MAX_DEPTH = 1_000;
/** Longer texts are written to the bytes on their own instead of being copied into a joined string first. */
const LONG_TEXT_CHARS = 8_192;

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
 * Compact JSON text: like `JSON.stringify`, with `RawNumber` and `RawJson` printed verbatim.
 * @throws JsonTooDeepError
 */
export function printExactJson(value: unknown, options: PrintOptions = {}): string {
  const printer = new ExactPrinter(options);
  printer.print(value, 0);
  return printer.finish().join('');
}

/**
 * The same text as UTF-8 bytes; long strings (images) are copied once, straight into the result.
 * @throws JsonTooDeepError
 */
export function printExactJsonBytes(value: unknown, options: PrintOptions = {}): Buffer {
  const printer = new ExactPrinter(options);
  printer.print(value, 0);
  const parts = printer.finish();
  const lengths = parts.map((part) => Buffer.byteLength(part));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
  let offset = 0;
  for (const part of parts) offset += bytes.write(part, offset);
  return bytes;
}

class ExactPrinter {
  private readonly parts: string[] = [];
  private text = '';
  private readonly wellFormed: boolean;

  constructor({ text = 'exact' }: PrintOptions) {
    this.wellFormed = text === 'well-formed';
  }

  finish(): string[] {
    if (this.text !== '') this.parts.push(this.text);
    this.text = '';
    return this.parts;
  }

  print(value: unknown, depth: number): void {
    if (typeof value === 'string') this.append(this.printText(value));
    else if (typeof value !== 'object' || value === null) this.append(printScalar(value));
    else if (value instanceof RawNumber || value instanceof RawJson) this.append(value.text);
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
      this.text += `${separator}${this.printText(key)}:`;
      separator = ',';
      this.print(value, depth + 1);
    }
    this.text += separator === '{' ? '{}' : '}';
  }

  private printText(text: string): string {
    return JSON.stringify(this.wellFormed ? text.toWellFormed() : text);
  }

  private append(text: string): void {
    if (text.length < LONG_TEXT_CHARS) {
      this.text += text;
      return;
    }
    this.finish();
    this.parts.push(text);
  }
}

function printScalar(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return 'null';
}
