import { RawBytes, RawJson } from '../../../exact-json/raw-json.js';
import { decodeText } from '../../../openai/decode-text.js';
import type { ByteRange } from '../named-members.js';

/** Longer ones are worth it that nobody copies them into a string. */
const LONG_VALUE_BYTES = 8_192;

/** A value as it is written: what goes up unchanged is neither parsed nor printed. */
export function rawJson(bytes: Buffer, { start, end }: ByteRange): RawJson | RawBytes {
  return end - start < LONG_VALUE_BYTES
    ? new RawJson(bytes.toString('utf8', start, end))
    : new RawBytes(bytes.subarray(start, end));
}

/** What a text says; the range has its quotes. */
export function textIn(bytes: Buffer, { start, end }: ByteRange): string {
  return decodeText(bytes, start + 1, end - 1);
}
