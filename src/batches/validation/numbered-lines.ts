import { ByteCollector } from '../../lib/byte-collector.js';

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export interface NumberedLine {
  /** From 1; lines that hold nothing count too. */
  readonly number: number;
  /** Without its end; `undefined` when it is longer than is taken. */
  readonly bytes: Buffer | undefined;
}

/** The lines of a file that hold something, one at a time. A byte order mark at its start belongs to no line. */
export async function* numberedLines(
  chunks: AsyncIterable<Buffer>,
  maxLineBytes: number,
): AsyncGenerator<NumberedLine> {
  let number = 1;
  let line = new LineCollector(maxLineBytes);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      line.add(chunk.subarray(start, end));
      if (line.holdsSomething) yield { number, bytes: line.take(number) };
      start = end + 1;
      number += 1;
      line = new LineCollector(maxLineBytes);
    }
    line.add(chunk.subarray(start));
  }
  if (line.holdsSomething) yield { number, bytes: line.take(number) };
}

class LineCollector {
  holdsSomething = false;
  private readonly bytes = new ByteCollector(undefined);
  private isTooLong = false;

  constructor(private readonly maxBytes: number) {}

  add(piece: Buffer): void {
    if (piece.length === 0 || this.isTooLong) return;
    this.isTooLong = this.bytes.length + piece.length > this.maxBytes;
    this.holdsSomething ||= this.isTooLong || piece.some((byte) => byte > SPACE);
    if (this.isTooLong) this.bytes.take();
    else this.bytes.add(piece);
  }

  take(number: number): Buffer | undefined {
    if (this.isTooLong) return undefined;
    const bytes = this.bytes.take();
    const isMarked = number === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    return isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
  }
}
