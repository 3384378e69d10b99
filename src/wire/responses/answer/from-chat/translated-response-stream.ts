import type { AnthropicUsage } from '../../../anthropic/anthropic-usage.js';
import type { GatewayError } from '../../../../lib/gateway-error.js';
import type { JsonObject } from '../../../exact-json/raw-json.js';
import type { UsageCost } from '../../../json-bytes/splice-usage-cost.js';
import { TextMeter } from '../../../json-bytes/text-meter.js';
import { skipString } from '../../../json-bytes/skip-value.js';
import type { ChatEventWriter, ChunkError } from '../../../translate/answer/chat-events.js';
import { toFinishReason, type FinishReason } from '../../../translate/answer/finish-reason.js';
import {
  toOpenAiServiceTier,
  toOpenAiUsage,
  type OpenAiUsage,
} from '../../../translate/answer/openai-usage.js';
import { byteText, bytesOf, jsonLiteral, jsonString, type ByteText } from '../byte-text.js';
import type { MadeResponse, ResponseEcho } from '../response-echo.js';
import { errorOfProvider } from '../stream-error.js';
import { ResponseTelling } from './response-telling.js';

const NOTHING = Buffer.alloc(0);

/**
 * Tells a response of what a translator says, without a chat stream in between, and knows what the bill asks of one: as `ChatStreamTap`
 * would have read it. The last event waits for the bill: `finish`.
 */
export class TranslatedResponseStream implements ChatEventWriter {
  /** The answer was told to its end. */
  sawDone = false;
  /** Text, reasoning or a tool call has come. */
  sawVisible = false;
  /** Bytes of text of content, reasoning, and tool names and arguments so far, for an estimate. */
  outputBytes = 0;
  finishReason: FinishReason | undefined;
  /** The `error` that the stream broke off with, as a chat stream has it. */
  errorEvent: ChunkError | undefined;
  readonly writtenId = undefined;

  private readonly telling: ResponseTelling;
  private reported: OpenAiUsage | undefined;

  constructor(echo: ResponseEcho) {
    this.telling = new ResponseTelling(echo);
  }

  /** The whole response; undefined before the last event. */
  get result(): MadeResponse | undefined {
    return this.telling.result;
  }

  /** In chat's shape, from the end of the answer on. */
  get usage(): Readonly<Record<string, unknown>> | undefined {
    return this.reported as Readonly<Record<string, unknown>> | undefined;
  }

  start(): void {
    this.telling.start();
  }

  writeText(literal: string): void {
    this.items.addText(this.seen(literal));
  }

  writeReasoning(literal: string): void {
    this.items.addReasoning(this.seen(literal));
  }

  writeThinkingBlock(block: JsonObject): void {
    this.items.addThinkingBlock(block);
  }

  writeCall(index: number, { id, name }: { readonly id: string; readonly name: string }): void {
    this.sawVisible = true;
    this.outputBytes += bytesOfText(jsonLiteral(name));
    this.items.addCall(index, { id: orAbsent(id), name: orAbsent(name), arguments: '' });
  }

  writeArguments(index: number, literal: string): void {
    this.items.addArguments(index, this.seen(literal));
  }

  writeFinish(stopReason: string | null, refusal: string | null): void {
    const { items } = this;
    // Why a filter stepped in is no answer: it is neither counted nor visible.
    if (refusal !== null) items.addRefusal(jsonLiteral(refusal));
    this.finishReason = toFinishReason(stopReason, false);
    this.telling.takeFinish(this.finishReason);
  }

  writeEnd(usage: AnthropicUsage): void {
    this.sawDone = true;
    this.reported = toOpenAiUsage(usage);
    const tier = toOpenAiServiceTier(usage.serviceTier);
    if (this.reported !== undefined && tier !== undefined) this.telling.takeServiceTier(jsonString(tier));
  }

  writeError(error: ChunkError): void {
    this.errorEvent = error;
    this.telling.takeError(errorOfProvider(error));
  }

  /** Of long events a part, and `more` the others. */
  takeBytes(): Buffer | undefined {
    return this.telling.take();
  }

  /** The next part of what was answered last. */
  more(): Buffer | undefined {
    return this.telling.take();
  }

  /** What the translator answers was told here. */
  push(told: Buffer): Buffer {
    return told;
  }

  end(): void {
    // The translator said what there is to say.
  }

  /** The last event; of a long one a part, and `more` the others. Call it once, after the bill is made. */
  finish({ cost, usageIfMissing, usageInstead }: UsageCost): Buffer {
    const { telling, reported } = this;
    const usage = reported === undefined ? usageIfMissing : (usageInstead ?? reported);
    if (usage !== undefined) telling.takeUsage(usage, cost);
    if (this.sawDone) telling.complete();
    else telling.breakOff();
    return telling.take() ?? NOTHING;
  }

  /** The stream is to end with this error, whatever it had come to. @param billed what was billed, in chat's shape */
  fail(error: GatewayError, billed?: UsageCost): Buffer {
    return this.telling.fail(error, billed);
  }

  private get items(): ResponseTelling['items'] {
    this.telling.start();
    return this.telling.items;
  }

  private seen(literal: string): ByteText {
    const text = byteText(literal);
    this.sawVisible = true;
    this.outputBytes += bytesOfText(text);
    return text;
  }
}

function orAbsent(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** However it is written. */
function bytesOfText(literal: ByteText): number {
  if (!literal.includes('\\')) return literal.length;
  const meter = new TextMeter();
  const end = skipString(bytesOf(`"${literal}"`), 0, meter);
  return end - 2 - meter.notation;
}
