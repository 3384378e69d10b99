/** Reading less takes a few milliseconds, whatever is in it. */
const LARGE_EVENT_BYTES = 65_536;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What stands before or between values of JSON, and what ends a line. */
const MARKS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(',:{['.includes(String.fromCharCode(byte))),
);
const LINE_ENDS = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte === 0x0a || byte === 0x0d));

/**
 * A large event that consists of tiny values, or of thousands of lines: whoever reads it would hold everybody up. Long texts and
 * pictures are one value each. Costs a millisecond a MB, of a dense one less.
 */
export function isDenseEvent(bytes: Uint8Array, start: number, end: number, maxMarks: number): boolean {
  if (end - start < LARGE_EVENT_BYTES) return false;
  let [marks, isInText] = [0, false];
  for (let position = start; position < end; position += 1) {
    const byte = bytes[position] ?? 0;
    // No text goes over the end of a line.
    if (LINE_ENDS[byte] === 1) [marks, isInText] = [marks + 1, false];
    else if (byte === QUOTE) isInText = !isInText;
    else if (isInText) position += Number(byte === BACKSLASH);
    else if (MARKS[byte] === 1) marks += 1;
    if (marks > maxMarks) return true;
  }
  return false;
}

/** The same of an event's data. */
export function isDenseText(text: string, maxMarks: number): boolean {
  if (text.length < LARGE_EVENT_BYTES) return false;
  const bytes = Buffer.from(text, 'latin1');
  return isDenseEvent(bytes, 0, bytes.length, maxMarks);
}
