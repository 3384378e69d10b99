import { printExactJson } from '../../exact-json/print-exact-json.js';
import { asNumber, isJsonObject } from '../../exact-json/raw-json.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import { literalOf, type ChatEventWriter } from './chat-events.js';

type Block =
  | { readonly kind: 'text' }
  | { readonly kind: 'tool'; readonly callIndex: number; argumentsSent: boolean; readonly complete: boolean }
  | { readonly kind: 'thinking'; readonly thinking: string[]; signature: string | undefined }
  | { readonly kind: 'redacted'; readonly data: string | undefined }
  | { readonly kind: 'ignored' };

const IGNORED: Block = { kind: 'ignored' };
const TEXT: Block = { kind: 'text' };

/**
 * The content blocks of one streamed message. Deltas of several blocks may interleave, so each is found by provider A's
 * index; provider B counts only the tool calls (wire notes 2.2).
 */
export class StreamBlocks {
  /** UTF-16 units of text, thinking and tool arguments so far. */
  streamedCharacters = 0;
  private readonly open = new Map<number, Block>();
  private toolCalls = 0;

  constructor(
    private readonly writer: ChatEventWriter,
    private readonly onSignedThinking?: (proof: string) => void,
  ) {}

  start(index: unknown, value: unknown): void {
    const position = asNumber(index);
    if (position === undefined || !isJsonObject(value)) return;
    this.stop(position);
    this.open.set(position, this.begin(value));
  }

  /** Text whose JSON literal needs no escapes: the hot path. */
  addPlainText(index: number, literal: string): void {
    const block = this.open.get(index);
    if (block !== undefined && block.kind !== 'text') return;
    this.streamedCharacters += literal.length;
    this.writer.writeText(literal);
  }

  addDelta(index: unknown, delta: unknown): void {
    if (!isJsonObject(delta)) return;
    const block = this.open.get(asNumber(index) ?? -1);
    switch (delta.type) {
      case 'text_delta':
        // A text that no start announced is still text.
        if ((block ?? TEXT).kind === 'text') this.writeText(delta.text);
        break;
      case 'input_json_delta':
        if (block?.kind === 'tool') this.addArguments(block, delta.partial_json);
        break;
      case 'thinking_delta':
        if (block?.kind === 'thinking') this.addThinking(block, delta.thinking);
        break;
      case 'signature_delta':
        if (block?.kind === 'thinking' && typeof delta.signature === 'string')
          block.signature = delta.signature;
        break;
      default:
    }
  }

  stop(index: unknown): void {
    const position = asNumber(index) ?? -1;
    const block = this.open.get(position);
    if (!block) return;
    this.open.delete(position);
    this.finish(block);
  }

  /** Ends what the provider left open, before the finish reason goes out. */
  stopAll(): void {
    for (const index of [...this.open.keys()].sort((first, second) => first - second)) this.stop(index);
  }

  private begin(value: JsonObject): Block {
    switch (value.type) {
      case 'text':
        this.writeText(value.text);
        return TEXT;
      case 'tool_use':
        return this.beginToolCall(value);
      case 'thinking': {
        const block: Block = { kind: 'thinking', thinking: [], signature: asText(value.signature) };
        this.addThinking(block, value.thinking);
        return block;
      }
      case 'redacted_thinking':
        return { kind: 'redacted', data: asText(value.data) };
      default:
        return IGNORED;
    }
  }

  private beginToolCall(value: JsonObject): Block {
    const callIndex = this.toolCalls;
    this.toolCalls += 1;
    // An input that is there from the start is whole; an empty one only holds the place.
    const input =
      isJsonObject(value.input) && Object.keys(value.input).length > 0 ? printExactJson(value.input) : '';
    this.streamedCharacters += input.length;
    this.writer.writeCall(callIndex, { id: asText(value.id) ?? '', name: asText(value.name) ?? '' });
    if (input !== '') this.writer.writeArguments(callIndex, literalOf(input));
    return { kind: 'tool', callIndex, argumentsSent: input !== '', complete: input !== '' };
  }

  private addArguments(block: Block & { kind: 'tool' }, text: unknown): void {
    if (block.complete || typeof text !== 'string' || text === '') return;
    block.argumentsSent = true;
    this.streamedCharacters += text.length;
    this.writer.writeArguments(block.callIndex, literalOf(text));
  }

  private addThinking(block: Block & { kind: 'thinking' }, text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    block.thinking.push(text);
    this.streamedCharacters += text.length;
    this.writer.writeReasoning(literalOf(text));
  }

  private writeText(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.streamedCharacters += text.length;
    this.writer.writeText(literalOf(text));
  }

  private finish(block: Block): void {
    switch (block.kind) {
      case 'tool':
        if (!block.argumentsSent) this.writer.writeArguments(block.callIndex, '{}');
        break;
      case 'thinking':
        if (block.signature) this.onSignedThinking?.(block.signature);
        this.writer.writeThinkingBlock({
          type: 'thinking',
          thinking: block.thinking.join(''),
          signature: block.signature,
        });
        break;
      case 'redacted':
        if (block.data) this.onSignedThinking?.(block.data);
        this.writer.writeThinkingBlock({ type: 'redacted_thinking', data: block.data });
        break;
      case 'text':
      case 'ignored':
        break;
    }
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
