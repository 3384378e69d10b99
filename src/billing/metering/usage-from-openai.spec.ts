import { describe, expect, it } from 'vitest';
import { NO_USAGE } from './token-usage.js';
import { readReportedCost, usageFromOpenAi } from './usage-from-openai.js';

describe('usageFromOpenAi', () => {
  it('splits cached and written tokens out of the prompt', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 5 },
    };
    expect(usageFromOpenAi(usage)).toEqual({
      ...NO_USAGE,
      inputTokens: 10,
      cacheReadTokens: 60,
      cacheWrite5mTokens: 30,
      outputTokens: 20,
      reasoningTokens: 5,
    });
  });

  it.each<[string, unknown, object]>([
    [
      'more cached than sent',
      { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 99, cache_write_tokens: 99 } },
      { inputTokens: 0, cacheReadTokens: 10, cacheWrite5mTokens: 0 },
    ],
    [
      'more written than is left',
      { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 99 } },
      { inputTokens: 0, cacheReadTokens: 4, cacheWrite5mTokens: 6 },
    ],
    [
      'broken details',
      { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: -5, cache_write_tokens: 'x' } },
      { inputTokens: 10, cacheReadTokens: 0, cacheWrite5mTokens: 0 },
    ],
    [
      'null details',
      {
        prompt_tokens: 10,
        completion_tokens: 1,
        prompt_tokens_details: null,
        completion_tokens_details: null,
      },
      { inputTokens: 10, outputTokens: 1 },
    ],
    [
      'more reasoning than output',
      { prompt_tokens: 1, completion_tokens: 3, completion_tokens_details: { reasoning_tokens: 9 } },
      { outputTokens: 3, reasoningTokens: 3 },
    ],
    ['an embedding answer', { prompt_tokens: 8, total_tokens: 8 }, { inputTokens: 8, outputTokens: 0 }],
    ['a total only', { total_tokens: 8 }, { inputTokens: 8, outputTokens: 0 }],
    ['a null completion', { prompt_tokens: 8, completion_tokens: null }, { inputTokens: 8, outputTokens: 0 }],
  ])('reads %s', (_what, usage, expected) => {
    expect(usageFromOpenAi(usage)).toMatchObject({ ...expected, estimated: false });
  });

  it.each([
    [0.00012345, 123_450_000n],
    [2.55e-6, 2_550_000n],
    [1e-13, 0n],
    [0, 0n],
    [9_999.5, 9_999_500_000_000_000n],
  ])('reads the reported cost %s exactly and ignores its breakdown', (cost, expected) => {
    const usage = {
      prompt_tokens: 1,
      completion_tokens: 1,
      cost,
      cost_details: { upstream_inference_cost: cost },
    };
    expect(usageFromOpenAi(usage)?.reportedCost).toBe(expected);
  });

  it.each([-0.1, Number.NaN, Infinity, 1e300, 10_001, '0.5', null, {}, true])(
    'ignores the reported cost %j',
    (cost) => {
      expect(usageFromOpenAi({ prompt_tokens: 1, completion_tokens: 1, cost })?.reportedCost).toBeUndefined();
    },
  );

  it('leaves a cost without billable counts to the estimate, so that it is never usage of zero tokens', () => {
    const usage = { prompt_tokens: -1, cost: 0.5 };
    expect(usageFromOpenAi(usage)).toBeUndefined();
    expect(readReportedCost(usage)).toBe(500_000_000_000n);
    expect(readReportedCost(null)).toBeUndefined();
  });

  it.each([
    undefined,
    null,
    1,
    'text',
    [],
    {},
    { prompt_tokens: null },
    { prompt_tokens: '10' },
    { prompt_tokens: -1, completion_tokens: 5 },
    { prompt_tokens: 10, completion_tokens: 1.5 },
    { prompt_tokens: 10, completion_tokens: 1e300 },
    { prompt_tokens: Number.NaN },
    { prompt_tokens: 2 ** 53 },
  ])('finds nothing to bill in %j', (usage) => {
    expect(usageFromOpenAi(usage)).toBeUndefined();
  });
});
