import { LRUCache } from 'lru-cache';

/**
 * A least-recently-used cache of at most `maxEntries` whose memory grows with what is in it. With `max`, lru-cache lays out all
 * its places at once: 24 bytes for each of them in every process, although most never fill one in a thousand.
 */
export function growingCache<K extends string, V extends object | string | number>(
  maxEntries: number,
): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: maxEntries, sizeCalculation: countAsOne });
}

function countAsOne(): number {
  return 1;
}
