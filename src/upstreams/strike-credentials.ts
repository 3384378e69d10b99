import type { LRUCache } from 'lru-cache';
import { growingCache } from '../lib/growing-cache.js';

const STRUCK = '[credential]';
/** What is shorter is no secret, and may be a word of any text. */
const MIN_CHARACTERS = 8;

/** What a request was sent with, by which its answer is searched. */
export type SentHeaders = Readonly<Record<string, string>>;

/** By what was sent in a header: each call asks, and there are few credentials. */
const knownForms: LRUCache<string, readonly string[]> = growingCache(1_000);

/** Values of headers that callers chose, of which the names do not say that they are secret. */
const furtherSecrets = new WeakMap<SentHeaders, readonly string[]>();

/** The very same headers, of which these values are struck too. */
export function withSecrets(sent: SentHeaders, values: readonly string[]): SentHeaders {
  if (values.length > 0) furtherSecrets.set(sent, values);
  return sent;
}

/** The credentials of a request in all forms in which an answer may quote them. */
function quotedForms(sent: SentHeaders): readonly string[] {
  const token = formsOf(sent['authorization']);
  const key = formsOf(sent['x-api-key']);
  const further = furtherSecrets.get(sent);
  // The longest first: one may be a part of another.
  if (further !== undefined)
    return [...token, ...key, ...further.flatMap(formsOf)].sort((a, b) => b.length - a.length);
  if (key.length === 0) return token;
  return token.length === 0 ? key : [...token, ...key];
}

/** As it is, in JSON, and in an address. */
function formsOf(carried: string | undefined): readonly string[] {
  if (carried === undefined) return [];
  const known = knownForms.get(carried);
  if (known !== undefined) return known;
  const credential = carried.replace(/^(?:Bearer|Basic) /i, '').trim();
  const inJson = JSON.stringify(credential).slice(1, -1);
  const forms = [credential, inJson, inJson.replaceAll('/', String.raw`\/`), encodeURIComponent(credential)];
  const distinct = credential.length < MIN_CHARACTERS ? [] : [...new Set(forms)];
  knownForms.set(carried, distinct);
  return distinct;
}

/** The text without the credentials of the request that it answers. */
export function strikeText(text: string, sent: SentHeaders): string {
  let struck = text;
  for (const form of quotedForms(sent)) struck = struck.replaceAll(form, STRUCK);
  return struck;
}

/** The same of bytes; the very same buffer when there are none. */
export function strikeBytes(bytes: Buffer, sent: SentHeaders): Buffer {
  let struck = bytes;
  for (const form of quotedForms(sent))
    if (struck.includes(form))
      struck = Buffer.from(struck.toString('latin1').replaceAll(form, STRUCK), 'latin1');
  return struck;
}

/** The same of bytes that come piece by piece: a credential may be cut in two. */
export async function* strikeChunks(
  chunks: AsyncIterable<Buffer>,
  sent: SentHeaders,
): AsyncGenerator<Buffer> {
  const longest = Math.max(0, ...quotedForms(sent).map((form) => form.length));
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const joined = strikeBytes(held.length === 0 ? chunk : Buffer.concat([held, chunk]), sent);
    const ready = Math.max(0, joined.length - longest + 1);
    if (ready > 0) yield joined.subarray(0, ready);
    held = joined.subarray(ready);
  }
  if (held.length > 0) yield held;
}
