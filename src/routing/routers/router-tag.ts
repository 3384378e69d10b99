import { entityTag } from '../../lib/entity-tag.js';
import type { RouterEntity } from './router.entity.js';

/**
 * The entity tag of a router as it is kept, quotes included: another one after every change, also after one that makes it what
 * it was before. What serves now (`in_force`) is not in it: that follows policy and prices, and is nothing that an edit could lose.
 */
export function routerTag(row: RouterEntity): string {
  const { id, updatedAt, name, auto, threshold, recordThreshold, big, medium, small, outageFallback } = row;
  return entityTag([
    id,
    updatedAt.getTime(),
    name,
    auto,
    threshold,
    recordThreshold,
    big,
    medium,
    small,
    outageFallback,
  ]);
}
