import type { PicoUsd } from '../lib/money.js';
import type { Tier } from '../routing/routers/router-rules.js';
import type { Evidence } from './evidence.js';

export type RecommendationStatus = 'open' | 'approved' | 'dismissed';

/** What is to change: the model of a group, the tier of a group (a model too, and one of its router's), a router's threshold. */
export const RECOMMENDATION_KINDS = ['group_model', 'group_tier', 'router_threshold'] as const;
export type RecommendationKind = (typeof RECOMMENDATION_KINDS)[number];

/** What a record speaks for against what is in force. */
export interface Proposal {
  readonly kind: RecommendationKind;
  /** Of a group's alone. */
  readonly groupId: string | null;
  /** The router whose tiers or threshold it is about. */
  readonly routerId: string | null;
  /** Of a threshold: what serves the tasks that change sides, and what would. */
  readonly currentModel: string;
  readonly recommendedModel: string;
  readonly currentTier: Tier | null;
  readonly recommendedTier: Tier | null;
  readonly currentThreshold: number | null;
  readonly recommendedThreshold: number | null;
  /** For people. */
  readonly reason: string;
  readonly evidence: Evidence;
  /** What the last 30 days' tokens would have cost less; negative when it costs more. */
  readonly monthlySaving: PicoUsd;
}

export interface Recommendation extends Proposal {
  readonly id: string;
  readonly group: { readonly id: string; readonly name: string } | null;
  readonly router: { readonly id: string; readonly name: string } | null;
  readonly status: RecommendationStatus;
}
