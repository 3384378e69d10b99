import type { FeatureBag } from './feature-bag.js';
import { BUCKETS } from './hash-feature.js';
import { packWeights, unpackWeights } from './pack-weights.js';

/** How a model is stored: JSON beside the code that uses it. */
export interface StoredLinearModel {
  readonly bias: number;
  /** What one unit of a weight is worth. */
  readonly scale: number;
  /** `packWeights` of the int8 weights. */
  readonly weights: string;
}

/** A linear model over hashed features, its weights kept in 8 bits. */
export class LinearModel {
  private constructor(
    private readonly weights: Int8Array,
    private readonly scale: number,
    private readonly bias: number,
  ) {}

  /** @throws WeightsError when the stored weights are cut or do not fit the buckets. */
  static fromStored({ weights, scale, bias }: StoredLinearModel): LinearModel {
    return new LinearModel(unpackWeights(weights, BUCKETS), scale, bias);
  }

  /** The log-odds; `sigmoid` makes a probability of it. */
  score({ buckets, values, size }: FeatureBag): number {
    let sum = 0;
    for (let place = 0; place < size; place += 1)
      sum += (this.weights[buckets[place] ?? 0] ?? 0) * (values[place] ?? 0);
    return sum * this.scale + this.bias;
  }
}

/** Weights below this many units are dropped: they are many, and together move no decision. */
const LEAST_UNITS = 3;

/** What training keeps of its weights: 8 bits each, against one scale; the smallest are dropped. */
export function storeLinearModel(weights: Float64Array, bias: number): StoredLinearModel {
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const scale = largest === 0 ? 1 : largest / 127;
  const rounded = Int8Array.from(weights, (weight) => {
    const units = Math.round(weight / scale);
    return Math.abs(units) < LEAST_UNITS ? 0 : units;
  });
  return { bias, scale, weights: packWeights(rounded) };
}

export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
