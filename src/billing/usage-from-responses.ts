import type { TokenUsage } from './token-usage.js';
import { asUsageFields, isBrokenCount, readCount } from './usage-fields.js';

/**
 * Reads the `usage` object of provider B's Responses API: `input_tokens` includes cached and written tokens, `output_tokens`
 * reasoning. Searches stand in the output and not here. `undefined` when there are no counts that could be billed.
 */
export function usageFromResponses(usage: unknown): TokenUsage | undefined {
  const fields = asUsageFields(usage);
  if (!fields || isBrokenCount(fields, 'input_tokens') || isBrokenCount(fields, 'output_tokens'))
    return undefined;
  const input = readCount(fields, 'input_tokens');
  const output = readCount(fields, 'output_tokens');
  if (input === undefined && output === undefined) return undefined;
  const inputTokens = input ?? 0;
  const outputTokens = output ?? 0;
  const details = asUsageFields(fields['input_tokens_details']);
  const cacheReadTokens = Math.min(readCount(details, 'cached_tokens') ?? 0, inputTokens);
  const cacheWrite5mTokens = Math.min(
    readCount(details, 'cache_write_tokens') ?? 0,
    inputTokens - cacheReadTokens,
  );
  const reasoningTokens = readCount(asUsageFields(fields['output_tokens_details']), 'reasoning_tokens');
  return {
    inputTokens: inputTokens - cacheReadTokens - cacheWrite5mTokens,
    cacheReadTokens,
    cacheWrite5mTokens,
    cacheWrite1hTokens: 0,
    outputTokens,
    reasoningTokens: reasoningTokens === undefined ? undefined : Math.min(reasoningTokens, outputTokens),
    webSearchRequests: 0,
    servedFast: false,
    reportedCost: undefined,
    estimated: false,
  };
}
