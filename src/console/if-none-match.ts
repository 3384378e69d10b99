const TAGS = /(?:W\/)?("[^"]*")/g;

/** Whether an `If-None-Match` (RFC 9110) names the tag of what would be answered. How strong the tags are does not matter to it. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(TAGS)].some(([, named]) => named === tag);
}
