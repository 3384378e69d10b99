import { describe, expect, it } from 'vitest';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import { formatUsd } from '../../lib/money.js';
import { estimateHold, estimateTokens, estimateUsage } from './estimate-usage.js';

const catalog = readCatalogFile();
const prices = catalog.find('gpt-5')?.prices;

describe('estimates', () => {
  it.each([
    [0, 0],
    [1, 1],
    [4, 1],
    [5, 2],
    [-3, 0],
    [Number.NaN, 0],
    [Infinity, 1_000_000_000],
  ])('counts %s bytes as %s tokens', (bytes, tokens) => {
    expect(estimateTokens(bytes)).toBe(tokens);
  });

  it('marks estimated usage as such', () => {
    expect(estimateUsage({ promptBytes: 401, outputCharacters: 10 })).toMatchObject({
      inputTokens: 101,
      outputTokens: 3,
      estimated: true,
    });
  });

  it.each([
    ['max_tokens', { maxTokens: 1_000 }, '0.01125'],
    ['4,096 output tokens without a limit', {}, '0.04221'],
    ['4,096 output tokens for a limit that is none', { maxTokens: Number.NaN }, '0.04221'],
    ['no more than the model can answer', { maxTokens: 1e12, maxOutput: 1_000 }, '0.01125'],
    ['every answer of several', { maxTokens: 250, choices: 4 }, '0.01125'],
    ['no more answers than a provider gives', { maxTokens: 125, choices: 1e30, maxOutput: 1 }, '0.00253'],
    ['one answer for a number that is none', { maxTokens: 1_000, choices: Number.NaN }, '0.01125'],
    ['one answer for less than one', { maxTokens: 1_000, choices: -5 }, '0.01125'],
    ['the batch rate', { maxTokens: 1_000, rate: 'batch' as const }, '0.005625'],
  ])('holds %s', (_what, input, expected) => {
    expect(formatUsd(estimateHold({ promptBytes: 4_000, prices, ...input }))).toBe(expected);
  });

  it('holds something for a model without a known price', () => {
    expect(formatUsd(estimateHold({ promptBytes: 4_000, maxTokens: 1_000, prices: undefined }))).toBe(
      '0.018',
    );
  });

  it('holds the live price for a batch of a model without a batch tier', () => {
    const open = catalog.find('openai/gpt-oss-120b')?.prices;
    expect(
      formatUsd(estimateHold({ promptBytes: 4_000, maxTokens: 1_000, prices: open, rate: 'batch' })),
    ).toBe('0.00075');
  });
});
