import { asNumber, isJsonObject } from '../exact-json/raw-json.js';

/**
 * Usage of one answer of provider A (wire notes 2.3). `inputTokens` excludes cache traffic, `outputTokens` includes
 * thinking, the two write classes add up to all cache writes.
 */
export interface AnthropicUsage {
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWrite5mTokens: number;
  readonly cacheWrite1hTokens: number;
  readonly outputTokens: number;
  readonly thinkingTokens?: number | undefined;
  readonly webSearchRequests: number;
  readonly webFetchRequests: number;
  /** The speed that was served. */
  readonly speed?: string | undefined;
  readonly serviceTier?: string | undefined;
  /** False as long as the provider has sent no token count at all: zeros are then ours, not the provider's. */
  readonly reported: boolean;
}

/** What one `usage` object said; absent members said nothing. */
export type AnthropicUsageReport = {
  readonly [Member in keyof AnthropicUsage]?: AnthropicUsage[Member] | undefined;
} & {
  /** All cache writes, split or not. */
  readonly cacheWriteTokens?: number | undefined;
};

/** No context window comes near it; a larger count is a broken answer, and its price would be more than the ledger holds. */
const MAX_COUNT = 1_000_000_000;

export const NO_ANTHROPIC_USAGE: AnthropicUsage = {
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWrite5mTokens: 0,
  cacheWrite1hTokens: 0,
  outputTokens: 0,
  webSearchRequests: 0,
  webFetchRequests: 0,
  reported: false,
};

/**
 * Reads a `usage` object of a message, `message_start` or `message_delta`. Never throws: a member that is null, negative,
 * fractional, absurdly large or of another type counts as absent; with such a main count nothing beside it can be trusted.
 */
export function readAnthropicUsage(value: unknown): AnthropicUsageReport {
  if (!isJsonObject(value) || isBroken(value.input_tokens) || isBroken(value.output_tokens)) return {};
  const split = isJsonObject(value.cache_creation) ? value.cache_creation : {};
  const details = isJsonObject(value.output_tokens_details) ? value.output_tokens_details : {};
  const serverTools = isJsonObject(value.server_tool_use) ? value.server_tool_use : {};
  const inputTokens = readCount(value.input_tokens);
  const outputTokens = readCount(value.output_tokens);
  return {
    inputTokens,
    cacheReadTokens: readCount(value.cache_read_input_tokens),
    cacheWriteTokens: readCount(value.cache_creation_input_tokens),
    cacheWrite5mTokens: readCount(split.ephemeral_5m_input_tokens),
    cacheWrite1hTokens: readCount(split.ephemeral_1h_input_tokens),
    outputTokens,
    thinkingTokens: readCount(details.thinking_tokens),
    webSearchRequests: readCount(serverTools.web_search_requests),
    webFetchRequests: readCount(serverTools.web_fetch_requests),
    speed: readWord(value.speed),
    serviceTier: readWord(value.service_tier),
    reported: inputTokens !== undefined || outputTokens !== undefined ? true : undefined,
  };
}

/** The usage after one more report: counts are cumulative, so later ones replace earlier ones; absent ones keep them. */
export function mergeAnthropicUsage(known: AnthropicUsage, report: AnthropicUsageReport): AnthropicUsage {
  const { fiveMinutes, oneHour } = mergeCacheWrites(known, report);
  return {
    inputTokens: report.inputTokens ?? known.inputTokens,
    cacheReadTokens: report.cacheReadTokens ?? known.cacheReadTokens,
    cacheWrite5mTokens: fiveMinutes,
    cacheWrite1hTokens: oneHour,
    outputTokens: report.outputTokens ?? known.outputTokens,
    thinkingTokens: report.thinkingTokens ?? known.thinkingTokens,
    webSearchRequests: report.webSearchRequests ?? known.webSearchRequests,
    webFetchRequests: report.webFetchRequests ?? known.webFetchRequests,
    speed: report.speed ?? known.speed,
    serviceTier: report.serviceTier ?? known.serviceTier,
    reported: report.reported ?? known.reported,
  };
}

/** Uncached input, cache reads and cache writes together. */
export function totalInputTokens(usage: AnthropicUsage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWrite5mTokens + usage.cacheWrite1hTokens;
}

// A total without a split is all 5-minute writes, unless an earlier report told how many 1-hour writes there were.
function mergeCacheWrites(
  known: AnthropicUsage,
  report: AnthropicUsageReport,
): { readonly fiveMinutes: number; readonly oneHour: number } {
  const total = report.cacheWriteTokens;
  const oneHour =
    report.cacheWrite1hTokens ?? Math.min(known.cacheWrite1hTokens, total ?? known.cacheWrite1hTokens);
  const fiveMinutes = report.cacheWrite5mTokens ?? (total === undefined ? known.cacheWrite5mTokens : 0);
  return { fiveMinutes: Math.max(fiveMinutes, (total ?? 0) - oneHour), oneHour };
}

function readCount(value: unknown): number | undefined {
  const count = asNumber(value);
  return count !== undefined && Number.isInteger(count) && count >= 0 && count <= MAX_COUNT
    ? count
    : undefined;
}

function isBroken(value: unknown): boolean {
  return value !== undefined && value !== null && readCount(value) === undefined;
}

function readWord(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
