import type { PicoUsd } from '../lib/money.js';

/** Where requests are sent: the one list of providers, in the order in which they are shown. */
export const UPSTREAM_IDS = ['provider_a', 'provider_b', 'marketplace', 'hosted'] as const;
export type UpstreamId = (typeof UPSTREAM_IDS)[number];

/** The id prefixes of provider A and provider B, without the slash; settings of the deployment. */
export interface IdPrefixes {
  readonly a: string;
  readonly b: string;
}

export const DEFAULT_ID_PREFIXES: IdPrefixes = { a: 'vendora', b: 'vendorb' };

/** Prices of one tier, in pico-dollars a token. An absent class is billed as `input`. */
export interface TokenPrices {
  readonly input: PicoUsd;
  readonly output: PicoUsd;
  readonly cacheRead?: PicoUsd;
  readonly cacheWrite5m?: PicoUsd;
  readonly cacheWrite1h?: PicoUsd;
}

/** Holds for every token of a request whose total input (cached included) is above the bound. */
export interface LongContextTier extends TokenPrices {
  readonly inputTokensAbove: number;
}

/** A rate below or above the live price, exact: `numerator / denominator`. */
export interface RateMultiplier {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface ModelPrices extends TokenPrices {
  readonly tiers: readonly LongContextTier[];
  /** Absent: the model has no batch tier. */
  readonly batch?: RateMultiplier;
  /** Absent: the model has no fast mode. */
  readonly fast?: RateMultiplier;
}

/** How a model's thinking is steered; drives the shaping of requests, never compared as text elsewhere. */
export type ReasoningKind =
  | 'none' // never thinks
  | 'switch' // can be turned on and off
  | 'effort' // graded effort
  | 'always' // thinks, cannot be turned off
  | 'fixed'; // fixed by the id; controls are dropped

export interface ReasoningFacts {
  readonly kind: ReasoningKind;
  readonly canBeOff: boolean;
  /** Graded values that the upstream takes, lowest first. Empty for a switch. */
  readonly efforts: readonly string[];
  /** The effort value that means off at provider B (`none`, `minimal`), when there is one. */
  readonly offEffort?: string;
  /** A request that says nothing gets thinking. */
  readonly defaultOn: boolean;
  /** Provider A: the `thinking.type` that turns thinking off. */
  readonly offThinkingType?: 'disabled' | 'between_tools';
  /** Provider A: takes `{type: enabled, budget_tokens}`. */
  readonly acceptsBudget: boolean;
}

export interface ModelCapabilities {
  readonly vision: boolean;
  readonly pdf: boolean;
  readonly tools: boolean;
  readonly jsonSchema: boolean;
  /** Takes temperature, top_p, top_k. */
  readonly sampling: boolean;
  /** Takes `tool_choice` that forces a tool. */
  readonly forcedToolChoice: boolean;
  readonly prefill: boolean;
  /** Hears and speaks. Absent from a catalogue: no. */
  readonly audio: boolean;
  /** Provider B: takes tools that are called with free text, and a `verbosity` other than medium. Absent from a catalogue: yes. */
  readonly customTools: boolean;
  readonly verbosity: boolean;
}

export type ModelKind = 'chat' | 'responses-only' | 'embedding';

/** Whose family a model is: provider A's, provider B's, or open weights. */
export type ModelVendor = 'a' | 'b' | 'open';

/** `catalogue`: priced by the table wherever it runs. `reported`: costs what the marketplace reports. */
export type PriceBasis = 'catalogue' | 'reported';

/** Surfaces that may call a model by its id. */
export type ModelSurface = 'chat' | 'messages' | 'embeddings' | 'batch';

/** One priced model that the product knows. Immutable; loaded once at start. */
export interface CatalogModel {
  /** The id a caller would write: `vendora/claude-…`, `vendorb/gpt-…`, `<org>/<model>`. */
  readonly id: string;
  /** The id without our prefix. Open models: the same as `id`, and what the hosted provider is sent. */
  readonly bareId: string;
  /** Further spellings of `bareId` that mean the same model. */
  readonly aliases: readonly string[];
  readonly kind: ModelKind;
  /** Chat traffic goes to `upstream`, which for an open model says nothing about whose it is. */
  readonly vendor: ModelVendor;
  /** Where chat (or embeddings) runs. */
  readonly upstream: UpstreamId;
  /** The id sent to the marketplace, for open models. */
  readonly marketplaceId?: string;
  readonly lab: string;
  readonly chineseLab: boolean;
  readonly priceBasis: PriceBasis;
  readonly prices: ModelPrices;
  readonly contextWindow: number;
  readonly maxOutput: number;
  readonly reasoning: ReasoningFacts;
  readonly capabilities: ModelCapabilities;
  readonly surfaces: readonly ModelSurface[];
  /** For `responses-only`: the id of the chat model to name instead, with our prefix. */
  readonly useInstead?: string;
  readonly status: string;
}
