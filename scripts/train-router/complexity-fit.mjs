import { BUCKETS } from '../../src/routing/linear-model/hash-feature.js';
import { storeLinearModel } from '../../src/routing/linear-model/linear-model.js';
import { STRUCTURE_NAMES } from '../../src/routing/complexity/read-structure.js';

/** How much each view may say, and how far all are held back. Chosen with whole sources left out. */
export const FIT = { words: 1.2, grams: 0.8, structure: 1.3, ridge: 40, rounds: 40 };
/** Structure beyond these shares of what was seen counts as if it were there: the unseen is no reason for an extreme. */
const EDGE = 0.01;

/**
 * Ridge regression of the gain on all three views at once, by conjugate gradients: deterministic.
 * Returns the model as it is stored, without quantiles.
 */
export function fitComplexity(samples, fit = FIT) {
  const scales = structureScales(samples);
  const matrix = buildMatrix(samples, scales, fit);
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  const mean = samples.reduce((sum, { weight, gain }) => sum + weight * gain, 0) / total;
  const solution = solve(matrix, samples, { ...fit, mean });
  const structure = {};
  const offset = 2 * BUCKETS;
  for (const [index, { name, mean: middle, deviation, least, most }] of scales.entries())
    structure[name] = {
      weight: round((solution[offset + index] * fit.structure) / (deviation * Math.sqrt(scales.length))),
      mean: round(middle),
      least: round(least),
      most: round(most),
    };
  return {
    words: storeLinearModel(scaled(solution.subarray(0, BUCKETS), fit.words), round(mean)),
    grams: storeLinearModel(scaled(solution.subarray(BUCKETS, offset), fit.grams), 0),
    structure,
    quantiles: [],
  };
}

function structureScales(samples) {
  return STRUCTURE_NAMES.map((name, place) => {
    const values = samples.map(({ structure }) => structure[place]).sort((left, right) => left - right);
    const least = values[Math.floor(EDGE * values.length)];
    const most = values[Math.floor((1 - EDGE) * (values.length - 1))];
    const bounded = values.map((value) => Math.min(most, Math.max(least, value)));
    const mean = bounded.reduce((sum, value) => sum + value, 0) / bounded.length;
    const variance = bounded.reduce((sum, value) => sum + (value - mean) ** 2, 0) / bounded.length;
    return { name, mean, deviation: Math.sqrt(variance) || Infinity, least, most };
  });
}

/** Rows of `[columns, values]`: words, then grams, then structure. */
function buildMatrix(samples, scales, fit) {
  return samples.map(({ words, grams, structure }) => {
    const size = words.buckets.length + grams.buckets.length + scales.length;
    const columns = new Int32Array(size);
    const values = new Float64Array(size);
    let place = 0;
    for (const [view, offset, scale] of [
      [words, 0, fit.words],
      [grams, BUCKETS, fit.grams],
    ])
      for (let index = 0; index < view.buckets.length; index += 1, place += 1) {
        columns[place] = offset + view.buckets[index];
        values[place] = scale * view.values[index];
      }
    for (const [index, { mean, deviation, least, most }] of scales.entries()) {
      columns[place] = 2 * BUCKETS + index;
      const value = Math.min(most, Math.max(least, structure[index]));
      values[place] = (fit.structure * (value - mean)) / (deviation * Math.sqrt(scales.length));
      place += 1;
    }
    return { columns, values };
  });
}

/** (XᵀWX + ridge) b = XᵀW (y − mean). */
function solve(matrix, samples, { ridge, rounds, mean, structure }) {
  const size = 2 * BUCKETS + (structure === 0 ? 0 : 256);
  const solution = new Float64Array(size);
  const residual = new Float64Array(size);
  for (const [index, { columns, values }] of matrix.entries()) {
    const target = samples[index].weight * (samples[index].gain - mean);
    for (let place = 0; place < columns.length; place += 1)
      residual[columns[place]] += target * values[place];
  }
  const direction = residual.slice();
  let norm = dot(residual, residual);
  for (let round = 0; round < rounds && norm > 1e-10; round += 1) {
    const image = multiply(matrix, samples, direction, ridge);
    const step = norm / dot(direction, image);
    for (let place = 0; place < size; place += 1) {
      solution[place] += step * direction[place];
      residual[place] -= step * image[place];
    }
    const next = dot(residual, residual);
    for (let place = 0; place < size; place += 1)
      direction[place] = residual[place] + (next / norm) * direction[place];
    norm = next;
  }
  return solution;
}

function multiply(matrix, samples, vector, ridge) {
  const image = new Float64Array(vector.length);
  for (let place = 0; place < vector.length; place += 1) image[place] = ridge * vector[place];
  for (const [index, { columns, values }] of matrix.entries()) {
    let sum = 0;
    for (let place = 0; place < columns.length; place += 1) sum += vector[columns[place]] * values[place];
    sum *= samples[index].weight;
    for (let place = 0; place < columns.length; place += 1) image[columns[place]] += sum * values[place];
  }
  return image;
}

function dot(left, right) {
  let sum = 0;
  for (let place = 0; place < left.length; place += 1) sum += left[place] * right[place];
  return sum;
}

function scaled(weights, factor) {
  return weights.map((weight) => weight * factor);
}

function round(value) {
  return Number(value.toPrecision(6));
}
