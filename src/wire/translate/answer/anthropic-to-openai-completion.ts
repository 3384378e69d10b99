import {
  mergeAnthropicUsage,
  NO_ANTHROPIC_USAGE,
  readAnthropicUsage,
} from '../../anthropic/anthropic-usage.js';
import type { AnthropicUsage } from '../../anthropic/anthropic-usage.js';
import { parseExactJson } from '../../exact-json/parse-exact-json.js';
import { printExactJson, printExactJsonBytes } from '../../exact-json/print-exact-json.js';
import { isJsonObject } from '../../exact-json/raw-json.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import { completionId } from './completion-id.js';
import { toFinishReason } from './finish-reason.js';
import { toOpenAiServiceTier, toOpenAiUsage } from './openai-usage.js';
import { partsOutOfOrder, type AnswerPart } from './parts-in-order.js';
import { toRefusalText } from './refusal-text.js';
import { toUrlCitations } from './url-citations.js';

export interface TranslateMessageInputs {
  /** The body of provider A's answer. */
  readonly answer: Buffer;
  /** The id we served, as the caller would write it. */
  readonly model: string;
  /** Unix seconds. */
  readonly createdSeconds: number;
  /** The request spoke of `functions`, not of `tools`: the call is `function_call`. */
  readonly legacyFunctions?: boolean;
  /** Told the signature (of redacted thinking the data) of each block of thinking that the caller gets. */
  readonly onSignedThinking?: (proof: string) => void;
}

export interface TranslatedMessage {
  /** A `chat.completion`; without `usage` when provider A sent none. */
  readonly bytes: Buffer;
  readonly usage: AnthropicUsage;
  readonly stopReason: string | null;
  /** Where its thinking, texts and calls stand in an order that the completion cannot tell. */
  readonly parts: readonly AnswerPart[] | undefined;
}

/** Provider A answered with something that is no message. */
export class UnreadableAnswerError extends Error {
  constructor(cause?: unknown) {
    super('the upstream answered with something that is not a message object', { cause });
    this.name = 'UnreadableAnswerError';
  }
}

/**
 * Translates provider A's message into provider B's `chat.completion` (wire notes 2.1, 2.3). Numbers in tool inputs keep
 * their literals; blocks that we do not know are passed over.
 * @throws UnreadableAnswerError when the body is no JSON or no message.
 */
export function translateMessage({
  answer,
  model,
  createdSeconds,
  legacyFunctions = false,
  onSignedThinking,
}: TranslateMessageInputs): TranslatedMessage {
  const message = readMessage(answer);
  const usage = mergeAnthropicUsage(NO_ANTHROPIC_USAGE, readAnthropicUsage(message.usage));
  const stopReason = typeof message.stop_reason === 'string' ? message.stop_reason : null;
  const completion = {
    id: completionId(message.id),
    object: 'chat.completion',
    created: createdSeconds,
    model,
    choices: [
      {
        index: 0,
        message: toAssistantMessage(message.content, {
          refusal: toRefusalText(stopReason, message.stop_details),
          legacyFunctions,
          onSignedThinking,
        }),
        logprobs: null,
        finish_reason: toFinishReason(stopReason, legacyFunctions),
      },
    ],
    usage: toOpenAiUsage(usage),
    service_tier: toOpenAiServiceTier(usage.serviceTier),
  };
  const parts = partsOutOfOrder(message.content.filter(isJsonObject), {
    thinking: toThinkingBlock,
    call: toToolCall,
  });
  return { bytes: print(completion), usage, stopReason, parts };
}

function readMessage(answer: Buffer): JsonObject & { content: unknown[] } {
  let value: unknown;
  try {
    value = parseExactJson(answer.toString('utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw new UnreadableAnswerError(error);
  }
  if (!isJsonObject(value) || value.type === 'error' || !Array.isArray(value.content))
    throw new UnreadableAnswerError();
  return { ...value, content: value.content };
}

function print(completion: unknown): Buffer {
  try {
    return printExactJsonBytes(completion);
  } catch (error) {
    throw new UnreadableAnswerError(error);
  }
}

function toAssistantMessage(
  content: unknown[],
  {
    refusal,
    legacyFunctions,
    onSignedThinking,
  }: { refusal: string | null; legacyFunctions: boolean } & Pick<TranslateMessageInputs, 'onSignedThinking'>,
): JsonObject {
  const blocks = content.filter(isJsonObject);
  const texts = blocks
    .filter(({ type, text }) => type === 'text' && typeof text === 'string')
    .map(({ text }) => text as string);
  const thinking = blocks
    .filter(({ type }) => type === 'thinking' || type === 'redacted_thinking')
    .map(toThinkingBlock);
  for (const { signature, data } of thinking) {
    const proof = signature ?? data;
    if (proof) onSignedThinking?.(proof);
  }
  const reasoning = thinking.map((block) => block.thinking ?? '').join('');
  const toolCalls = blocks.filter(({ type }) => type === 'tool_use').map(toToolCall);
  const annotations = toUrlCitations(blocks);
  return {
    role: 'assistant',
    content: texts.length > 0 ? texts.join('') : null,
    refusal,
    reasoning_content: reasoning === '' ? undefined : reasoning,
    thinking_blocks: thinking.length > 0 ? thinking : undefined,
    tool_calls: toolCalls.length > 0 && !legacyFunctions ? toolCalls : undefined,
    function_call: legacyFunctions ? toolCalls[0]?.function : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
  };
}

// The same shape as provider A's, so that the caller can send the block back as it is.
function toThinkingBlock(block: JsonObject): {
  type: unknown;
  thinking?: string;
  signature?: string;
  data?: string;
} {
  if (block.type === 'redacted_thinking') return { type: block.type, data: asText(block.data) };
  return {
    type: block.type,
    thinking: typeof block.thinking === 'string' ? block.thinking : '',
    signature: asText(block.signature),
  };
}

function toToolCall(block: JsonObject): JsonObject {
  return {
    id: typeof block.id === 'string' ? block.id : '',
    type: 'function',
    function: { name: typeof block.name === 'string' ? block.name : '', arguments: toArguments(block.input) },
  };
}

function toArguments(input: unknown): string {
  try {
    return isJsonObject(input) ? printExactJson(input) : '{}';
  } catch (error) {
    throw new UnreadableAnswerError(error);
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
