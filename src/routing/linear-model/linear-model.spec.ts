import { describe, expect, it } from 'vitest';
import { FeatureBag } from './feature-bag.js';
import { BUCKETS, featureSeed, hashFeature, hashFeatureRange } from './hash-feature.js';
import { LinearModel, sigmoid, storeLinearModel } from './linear-model.js';
import { packWeights, unpackWeights, WeightsError } from './pack-weights.js';

describe('hashed features', () => {
  it('spread over the buckets', () => {
    const buckets = new Set(Array.from({ length: 2_000 }, (_, index) => hashFeature(`w${index}`)));
    expect(buckets.size).toBeGreaterThan(1_950);
    for (const bucket of buckets) expect(bucket).toBeLessThan(BUCKETS);
  });

  it('of a range are those of its text', () => {
    const seed = featureSeed('tail');
    expect(hashFeatureRange('ein Wort hier', { start: 4, end: 8 }, seed)).toBe(hashFeature('Wort', seed));
    expect(hashFeature('Wort', featureSeed('head'))).not.toBe(hashFeature('Wort', seed));
  });
});

describe('a bag of features', () => {
  it('adds up, marks once and forgets', () => {
    const bag = new FeatureBag();
    bag.add(7);
    bag.add(7, 2);
    bag.mark(9);
    bag.mark(9);
    expect([...bag.buckets.subarray(0, bag.size)]).toEqual([7, 9]);
    expect([...bag.values.subarray(0, bag.size)]).toEqual([3, 1]);
    bag.clear();
    bag.add(7);
    expect([...bag.values.subarray(0, bag.size)]).toEqual([1]);
  });

  it('grows with what it is given and scales to length 1', () => {
    const bag = new FeatureBag();
    for (let bucket = 0; bucket < 4_000; bucket += 1) bag.add(bucket, 2);
    bag.normalize();
    expect(bag.size).toBe(4_000);
    expect(bag.values.subarray(0, bag.size).reduce((sum, value) => sum + value ** 2, 0)).toBeCloseTo(1);
  });
});

describe('a linear model', () => {
  it('scores as the weights that were stored, within a rounding', () => {
    const weights = new Float64Array(BUCKETS);
    weights[3] = 1.5;
    weights[60_000] = -0.75;
    const model = LinearModel.fromStored(storeLinearModel(weights, 0.25));
    const bag = new FeatureBag();
    bag.add(3);
    bag.add(60_000, 2);
    bag.add(500);
    expect(model.score(bag)).toBeCloseTo(0.25 + 1.5 - 1.5, 1);
    expect(sigmoid(0)).toBe(0.5);
  });
});

describe('packed weights', () => {
  it.each([[[]], [[0]], [[5]], [[254, 255, 256, 510, 511, 65_535]], [[0, 1, 2, 3_000]]])(
    'come back as they were: %j',
    (places) => {
      const weights = new Int8Array(BUCKETS);
      places.forEach((place, index) => (weights[place] = index % 2 === 0 ? -128 : 127));
      expect(Buffer.from(unpackWeights(packWeights(weights), BUCKETS)).equals(Buffer.from(weights))).toBe(
        true,
      );
    },
  );

  it('that are cut or too long are refused', () => {
    expect(() => unpackWeights(Buffer.from([3]).toString('base64'), BUCKETS)).toThrow(WeightsError);
    expect(() => unpackWeights(Buffer.from([9, 1]).toString('base64'), 4)).toThrow(WeightsError);
  });
});
