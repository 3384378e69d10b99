import { estimateUsage } from '../../billing/estimate-usage.js';
import { anthropicUsage, openAiUsage } from '../../billing/show-usage.js';
import { reportedUsage, type TokenUsage } from '../../billing/token-usage.js';
import { usageFromAnthropic } from '../../billing/usage-from-anthropic.js';
import { usageFromOpenAi } from '../../billing/usage-from-openai.js';
import type { PortionResult } from '../../upstreams/batches/batch-provider.js';
import { writtenInMessage } from '../../wire/anthropic/written-text.js';
import { editMembers, joinBytes } from '../../wire/json-bytes/edit-members.js';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { writtenInCompletion } from '../../wire/openai/written-text.js';
import type { BilledItem } from '../items/item-store.service.js';

export interface BilledAnswer {
  readonly usage: TokenUsage;
  /** The answer's bytes as they came; where the provider told no usage, with ours. */
  readonly response: Buffer | undefined;
}

/** As deep as the lines of a provider may nest. */
const MAX_DEPTH = 500;

/** What an answer is billed by: what the provider counted, or without counts an estimate of its text, as for a live call. */
export function readBilledAnswer(item: BilledItem, { rawUsage, response }: PortionResult): BilledAnswer {
  const isNative = item.kind === 'params' || item.target.upstream === 'provider_a';
  const usage = isNative ? reportedUsage(usageFromAnthropic(rawUsage)) : usageFromOpenAi(rawUsage);
  return usage === undefined ? estimateAnswer(item, response) : { usage, response };
}

function estimateAnswer({ kind, promptBytes }: BilledItem, response: Buffer | undefined): BilledAnswer {
  if (response === undefined) return { usage: estimateUsage({ promptBytes, outputCharacters: 0 }), response };
  const scan = scanTopLevel(response, { maxDepth: MAX_DEPTH, repeatedKeys: 'keep' });
  const written = kind === 'params' ? writtenInMessage(scan) : writtenInCompletion(scan);
  const usage = estimateUsage({ promptBytes, outputCharacters: written });
  const shown = kind === 'params' ? anthropicUsage(usage) : openAiUsage(usage);
  return {
    usage,
    response: joinBytes(editMembers(scan, [{ set: 'usage', json: JSON.stringify(shown) }])),
  };
}
