import { describe, expect, it } from 'vitest';
import { NO_USAGE } from './token-usage.js';
import { usageFromResponses } from './usage-from-responses.js';

describe('usageFromResponses', () => {
  it('keeps the classes of input apart and counts searches', () => {
    const usage = {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 5 },
      total_tokens: 120,
    };
    expect(usageFromResponses(usage, 2)).toEqual({
      ...NO_USAGE,
      inputTokens: 10,
      cacheReadTokens: 60,
      cacheWrite5mTokens: 30,
      outputTokens: 20,
      reasoningTokens: 5,
      webSearchRequests: 2,
    });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['no object', 7],
    ['no counts', { total_tokens: 5 }],
    ['a negative count', { input_tokens: -1, output_tokens: 2 }],
    ['a count that is text', { input_tokens: '10', output_tokens: 2 }],
  ])('cannot bill by %s', (_, usage) => {
    expect(usageFromResponses(usage, 1)).toBeUndefined();
  });

  it('believes no cost that provider B names', () => {
    expect(usageFromResponses({ input_tokens: 1, output_tokens: 1, cost: 5 })?.reportedCost).toBeUndefined();
  });
});
