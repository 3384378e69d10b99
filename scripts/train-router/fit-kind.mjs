import { KindFeatures } from '../../src/routing/classify/kind-features.js';
import { KIND_VIEWS } from '../../src/routing/classify/kind-scorer.js';
import { judgeStructure } from '../../src/routing/classify/judge-structure.js';
import { readShape } from '../../src/routing/classify/request-shape.js';
import { storeLinearModel } from '../../src/routing/linear-model/linear-model.js';
import { scanTopLevel } from '../../src/wire/json-bytes/scan-top-level.js';
import { readChatView } from '../../src/wire/openai/read-chat-view.js';
import { samplesOf } from './kind-samples.mjs';
import { pastedSamples } from './kind-samples-pasted.mjs';
import { requestSamples } from './kind-seed-requests.mjs';
import { seededRandom, seedSamples } from './kind-seeds.mjs';
import { fitLogistic } from './fit-logistic.mjs';

/** A lost conversation is worse than a missed task. */
const CONVERSATION_WEIGHT = 2;
const LEAST_SOURCES = 3;
const FIT = {
  words: { epochs: 12, rate: 0.6, decay: 1e-4 },
  grams: { epochs: 12, rate: 0.6, decay: 1e-4 },
  frames: { epochs: 12, rate: 0.6, decay: 1e-4 },
  edges: { epochs: 12, rate: 0.6, decay: 1e-4 },
  shape: { epochs: 12, rate: 0.05, decay: 2e-3 },
};

export function viewOf(body) {
  return readChatView(scanTopLevel(Buffer.from(JSON.stringify(body))));
}

/** The rows laid out anew under each seed: the models are averages over them, so that chance weighs less. */
const SEEDS = [1, 2, 3];

/** All that training learns from, features read once: lists of `{source, vectors, target, weight}`. */
export function readSampleSets(rows) {
  return SEEDS.map((seed) => readSamples(rows, seed));
}

function readSamples(rows, seed) {
  const random = seededRandom(seed);
  const features = new KindFeatures();
  const samples = [
    ...rows.flatMap((row) => samplesOf(row, random)),
    ...seedSamples(random),
    ...requestSamples(random),
    ...pastedSamples(random),
  ];
  const read = [];
  for (const { source, machine, body, weight = 1 } of samples) {
    const shape = readShape(viewOf(body));
    // What structure decides never reaches the scorer.
    if (judgeStructure(shape) !== undefined) continue;
    features.read(shape);
    const vectors = {};
    for (const view of KIND_VIEWS) vectors[view] = copyOf(features[view]);
    read.push({ source, vectors, target: machine ? 1 : 0, weight });
  }
  return read;
}

function copyOf({ buckets, values, size }) {
  return { buckets: buckets.slice(0, size), values: Float32Array.from(values.subarray(0, size)) };
}

/** The models, without the samples of the sources `left`; a source with many rows counts less for each of them. */
export function fitKind(sampleSets, { threshold = 0, left = new Set() } = {}) {
  const models = {};
  const sets = sampleSets.map((samples) => weigh(samples.filter(({ source }) => !left.has(source))));
  for (const view of KIND_VIEWS) {
    const fits = sets.map((samples, index) => fitView(samples, view, SEEDS[index]));
    const weights = fits[0].weights.map(
      (_, bucket) => fits.reduce((sum, fit) => sum + fit.weights[bucket], 0) / fits.length,
    );
    const bias = fits.reduce((sum, fit) => sum + fit.bias, 0) / fits.length;
    models[view] = storeLinearModel(weights, bias);
  }
  return { threshold, models };
}

function weigh(samples) {
  const keyOf = ({ source, target }) => `${source} ${target}`;
  const sums = new Map();
  for (const sample of samples) sums.set(keyOf(sample), (sums.get(keyOf(sample)) ?? 0) + sample.weight);
  return samples.map((sample) => ({
    ...sample,
    weight:
      sample.weight *
      (sample.target === 0 ? CONVERSATION_WEIGHT : 1) *
      Math.min(1.5, Math.sqrt(300 / sums.get(keyOf(sample)))),
  }));
}

function fitView(samples, view, seed) {
  const shared = sharedBuckets(samples, view);
  const chosen = samples.map(({ vectors, target, weight }) => ({
    ...only(shared, vectors[view]),
    target,
    weight,
  }));
  return fitLogistic(chosen, { ...FIT[view], random: seededRandom(seed) });
}

/** Features of one source alone would teach its style, so only those that several have are kept. */
function sharedBuckets(samples, view) {
  const sources = new Map();
  for (const { source, vectors } of samples)
    for (const bucket of vectors[view].buckets) {
      const known = sources.get(bucket);
      if (known === undefined) sources.set(bucket, new Set([source]));
      else known.add(source);
    }
  return new Set([...sources].filter(([, known]) => known.size >= LEAST_SOURCES).map(([bucket]) => bucket));
}

function only(shared, { buckets, values }) {
  const kept = [...buckets.keys()].filter((place) => shared.has(buckets[place]));
  return {
    buckets: Int32Array.from(kept, (place) => buckets[place]),
    values: Float32Array.from(kept, (place) => values[place]),
  };
}
