import type { AnthropicUsage } from '../../anthropic/anthropic-usage.js';
import { printExactJson } from '../../exact-json/print-exact-json.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import type { ChatEventWriter, ChunkError } from './chat-events.js';
import { completionId } from './completion-id.js';
import { toFinishReason } from './finish-reason.js';
import { toOpenAiServiceTier, toOpenAiUsage } from './openai-usage.js';

/** Writes provider B's stream: chunks with one id, time and model (wire notes 2.2). */
export class ChunkWriter implements ChatEventWriter {
  private readonly createdSeconds: number;
  private readonly model: string;
  private readonly legacyFunctions: boolean;
  private head = '';
  private output = '';

  constructor({
    model,
    createdSeconds,
    legacyFunctions,
  }: {
    model: string;
    createdSeconds: number;
    legacyFunctions: boolean;
  }) {
    this.legacyFunctions = legacyFunctions;
    this.model = model;
    this.createdSeconds = createdSeconds;
  }

  start(messageId: unknown): void {
    if (this.head !== '') return;
    const id = JSON.stringify(completionId(messageId));
    const model = JSON.stringify(this.model);
    this.head = `data: {"id":${id},"object":"chat.completion.chunk","created":${this.createdSeconds},"model":${model}`;
    this.writeDelta('{"role":"assistant","content":""}');
  }

  writeText(literal: string): void {
    this.writeDelta(`{"content":"${literal}"}`);
  }

  writeReasoning(literal: string): void {
    this.writeDelta(`{"reasoning_content":"${literal}"}`);
  }

  writeThinkingBlock(block: JsonObject): void {
    this.writeDelta(`{"thinking_blocks":[${printExactJson(block)}]}`);
  }

  writeCall(index: number, { id, name }: { id: string; name: string }): void {
    const target = `{"name":${JSON.stringify(name)},"arguments":""}`;
    const call = `{"index":${index},"id":${JSON.stringify(id)},"type":"function","function":${target}}`;
    if (!this.legacyFunctions) this.writeDelta(`{"tool_calls":[${call}]}`);
    else if (index === 0) this.writeDelta(`{"function_call":${target}}`);
  }

  /** The legacy form has room for one call. */
  writeArguments(index: number, literal: string): void {
    const target = `{"arguments":"${literal}"}`;
    if (!this.legacyFunctions) this.writeDelta(`{"tool_calls":[{"index":${index},"function":${target}}]}`);
    else if (index === 0) this.writeDelta(`{"function_call":${target}}`);
  }

  /** The last chunk with a choice; why a refusal was one stands in the same chunk. */
  writeFinish(stopReason: string | null, refusal: string | null): void {
    if (this.head === '') this.start(undefined);
    const reason = toFinishReason(stopReason, this.legacyFunctions);
    const delta = refusal === null ? '{}' : JSON.stringify({ refusal });
    this.output += `${this.head},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":"${reason}"}]}\n\n`;
  }

  /** The usage chunk, unless provider A reported no usage, and `[DONE]`. */
  writeEnd(usage: AnthropicUsage): void {
    const openAiUsage = toOpenAiUsage(usage);
    if (openAiUsage) {
      const serviceTier = toOpenAiServiceTier(usage.serviceTier);
      const tier = serviceTier === undefined ? '' : `,"service_tier":"${serviceTier}"`;
      this.output += `${this.head},"choices":[]${tier},"usage":${JSON.stringify(openAiUsage)}}\n\n`;
    }
    this.output += 'data: [DONE]\n\n';
  }

  writeError(error: ChunkError): void {
    this.output += `data: ${JSON.stringify({ error })}\n\n`;
  }

  takeBytes(): Buffer | undefined {
    if (this.output === '') return undefined;
    const bytes = Buffer.from(this.output);
    this.output = '';
    return bytes;
  }

  /** One chunk with this delta, given as JSON text. */
  private writeDelta(delta: string): void {
    if (this.head === '') this.start(undefined);
    this.output += `${this.head},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":null}]}\n\n`;
  }
}
