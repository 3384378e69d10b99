import type { RedactedThinkingBlock, ThinkingBlock } from '../../anthropic/messages-request.js';
import { isJsonObject } from '../../exact-json/raw-json.js';
import type { JsonObject } from '../../exact-json/raw-json.js';

export type ReplayedBlock = ThinkingBlock | RedactedThinkingBlock;

/**
 * The thinking blocks that an assistant message carries, in order and unmodified (wire notes 1.5): from
 * `thinking_blocks`, else from `reasoning_details`. Thinking without a signature cannot be replayed and is left out.
 */
export function readReplayedThinking(message: JsonObject): ReplayedBlock[] {
  const blocks = readBlocks(message.thinking_blocks, toThinkingBlock);
  return blocks.length > 0 ? blocks : readBlocks(message.reasoning_details, fromReasoningDetail);
}

/** The same for one part of `content` in provider A's shape. */
export function toThinkingBlock(value: unknown): ReplayedBlock | undefined {
  if (!isJsonObject(value)) return undefined;
  if (value.type === 'thinking') return signedThinking(value.thinking, value.signature);
  if (value.type === 'redacted_thinking') return redactedThinking(value.data);
  return undefined;
}

// The marketplace's shape; details of other vendors carry formats of their own, which provider A would refuse.
function fromReasoningDetail(value: unknown): ReplayedBlock | undefined {
  if (!isJsonObject(value)) return undefined;
  if (typeof value.format === 'string' && !value.format.startsWith('anthropic')) return undefined;
  if (value.type === 'reasoning.text') return signedThinking(value.text, value.signature);
  if (value.type === 'reasoning.encrypted') return redactedThinking(value.data);
  return undefined;
}

function signedThinking(thinking: unknown, signature: unknown): ThinkingBlock | undefined {
  if (typeof signature !== 'string' || signature === '') return undefined;
  return { type: 'thinking', thinking: typeof thinking === 'string' ? thinking : '', signature };
}

function redactedThinking(data: unknown): RedactedThinkingBlock | undefined {
  return typeof data === 'string' && data !== '' ? { type: 'redacted_thinking', data } : undefined;
}

function readBlocks(value: unknown, read: (item: unknown) => ReplayedBlock | undefined): ReplayedBlock[] {
  if (!Array.isArray(value)) return [];
  return value.map((item) => read(item)).filter((block) => block !== undefined);
}
