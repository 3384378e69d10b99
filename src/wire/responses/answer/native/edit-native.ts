import { JsonBytesError } from '../../../json-bytes/json-bytes-error.js';
import { scanTopLevel, type TopLevelMembers } from '../../../json-bytes/scan-top-level.js';

/** A provider may nest deeper than we let callers do; the bytes pass either way. */
const MAX_DEPTH = 500;

/** An object of provider B's; undefined for one that cannot be edited, because it is not UTF-8, say. */
export function scanNative(bytes: Buffer): TopLevelMembers | undefined {
  return editOr(undefined, () => scanTopLevel(bytes, { maxDepth: MAX_DEPTH, repeatedKeys: 'keep' }));
}

/** What an edit makes of a provider's bytes, or the other thing, when they cannot be edited: the answer has been paid. */
export function editOr<T, F>(fallback: F, edit: () => T): T | F {
  try {
    return edit();
  } catch (error) {
    if (error instanceof JsonBytesError) return fallback;
    throw error;
  }
}
