import type { Attempt, TokenUsage } from '../../api/calls.js';
import type { Model } from '../../api/types.js';
import { compareAmounts, multiplyAmounts, sumAmounts, type Amount } from '../../format/money.js';
import { inputTokensOf } from './tokens.js';

type Prices = Model['prices_usd_per_million_tokens'];
export type PricedKind = 'input' | 'cache_read' | 'cache_write_5m' | 'cache_write_1h' | 'output';

/** Tokens of one kind at one price. */
export interface PricedLine {
  readonly kind: PricedKind;
  readonly tokens: number;
  readonly perMillion: Amount;
  readonly amount: string;
}

export interface PricedAttempt {
  readonly lines: readonly PricedLine[];
  /** What all lines are multiplied with: the batch rate, fast mode. */
  readonly multiplier: Amount;
  readonly sum: string;
  /** Whether that is what the attempt cost: the prices of now held then, and nothing else was charged. */
  readonly isCost: boolean;
}

const MILLIONTH = '0.000001';
const TOKENS: Readonly<Record<PricedKind, keyof TokenUsage>> = {
  input: 'input_tokens',
  cache_read: 'cache_read_tokens',
  cache_write_5m: 'cache_write_5m_tokens',
  cache_write_1h: 'cache_write_1h_tokens',
  output: 'output_tokens',
};

/** An attempt at the catalogue's prices; undefined where there are none, or nothing was counted. */
export function priceAttempt(
  { usage, cost_usd: cost }: Pick<Attempt, 'usage' | 'cost_usd'>,
  model: Model | undefined,
  isBatch: boolean,
): PricedAttempt | undefined {
  if (usage === null || model === undefined) return undefined;
  const prices = model.prices_usd_per_million_tokens;
  const lines = linesOf(usage, pricesFor(prices, inputTokensOf(usage)));
  if (lines.length === 0) return undefined;
  const multiplier = multiplierOf(prices, { isBatch, isFast: usage.served_fast === true });
  const sum = multiplyAmounts(sumAmounts(lines.map(({ amount }) => amount)), multiplier);
  return { lines, multiplier, sum, isCost: cost !== null && compareAmounts(sum, cost) === 0 };
}

type TokenPrices = Readonly<Record<PricedKind, number | null>>;

/** Those of requests of that length. */
function pricesFor(prices: Prices, inputTokens: number): TokenPrices {
  const tiers = prices.tiers.filter((tier) => inputTokens > tier.input_tokens_above);
  return tiers.reduce<TokenPrices & { readonly above: number }>(
    (best, tier) =>
      tier.input_tokens_above >= best.above ? { ...tier, above: tier.input_tokens_above } : best,
    { ...prices, above: -1 },
  );
}

function linesOf(usage: TokenUsage, prices: TokenPrices): readonly PricedLine[] {
  return (Object.keys(TOKENS) as PricedKind[]).flatMap((kind) => {
    const tokens = usage[TOKENS[kind]];
    // What has no price of its own is input.
    const perMillion = prices[kind] ?? (kind === 'output' ? null : prices.input);
    if (typeof tokens !== 'number' || tokens === 0 || perMillion === null) return [];
    const amount = multiplyAmounts(multiplyAmounts(perMillion, tokens), MILLIONTH);
    return [{ kind, tokens, perMillion, amount }];
  });
}

function multiplierOf(
  { batch_multiplier, fast_multiplier }: Prices,
  { isBatch, isFast }: { readonly isBatch: boolean; readonly isFast: boolean },
): Amount {
  const batch = isBatch ? (batch_multiplier ?? 1) : 1;
  return multiplyAmounts(batch, isFast ? (fast_multiplier ?? 1) : 1);
}
