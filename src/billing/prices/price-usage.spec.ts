import { describe, expect, it } from 'vitest';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import { formatUsd, parseUsd } from '../../lib/money.js';
import { priceUsage, totalInputTokens } from './price-usage.js';
import { NO_USAGE, type TokenUsage } from '../metering/token-usage.js';

const catalog = readCatalogFile();

function cost(
  modelId: string,
  usage: Partial<TokenUsage>,
  rate: 'live' | 'batch' = 'live',
): string | undefined {
  const model = catalog.find(modelId);
  if (!model) throw new Error(`not in the catalogue: ${modelId}`);
  const { prices, priceBasis } = model;
  const webSearchFeePicoUsd = catalog.webSearchFeePicoUsd;
  const priced = priceUsage({
    usage: { ...NO_USAGE, ...usage },
    prices,
    priceBasis,
    rate,
    webSearchFeePicoUsd,
  });
  return priced === undefined ? undefined : formatUsd(priced);
}

describe('priceUsage', () => {
  it.each<[string, string, Partial<TokenUsage>, string]>([
    ['uncached input and output', 'claude-sonnet-5-5', { inputTokens: 1_000, outputTokens: 500 }, '0.007'],
    ['cache reads at the model’s own rate', 'claude-fable-5-2', { cacheReadTokens: 1_000 }, '0.0002'],
    ['5-minute writes at 1.25 x input', 'claude-opus-5', { cacheWrite5mTokens: 1_000 }, '0.00625'],
    ['1-hour writes at 2 x input', 'claude-opus-5', { cacheWrite1hTokens: 1_000 }, '0.01'],
    [
      'all classes together',
      'claude-opus-5',
      { inputTokens: 1, cacheReadTokens: 1, cacheWrite5mTokens: 1, cacheWrite1hTokens: 1, outputTokens: 1 },
      '0.00004675',
    ],
    ['provider B writes at their own price', 'gpt-6.1-terra', { cacheWrite5mTokens: 1_000 }, '0.00125'],
    ['provider B writes without a price as input', 'gpt-5', { cacheWrite5mTokens: 1_000 }, '0.00125'],
    ['cached tokens without a price as input', 'openai/gpt-oss-120b', { cacheReadTokens: 1_000 }, '0.00015'],
    [
      'one token of the cheapest model, not rounded to free',
      'gpt-5-nano',
      { cacheReadTokens: 1 },
      '0.000000005',
    ],
    [
      'the low tier up to its bound',
      'claude-haiku-5-5',
      { inputTokens: 60_000, cacheReadTokens: 40_000, outputTokens: 10 },
      '0.006405',
    ],
    [
      'every token at the tier above the bound',
      'claude-haiku-5-5',
      { inputTokens: 60_000, cacheReadTokens: 40_001, outputTokens: 10 },
      '0.03202505',
    ],
    ['a tier reached by cache writes alone', 'gpt-6.2-sol', { cacheWrite5mTokens: 272_001 }, '1.360005'],
    ['web searches flat on top', 'claude-opus-5', { inputTokens: 1_000, webSearchRequests: 3 }, '0.035'],
    [
      'fast on every token class but not on searches',
      'claude-opus-5',
      {
        inputTokens: 1_000,
        cacheReadTokens: 1_000,
        outputTokens: 1_000,
        webSearchRequests: 1,
        servedFast: true,
      },
      '0.071',
    ],
    [
      'a fast answer of a model without a fast price as usual',
      'claude-sonnet-5-5',
      { inputTokens: 1_000, servedFast: true },
      '0.002',
    ],
    ['the embedding input', 'text-embedding-3-small', { inputTokens: 7 }, '0.00000014'],
    ['nothing for nothing', 'gpt-5', {}, '0'],
  ])('bills %s', (_what, model, usage, expected) => {
    expect(cost(model, usage)).toBe(expected);
  });

  it.each([
    ['claude-opus-5', '0.015'],
    ['gpt-4o-mini', '0.000375'],
    ['zai-org/GLM-5.3', '0.00348'],
    ['meta-llama/Llama-3.3-70B-Instruct', '0.000828'],
  ])('bills a batch of %s at its batch rate', (model, expected) => {
    expect(cost(model, { inputTokens: 1_000, outputTokens: 1_000 }, 'batch')).toBe(expected);
  });

  it('knows no batch price for a model without a batch tier', () => {
    expect(cost('openai/gpt-oss-120b', { inputTokens: 1 }, 'batch')).toBeUndefined();
  });

  it('rounds half up once, at the end', () => {
    const prices = { input: 1n, output: 1n, tiers: [], batch: { numerator: 1n, denominator: 2n } };
    const usage = { ...NO_USAGE, inputTokens: 1, outputTokens: 2 };
    const input = { prices, priceBasis: 'catalogue', rate: 'batch', webSearchFeePicoUsd: 0n } as const;
    expect(priceUsage({ ...input, usage })).toBe(2n);
    expect(priceUsage({ ...input, usage: { ...usage, inputTokens: 0 } })).toBe(1n);
  });

  it('takes the marketplace’s total as it stands for models that cost what it reports', () => {
    const reportedCost = parseUsd('0.00012345');
    expect(cost('moonshotai/Kimi-K3', { inputTokens: 1_000, reportedCost })).toBe('0.00012345');
    expect(cost('moonshotai/Kimi-K3', { inputTokens: 1_000, reportedCost: 0n })).toBe('0');
  });

  it('falls back to the catalogue when the marketplace reported nothing', () => {
    expect(cost('moonshotai/Kimi-K3', { inputTokens: 1_000 })).toBe('0.003');
  });

  it('bills the catalogue’s price of a catalogue model whatever was reported', () => {
    expect(cost('openai/gpt-oss-120b', { inputTokens: 1_000, reportedCost: 1n })).toBe('0.00015');
  });

  it('leaves the cost of an unpriced marketplace id unknown unless it was reported', () => {
    const input = {
      prices: undefined,
      priceBasis: 'reported',
      rate: 'live',
      webSearchFeePicoUsd: 0n,
    } as const;
    expect(priceUsage({ ...input, usage: { ...NO_USAGE, inputTokens: 9 } })).toBeUndefined();
    expect(priceUsage({ ...input, usage: { ...NO_USAGE, reportedCost: 5n } })).toBe(5n);
  });

  it('counts every input class once', () => {
    const usage = {
      ...NO_USAGE,
      inputTokens: 1,
      cacheReadTokens: 20,
      cacheWrite5mTokens: 300,
      cacheWrite1hTokens: 4_000,
    };
    expect(totalInputTokens(usage)).toBe(4_321);
  });
});
