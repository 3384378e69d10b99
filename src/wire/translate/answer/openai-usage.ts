import { totalInputTokens } from '../../anthropic/anthropic-usage.js';
import type { AnthropicUsage } from '../../anthropic/anthropic-usage.js';

/** `usage` in provider B's shape: `prompt_tokens` includes the cached classes (wire notes 2.3). */
export interface OpenAiUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details: { readonly cached_tokens: number; readonly cache_write_tokens: number };
  readonly completion_tokens_details?: { readonly reasoning_tokens: number };
}

/** Provider B's usage object, or `undefined` when provider A reported nothing: zeros would be a claim. */
export function toOpenAiUsage(usage: AnthropicUsage): OpenAiUsage | undefined {
  if (!usage.reported) return undefined;
  const promptTokens = totalInputTokens(usage);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: promptTokens + usage.outputTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWrite5mTokens + usage.cacheWrite1hTokens,
    },
    ...(usage.thinkingTokens !== undefined && {
      completion_tokens_details: { reasoning_tokens: usage.thinkingTokens },
    }),
  };
}

/** Provider B's word for the tier that served; it has none for a batch. */
export function toOpenAiServiceTier(serviceTier: string | undefined): 'default' | 'priority' | undefined {
  if (serviceTier === 'standard') return 'default';
  return serviceTier === 'priority' ? 'priority' : undefined;
}
