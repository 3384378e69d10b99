import { startsWithWord } from './walk-members.js';

/** Longer names are rare, and not worth the memory. */
const MAX_BYTES = 32;
/** A power of two, so large that the hundred names of providers and callers hardly share a place. */
const PLACES = 2_048;
const BACKSLASH = 0x5c;

/** The name seen last at each place. Who sends names of his own makes others' names decoded again, and no more. */
const names: string[] = new Array<string>(PLACES).fill('');

/** The text between a key's quotes, unescaped. Names come again and again, so they are compared instead of decoded. */
export function memberName(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length > MAX_BYTES || length === 0) return decode(bytes, start, end);
  const place = placeOf(bytes, start, end);
  const known = names[place];
  if (known?.length === length && startsWithWord(bytes, start, known)) return known;
  const name = decode(bytes, start, end);
  if (isAscii(bytes, start, end)) names[place] = internalized(name);
  return name;
}

function placeOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0;
  for (let position = start; position < end; position += 1)
    hash = (Math.imul(hash, 131) + (bytes[position] ?? 0)) | 0;
  return (hash ^ (hash >>> 15)) & (PLACES - 1);
}

/** Without escapes, so that the name has the same characters as the key has bytes. */
function isAscii(bytes: Buffer, start: number, end: number): boolean {
  for (let position = start; position < end; position += 1) {
    const byte = bytes[position] ?? 0;
    if (byte > 0x7e || byte === BACKSLASH) return false;
  }
  return true;
}

/** As the engine keeps names of members: two such strings are compared by their address. */
function internalized(name: string): string {
  return Object.keys({ [name]: 0 })[0] ?? name;
}

function decode(bytes: Buffer, start: number, end: number): string {
  const written = bytes.toString('utf8', start, end);
  return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
}
