import { isJsonObject, type JsonObject } from '../../../exact-json/raw-json.js';

/** What provider A's blocks are called in `reasoning_details`. */
const FORMAT = 'anthropic-claude-v1';

/** What can be read of an entry of `reasoning_details`. */
export function readableText(entry: JsonObject): string {
  const text = entry.type === 'reasoning.summary' ? entry.summary : entry.text;
  return typeof text === 'string' ? text : '';
}

export interface ThinkingBlock {
  readonly text: string;
  /** An entry of `reasoning_details` that says the same; absent for thinking without a signature, which nobody takes back. */
  readonly entry: JsonObject | undefined;
}

/** A block of `thinking_blocks`, which has provider A's shape; undefined for one that says nothing. */
export function readThinkingBlock(value: unknown): ThinkingBlock | undefined {
  if (!isJsonObject(value)) return undefined;
  if (value.type === 'redacted_thinking') {
    const { data } = value;
    if (typeof data !== 'string' || data === '') return undefined;
    return { text: '', entry: { type: 'reasoning.encrypted', data, format: FORMAT } };
  }
  const { thinking, signature } = value;
  const text = typeof thinking === 'string' ? thinking : '';
  const isSigned = typeof signature === 'string' && signature !== '';
  if (!isSigned && text === '') return undefined;
  return { text, entry: isSigned ? { type: 'reasoning.text', text, signature, format: FORMAT } : undefined };
}
