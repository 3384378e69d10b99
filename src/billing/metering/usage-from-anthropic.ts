import type { TokenUsage } from './token-usage.js';
import { asUsageFields, isBrokenCount, readCount, type UsageFields } from './usage-fields.js';

/** Iterations whose tokens provider A leaves out of the top-level numbers, although it bills them. */
const UNCOUNTED_ITERATION = 'compaction';

type TokenClasses = Pick<
  TokenUsage,
  'inputTokens' | 'cacheReadTokens' | 'cacheWrite5mTokens' | 'cacheWrite1hTokens' | 'outputTokens'
>;

/**
 * Reads the `usage` object of provider A (wire notes 2.3 and 5), of a whole answer or merged from a stream's events.
 * `input_tokens` excludes cache traffic. Cache writes without a split count as 5-minute writes.
 * `undefined` when there is nothing that could be billed: the caller then estimates.
 */
export function usageFromAnthropic(usage: unknown): TokenUsage | undefined {
  const fields = asUsageFields(usage);
  if (!fields || isBrokenCount(fields, 'input_tokens') || isBrokenCount(fields, 'output_tokens'))
    return undefined;
  if (readCount(fields, 'input_tokens') === undefined && readCount(fields, 'output_tokens') === undefined) {
    return undefined;
  }
  const classes = readIterations(fields).reduce(addClasses, readClasses(fields));
  const reasoningTokens = readCount(asUsageFields(fields['output_tokens_details']), 'thinking_tokens');
  return {
    inputTokens: classes.inputTokens,
    cacheReadTokens: classes.cacheReadTokens,
    cacheWrite5mTokens: classes.cacheWrite5mTokens,
    cacheWrite1hTokens: classes.cacheWrite1hTokens,
    outputTokens: classes.outputTokens,
    reasoningTokens:
      reasoningTokens === undefined ? undefined : Math.min(reasoningTokens, classes.outputTokens),
    webSearchRequests: readCount(asUsageFields(fields['server_tool_use']), 'web_search_requests') ?? 0,
    servedFast: fields['speed'] === 'fast',
    reportedCost: undefined,
    estimated: false,
  };
}

function readClasses(fields: UsageFields): TokenClasses {
  const split = asUsageFields(fields['cache_creation']);
  const cacheWrite1hTokens = readCount(split, 'ephemeral_1h_input_tokens') ?? 0;
  const written = readCount(fields, 'cache_creation_input_tokens') ?? 0;
  const cacheWrite5mTokens = readCount(split, 'ephemeral_5m_input_tokens') ?? 0;
  return {
    inputTokens: readCount(fields, 'input_tokens') ?? 0,
    cacheReadTokens: readCount(fields, 'cache_read_input_tokens') ?? 0,
    // What the split does not explain of the total is the cheaper kind.
    cacheWrite5mTokens: Math.max(cacheWrite5mTokens, written - cacheWrite1hTokens),
    cacheWrite1hTokens,
    outputTokens: readCount(fields, 'output_tokens') ?? 0,
  };
}

function readIterations(fields: UsageFields): TokenClasses[] {
  const iterations: unknown = fields['iterations'];
  if (!Array.isArray(iterations)) return [];
  return iterations
    .map(asUsageFields)
    .filter((one): one is UsageFields => one?.['type'] === UNCOUNTED_ITERATION)
    .map(readClasses);
}

function addClasses(sum: TokenClasses, more: TokenClasses): TokenClasses {
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    cacheReadTokens: sum.cacheReadTokens + more.cacheReadTokens,
    cacheWrite5mTokens: sum.cacheWrite5mTokens + more.cacheWrite5mTokens,
    cacheWrite1hTokens: sum.cacheWrite1hTokens + more.cacheWrite1hTokens,
    outputTokens: sum.outputTokens + more.outputTokens,
  };
}
