const NOTHING = Buffer.alloc(0);
const NOT_THERE = -1;
/** Longer ones are not worth a copy. */
const MAX_BYTES = 2_048;
/** A stream whose chunks differ in other places too: what is learnt of it is hardly ever used. */
const MAX_LEARNT = 8;

/**
 * What chunk after chunk of a stream has in common: all that stands before its one text, and all from there to the end of its
 * `choices`. Where the same bytes stand again they mean the same again, and only the text between them has to be read.
 */
export class ChunkPattern {
  /** With the quote that opens the text. */
  private head = NOTHING;
  /** With the quote that ends it. */
  private tail = NOTHING;
  private learnt = 0;

  /** Where the text of a chunk opens that begins in this way; -1: it begins in another. */
  findText(bytes: Buffer, start: number): number {
    const { length } = this.head;
    return length > 0 && isAt(bytes, start, this.head) ? start + length - 1 : NOT_THERE;
  }

  /** Where the choices end that go on in this way behind their text; -1: they go on in another. */
  findChoicesEnd(bytes: Buffer, textEnd: number): number {
    return isAt(bytes, textEnd - 1, this.tail) ? textEnd - 1 + this.tail.length : NOT_THERE;
  }

  /** Takes a chunk as the pattern of those to come, the text's range with its quotes. Answers false when it does not. */
  learn(
    bytes: Buffer,
    { start, textStart, textEnd, end }: { start: number; textStart: number; textEnd: number; end: number },
  ): boolean {
    if (end - start - (textEnd - textStart) > MAX_BYTES || this.learnt === MAX_LEARNT) return false;
    this.learnt += 1;
    this.head = Buffer.from(bytes.subarray(start, textStart + 1));
    this.tail = Buffer.from(bytes.subarray(textEnd - 1, end));
    return true;
  }
}

/** The bytes at the position are those of the part. */
export function isAt(bytes: Buffer, start: number, part: Buffer): boolean {
  const end = start + part.length;
  return end <= bytes.length && bytes.compare(part, 0, part.length, start, end) === 0;
}
