import { NO_USAGE, type TokenUsage } from '../billing/token-usage.js';
import { usageFromOpenAi } from '../billing/usage-from-openai.js';
import type { LiveCall } from '../http/live-call.js';
import { ChatStreamTap } from '../wire/sse/chat-stream-tap.js';
import type { AnthropicToOpenAiStream } from '../wire/translate/anthropic-to-openai-stream.js';
import { tokenUsageOf } from './token-usage-of.js';

/** Carries a chat stream from the upstream to the client: translated when it comes from provider A, else byte for byte. */
export class StreamRelay {
  private readonly tap = new ChatStreamTap();

  constructor(
    private readonly call: LiveCall,
    private readonly translator: AnthropicToOpenAiStream | undefined,
  ) {}

  /** Answers false when the client is slow and the upstream should pause. */
  push(chunk: Buffer): boolean {
    const bytes = this.translator === undefined ? chunk : this.translator.push(chunk);
    const ready = bytes === undefined ? undefined : this.tap.push(bytes);
    return ready === undefined || ready.length === 0 || this.call.write(ready);
  }

  /** The upstream sent its last byte. */
  end(): void {
    const rest = this.translator?.end();
    const ready = rest === undefined ? undefined : this.tap.push(rest);
    if (ready !== undefined && ready.length > 0) this.call.write(ready);
    this.tap.end();
  }

  /** The stream is whole: nothing the client needs is still to come. */
  get sawDone(): boolean {
    return this.tap.sawDone;
  }

  /** An error of the upstream went out in the stream. */
  get carriedError(): boolean {
    return this.tap.errorEvent !== undefined;
  }

  /** Without `[DONE]`, but the answer itself was finished. */
  get finishedAnswer(): boolean {
    return this.tap.finishReason !== undefined || this.tap.usage !== undefined;
  }

  /** About the bytes of text that were streamed. */
  get outputBytes(): number {
    return this.tap.outputBytes;
  }

  /** What the provider reported; `undefined` when it reported nothing that could be billed. */
  get usage(): TokenUsage | undefined {
    if (this.translator === undefined) return usageFromOpenAi(this.tap.usage);
    return this.translator.usageIsFinal ? tokenUsageOf(this.translator.usage) : undefined;
  }

  /** The usage object as the provider wrote it, where it wrote one in provider B's shape. */
  get rawUsage(): unknown {
    return this.translator === undefined ? this.tap.usage : undefined;
  }

  /** Input that provider A reported at the start of a stream that was then cut. */
  get knownInput(): TokenUsage | undefined {
    if (this.translator === undefined) return undefined;
    const usage = tokenUsageOf(this.translator.usage);
    return usage.inputTokens + usage.cacheReadTokens + usage.cacheWrite5mTokens + usage.cacheWrite1hTokens > 0
      ? { ...usage, estimated: true }
      : undefined;
  }

  /** The rest of the stream, with its price in the usage chunk. */
  finish({ cost, usageIfMissing }: { cost: string | undefined; usageIfMissing?: TokenUsage }): Buffer {
    return this.tap.finish({
      cost,
      usageIfMissing: usageIfMissing === undefined ? undefined : openAiUsage(usageIfMissing),
    });
  }
}

/** Provider B's shape of counts that are ours. */
export function openAiUsage(usage: TokenUsage = NO_USAGE): Record<string, number> {
  const prompt =
    usage.inputTokens + usage.cacheReadTokens + usage.cacheWrite5mTokens + usage.cacheWrite1hTokens;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.outputTokens,
    total_tokens: prompt + usage.outputTokens,
  };
}
