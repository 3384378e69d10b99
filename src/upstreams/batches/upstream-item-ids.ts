import { createHash } from 'node:crypto';

/** Provider A takes 64 characters of `[a-zA-Z0-9_-]`, which base64url is. */
const TAG_CHARACTERS = 22;
const ITEM_CHARACTERS = 27;

/** What every request id of a portion starts with at the provider: a portion is recognised by it. */
export function portionTag(portionId: string): string {
  return digest(`portion\0${portionId}`).slice(0, TAG_CHARACTERS);
}

/**
 * The ids that a provider gets for the requests of a portion. The caller's own may have characters that provider A refuses, and
 * the same one may stand in a thousand batches of the account.
 */
export function upstreamItemIds(portionId: string): (customId: string) => string {
  const tag = portionTag(portionId);
  return (customId) => `${tag}-${itemDigest(portionId, customId)}`;
}

/** An id of the portion's that stands somewhere in the bytes. */
export function findItemId(bytes: Buffer, portionId: string): string | undefined {
  const start = bytes.indexOf(`${portionTag(portionId)}-`);
  const end = start + TAG_CHARACTERS + 1 + ITEM_CHARACTERS;
  return start < 0 || end > bytes.length ? undefined : bytes.toString('latin1', start, end);
}

export function belongsToPortion(upstreamId: string, portionId: string): boolean {
  return upstreamId.startsWith(`${portionTag(portionId)}-`);
}

function itemDigest(portionId: string, customId: string): string {
  return digest(`item\0${portionId}\0${customId}`).slice(0, ITEM_CHARACTERS);
}

function digest(text: string): string {
  // UTF-16, for two ids that differ in a lone surrogate are the same text in UTF-8.
  return createHash('sha256').update(text, 'utf16le').digest('base64url');
}
