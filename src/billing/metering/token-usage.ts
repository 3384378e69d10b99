import type { PicoUsd } from '../../lib/money.js';

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

/** All that the model read, from wherever. */
export function inputTokensOf(usage: TokenUsage): number {
  const { inputTokens, cacheReadTokens, cacheWrite5mTokens, cacheWrite1hTokens } = usage;
  return inputTokens + cacheReadTokens + cacheWrite5mTokens + cacheWrite1hTokens;
}

/** Zeros in every class are no report: the provider read something, at least. */
export function reportedUsage(usage: TokenUsage | undefined): TokenUsage | undefined {
  return usage !== undefined && inputTokensOf(usage) + usage.outputTokens > 0 ? usage : undefined;
}
