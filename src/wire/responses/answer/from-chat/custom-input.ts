import { printExactJson } from '../../../exact-json/print-exact-json.js';
import { parseExactJson } from '../../../exact-json/parse-exact-json.js';
import { isJsonObject } from '../../../exact-json/raw-json.js';
import { JsonEnd, MAX_READ_CHARS } from './json-end.js';

const HEAD = /^\s*\{\s*"input"\s*:\s*"/;
/** No head that is one has more white space. */
const MAX_HEAD_CHARS = 128;
const ESCAPE = /^\\(?:u[0-9a-fA-F]{4}|[^u])/;
/** Half of a pair, of which the other half may be on its way. */
const HIGH_SURROGATE = /[\ud800-\udbff]$/;

/**
 * Takes a custom tool's `input` out of the arguments `{"input":"…"}` while they come in, so that it can be told at once. Arguments
 * in which it does not come first are read when they are whole; what is no such object counts as the input itself.
 */
export class CustomInput {
  private state: 'head' | 'text' | 'over' = 'head';
  /** Not told yet: all of the arguments before the head is known, then an escape or a pair that was cut in two. */
  private held = '';
  private readonly jsonEnd = new JsonEnd();
  private hasInput: boolean | undefined;

  /** The end of the input has come. */
  get isWhole(): boolean {
    if (this.state !== 'head') return this.state === 'over';
    if (!this.jsonEnd.isClosed || this.held.length > MAX_READ_CHARS) return false;
    this.hasInput ??= readWhole(this.held) !== undefined;
    return this.hasInput;
  }

  /** More text of the arguments; answers more text of the input. */
  push(text: string): string {
    if (this.state === 'over') return '';
    this.held += text;
    if (this.state === 'head') {
      const head = this.held.length - text.length > MAX_HEAD_CHARS ? null : HEAD.exec(this.held);
      if (head === null) {
        this.jsonEnd.push(text);
        return '';
      }
      this.state = 'text';
      this.held = this.held.slice(head[0].length);
    }
    return this.takeText();
  }

  /** The arguments have ended, well or not; answers the rest of the input. */
  end(): string {
    const { state, held } = this;
    this.state = 'over';
    this.held = '';
    if (state !== 'head') return state === 'text' && HIGH_SURROGATE.test(held) ? held : '';
    return readWhole(held) ?? held;
  }

  private takeText(): string {
    const { held } = this;
    let position = 0;
    while (position < held.length) {
      const char = held.charAt(position);
      if (char === '"') {
        this.state = 'over';
        this.held = '';
        return decode(held.slice(0, position));
      }
      if (char !== '\\') {
        position += 1;
        continue;
      }
      const escape = ESCAPE.exec(held.slice(position, position + 6));
      if (escape === null) break;
      position += escape[0].length;
    }
    this.held = held.slice(position);
    return this.withoutHalfPair(decode(held.slice(0, position)));
  }

  private withoutHalfPair(text: string): string {
    if (!HIGH_SURROGATE.test(text)) return text;
    this.held = text.slice(-1) + this.held;
    return text.slice(0, -1);
  }
}

/** Undefined when the arguments are no whole JSON. */
function readWhole(written: string): string | undefined {
  try {
    const value = parseExactJson(written);
    if (!isJsonObject(value)) return undefined;
    const { input } = value;
    if (typeof input === 'string') return input;
    if (input !== undefined) return printExactJson(input);
    return Object.keys(value).length === 0 ? '' : undefined;
  } catch {
    return undefined;
  }
}

/** What a literal says. Models write line ends and tabs as they are, which is no JSON. */
function decode(literal: string): string {
  const escaped = literal.replace(/[\u0000-\u001f]/g, (char) => JSON.stringify(char).slice(1, -1));
  try {
    return JSON.parse(`"${escaped}"`) as string;
  } catch {
    return literal;
  }
}
