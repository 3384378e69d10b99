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

/** Of JSON that is made of texts: those that are long stay the bytes that they are. */
export type Piece = ByteText | Buffer;

/** Neighbours that are texts become one. */
export function joinTexts(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
}

export function bytesOfPieces(pieces: readonly Piece[]): Buffer {
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === 'string') return bytesOf(only);
  return Buffer.concat(toBuffers(pieces));
}

export function toBuffers(pieces: readonly Piece[]): readonly Buffer[] {
  return pieces.map((piece) => (typeof piece === 'string' ? bytesOf(piece) : piece));
}
