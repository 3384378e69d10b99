const UNSTORABLE = /[\0\p{Cs}]/gu;

/** PostgreSQL holds neither a NUL nor half a character in `text` or `jsonb`; cutting a text makes such halves too. */
export function storableText(text: string): string {
  return text.replace(UNSTORABLE, '\ufffd');
}
