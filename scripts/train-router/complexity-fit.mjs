import { BUCKETS } from '../../src/routing/linear-model/hash-feature.js';
import { storeLinearModel } from '../../src/routing/linear-model/linear-model.js';
import { STRUCTURE_NAMES } from '../../src/routing/complexity/read-structure.js';

/** Where the columns of each view begin. */
const GRAMS = BUCKETS;
const STRUCTURE = GRAMS + BUCKETS;
const EXAM = STRUCTURE + STRUCTURE_NAMES.length;
const SIZE = EXAM + STRUCTURE_NAMES.length;
/** Makes a vector of structure about as long as one of words. */
const NORM = Math.sqrt(STRUCTURE_NAMES.length);

/** How much each view may say, and how far all are held back. Chosen with whole sources left out. */
export const FIT = { words: 2.2, grams: 0.6, structure: 1.3, exam: 1.3, rarity: 1, ridge: 40, rounds: 40 };
/** Structure beyond these shares of what was seen counts as if it were there: the unseen is no reason for an extreme. */
const EDGE = 0.01;

/**
 * Ridge regression of the gain on all three views at once, by conjugate gradients: deterministic.
 * Returns the model as it is stored, without quantiles.
 */
export function fitComplexity(samples, fit = FIT) {
  const scales = {
    structure: structureScales(samples),
    examStructure: structureScales(samples.filter(({ isExam }) => isExam)),
  };
  const rarity = {
    words: rarities(samples, 'words', fit.rarity),
    grams: rarities(samples, 'grams', fit.rarity),
  };
  const matrix = samples.map((sample) => rowOf(sample, { scales, rarity }, fit));
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  const mean = samples.reduce((sum, { weight, gain }) => sum + weight * gain, 0) / total;
  const solution = solve(matrix, samples, { ...fit, mean });
  const structureWeights = (part, offset, factor) =>
    Object.fromEntries(
      scales[part].map(({ name, mean: middle, deviation, least, most }, index) => [
        name,
        {
          weight: round((solution[offset + index] * factor) / (deviation * NORM)),
          mean: round(middle),
          least: round(least),
          most: round(most),
        },
      ]),
    );
  return {
    words: storeLinearModel(scaled(solution.subarray(0, GRAMS), rarity.words, fit.words), round(mean)),
    grams: storeLinearModel(scaled(solution.subarray(GRAMS, STRUCTURE), rarity.grams, fit.grams), 0),
    structure: structureWeights('structure', STRUCTURE, fit.structure),
    examStructure: structureWeights('examStructure', EXAM, fit.exam),
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

/** What all asks have tells none apart; what one has alone teaches nothing. */
function rarities(samples, view, power) {
  const counts = new Float64Array(BUCKETS);
  for (const sample of samples) for (const bucket of sample[view].buckets) counts[bucket] += 1;
  return counts.map((count) =>
    count < 2 ? 0 : (Math.log(samples.length / count) / Math.log(samples.length / 40)) ** power,
  );
}

/** The columns of a sample that are not zero, and their values. */
function rowOf({ words, grams, structure, isExam }, { scales, rarity }, fit) {
  const columns = [];
  const values = [];
  const put = (column, value) => {
    columns.push(column);
    values.push(value);
  };
  for (const [index, bucket] of words.buckets.entries())
    put(bucket, fit.words * rarity.words[bucket] * words.values[index]);
  for (const [index, bucket] of grams.buckets.entries())
    put(GRAMS + bucket, fit.grams * rarity.grams[bucket] * grams.values[index]);
  const putStructure = (part, offset, factor) => {
    for (const [index, { mean, deviation, least, most }] of scales[part].entries()) {
      const value = Math.min(most, Math.max(least, structure[index]));
      put(offset + index, (factor * (value - mean)) / (deviation * NORM));
    }
  };
  putStructure('structure', STRUCTURE, fit.structure);
  if (isExam) putStructure('examStructure', EXAM, fit.exam);
  return { columns: Int32Array.from(columns), values: Float64Array.from(values) };
}

/** (XᵀWX + ridge) b = XᵀW (y − mean). */
function solve(matrix, samples, { ridge, rounds, mean }) {
  const solution = new Float64Array(SIZE);
  const residual = new Float64Array(SIZE);
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
    for (let place = 0; place < SIZE; place += 1) {
      solution[place] += step * direction[place];
      residual[place] -= step * image[place];
    }
    const next = dot(residual, residual);
    for (let place = 0; place < SIZE; place += 1)
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

function scaled(weights, rarity, factor) {
  return weights.map((weight, bucket) => weight * rarity[bucket] * factor);
}

function round(value) {
  return Number(value.toPrecision(6));
}
