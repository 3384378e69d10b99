import type { Priced } from '../billing/call-outcome.js';
import { priceUsage } from '../billing/price-usage.js';
import type { TokenUsage } from '../billing/token-usage.js';
import type { PicoUsd } from '../lib/money.js';
import { modelOf, type CallPlan } from './call-plan.js';

/** The cost of an answer: nothing on the caller's own endpoint, else by the model that was resolved before the call. */
export function priceAnswer({
  plan,
  usage,
  webSearchFeePicoUsd,
}: {
  plan: CallPlan;
  usage: TokenUsage;
  webSearchFeePicoUsd: PicoUsd;
}): Priced {
  if (plan.kind === 'endpoint') return { usage, cost: 0n };
  const model = modelOf(plan);
  const cost = priceUsage({
    usage,
    prices: model?.prices,
    priceBasis: model?.priceBasis ?? 'reported',
    rate: 'live',
    webSearchFeePicoUsd,
  });
  return { usage, cost };
}
