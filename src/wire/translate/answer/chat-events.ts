import type { AnthropicUsage } from '../../anthropic/anthropic-usage.js';
import type { JsonObject } from '../../exact-json/raw-json.js';

export interface ChunkError {
  readonly message: string;
  readonly type: string;
  readonly param: null;
  readonly code: string | null;
}

/**
 * Whom a translator tells of an answer in the terms of chat, event by event: who prints it as a chat stream, or who says it in other
 * words without going by way of one. Literals are JSON text between the quotes, never empty: mostly they can be copied as they stand.
 */
export interface ChatEventWriter {
  /** The answer begins; told once, also by any other event that comes before it. */
  start(messageId: unknown): void;
  writeText(literal: string): void;
  /** Readable thinking of which the block comes later. */
  writeReasoning(literal: string): void;
  /** A block of thinking in provider A's shape, whole. */
  writeThinkingBlock(block: JsonObject): void;
  /** A tool call begins, its arguments still to come. */
  writeCall(index: number, call: { readonly id: string; readonly name: string }): void;
  /** More of a call's arguments. */
  writeArguments(index: number, literal: string): void;
  /** Provider A's word for why the answer ends. @param refusal why it was one */
  writeFinish(stopReason: string | null, refusal: string | null): void;
  /** The answer was told to its end. */
  writeEnd(usage: AnthropicUsage): void;
  /** It breaks off. */
  writeError(error: ChunkError): void;
  /** What was written since the last call. */
  takeBytes(): Buffer | undefined;
}

/** What stands between the quotes of a text's JSON string. */
export function literalOf(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
