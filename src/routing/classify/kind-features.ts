import { fillEdgeFeatures } from './edge-features.js';
import { fillFrameFeatures } from './frame-features.js';
import { FeatureBag } from '../linear-model/feature-bag.js';
import type { RequestShape } from './request-shape.js';
import { readScopes } from './scopes.js';
import { fillShapeFeatures } from './shape-features.js';
import { fillGramFeatures, fillWordFeatures } from './text-features.js';
import { pairUnspaced } from '../../lib/words/tokens.js';

/** The views of a request that the scorer weighs, in vectors that are used again for the next request. */
export class KindFeatures {
  readonly words = new FeatureBag();
  readonly grams = new FeatureBag();
  readonly frames = new FeatureBag();
  readonly edges = new FeatureBag();
  readonly shape = new FeatureBag();

  read(shape: RequestShape): void {
    const scopes = readScopes(shape);
    const { tokens } = shape;
    const paired = {
      system: pairUnspaced(tokens.system),
      head: pairUnspaced(tokens.head),
      tail: pairUnspaced(tokens.tail),
    };
    fillWordFeatures(this.words, paired);
    fillGramFeatures(this.grams, scopes);
    fillFrameFeatures(this.frames, tokens);
    fillEdgeFeatures(this.edges, paired);
    fillShapeFeatures(this.shape, shape, tokens);
  }
}
