import { LinearModel, type StoredLinearModel } from '../linear-model/linear-model.js';
import { WeightsError } from '../linear-model/pack-weights.js';
import { readWeightsFile } from '../linear-model/read-weights-file.js';
import { ComplexityFeatures } from './complexity-features.js';
import type { Ask } from './read-ask.js';
import { STRUCTURE_NAMES } from './read-structure.js';

/** What `npm run train:router` writes. */
export interface StoredComplexityModel {
  readonly words: StoredLinearModel;
  readonly grams: StoredLinearModel;
  readonly structure: Readonly<Record<string, StructureWeight>>;
  /** Counted besides `structure` where options are given: exams are hard in a way of their own. */
  readonly examStructure: Readonly<Record<string, StructureWeight>>;
  /** Gains at equal shares of ordinary traffic, rising: the first is its least, the last its greatest. */
  readonly quantiles: readonly number[];
}

/** A value counts by how far it lies from the mean, within the bounds that training saw. */
export interface StructureWeight {
  readonly weight: number;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

/** A value that training did not know. */
const UNWEIGHED: StructureWeight = { weight: 0, mean: 0, least: 0, most: 0 };

/** Part of the scale that is kept for gains beyond those of the traffic that it was set by. */
const BEYOND = 0.005;

/** Expects from an ask how much better a strong model would answer it, and where that stands in ordinary traffic. */
export class ComplexityScorer {
  private readonly features = new ComplexityFeatures();
  private readonly words: LinearModel;
  private readonly grams: LinearModel;
  /** Both in the order of `STRUCTURE_NAMES`. */
  private readonly structure: readonly StructureWeight[];
  private readonly examStructure: readonly StructureWeight[];

  private constructor(private readonly stored: StoredComplexityModel) {
    this.words = LinearModel.fromStored(stored.words);
    this.grams = LinearModel.fromStored(stored.grams);
    this.structure = STRUCTURE_NAMES.map((name) => stored.structure[name] ?? UNWEIGHED);
    this.examStructure = STRUCTURE_NAMES.map((name) => stored.examStructure[name] ?? UNWEIGHED);
  }

  /** @throws WeightsError when weights are cut. */
  static fromStored(stored: StoredComplexityModel): ComplexityScorer {
    return new ComplexityScorer(stored);
  }

  /** The scorer with the shipped weights. Reads its file at once: for the start only. */
  static shipped(): ComplexityScorer {
    return new ComplexityScorer(readStored(new URL('./complexity-weights.json', import.meta.url)));
  }

  /** The share of ordinary traffic that is easier, 0 to 1. */
  score(ask: Ask): number {
    return this.shareBelow(this.expectedGain(ask));
  }

  /** The values of `STRUCTURE_NAMES` of the ask that was scored last; the next one overwrites them. */
  get lastStructure(): Float64Array {
    return this.features.structure;
  }

  /** Before it is set against traffic: what training and its measures sort by. */
  expectedGain(ask: Ask): number {
    this.features.read(ask);
    const { words, grams, structure } = this.features;
    const gain = this.words.score(words) + this.grams.score(grams) + weigh(this.structure, structure);
    return ask.options.length > 0 ? gain + weigh(this.examStructure, structure) : gain;
  }

  private shareBelow(gain: number): number {
    const { quantiles } = this.stored;
    const last = quantiles.length - 1;
    const least = quantiles[0] ?? 0;
    const most = quantiles[last] ?? 0;
    // Outside of what was seen the order is kept: nearing 0 and 1.
    if (gain <= least) return BEYOND / (1 + least - gain);
    if (gain >= most) return 1 - BEYOND / (1 + gain - most);
    let low = 0;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((quantiles[middle] ?? 0) <= gain) low = middle;
      else high = middle;
    }
    const from = quantiles[low] ?? 0;
    const width = (quantiles[high] ?? 0) - from;
    const share = (low + (width > 0 ? (gain - from) / width : 0)) / last;
    return BEYOND + share * (1 - 2 * BEYOND);
  }
}

function weigh(weights: readonly StructureWeight[], structure: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < weights.length; place += 1) {
    const { weight, mean, least, most } = weights[place] ?? UNWEIGHED;
    sum += weight * (Math.min(most, Math.max(least, structure[place] ?? mean)) - mean);
  }
  return sum;
}

function readStored(file: URL): StoredComplexityModel {
  const stored = readWeightsFile(file);
  const parts = [stored.words, stored.grams, stored.structure, stored.examStructure];
  if (!parts.every(isRecord) || !Array.isArray(stored.quantiles))
    throw new WeightsError(`${file.pathname} lacks a part of the model.`);
  return stored as unknown as StoredComplexityModel;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
