import type { PicoUsd } from '../lib/money.js';

/**
 * What one attempt used, classes kept apart from the first parse on.
 * `inputTokens` is uncached input only: provider A reports it so, provider B's `prompt_tokens` includes the cached classes.
 */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWrite5mTokens: number;
  readonly cacheWrite1hTokens: number;
  /** Includes thinking. */
  readonly outputTokens: number;
  readonly reasoningTokens?: number | undefined;
  readonly webSearchRequests: number;
  /** The speed that the answer says was served, not the one asked for. */
  readonly servedFast: boolean;
  /** The marketplace's own total for the call. */
  readonly reportedCost?: PicoUsd | undefined;
  /** True when the provider sent no usage and the counts are ours. */
  readonly estimated: boolean;
}

export const NO_USAGE: TokenUsage = {
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWrite5mTokens: 0,
  cacheWrite1hTokens: 0,
  outputTokens: 0,
  webSearchRequests: 0,
  servedFast: false,
  estimated: false,
};
