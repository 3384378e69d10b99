const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const SPACE = 0x20;

/**
 * Skips values of a document that `scanTopLevel` has read: what is known to be valid is not looked at again, and long strings
 * are not even walked through. One walk goes forward only, and on other bytes the answers are nonsense.
 */
export class Hopper {
  /** Containers that the value left by `some` is still in; 0: it is over. */
  open = 0;
  private next = 0;

  /** @param longStrings start and end of each, in document order */
  constructor(private readonly longStrings: readonly number[]) {}

  /** From a value's first byte to the position behind it. */
  value(bytes: Buffer, position: number): number {
    const first = bytes[position];
    if (first === QUOTE) return this.string(bytes, position);
    if (first === OPEN_BRACE || first === OPEN_BRACKET) return this.container(bytes, position);
    for (;;) {
      const byte = bytes[position];
      if (byte === undefined || byte <= SPACE || byte === COMMA) return position;
      if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return position;
      position += 1;
    }
  }

  /** From the opening quote of a value to the position behind the closing one. */
  string(bytes: Buffer, position: number): number {
    return this.endOfLong(position) ?? endOfString(bytes, position);
  }

  private container(bytes: Buffer, position: number): number {
    this.open = 0;
    return this.some(bytes, position, bytes.length);
  }

  /**
   * A part of an object or an array, from its first byte or from where the call before stopped: up to its end, or to a place behind
   * `pauseAt`, as `open` tells.
   */
  some(bytes: Buffer, position: number, pauseAt: number): number {
    let depth = this.open;
    for (;;) {
      const byte = bytes[position];
      if (byte === undefined) break;
      if (byte === QUOTE) {
        position = this.string(bytes, position);
        if (position > pauseAt) break;
        continue;
      }
      position += 1;
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth -= 1;
        if (depth === 0) break;
      } else if (position > pauseAt) break;
    }
    this.open = depth;
    return position;
  }

  private endOfLong(position: number): number | undefined {
    const { longStrings } = this;
    for (;;) {
      const start = longStrings[this.next];
      if (start === undefined || start > position) return undefined;
      this.next += 2;
      if (start === position) return longStrings[this.next - 1];
    }
  }
}

function endOfString(bytes: Buffer, quote: number): number {
  for (let position = quote + 1; ;) {
    const byte = bytes[position];
    if (byte === QUOTE || byte === undefined) return position + 1;
    position += byte === BACKSLASH ? 2 : 1;
  }
}
