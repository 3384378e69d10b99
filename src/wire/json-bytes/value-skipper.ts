import type { LongTexts } from './long-texts.js';
import {
  depthFault,
  isFault,
  skipColon,
  skipNotedWhitespace,
  skipString,
  skipTextPart,
  skipValue,
  syntaxFault,
} from './skip-value.js';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
/** Of tiny values, about half a millisecond. */
const STEP_BYTES = 16_384;

export interface ValueSkipperOptions {
  /** How many containers may be opened from here on. */
  readonly depthLeft: number;
  /** How many values there may be, the skipped one and all those in it. */
  readonly valuesLeft: number;
  readonly texts: LongTexts;
}

/** `skipValue` with a stack of its own, so that it can stop in the middle of a large value and go on later. */
export class ValueSkipper {
  /** Once it is over: behind the value, or a fault. */
  position: number;
  /** Negative: there were too many. */
  valuesLeft: number;
  private readonly depthLeft: number;
  private readonly texts: LongTexts;
  /** What ends each open container. */
  private readonly closers: number[] = [];
  /** The opening quote of the text that it is in; negative: in none. */
  private textStart = -1;
  private notationBefore = 0;

  constructor(
    private readonly bytes: Uint8Array,
    start: number,
    { depthLeft, valuesLeft, texts }: ValueSkipperOptions,
  ) {
    this.position = start;
    this.depthLeft = depthLeft;
    this.valuesLeft = valuesLeft;
    this.texts = texts;
  }

  /** Goes on for a while; true when it is over. */
  advance(): boolean {
    const pauseAt = this.position + STEP_BYTES;
    while (this.position < pauseAt) {
      if (this.textStart < 0) this.valuesLeft -= 1;
      if (this.valuesLeft < 0 || this.skipToNextValue(pauseAt)) return true;
    }
    return false;
  }

  /**
   * From the first byte of a value, or from within a text, to the first of the next value; true at the end, or at a fault. A text may
   * also be left at a place behind `pauseAt`.
   */
  private skipToNextValue(pauseAt: number): boolean {
    const { bytes, closers } = this;
    const byte = bytes[this.position];
    if (this.textStart >= 0 || byte === QUOTE) return this.skipText(pauseAt);
    if (byte !== OPEN_BRACE && byte !== OPEN_BRACKET) {
      this.position = skipValue(bytes, this.position, 0, this.texts);
      return isFault(this.position) || this.leaveValue();
    }
    if (closers.length >= this.depthLeft) return this.fail(depthFault(this.position));
    const closer = byte === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
    this.position = skipNotedWhitespace(bytes, this.position + 1, this.texts);
    if (bytes[this.position] === closer) {
      this.position += 1;
      return this.leaveValue();
    }
    closers.push(closer);
    return closer === CLOSE_BRACE && this.skipKey();
  }

  private skipText(pauseAt: number): boolean {
    const { bytes, texts } = this;
    if (this.textStart < 0) {
      this.textStart = this.position;
      this.notationBefore = texts.notation;
      this.position += 1;
    }
    this.position = skipTextPart(bytes, this.position, pauseAt, texts);
    if (texts.isInText) return false;
    if (isFault(this.position)) return true;
    texts.note(this.textStart, this.position, texts.notation - this.notationBefore);
    this.textStart = -1;
    return this.leaveValue();
  }

  /** From behind a value to the next one, out of all containers that end here. */
  private leaveValue(): boolean {
    const { bytes, closers } = this;
    for (;;) {
      const closer = closers.at(-1);
      if (closer === undefined) return true;
      this.position = skipNotedWhitespace(bytes, this.position, this.texts);
      const byte = bytes[this.position];
      if (byte === closer) {
        closers.pop();
        this.position += 1;
      } else if (byte === COMMA) {
        this.position = skipNotedWhitespace(bytes, this.position + 1, this.texts);
        return closer === CLOSE_BRACE && this.skipKey();
      } else return this.fail(syntaxFault(this.position));
    }
  }

  private skipKey(): boolean {
    this.position = skipString(this.bytes, this.position, this.texts);
    if (!isFault(this.position)) this.position = skipColon(this.bytes, this.position, this.texts);
    return isFault(this.position);
  }

  private fail(fault: number): true {
    this.position = fault;
    return true;
  }
}
