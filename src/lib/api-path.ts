/** What clients append to a base URL; people copy whole addresses out of the documentation of their server. */
const APPENDED = /\/(?:chat\/completions|completions|embeddings|responses|messages)\/*$/i;

/** A base URL without the path of a call at its end, and without the slashes before that. */
export function withoutApiPath(address: string): string {
  return APPENDED.test(address) ? address.replace(APPENDED, '').replace(/\/+$/, '') : address;
}
