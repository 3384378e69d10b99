import type { TokenUsage } from './token-usage.js';
import { asUsageFields } from './usage-fields.js';
import { usageFromOpenAi } from './usage-from-openai.js';

/**
 * Reads the `usage` object of a response of provider B, whose counts mean what those of chat mean, under other names.
 * `undefined` when there are no counts that could be billed.
 * @param webSearches calls of its search that are charged for (`NativeOutput`); the usage does not name them
 */
export function usageFromResponses(usage: unknown, webSearches = 0): TokenUsage | undefined {
  const fields = asUsageFields(usage);
  if (fields === undefined) return undefined;
  const counts = usageFromOpenAi({
    prompt_tokens: fields['input_tokens'],
    completion_tokens: fields['output_tokens'],
    prompt_tokens_details: fields['input_tokens_details'],
    completion_tokens_details: fields['output_tokens_details'],
  });
  return counts && { ...counts, webSearchRequests: webSearches };
}
