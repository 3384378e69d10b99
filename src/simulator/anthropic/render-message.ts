import { splitPieces } from '../answers/split-pieces.js';
import { toText, type JsonRecord } from '../json-value.js';
import type { MessageOutcome } from './message-outcome.js';

/** A whole `message`. */
export function renderMessage(outcome: MessageOutcome): JsonRecord {
  return {
    id: outcome.id,
    type: 'message',
    role: 'assistant',
    model: outcome.model,
    content: outcome.content,
    stop_reason: outcome.stopReason,
    stop_sequence: outcome.stopSequence,
    stop_details: null,
    usage: outcome.usage,
  };
}

/** A's native events: message_start, a ping, the blocks, the cumulative usage in message_delta, message_stop. */
export function* streamMessage(outcome: MessageOutcome): Generator<string> {
  const { output_tokens: outputTokens, output_tokens_details: details, ...inputUsage } = outcome.usage;
  const opening = {
    ...renderMessage(outcome),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...inputUsage, server_tool_use: null, output_tokens: 1 },
  };
  yield toFrame('message_start', { message: opening });
  for (const [index, block] of outcome.content.entries()) {
    yield toFrame('content_block_start', { index, content_block: emptyBlock(block) });
    if (index === 0) yield toFrame('ping', {});
    for (const delta of deltasOf(block)) yield toFrame('content_block_delta', { index, delta });
    yield toFrame('content_block_stop', { index });
  }
  const delta = {
    stop_reason: outcome.stopReason,
    stop_sequence: outcome.stopSequence,
    stop_details: null,
  };
  const usage = {
    input_tokens: outcome.usage.input_tokens,
    cache_creation_input_tokens: outcome.usage.cache_creation_input_tokens,
    cache_read_input_tokens: outcome.usage.cache_read_input_tokens,
    output_tokens: outputTokens,
    ...(details !== undefined && { output_tokens_details: details }),
    server_tool_use: outcome.usage.server_tool_use,
  };
  yield toFrame('message_delta', { delta, usage });
  yield toFrame('message_stop', {});
}

function emptyBlock(block: JsonRecord): JsonRecord {
  switch (block.type) {
    case 'text':
      return { ...block, text: '' };
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'tool_use':
    case 'server_tool_use':
      return { ...block, input: {} };
    default:
      return block;
  }
}

function deltasOf(block: JsonRecord): JsonRecord[] {
  switch (block.type) {
    case 'text':
      return splitPieces(toText(block.text)).map((text) => ({ type: 'text_delta', text }));
    case 'thinking':
      return [
        ...splitPieces(toText(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ];
    case 'tool_use':
    case 'server_tool_use':
      return inputPieces(block.input).map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
    default:
      return [];
  }
}

/** The provider opens the input with an empty piece; an input without members gets no other. */
function inputPieces(input: unknown): string[] {
  const json = JSON.stringify(input);
  return ['', ...(json === '{}' ? [] : splitPieces(json))];
}

function toFrame(type: string, fields: JsonRecord): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
