import { compressMessages } from './compress-messages.js';
import { planPieces, type TextPieces } from './plan-pieces.js';

/** What a thread is asked to do with the JSON of a `messages` array. */
export interface CompressionTask {
  /** `shorten` it, or cut its long texts into `pieces` for another compressor. */
  readonly kind: 'shorten' | 'pieces';
  readonly messages: Uint8Array;
}

export interface CompressionOutcome {
  /** The array anew; absent when nothing was gained, or something else was asked for. */
  readonly messages?: Uint8Array | undefined;
  readonly pieces?: readonly TextPieces[] | undefined;
}

/** Never throws: a text that cannot be shortened goes up as it is. */
export function runCompressionTask({ kind, messages }: CompressionTask): CompressionOutcome {
  const bytes = Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength);
  try {
    if (kind === 'pieces') return { pieces: planPieces(bytes) };
    return { messages: compressMessages(bytes) };
  } catch {
    return {};
  }
}
