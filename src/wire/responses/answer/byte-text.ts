/**
 * Text of which each character is one byte of UTF-8. What came as bytes and leaves as bytes is joined so without being decoded, also
 * where a character was cut in two.
 */
export type ByteText = string;

/** Most words of a response are ASCII, and stand for their own bytes. */
const ASCII = /^[\0-\x7f]*$/;

export function byteText(text: string): ByteText {
  return ASCII.test(text) ? text : Buffer.from(text).toString('latin1');
}

export function sliceText(bytes: Buffer, start: number, end: number): ByteText {
  return bytes.toString('latin1', start, end);
}

/** The JSON string of a text, with its quotes. */
export function jsonString(text: string): ByteText {
  return byteText(JSON.stringify(text));
}

/** What stands between the quotes of its JSON string. */
export function jsonLiteral(text: string): ByteText {
  return jsonString(text).slice(1, -1);
}

/** The text that a literal (without quotes) says. */
export function readLiteral(literal: ByteText): string {
  const text = Buffer.from(literal, 'latin1').toString();
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

export function bytesOf(text: ByteText): Buffer {
  return Buffer.from(text, 'latin1');
}
