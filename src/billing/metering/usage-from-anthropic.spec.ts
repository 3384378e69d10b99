import { describe, expect, it } from 'vitest';
import { NO_USAGE } from './token-usage.js';
import { usageFromAnthropic } from './usage-from-anthropic.js';

describe('usageFromAnthropic', () => {
  it('keeps every class apart', () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 200,
      cache_creation_input_tokens: 3_000,
      cache_creation: { ephemeral_5m_input_tokens: 1_000, ephemeral_1h_input_tokens: 2_000 },
      output_tokens: 50,
      output_tokens_details: { thinking_tokens: 40 },
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 7 },
      service_tier: 'standard',
      speed: 'fast',
    };
    expect(usageFromAnthropic(usage)).toEqual({
      inputTokens: 10,
      cacheReadTokens: 200,
      cacheWrite5mTokens: 1_000,
      cacheWrite1hTokens: 2_000,
      outputTokens: 50,
      reasoningTokens: 40,
      webSearchRequests: 2,
      servedFast: true,
      estimated: false,
    });
  });

  it.each<[string, object, object]>([
    [
      'writes without a split as 5-minute writes',
      { cache_creation_input_tokens: 9 },
      { cacheWrite5mTokens: 9, cacheWrite1hTokens: 0 },
    ],
    [
      'writes with a null split as 5-minute writes',
      { cache_creation_input_tokens: 9, cache_creation: null },
      { cacheWrite5mTokens: 9, cacheWrite1hTokens: 0 },
    ],
    [
      'what the split leaves open as 5-minute writes',
      { cache_creation_input_tokens: 9, cache_creation: { ephemeral_1h_input_tokens: 4 } },
      { cacheWrite5mTokens: 5, cacheWrite1hTokens: 4 },
    ],
    [
      'a split without the total',
      { cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 } },
      { cacheWrite5mTokens: 3, cacheWrite1hTokens: 4 },
    ],
    [
      'null fields as absent',
      { cache_read_input_tokens: null, server_tool_use: null, output_tokens_details: null, speed: null },
      { cacheReadTokens: 0, webSearchRequests: 0, servedFast: false },
    ],
    [
      'broken side counts as absent',
      { cache_read_input_tokens: -4, server_tool_use: { web_search_requests: 'many' } },
      { cacheReadTokens: 0, webSearchRequests: 0 },
    ],
    ['standard speed as not fast', { speed: 'standard' }, { servedFast: false }],
  ])('reads %s', (_what, more, expected) => {
    expect(usageFromAnthropic({ input_tokens: 1, output_tokens: 1, ...more })).toMatchObject(expected);
  });

  it('adds compaction, which the top-level numbers leave out, and nothing else twice', () => {
    const iterations = [
      { type: 'compaction', input_tokens: 1_000, output_tokens: 100, cache_read_input_tokens: 7 },
      { type: 'message', input_tokens: 10, output_tokens: 5 },
      null,
      'text',
    ];
    expect(usageFromAnthropic({ input_tokens: 10, output_tokens: 5, iterations })).toEqual({
      ...NO_USAGE,
      inputTokens: 1_010,
      cacheReadTokens: 7,
      outputTokens: 105,
    });
  });

  it('reads the start of a stream, where there is no output yet', () => {
    expect(usageFromAnthropic({ input_tokens: 12 })).toEqual({ ...NO_USAGE, inputTokens: 12 });
  });

  it.each([
    undefined,
    null,
    [],
    'text',
    {},
    { input_tokens: null },
    { input_tokens: '5', output_tokens: 1 },
    { input_tokens: -1, output_tokens: 1 },
    { input_tokens: 1, output_tokens: Number.NaN },
    { input_tokens: 2 ** 53, output_tokens: 1 },
  ])('finds nothing to bill in %j', (usage) => {
    expect(usageFromAnthropic(usage)).toBeUndefined();
  });
});
