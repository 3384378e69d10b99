const LOOKED_THROUGH_BYTES = 65_536;

/**
 * Whether items of a body may be of a type, so that a small body without them need not be walked. The type may be written with
 * escapes; a large body is walked in steps, which costs less than to look through it at once.
 */
export function mayHoldWord(bytes: Buffer, word: string): boolean {
  if (bytes.length > LOOKED_THROUGH_BYTES) return true;
  const text = bytes.toString('latin1');
  return text.includes(`${word}"`) || text.includes('\\u');
}
