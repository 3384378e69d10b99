const BYTES_PER_TOKEN = 4;

/** Tokens of a text by the simulator's measure: four bytes of UTF-8 a token, rounded up. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/**
 * The longest beginning of the text that costs no more than `maxTokens`.
 * Never cuts through a character.
 */
export function takeTokens(text: string, maxTokens: number): string {
  if (countTokens(text) <= maxTokens) return text;
  const bytes = Buffer.from(text);
  let end = maxTokens * BYTES_PER_TOKEN;
  while (end > 0 && isContinuationByte(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

function isContinuationByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
