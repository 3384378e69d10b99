import { RawJson } from '../../../exact-json/raw-json.js';
import { decodeText } from '../../../openai/decode-text.js';
import type { ByteRange } from '../named-members.js';

/** A value as it is written: what goes up unchanged is neither parsed nor printed. */
export function rawJson(bytes: Buffer, { start, end }: ByteRange): RawJson {
  return new RawJson(bytes.toString('utf8', start, end));
}

/** What a text says; the range has its quotes. */
export function textIn(bytes: Buffer, { start, end }: ByteRange): string {
  return decodeText(bytes, start + 1, end - 1);
}
