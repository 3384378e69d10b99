import { TextMemo } from '../../lib/text-memo.js';
import { LinearModel, sigmoid, type StoredLinearModel } from '../linear-model/linear-model.js';
import { WeightsError } from '../linear-model/pack-weights.js';
import { readWeightsFile } from '../linear-model/read-weights-file.js';
import { KindFeatures } from './kind-features.js';
import type { RequestShape } from './request-shape.js';

export const KIND_VIEWS = ['words', 'grams', 'frames', 'edges', 'shape'] as const;
export type KindView = (typeof KIND_VIEWS)[number];

/** What `npm run train:router` writes. */
export interface StoredKindModel {
  /** The log-odds above which a request counts as machine-shaped, chosen with whole sources left out. */
  readonly threshold: number;
  readonly models: Readonly<Record<KindView, StoredLinearModel>>;
}

/** Tools offered and nothing done with them yet: most often a person at an agent. */
const UNUSED_TOOLS = -1;

/** The average of five linear models: words, letters, frames of sentences, first and last sentences, structure. */
export class KindScorer {
  private readonly features = new KindFeatures();
  private readonly known = new TextMemo<number>();

  private constructor(
    private readonly models: Readonly<Record<KindView, LinearModel>>,
    readonly threshold: number,
  ) {}

  /** @throws WeightsError when weights are cut. */
  static fromStored({ models, threshold }: StoredKindModel): KindScorer {
    const { words, grams, frames, edges, shape } = models;
    return new KindScorer(
      {
        words: LinearModel.fromStored(words),
        grams: LinearModel.fromStored(grams),
        frames: LinearModel.fromStored(frames),
        edges: LinearModel.fromStored(edges),
        shape: LinearModel.fromStored(shape),
      },
      threshold,
    );
  }

  /** The scorer with the shipped weights. Reads its file at once: for the start only. */
  static shipped(): KindScorer {
    return KindScorer.fromStored(readStored(new URL('./kind-weights.json', import.meta.url)));
  }

  /** 0 to 1; from 0.5 on the request counts as machine-shaped. */
  score(shape: RequestShape): number {
    return sigmoid(this.logOdds(shape) - this.threshold);
  }

  /** Before the threshold: what training chooses the threshold by. */
  logOdds(shape: RequestShape): number {
    const { template, toolsOffered, toolActivity } = shape;
    // Offered tools are among the features, so only what comes without them is remembered.
    const mayRemember = template !== undefined && !toolsOffered;
    const weighed = mayRemember ? this.known.recall(template, () => this.weigh(shape)) : this.weigh(shape);
    return weighed + (toolsOffered && !toolActivity ? UNUSED_TOOLS : 0);
  }

  private weigh(shape: RequestShape): number {
    this.features.read(shape);
    let sum = 0;
    for (const view of KIND_VIEWS) sum += this.models[view].score(this.features[view]);
    return sum / KIND_VIEWS.length;
  }
}

function readStored(file: URL): StoredKindModel {
  const { threshold, models } = readWeightsFile(file);
  if (typeof threshold !== 'number' || typeof models !== 'object' || models === null)
    throw new WeightsError(`${file.pathname} lacks the threshold or the models.`);
  return { threshold, models: models as StoredKindModel['models'] };
}
