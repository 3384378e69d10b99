import { isKey } from './walk-members.js';

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const QUOTES = 2;
const UNICODE_ESCAPE_CHARS = 6;

/**
 * True when the key is that name, also when it is written with `\u` escapes (`"t\u0079pe"`), which every parser reads alike.
 * Builds nothing, because a hostile body holds millions of keys. The name is ASCII letters, digits and `_`, which have no short
 * escape. The range includes the quotes, and the key is valid JSON.
 */
export function isMemberName(bytes: Buffer, keyStart: number, keyEnd: number, name: string): boolean {
  if (isKey(bytes, keyStart, keyEnd, name)) return true;
  const length = keyEnd - keyStart - QUOTES;
  if (length <= name.length || length > name.length * UNICODE_ESCAPE_CHARS) return false;
  let position = keyStart + 1;
  for (let index = 0; index < name.length; index += 1) {
    const isEscaped = bytes[position] === BACKSLASH && bytes[position + 1] === LETTER_U;
    const code = isEscaped
      ? Number.parseInt(bytes.toString('latin1', position + 2, position + UNICODE_ESCAPE_CHARS), 16)
      : bytes[position];
    if (code !== name.charCodeAt(index)) return false;
    position += isEscaped ? UNICODE_ESCAPE_CHARS : 1;
  }
  return position === keyEnd - 1;
}
