import { describe, expect, it } from 'vitest';
import type { Model } from '../../api/types.js';
import { attempt } from '../../testing/example-calls.js';
import { priceAttempt } from './priced.js';

const PRICES = { input: 3, output: 15, cache_read: 0.3, cache_write_5m: 3.75, cache_write_1h: null };
const model = (changes: object = {}) =>
  ({
    id: 'm',
    prices_usd_per_million_tokens: {
      ...PRICES,
      tiers: [],
      batch_multiplier: 0.5,
      fast_multiplier: 6,
      ...changes,
    },
  }) as unknown as Model;

describe('an attempt at the prices of the catalogue', () => {
  it('is its tokens by kind, exactly', () => {
    const usage = { input_tokens: 12, cache_read_tokens: 1_000, output_tokens: 34 };
    const priced = priceAttempt(attempt({ usage, cost_usd: 0.000846 }), model(), false);
    expect(priced?.lines.map(({ kind, tokens, amount }) => [kind, tokens, amount])).toEqual([
      ['input', 12, '0.000036'],
      ['cache_read', 1_000, '0.0003'],
      ['output', 34, '0.00051'],
    ]);
    expect(priced).toMatchObject({ sum: '0.000846', multiplier: '1', isCost: true });
  });

  it('has the input price where a kind has none of its own', () => {
    const usage = { input_tokens: 0, cache_write_1h_tokens: 1_000_000, output_tokens: 0 };
    expect(priceAttempt(attempt({ usage }), model(), false)).toMatchObject({ sum: '3', isCost: false });
  });

  it('is priced by its length, by the batch rate and in fast mode', () => {
    const tiers = [
      { input_tokens_above: 10, ...PRICES, input: 6 },
      { input_tokens_above: 1_000, ...PRICES, input: 12 },
    ];
    const sumOf = (input_tokens: number, isBatch = false, served_fast = false) =>
      priceAttempt(
        attempt({ usage: { input_tokens, output_tokens: 0, served_fast } }),
        model({ tiers }),
        isBatch,
      )?.sum;
    expect([sumOf(10), sumOf(11), sumOf(2_000), sumOf(10, true), sumOf(10, false, true)]).toEqual([
      '0.00003',
      '0.000066',
      '0.024',
      '0.000015',
      '0.00018',
    ]);
  });

  it('is not known of a model that is not in the catalogue, nor where nothing was counted', () => {
    expect(priceAttempt(attempt(), undefined, false)).toBeUndefined();
    expect(priceAttempt(attempt({ usage: null }), model(), false)).toBeUndefined();
  });
});
