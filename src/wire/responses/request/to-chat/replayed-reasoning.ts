import { isJsonObject } from '../../../exact-json/raw-json.js';
import type { ToChatInput } from '../chat-form.js';

/**
 * A thinking block as the upstream is told of it again: provider A in its own shape, unmodified, others as an entry of
 * `reasoning_details`. `undefined`: it cannot be told of it.
 */
export function toReplayedThinking(details: unknown, upstream: ToChatInput['upstream']): unknown {
  if (!isJsonObject(details)) return undefined;
  const isOwnShape = details['type'] === 'thinking' || details['type'] === 'redacted_thinking';
  if (upstream !== 'provider_a') return isOwnShape ? undefined : details;
  if (isOwnShape) return details;
  const { format, text, signature, data, type } = details;
  if (typeof format === 'string' && !format.startsWith('anthropic')) return undefined;
  if (type === 'reasoning.text') return { type: 'thinking', thinking: text ?? '', signature };
  return type === 'reasoning.encrypted' ? { type: 'redacted_thinking', data } : undefined;
}

/** Whether it is signed by provider A, whose later models take it back behind the very prompt alone that it was made behind. */
export function isBoundToPrompt(thinking: unknown): boolean {
  if (!isJsonObject(thinking)) return false;
  const { type, format } = thinking;
  if (type === 'thinking' || type === 'redacted_thinking') return true;
  return typeof format === 'string' && format.startsWith('anthropic');
}
