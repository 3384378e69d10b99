import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../exact-json/parse-exact-json.js';
import {
  mergeAnthropicUsage,
  NO_ANTHROPIC_USAGE,
  readAnthropicUsage,
  totalInputTokens,
} from './anthropic-usage.js';

function read(...usages: unknown[]) {
  return usages.reduce<typeof NO_ANTHROPIC_USAGE>(
    (known, usage) => mergeAnthropicUsage(known, readAnthropicUsage(usage)),
    NO_ANTHROPIC_USAGE,
  );
}

describe('usage of provider A', () => {
  it('reads every class apart', () => {
    const usage = read({
      input_tokens: 10,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_5m_input_tokens: 12, ephemeral_1h_input_tokens: 18 },
      output_tokens: 40,
      output_tokens_details: { thinking_tokens: 7 },
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 3 },
      service_tier: 'standard',
      speed: 'fast',
    });
    expect(usage).toEqual({
      inputTokens: 10,
      cacheReadTokens: 20,
      cacheWrite5mTokens: 12,
      cacheWrite1hTokens: 18,
      outputTokens: 40,
      thinkingTokens: 7,
      webSearchRequests: 2,
      webFetchRequests: 3,
      serviceTier: 'standard',
      speed: 'fast',
      reported: true,
    });
    expect(totalInputTokens(usage)).toBe(60);
  });

  it.each([
    ['a total without split is all 5-minute writes', [{ cache_creation_input_tokens: 30 }], 30, 0],
    ['a null split is no split', [{ cache_creation_input_tokens: 30, cache_creation: null }], 30, 0],
    [
      'a split without total',
      [{ cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2 } }],
      1,
      2,
    ],
    [
      'half a split',
      [{ cache_creation_input_tokens: 30, cache_creation: { ephemeral_1h_input_tokens: 20 } }],
      10,
      20,
    ],
    [
      'a total that repeats without its split keeps the split',
      [
        {
          cache_creation_input_tokens: 30,
          cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
        },
        { cache_creation_input_tokens: 30 },
      ],
      10,
      20,
    ],
    [
      'a total that grows adds 5-minute writes',
      [
        {
          cache_creation_input_tokens: 20,
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 20 },
        },
        { cache_creation_input_tokens: 35 },
      ],
      15,
      20,
    ],
    [
      'a later report without writes keeps them',
      [{ cache_creation_input_tokens: 30 }, { output_tokens: 5 }],
      30,
      0,
    ],
  ])('%s', (_name, usages, fiveMinutes, oneHour) => {
    const usage = read(...usages);
    expect([usage.cacheWrite5mTokens, usage.cacheWrite1hTokens]).toEqual([fiveMinutes, oneHour]);
  });

  it('replaces cumulative counts and keeps what a later report leaves null or out', () => {
    const usage = read(
      { input_tokens: 100, output_tokens: 1, cache_read_input_tokens: 5 },
      { input_tokens: null, output_tokens: 20 },
      { output_tokens: 50, cache_read_input_tokens: null },
    );
    expect(usage).toMatchObject({ inputTokens: 100, outputTokens: 50, cacheReadTokens: 5, reported: true });
  });

  it.each([
    null,
    undefined,
    5,
    'x',
    [],
    {},
    { input_tokens: null },
    { output_tokens: '5' },
    { input_tokens: -1, output_tokens: 5 },
    { input_tokens: 5, output_tokens: 1.5 },
  ])('knows that %j reports nothing', (usage) => {
    expect(read(usage)).toEqual(NO_ANTHROPIC_USAGE);
  });

  it.each([Number.NaN, -1, 1.5, 1_000_000_001, 2 ** 53, Infinity, '7', true, {}, []])(
    'takes a count of %j for absent',
    (count) => {
      expect(read({ input_tokens: 3 }, { input_tokens: count }).inputTokens).toBe(3);
    },
  );

  it('reads counts written as 1e2 or 5.0', () => {
    expect(read(parseExactJson('{"input_tokens":1e2,"output_tokens":5.0}'))).toMatchObject({
      inputTokens: 100,
      outputTokens: 5,
    });
  });
});
