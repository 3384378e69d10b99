import type { TokenUsage } from './token-usage.js';
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
