import type { PicoUsd } from '../lib/money.js';
import type { Evidence } from './recommend-model.js';

export type RecommendationStatus = 'open' | 'approved' | 'dismissed';

/** A proposal to let a group be served by another model. */
export interface Recommendation {
  readonly id: string;
  readonly group: { readonly id: string; readonly name: string };
  readonly currentModel: string;
  readonly recommendedModel: string;
  readonly evidence: Evidence;
  readonly monthlySaving: PicoUsd;
  readonly status: RecommendationStatus;
}
