import { BUCKETS } from '../../src/routing/linear-model/hash-feature.js';

/**
 * Logistic regression by AdaGrad over sparse samples `{buckets, values, target, weight}`.
 * Deterministic: the order of the samples comes from `random`. Returns `{weights, bias}`.
 */
export function fitLogistic(samples, { epochs, rate, decay, random }) {
  const weights = new Float64Array(BUCKETS);
  const squares = new Float64Array(BUCKETS);
  let bias = 0;
  let biasSquares = 0;
  const order = samples.map((_, index) => index);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const index of order) {
      const { buckets, values, target, weight } = samples[index];
      let score = bias;
      for (let place = 0; place < buckets.length; place += 1)
        score += weights[buckets[place]] * values[place];
      const error = (1 / (1 + Math.exp(-score)) - target) * weight;
      for (let place = 0; place < buckets.length; place += 1) {
        const bucket = buckets[place];
        const slope = error * values[place] + decay * weights[bucket];
        squares[bucket] += slope * slope;
        weights[bucket] -= (rate * slope) / (Math.sqrt(squares[bucket]) + 1e-3);
      }
      biasSquares += error * error;
      bias -= (0.1 * rate * error) / (Math.sqrt(biasSquares) + 1e-3);
    }
  }
  return { weights, bias };
}

function shuffle(order, random) {
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other], order[index]];
  }
}
