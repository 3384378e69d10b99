import type { ModelPrices } from '../../catalog/catalog-model.js';
import { divideHalfUp, parseUsd, type PicoUsd } from '../../lib/money.js';
import type { TokenUsage } from '../metering/token-usage.js';

const BYTES_PER_TOKEN = 4;
/** What a request without a limit of its own is taken to answer. */
export const DEFAULT_OUTPUT_TOKENS = 4_096;
const MAX_ESTIMATED_TOKENS = 1_000_000_000;
/** Providers take no larger `n`. */
const MAX_CHOICES = 128;

/** Stands in for a marketplace model that we have no price of: about what a large model costs. */
const ASSUMED_PRICES: ModelPrices = { input: parseUsd('0.000003'), output: parseUsd('0.000015'), tiers: [] };

/** Tokens of so many bytes or characters of text, rounded up. */
export function estimateTokens(bytes: number): number {
  if (!(bytes > 0)) return 0;
  return Math.min(Math.ceil(bytes / BYTES_PER_TOKEN), MAX_ESTIMATED_TOKENS);
}

export interface EstimateUsageInput {
  readonly promptBytes: number;
  readonly outputCharacters: number;
  /** What the marketplace reported although it sent no usable counts. */
  readonly reportedCost?: PicoUsd;
}

/** Usage of an answer whose provider sent none, or that was cut off. All input counts as uncached. */
export function estimateUsage({
  promptBytes,
  outputCharacters,
  reportedCost,
}: EstimateUsageInput): TokenUsage {
  return {
    inputTokens: estimateTokens(promptBytes),
    cacheReadTokens: 0,
    cacheWrite5mTokens: 0,
    cacheWrite1hTokens: 0,
    outputTokens: estimateTokens(outputCharacters),
    reasoningTokens: undefined,
    webSearchRequests: 0,
    servedFast: false,
    reportedCost,
    estimated: true,
  };
}

export interface EstimateHoldInput {
  readonly promptBytes: number;
  /** The caller's `max_tokens`. Absent, or no positive number: 4,096. */
  readonly maxTokens?: number;
  /** The caller's `n`: each answer may be as long. Absent, or no number that a provider takes: 1, or 128 above that. */
  readonly choices?: number;
  /** The most that the model answers, so that a huge `max_tokens` does not lock a whole balance. */
  readonly maxOutput?: number;
  readonly prices: ModelPrices | undefined;
  /** `live` when absent. */
  readonly rate?: 'live' | 'batch';
}

/** What a call may cost, to be held while it runs, or reserved for a batch item. Not a bound: cache writes cost more. */
export function estimateHold({
  promptBytes,
  maxTokens,
  choices = 1,
  maxOutput,
  prices,
  rate = 'live',
}: EstimateHoldInput): PicoUsd {
  const wanted =
    maxTokens !== undefined && maxTokens > 0
      ? Math.ceil(Math.min(maxTokens, MAX_ESTIMATED_TOKENS))
      : DEFAULT_OUTPUT_TOKENS;
  const oneAnswer = maxOutput === undefined ? wanted : Math.min(wanted, maxOutput);
  const answers = choices > 1 ? Math.ceil(Math.min(choices, MAX_CHOICES)) : 1;
  const outputTokens = answers * oneAnswer;
  const { input, output, batch } = prices ?? ASSUMED_PRICES;
  const live = BigInt(estimateTokens(promptBytes)) * input + BigInt(outputTokens) * output;
  // A model without a batch tier is refused before it is estimated; the live price is the safe side.
  if (rate === 'live' || batch === undefined) return live;
  return divideHalfUp(live * batch.numerator, batch.denominator);
}
