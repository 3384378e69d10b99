import { createHash } from 'node:crypto';
import type { RouterEntity } from './router.entity.js';

const TAG_CHARS = 22;

/** What a change may expect of the router that it meets: any state, or one of these entity tags. */
export type ExpectedRouter = '*' | readonly string[];

/**
 * The entity tag of a router as it is kept, quotes included: another one after every change, also after one that makes it what
 * it was before. What serves now (`in_force`) is not in it: that follows policy and prices, and is nothing that an edit could lose.
 */
export function routerTag(row: RouterEntity): string {
  const { id, updatedAt, name, auto, threshold, recordThreshold, big, medium, small } = row;
  const state = [id, updatedAt.getTime(), name, auto, threshold, recordThreshold, big, medium, small];
  const hash = createHash('sha256').update(JSON.stringify(state)).digest('base64url');
  return `"${hash.slice(0, TAG_CHARS)}"`;
}

export function isExpected(row: RouterEntity, expected: ExpectedRouter): boolean {
  return expected === '*' || expected.includes(routerTag(row));
}
