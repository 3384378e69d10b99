import { inputTokensOf, NO_USAGE, type TokenUsage } from '../metering/token-usage.js';

/** Counts of ours as provider B's `usage`. */
export function openAiUsage(usage: TokenUsage = NO_USAGE): Record<string, number> {
  const prompt = inputTokensOf(usage);
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.outputTokens,
    total_tokens: prompt + usage.outputTokens,
  };
}

/** Counts of ours as provider A's `usage`. */
export function anthropicUsage(usage: TokenUsage): Record<string, number> {
  return { input_tokens: inputTokensOf(usage), output_tokens: usage.outputTokens };
}
