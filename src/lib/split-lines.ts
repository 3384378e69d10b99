import { ByteCollector } from './byte-collector.js';

const NEWLINE = 0x0a;
const MAX_LINE_BYTES = 64 * 1_048_576;

export interface Line {
  readonly bytes: Buffer;
  /** False for what stands behind the last line end: the file may have been cut there. */
  readonly isEnded: boolean;
}

/**
 * The lines of a JSONL stream without their ends and without empty ones; no more than one is held. A line of more than 64 MB is
 * passed over: what it tells is lost.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<Line> {
  let line = new ByteCollector(undefined);
  let isTooLong = false;
  for await (const chunk of chunks) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      const piece = chunk.subarray(start, end < 0 ? chunk.length : end);
      isTooLong ||= line.length + piece.length > maxLineBytes;
      if (isTooLong) line = new ByteCollector(undefined);
      else if (piece.length > 0) line.add(piece);
      if (end < 0) break;
      start = end + 1;
      const bytes = line.take();
      if (bytes.length > 0) yield { bytes, isEnded: true };
      line = new ByteCollector(undefined);
      isTooLong = false;
    }
  }
  if (line.length > 0) yield { bytes: line.take(), isEnded: false };
}
