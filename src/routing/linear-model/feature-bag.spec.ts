import { describe, expect, it } from 'vitest';
import { FeatureBag } from './feature-bag.js';

describe('a bag of features', () => {
  it.each<[string, (bag: FeatureBag, bucket: number) => void]>([
    ['marked', (bag, bucket) => bag.mark(bucket)],
    ['added', (bag, bucket) => bag.add(bucket)],
  ])('that has to grow keeps every one that was %s', (_name, put) => {
    const bag = new FeatureBag();
    for (let bucket = 0; bucket < 5_000; bucket += 1) put(bag, bucket * 7);
    expect(bag.size).toBe(5_000);
    expect([...bag.values.subarray(0, bag.size)].every((value) => value === 1)).toBe(true);
  });
});
