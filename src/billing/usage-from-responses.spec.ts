import { describe, expect, it } from 'vitest';
import { usageFromResponses } from './usage-from-responses.js';

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
  output_tokens: 40,
  output_tokens_details: { reasoning_tokens: 25 },
  total_tokens: 140,
};

describe('usageFromResponses', () => {
  it('keeps the classes apart', () => {
    expect(usageFromResponses(USAGE, 2)).toMatchObject({
      inputTokens: 10,
      cacheReadTokens: 60,
      cacheWrite5mTokens: 30,
      outputTokens: 40,
      reasoningTokens: 25,
      webSearchRequests: 2,
      estimated: false,
    });
  });

  it.each([null, {}, { input_tokens: -1, output_tokens: 5 }, { total_tokens: 5 }, 'x'])(
    'reads nothing that could be billed from %j',
    (usage) => {
      expect(usageFromResponses(usage, 1)).toBeUndefined();
    },
  );
});
