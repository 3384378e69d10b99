import { RawNumber } from './raw-json.js';
import type { JsonObject } from './raw-json.js';
import {
  endOfString,
  holdsRiskyNumber,
  isRiskyNumber,
  mayHoldRiskyNumber,
  numberAt,
  startsNumber,
} from './risky-number.js';

/**
 * Parses JSON like `JSON.parse`, except that a number which JavaScript would print differently becomes a `RawNumber`.
 * Without such a number it costs `JSON.parse` and one scan. Nesting costs no call stack; a `__proto__` member is an
 * ordinary own member; the last of duplicate members wins.
 * @throws SyntaxError when the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayHoldRiskyNumber(text) || !holdsRiskyNumber(text)) return value;
  return new ExactParser(text).parse();
}

interface Frame {
  readonly array: unknown[] | undefined;
  readonly object: JsonObject;
  key: string | undefined;
}

/** Builds the value of a text that `JSON.parse` has already accepted, hence without checks. */
class ExactParser {
  private position = 0;
  private readonly frames: Frame[] = [];
  private root: unknown;

  constructor(private readonly text: string) {}

  parse(): unknown {
    while (this.position < this.text.length) this.step();
    return this.root;
  }

  private step(): void {
    switch (this.text.charAt(this.position)) {
      case '{': {
        this.open({ array: undefined, object: {}, key: undefined });
        return;
      }
      case '[': {
        this.open({ array: [], object: {}, key: undefined });
        return;
      }
      case '}':
      case ']':
        this.frames.pop();
        this.position += 1;
        return;
      case '"': {
        this.takeString();
        return;
      }
      default: {
        this.takeLiteral();
        return;
      }
    }
  }

  private open(frame: Frame): void {
    this.place(frame.array ?? frame.object);
    this.frames.push(frame);
    this.position += 1;
  }

  private takeString(): void {
    const end = endOfString(this.text, this.position);
    const string = JSON.parse(this.text.slice(this.position, end)) as string;
    this.position = end;
    const frame = this.frames.at(-1);
    if (frame && frame.array === undefined && frame.key === undefined) frame.key = string;
    else this.place(string);
  }

  private takeLiteral(): void {
    const start = this.text.charAt(this.position);
    if (startsNumber(start.charCodeAt(0))) {
      const literal = numberAt(this.text, this.position);
      this.position += literal.length;
      this.place(isRiskyNumber(literal) ? new RawNumber(literal) : Number(literal));
    } else if (start === 't') this.takeWord('true', true);
    else if (start === 'f') this.takeWord('false', false);
    else if (start === 'n') this.takeWord('null', null);
    else this.position += 1;
  }

  private takeWord(word: string, value: boolean | null): void {
    this.position += word.length;
    this.place(value);
  }

  private place(value: unknown): void {
    const frame = this.frames.at(-1);
    if (!frame) {
      this.root = value;
    } else if (frame.array) {
      frame.array.push(value);
    } else {
      setMember(frame.object, frame.key ?? '', value);
      frame.key = undefined;
    }
  }
}

function setMember(object: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}
