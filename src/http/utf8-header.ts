const BEYOND_ASCII = /[\u0080-\u00ff]/;
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a header value. Node reads its bytes as Latin-1, clients such as curl send UTF-8; bytes that are not UTF-8 stay. */
export function utf8Header(value: string): string {
  if (!BEYOND_ASCII.test(value)) return value;
  try {
    return STRICT_UTF8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
