import { assertNever } from '../../../../lib/assert-never.js';
import { isJsonObject, type JsonObject } from '../../../exact-json/raw-json.js';
import type { AnswerPart } from '../../../translate/answer/parts-in-order.js';
import { jsonLiteral, sliceText, type ByteText } from '../byte-text.js';
import { toResponsesAnnotation } from './chat-annotations.js';
import { ChatChunk, type Place } from './chat-chunk.js';
import { readWholeCall, ToolCallReader } from './chat-tool-calls.js';
import { FamiliarEvents } from './familiar-events.js';
import type { OutputItems } from './output-items.js';
import { readableText } from './reasoning-entries.js';

const QUOTE = 0x22;

/** Tells the items of a response what the deltas of a chat stream say, or what a whole completion says. */
export class ChatDeltas {
  /** What was read last. */
  readonly chunk: ChatChunk;
  private readonly toolCalls: ToolCallReader;
  private readonly familiar = new FamiliarEvents();

  /** @param answer the member of a choice that holds it */
  constructor(
    private readonly items: OutputItems,
    answer: 'message' | 'delta',
  ) {
    this.chunk = new ChatChunk(answer);
    this.toolCalls = new ToolCallReader((index, piece) => items.addCall(index, piece));
  }

  /** Takes events of a kind that came before, from this place on; answers where something else begins. */
  takeFamiliar(bytes: Buffer, start: number): number {
    return this.familiar.take(bytes, start);
  }

  /** Adds what the event brought; it stands in these bytes, and was read. */
  add(bytes: Buffer, start: number, end: number): void {
    this.addAll('piece');
    if (this.chunk.only !== undefined) this.learn(bytes, start, end);
  }

  /** The same of a whole completion. */
  addWhole(): void {
    this.addAll('whole');
  }

  /** The same of one whose parts stand in an order of their own; what else there is stands behind them. */
  addParts(parts: readonly AnswerPart[]): void {
    const { chunk, items } = this;
    let calls = 0;
    for (const part of parts)
      switch (part.kind) {
        case 'thinking':
          items.addThinkingBlock(part.block);
          break;
        case 'text':
          items.addText(jsonLiteral(part.text));
          this.takeAnnotations(part.annotations);
          break;
        case 'call':
          items.addCall(calls, readWholeCall(part.call));
          calls += 1;
          break;
        default:
          assertNever(part);
      }
    this.takeText(chunk.refusal, (literal) => items.addRefusal(literal));
  }

  private addAll(answer: 'piece' | 'whole'): void {
    const { chunk, items } = this;
    this.takeReasoning(answer);
    this.takeText(chunk.content, (literal) => items.addText(literal));
    if (chunk.annotations.end > 0) this.takeAnnotations(chunk.parse(chunk.annotations));
    this.takeText(chunk.refusal, (literal) => items.addRefusal(literal));
    if (chunk.toolCalls.end > 0) this.toolCalls.read(chunk.source, chunk.toolCalls.start);
  }

  private learn(bytes: Buffer, start: number, end: number): void {
    const { chunk, items, familiar } = this;
    if (chunk.only === 'content')
      familiar.learn(bytes, start, end, chunk.content, (literal) => items.addText(literal));
    else if (chunk.only === 'reasoning')
      familiar.learn(bytes, start, end, chunk.reasoning, (literal) => items.addReasoning(literal));
    else {
      const { only } = this.toolCalls;
      if (only === undefined) return;
      const { index } = only;
      familiar.learn(bytes, start, end, only, (literal) => items.addArguments(index, literal));
    }
  }

  private takeText({ start, end }: Place, add: (literal: ByteText) => void): void {
    if (end === 0) return;
    const { source } = this.chunk;
    if (source[start] === QUOTE) {
      add(sliceText(source, start + 1, end - 1));
      return;
    }
    const text = partsText(this.chunk.parse({ start, end }));
    if (text !== '') add(jsonLiteral(text));
  }

  private takeReasoning(answer: 'piece' | 'whole'): void {
    const { chunk, items } = this;
    const { reasoning, reasoningDetails, thinkingBlocks } = chunk;
    if (reasoning.end === 0 && reasoningDetails.end === 0 && thinkingBlocks.end === 0) return;
    const blocks = objectsOf(chunk.parse(thinkingBlocks));
    const entries = objectsOf(chunk.parse(reasoningDetails));
    // The same text comes as reasoning and in the details; in a whole answer also in the blocks.
    const isTold =
      entries.some((entry) => readableText(entry) !== '') || (answer === 'whole' && blocks.length > 0);
    if (!isTold) this.takeText(reasoning, (literal) => items.addReasoning(literal));
    for (const block of blocks) items.addThinkingBlock(block);
    if (blocks.length > 0) return;
    for (const entry of entries) items.addReasoningEntry(entry, { piece: answer === 'piece' });
  }

  private takeAnnotations(annotations: unknown): void {
    for (const annotation of objectsOf(annotations)) {
      const json = toResponsesAnnotation(annotation);
      if (json !== undefined) this.items.addAnnotation(json);
    }
  }
}

function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Some providers write content in parts. */
function partsText(content: unknown): string {
  return objectsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
