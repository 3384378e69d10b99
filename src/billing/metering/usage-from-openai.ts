import { usdFromNumber, type PicoUsd } from '../../lib/money.js';
import type { TokenUsage } from './token-usage.js';
import { asUsageFields, isBrokenCount, readCount, type UsageFields } from './usage-fields.js';

/** No single call comes near it; a larger total is a broken answer. */
const MAX_REPORTED_COST_USD = 10_000;

/**
 * Reads the `usage` object of provider B, the hosted provider or the marketplace (wire notes 4 and 6).
 * `prompt_tokens` includes cached and written tokens; here the classes are apart, and together never more than it.
 * `undefined` when there are no counts that could be billed: the caller then estimates the tokens and keeps
 * `readReportedCost`. A cost without counts is no usage, for a model billed at our own price would come out as free.
 */
export function usageFromOpenAi(usage: unknown): TokenUsage | undefined {
  const fields = asUsageFields(usage);
  const counts = fields && readMainCounts(fields);
  if (!counts) return undefined;
  const { promptTokens, outputTokens } = counts;
  const reportedCost = readReportedCost(usage);
  const details = asUsageFields(fields['prompt_tokens_details']);
  const cacheReadTokens = Math.min(readCount(details, 'cached_tokens') ?? 0, promptTokens);
  const cacheWrite5mTokens = Math.min(
    readCount(details, 'cache_write_tokens') ?? 0,
    promptTokens - cacheReadTokens,
  );
  const reasoningTokens = readCount(asUsageFields(fields['completion_tokens_details']), 'reasoning_tokens');
  return {
    inputTokens: promptTokens - cacheReadTokens - cacheWrite5mTokens,
    cacheReadTokens,
    cacheWrite5mTokens,
    cacheWrite1hTokens: 0,
    outputTokens,
    reasoningTokens: reasoningTokens === undefined ? undefined : Math.min(reasoningTokens, outputTokens),
    webSearchRequests: 0,
    servedFast: false,
    reportedCost,
    estimated: false,
  };
}

/** The marketplace's total of a `usage` object, exact; `undefined` when it names none that can be believed. */
export function readReportedCost(usage: unknown): PicoUsd | undefined {
  const cost = asUsageFields(usage)?.['cost'];
  if (typeof cost !== 'number' || !(cost >= 0 && cost <= MAX_REPORTED_COST_USD)) return undefined;
  return usdFromNumber(cost);
}

function readMainCounts(fields: UsageFields): { promptTokens: number; outputTokens: number } | undefined {
  if (isBrokenCount(fields, 'prompt_tokens') || isBrokenCount(fields, 'completion_tokens')) return undefined;
  const prompt = readCount(fields, 'prompt_tokens');
  const output = readCount(fields, 'completion_tokens');
  if (prompt !== undefined || output !== undefined)
    return { promptTokens: prompt ?? 0, outputTokens: output ?? 0 };
  // Some hosts count an embedding call in `total_tokens` only.
  const total = readCount(fields, 'total_tokens');
  return total === undefined ? undefined : { promptTokens: total, outputTokens: 0 };
}
