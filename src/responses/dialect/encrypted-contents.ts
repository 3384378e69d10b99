const KEY = Buffer.from('"encrypted_content":"');
const QUOTE = 0x22;

/**
 * The values of `encrypted_content` in JSON that provider B wrote. Inside a text its quotes would be escaped, so what is found is a
 * member; with white space around the colon it is not found, which costs nothing but a memory.
 */
export function* encryptedContents(json: Buffer): Generator<string> {
  let at = json.indexOf(KEY);
  while (at >= 0) {
    const start = at + KEY.length;
    const end = json.indexOf(QUOTE, start);
    if (end < 0) return;
    yield json.toString('latin1', start, end);
    at = json.indexOf(KEY, end);
  }
}
