import { parentPort } from 'node:worker_threads';
import { compressMessages } from './compress-messages.js';

export interface CompressionTask {
  readonly id: number;
  readonly messages: Uint8Array;
}

export interface CompressionAnswer {
  readonly id: number;
  /** Absent when nothing was gained. */
  readonly messages: Uint8Array | undefined;
}

const port = parentPort;
port?.on('message', ({ id, messages }: CompressionTask) => {
  let shortened: Buffer | undefined;
  try {
    shortened = compressMessages(Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength));
  } catch {
    // A text that cannot be shortened goes up as it is.
  }
  const answer: CompressionAnswer = { id, messages: shortened };
  port.postMessage(answer);
});
