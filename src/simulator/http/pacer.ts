import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_BYTE_MS = 150;
const CHUNK_MS = 15;

/** How fast simulated answers come: 1 = like a quick real model, 0 = at once. */
export class Pacer {
  constructor(private readonly pace: number) {}

  /** Waits as long as a model takes for its first token. @throws AbortError when the signal fires. */
  async beforeFirstByte(signal: AbortSignal): Promise<void> {
    await this.wait(FIRST_BYTE_MS, signal);
  }

  /** Waits as long as a model takes for one more token. @throws AbortError when the signal fires. */
  async betweenChunks(signal: AbortSignal): Promise<void> {
    await this.wait(CHUNK_MS, signal);
  }

  private async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.pace > 0) await sleep(milliseconds * this.pace, undefined, { signal });
  }
}
