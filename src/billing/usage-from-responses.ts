import { inputTokensOf, type TokenUsage } from './token-usage.js';
import { asUsageFields } from './usage-fields.js';
import { usageFromOpenAi } from './usage-from-openai.js';

/**
 * Reads the `usage` object of a response of the Responses API (wire notes of Responses 2): the classes of chat completions under
 * other names. `undefined` when there are no counts that could be billed.
 * @param webSearches how many searches it ran, which the object does not say
 */
export function usageFromResponses(usage: unknown, webSearches: number): TokenUsage | undefined {
  const fields = asUsageFields(usage);
  const counts =
    fields &&
    usageFromOpenAi({
      prompt_tokens: fields['input_tokens'],
      completion_tokens: fields['output_tokens'],
      prompt_tokens_details: fields['input_tokens_details'],
      completion_tokens_details: fields['output_tokens_details'],
    });
  return counts && webSearches > 0 ? { ...counts, webSearchRequests: webSearches } : counts;
}

/** Counts of ours as the `usage` of a response. Clients need the three totals and the details. */
export function responsesUsage(usage: TokenUsage): Record<string, unknown> {
  const input = inputTokensOf(usage);
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWrite5mTokens + usage.cacheWrite1hTokens,
    },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: input + usage.outputTokens,
  };
}
