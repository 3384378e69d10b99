import { KindFeatures } from '../../src/routing/classify/kind-features.js';
import { KIND_VIEWS } from '../../src/routing/classify/kind-scorer.js';
import { judgeStructure } from '../../src/routing/classify/judge-structure.js';
import { readShape } from '../../src/routing/classify/request-shape.js';
import { storeLinearModel } from '../../src/routing/linear-model/linear-model.js';
import { scanTopLevel } from '../../src/wire/json-bytes/scan-top-level.js';
import { readChatView } from '../../src/wire/openai/read-chat-view.js';
import { samplesOf } from './kind-samples.mjs';
import { seededRandom, seedSamples } from './kind-seeds.mjs';
import { fitLogistic } from './fit-logistic.mjs';

/** A lost conversation is worse than a missed task. */
const CONVERSATION_WEIGHT = 2;
const LEAST_SOURCES = 3;
export const FIT = {
  words: { epochs: 12, rate: 0.6, decay: 1e-4 },
  grams: { epochs: 12, rate: 0.6, decay: 1e-4 },
  shape: { epochs: 12, rate: 0.1, decay: 1e-4 },
};

export function viewOf(body) {
  return readChatView(scanTopLevel(Buffer.from(JSON.stringify(body))));
}

/** All that training learns from, features read once: `{source, vectors, target, weight}`. */
export function readSamples(rows, { seed = 1 } = {}) {
  const random = seededRandom(seed);
  const features = new KindFeatures();
  const samples = [...rows.flatMap((row) => samplesOf(row, random)), ...seedSamples(random)];
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
  return { buckets: buckets.slice(0, size), values: values.slice(0, size) };
}

/** The three models; a source with many rows counts less for each of them. */
export function fitKind(samples, { seed = 1, threshold = 0 } = {}) {
  const sums = new Map();
  const keyOf = ({ source, target }) => `${source} ${target}`;
  for (const sample of samples) sums.set(keyOf(sample), (sums.get(keyOf(sample)) ?? 0) + sample.weight);
  const models = {};
  for (const view of KIND_VIEWS) {
    const shared = sharedBuckets(samples, view);
    const weighted = samples.map((sample) => ({
      ...only(shared, sample.vectors[view]),
      target: sample.target,
      weight:
        sample.weight *
        (sample.target === 0 ? CONVERSATION_WEIGHT : 1) *
        Math.min(1.5, Math.sqrt(300 / sums.get(keyOf(sample)))),
    }));
    const { weights, bias } = fitLogistic(weighted, { ...FIT[view], random: seededRandom(seed) });
    models[view] = storeLinearModel(weights, bias);
  }
  return { threshold, models };
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
    values: Float64Array.from(kept, (place) => values[place]),
  };
}
