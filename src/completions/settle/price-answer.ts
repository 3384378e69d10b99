import type { Priced } from '../../billing/metering/call-outcome.js';
import { priceUsage } from '../../billing/prices/price-usage.js';
import type { TokenUsage } from '../../billing/metering/token-usage.js';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import type { PicoUsd } from '../../lib/money.js';

/** The cost of an answer: nothing on the caller's own endpoint, else by the model that was resolved before the call. */
export function priceAnswer({
  billable,
  model,
  usage,
  webSearchFeePicoUsd,
}: {
  billable: boolean;
  model: CatalogModel | undefined;
  usage: TokenUsage;
  webSearchFeePicoUsd: PicoUsd;
}): Priced {
  if (!billable) return { usage, cost: 0n };
  const cost = priceUsage({
    usage,
    prices: model?.prices,
    priceBasis: model?.priceBasis ?? 'reported',
    rate: 'live',
    webSearchFeePicoUsd,
  });
  return { usage, cost };
}
