import type { ModelPrices, PriceBasis, RateMultiplier, TokenPrices } from '../../catalog/catalog-model.js';
import { divideHalfUp, type PicoUsd } from '../../lib/money.js';
import type { TokenUsage } from '../metering/token-usage.js';

export interface PriceUsageInput {
  readonly usage: TokenUsage;
  /** Absent for a marketplace id outside the catalogue. */
  readonly prices: ModelPrices | undefined;
  readonly priceBasis: PriceBasis;
  readonly rate: 'live' | 'batch';
  readonly webSearchFeePicoUsd: PicoUsd;
}

const ONE: RateMultiplier = { numerator: 1n, denominator: 1n };

/**
 * What an attempt cost, exact, rounded half up once at the end; `undefined` when it is unknown, which is not free.
 *
 * `reported`: the marketplace's total as it stands, with nothing added; without one the catalogue's price, if there is any.
 * `catalogue`: each class at its price, in the tier of the total input, times the fast rate when fast was served and the
 * batch rate in a batch; the web search fee is flat on top. A batch of a model without a batch tier has no known price.
 * Source: wire notes 2.3 and 5, contract section 9.
 */
export function priceUsage(input: PriceUsageInput): PicoUsd | undefined {
  const { usage, prices, priceBasis, rate, webSearchFeePicoUsd } = input;
  if (priceBasis === 'reported' && usage.reportedCost !== undefined) return usage.reportedCost;
  if (prices === undefined) return undefined;
  const batch = rate === 'batch' ? prices.batch : ONE;
  if (batch === undefined) return undefined;
  const fast = (usage.servedFast ? prices.fast : undefined) ?? ONE;
  const tokens = priceTokens(usage, pricesForInput(prices, totalInputTokens(usage)));
  const cost = divideHalfUp(tokens * fast.numerator * batch.numerator, fast.denominator * batch.denominator);
  return cost + BigInt(usage.webSearchRequests) * webSearchFeePicoUsd;
}

/** Input of every class: what chooses the long-context tier, and what provider B calls `prompt_tokens`. */
export function totalInputTokens(usage: TokenUsage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWrite5mTokens + usage.cacheWrite1hTokens;
}

function pricesForInput(prices: ModelPrices, inputTokens: number): TokenPrices {
  let chosen: TokenPrices = prices;
  let bound = -1;
  for (const tier of prices.tiers) {
    if (inputTokens <= tier.inputTokensAbove || tier.inputTokensAbove <= bound) continue;
    chosen = tier;
    bound = tier.inputTokensAbove;
  }
  return chosen;
}

function priceTokens(usage: TokenUsage, prices: TokenPrices): PicoUsd {
  return (
    BigInt(usage.inputTokens) * prices.input +
    BigInt(usage.cacheReadTokens) * (prices.cacheRead ?? prices.input) +
    BigInt(usage.cacheWrite5mTokens) * (prices.cacheWrite5m ?? prices.input) +
    BigInt(usage.cacheWrite1hTokens) * (prices.cacheWrite1h ?? prices.input) +
    BigInt(usage.outputTokens) * prices.output
  );
}
