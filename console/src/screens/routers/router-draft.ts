import type { Router, RouterVersion } from '../../api/types.js';
import { differing, valuesOf, type RouterValues } from './router-values.js';

/** What somebody edits, with what it was made of. JSON, as it outlives a reload. */
export interface RouterDraft {
  readonly values: RouterValues;
  readonly base: RouterValues;
  /** The state of the router that it began with. */
  readonly etag: string;
  readonly savedAt: string;
}

export const draftOf = (router: Router, values = valuesOf(router)): RouterDraft => ({
  values,
  base: valuesOf(router),
  etag: router.etag,
  savedAt: router.updated_at,
});

/** A draft that says nothing new is none, unless somebody else saved since. */
export const isSpent = ({ values, base }: RouterDraft): boolean => differing(base, values).length === 0;

/** The version that was saved at a time; undefined while versions are not known. */
export function versionAt(versions: readonly RouterVersion[], savedAt: string): RouterVersion | undefined {
  const time = Date.parse(savedAt);
  return versions.find(({ when }) => Date.parse(when) <= time);
}
