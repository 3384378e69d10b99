import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';

const BASE64_MARK = Buffer.from(';base64,');
const QUOTE = 0x22;
/** About what a picture costs as tokens, in bytes of text. */
const BYTES_FOR_A_PICTURE = 6_000;

/**
 * The bytes of text that a prompt comes to, for estimates; `promptMembers` are those that a model reads. Base64 data is not read as text: a picture or file in it counts as
 * much as a typical picture.
 */
export function promptBytes(scan: TopLevelMembers, promptMembers: readonly string[]): number {
  let total = 0;
  for (const name of promptMembers) {
    const member = scan.find(name);
    if (member !== undefined) total += textBytes(scan.bytes, member.valueStart, member.valueEnd);
  }
  return total;
}

function textBytes(bytes: Buffer, start: number, end: number): number {
  let total = end - start;
  for (let mark = bytes.indexOf(BASE64_MARK, start); mark >= 0 && mark < end;) {
    const dataStart = mark + BASE64_MARK.length;
    const quote = bytes.indexOf(QUOTE, dataStart);
    const dataEnd = quote < 0 || quote > end ? end : quote;
    total += BYTES_FOR_A_PICTURE - (dataEnd - dataStart);
    mark = bytes.indexOf(BASE64_MARK, dataEnd);
  }
  return Math.max(0, total);
}
