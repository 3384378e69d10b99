const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const OPEN = new Set([0x7b, 0x5b]);
const CLOSE = new Set([0x7d, 0x5d]);

/** Longer arguments hold others up when they are read; they are taken for whole when the answer is. */
export const MAX_READ_CHARS = 1_048_576;

/**
 * Sees where a JSON object or array ends that comes in pieces, by its brackets alone: reading all of it again at every piece would cost
 * the square of its length.
 */
export class JsonEnd {
  /** Its last bracket has come, and nothing but white space behind it. It may still be no JSON. */
  isClosed = false;
  /** It begins as something else: a number, a text, a word. */
  isScalar = false;
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /** No object or array, or more than one. */
  private isOdd = false;

  push(text: string): void {
    for (let index = 0; index < text.length && !this.isOdd; index += 1) this.take(text.charCodeAt(index));
  }

  private take(char: number): void {
    if (this.isInString) this.takeInString(char);
    else if (OPEN.has(char) && !this.isClosed) this.depth += 1;
    else if (CLOSE.has(char) && this.depth > 0) {
      this.depth -= 1;
      this.isClosed = this.depth === 0;
    } else if (this.depth > 0) this.isInString = char === QUOTE;
    else if (char > SPACE) this.takeOdd();
  }

  private takeOdd(): void {
    this.isOdd = true;
    this.isScalar = !this.isClosed;
    this.isClosed = false;
  }

  private takeInString(char: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (char === BACKSLASH) this.isEscaped = true;
    else if (char === QUOTE) this.isInString = false;
  }
}
