import type { Priced } from '../../billing/metering/call-outcome.js';
import type { TokenUsage } from '../../billing/metering/token-usage.js';
import { estimateUsage } from '../../billing/prices/estimate-usage.js';
import { priceUsage } from '../../billing/prices/price-usage.js';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import type { PicoUsd } from '../../lib/money.js';
import type { AnswerTap } from './answer-dialect.js';

/** What the provider reported; of a stream that was cut, its input and an estimate of what it wrote. */
export function usageOfReport(
  { usage, outputBytes, knownInput }: ReturnType<AnswerTap['report']>,
  promptBytes: number,
): TokenUsage {
  if (usage !== undefined) return usage;
  const estimate = estimateUsage({ promptBytes, outputCharacters: outputBytes });
  if (knownInput === undefined) return estimate;
  return {
    ...knownInput,
    outputTokens: Math.max(knownInput.outputTokens, estimate.outputTokens),
    estimated: true,
  };
}

/** What a call costs whose bytes were relayed; nothing on a key of the project's own. */
export function priceRelayed(
  usage: TokenUsage,
  of: { model: CatalogModel; isOnOwnKey: boolean; webSearchFeePicoUsd: PicoUsd },
): Priced {
  if (of.isOnOwnKey) return { usage, cost: 0n };
  const cost = priceUsage({
    usage,
    prices: of.model.prices,
    // The hosted models cost what the catalogue says wherever they run.
    priceBasis: 'catalogue',
    rate: 'live',
    webSearchFeePicoUsd: of.webSearchFeePicoUsd,
  });
  return { usage, cost };
}
