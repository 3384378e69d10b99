import { estimateUsage } from '../../billing/prices/estimate-usage.js';
import { anthropicUsage, openAiUsage } from '../../billing/usage/show-usage.js';
import { inputTokensOf, reportedUsage, type TokenUsage } from '../../billing/metering/token-usage.js';
import { usageFromAnthropic } from '../../billing/metering/usage-from-anthropic.js';
import { usageFromOpenAi } from '../../billing/metering/usage-from-openai.js';
import { usageFromResponses } from '../../billing/metering/usage-from-responses.js';
import type { PortionResult } from '../../upstreams/batches/batch-provider.js';
import { writtenInMessage } from '../../wire/anthropic/written-text.js';
import { editMembers, joinBytes } from '../../wire/json-bytes/edit-members.js';
import { scanTopLevel, type TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { writtenInCompletion } from '../../wire/openai/written-text.js';
import { readNativeResponse } from '../../wire/responses/answer/native/read-native-response.js';
import type { BilledItem } from '../items/item-store.service.js';

export interface BilledAnswer {
  readonly usage: TokenUsage;
  /** The answer's bytes as they came; where the provider told no usage, with ours. */
  readonly response: Buffer | undefined;
}

/** As deep as the lines of a provider may nest. */
const MAX_DEPTH = 500;

/** What an answer is billed by: what the provider counted, or without counts an estimate of its text, as for a live call. */
export function readBilledAnswer(item: BilledItem, result: PortionResult): BilledAnswer {
  const { response } = result;
  const usage = usageOf(item, result);
  return usage === undefined ? estimateAnswer(item, response) : { usage, response };
}

function usageOf(
  { kind, target }: BilledItem,
  { rawUsage, response }: PortionResult,
): TokenUsage | undefined {
  if (kind === 'responses') return usageFromResponses(rawUsage, searchesIn(response));
  const isNative = kind === 'params' || target.upstream === 'provider_a';
  return isNative ? reportedUsage(usageFromAnthropic(rawUsage)) : usageFromOpenAi(rawUsage);
}

function searchesIn(response: Buffer | undefined): number {
  return response === undefined ? 0 : readNativeResponse(scanAnswer(response)).webSearches;
}

function estimateAnswer({ kind, promptBytes }: BilledItem, response: Buffer | undefined): BilledAnswer {
  if (response === undefined) return { usage: estimateUsage({ promptBytes, outputCharacters: 0 }), response };
  const scan = scanAnswer(response);
  const estimated = estimateUsage({ promptBytes, outputCharacters: writtenIn(scan, kind) });
  const usage = kind === 'responses' ? { ...estimated, webSearchRequests: searchesIn(response) } : estimated;
  return {
    usage,
    response: joinBytes(editMembers(scan, [{ set: 'usage', json: JSON.stringify(shownUsage(usage, kind)) }])),
  };
}

function writtenIn(scan: TopLevelMembers, kind: BilledItem['kind']): number {
  switch (kind) {
    case 'body':
      return writtenInCompletion(scan);
    case 'params':
      return writtenInMessage(scan);
    case 'responses':
      return readNativeResponse(scan).outputBytes;
    // Vectors are not written.
    case 'embeddings':
      return 0;
  }
}

function shownUsage(usage: TokenUsage, kind: BilledItem['kind']): Record<string, number> {
  const input = inputTokensOf(usage);
  switch (kind) {
    case 'body':
      return openAiUsage(usage);
    case 'params':
      return anthropicUsage(usage);
    case 'responses':
      return { ...anthropicUsage(usage), total_tokens: input + usage.outputTokens };
    case 'embeddings':
      return { prompt_tokens: input, total_tokens: input };
  }
}

function scanAnswer(response: Buffer): TopLevelMembers {
  return scanTopLevel(response, { maxDepth: MAX_DEPTH, repeatedKeys: 'keep' });
}
