import { describe, expect, it } from 'vitest';
import { growingCache } from './growing-cache.js';

describe('a growing cache', () => {
  it('forgets the least recently used entry when one too many comes', () => {
    const cache = growingCache<string, number>(3);
    for (const [key, value] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      cache.set(key, value);
    cache.get('a');
    cache.set('d', 4);
    expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd']);
    expect(cache.get('b')).toBeUndefined();
  });

  it('keeps the count right when entries are replaced and deleted', () => {
    const cache = growingCache<string, number>(2);
    cache.set('a', 1);
    cache.set('a', 2);
    cache.set('b', 3);
    expect(cache.get('a')).toBe(2);
    cache.delete('a');
    cache.set('c', 4);
    expect([...cache.keys()].sort()).toEqual(['b', 'c']);
  });

  it('takes no memory for places that are empty', () => {
    const before = process.memoryUsage();
    const cache = growingCache<string, number>(2_000_000);
    const after = process.memoryUsage();
    cache.set('a', 1);
    expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(
      2_000_000,
    );
  });
});
