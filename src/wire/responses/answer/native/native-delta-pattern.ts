import { isAt } from '../../../sse/chunk-pattern.js';

const NOTHING = Buffer.alloc(0);
const NOT_THERE = -1;
const ZERO = 0x30;
/** All of so many digits are safe integers. */
const MAX_DIGITS = 15;
/** Longer ones are not worth a copy. */
const MAX_BYTES = 2_048;
/** A stream whose events differ in other places too: what is learnt of it is hardly ever used. */
const MAX_LEARNT = 8;

/** Places in an event that brings a piece of a text; of the number and the text from their first byte to behind their last. */
export interface DeltaPlaces {
  readonly start: number;
  readonly dataStart: number;
  readonly typeStart: number;
  readonly typeEnd: number;
  readonly numberStart: number;
  readonly numberEnd: number;
  /** The quote that opens the text. */
  readonly textStart: number;
}

/**
 * What delta after delta of a native stream has in common: all that stands before its text, but for the number that counts the
 * events. Where the same bytes stand again they mean the same again (`ChunkPattern` is the same of chat).
 */
export class NativeDeltaPattern {
  /** Of the event that was found last. */
  sequenceNumber = 0;
  outputIndex: number | undefined;
  /** From the beginning of the event. */
  dataStart = 0;
  /** The type stands before its number. */
  typeStart = 0;
  typeEnd = 0;

  private head = NOTHING;
  /** From behind the number, with the quote that opens the text. */
  private middle = NOTHING;
  private learnt = 0;

  /** Where the text of an event opens that begins in this way; -1: it begins in another. */
  findText(bytes: Buffer, start: number): number {
    const { head, middle } = this;
    if (head.length === 0 || !isAt(bytes, start, head)) return NOT_THERE;
    const numberStart = start + head.length;
    const numberEnd = this.readNumber(bytes, numberStart);
    if (numberEnd === numberStart || !isAt(bytes, numberEnd, middle)) return NOT_THERE;
    return numberEnd + middle.length - 1;
  }

  /** Takes an event as the pattern of those to come. */
  learn(bytes: Buffer, places: DeltaPlaces, outputIndex: number | undefined): void {
    const { start, dataStart, typeStart, typeEnd, numberStart, numberEnd, textStart } = places;
    if (textStart - start > MAX_BYTES || this.learnt === MAX_LEARNT) return;
    this.learnt += 1;
    this.head = Buffer.from(bytes.subarray(start, numberStart));
    this.middle = Buffer.from(bytes.subarray(numberEnd, textStart + 1));
    this.dataStart = dataStart - start;
    this.typeStart = typeStart - start;
    this.typeEnd = typeEnd - start;
    this.outputIndex = outputIndex;
  }

  /** Answers where it ends; at its start: it is no whole number as JSON writes it. */
  private readNumber(bytes: Buffer, start: number): number {
    let value = 0;
    let end = start;
    for (; end - start < MAX_DIGITS; end += 1) {
      const digit = (bytes[end] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (bytes[start] === ZERO && end - start > 1) return start;
    this.sequenceNumber = value;
    return end;
  }
}
