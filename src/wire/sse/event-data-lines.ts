import { startsWithWord } from '../json-bytes/walk-members.js';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The values of an event's `data` lines, without the one space that may follow the colon. */
export function findDataLines(bytes: Buffer, start: number, end: number): ByteRange[] {
  const lines: ByteRange[] = [];
  forEachLine(bytes, start, end, (lineStart, lineEnd) => {
    if (isDataLine(bytes, lineStart, lineEnd))
      lines.push({ start: dataStart(bytes, lineStart), end: lineEnd });
  });
  return lines;
}

/**
 * The same event with its `data` lines on one line, so that a value in it can be edited in place. Right for JSON only, where the
 * line ends between the lines can be nothing but white space. Other fields keep their order, before the data.
 */
export function joinDataLines(bytes: Buffer, start: number, end: number): Buffer {
  const fields: Buffer[] = [];
  const data: string[] = [];
  forEachLine(bytes, start, end, (lineStart, lineEnd) => {
    if (isDataLine(bytes, lineStart, lineEnd))
      data.push(bytes.toString('latin1', dataStart(bytes, lineStart), lineEnd));
    else if (lineEnd > lineStart) fields.push(bytes.subarray(lineStart, lineEnd), Buffer.from('\n'));
  });
  const written = Buffer.from(`data: ${data.join(' ')}`, 'latin1');
  return Buffer.concat([...fields, written, bytes.subarray(endOfText(bytes, start, end), end)]);
}

function forEachLine(
  bytes: Buffer,
  start: number,
  end: number,
  onLine: (lineStart: number, lineEnd: number) => void,
): void {
  const hasMark = startsWithWord(bytes, start, '\u00ef\u00bb\u00bf');
  let lineStart = hasMark ? start + 3 : start;
  while (lineStart < end) {
    let lineEnd = lineStart;
    while (lineEnd < end && bytes[lineEnd] !== 0x0a && bytes[lineEnd] !== 0x0d) lineEnd += 1;
    onLine(lineStart, lineEnd);
    lineStart = lineEnd + (bytes[lineEnd] === 0x0d && bytes[lineEnd + 1] === 0x0a ? 2 : 1);
  }
}

/** Where the line ends at the end of the event begin; they are kept, as half of the last one may still be on its way. */
function endOfText(bytes: Buffer, start: number, end: number): number {
  let position = end;
  while (position > start && (bytes[position - 1] === 0x0a || bytes[position - 1] === 0x0d)) position -= 1;
  return position;
}

function isDataLine(bytes: Buffer, lineStart: number, lineEnd: number): boolean {
  return lineEnd - lineStart >= 5 && startsWithWord(bytes, lineStart, 'data:');
}

function dataStart(bytes: Buffer, lineStart: number): number {
  return bytes[lineStart + 5] === 0x20 ? lineStart + 6 : lineStart + 5;
}
