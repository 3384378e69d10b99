import type { TokenUsage } from '../../billing/metering/token-usage.js';
import type { AnthropicUsage } from '../../wire/anthropic/anthropic-usage.js';

/** Provider A's counts as the bill knows them: its `input_tokens` excludes cached ones already. */
export function tokenUsageOf(usage: AnthropicUsage): TokenUsage {
  return {
    inputTokens: usage.inputTokens,
    cacheReadTokens: usage.cacheReadTokens,
    cacheWrite5mTokens: usage.cacheWrite5mTokens,
    cacheWrite1hTokens: usage.cacheWrite1hTokens,
    outputTokens: usage.outputTokens,
    reasoningTokens: usage.thinkingTokens,
    webSearchRequests: usage.webSearchRequests,
    servedFast: usage.speed === 'fast',
    estimated: false,
  };
}
