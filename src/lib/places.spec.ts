import { describe, expect, it } from 'vitest';
import { Places } from './places.js';

describe('places', () => {
  it('let so many in at once, the others in their order, and nobody is kept out by one that failed', async () => {
    const places = new Places(2);
    const inside = new Set<number>();
    const came: number[] = [];
    let most = 0;
    const work = (index: number): Promise<number> =>
      places.take(async () => {
        inside.add(index);
        came.push(index);
        most = Math.max(most, inside.size);
        await new Promise((resolve) => setImmediate(resolve));
        inside.delete(index);
        if (index === 1) throw new Error('no');
        return index;
      });
    const ends = await Promise.allSettled([0, 1, 2, 3, 4].map(work));
    expect(most).toBe(2);
    expect(came).toEqual([0, 1, 2, 3, 4]);
    expect(ends.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });
});
