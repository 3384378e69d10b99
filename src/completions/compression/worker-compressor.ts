import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { compressMessages } from './compress-messages.js';
import type { CompressionAnswer, CompressionTask } from './compression-worker.js';
import { Compressor } from './compressor.js';

export interface WorkerCompressorOptions {
  readonly logger: Logger;
  /** How long a call waits for its shorter prompt. */
  readonly limitMs?: number;
  readonly maxWaiting?: number;
  /** Where the worker's code is; absent when this runs from sources that a worker cannot load, and then no worker is used. */
  readonly entry?: URL;
}

const LIMIT_MS = 250;
const START_LIMIT_MS = 2_000;
const MAX_WAITING = 64;
const MEMORY_MB = 128;

/**
 * Compression in a thread of its own, started with the first long prompt, so that no prompt holds the event loop. One task at a
 * time: a task that runs over its limit takes its thread with it, and those that wait behind it go up unshortened.
 */
export class WorkerCompressor extends Compressor {
  private worker: Worker | undefined;
  /** Settles when the worker runs: its start is not counted against a prompt. */
  private online: Promise<void> = Promise.resolve();
  private readonly waiting = new Map<number, (messages: Buffer | undefined) => void>();
  private nextId = 0;
  private readonly limitMs: number;
  private readonly maxWaiting: number;
  private readonly entry: URL | undefined;

  constructor(private readonly options: WorkerCompressorOptions) {
    super();
    this.limitMs = options.limitMs ?? LIMIT_MS;
    this.maxWaiting = options.maxWaiting ?? MAX_WAITING;
    this.entry = options.entry ?? builtEntry();
  }

  compress(messages: Buffer): Promise<Buffer | undefined> {
    if (this.waiting.size >= this.maxWaiting) return Promise.resolve(undefined);
    if (this.entry === undefined) return Promise.resolve(compressHere(messages));
    const worker = (this.worker ??= this.start(this.entry));
    this.nextId += 1;
    const id = this.nextId;
    return new Promise((resolve) => {
      let timer = setTimeout(() => this.giveUp(), START_LIMIT_MS);
      void this.online.then(() => {
        clearTimeout(timer);
        if (this.waiting.has(id)) timer = setTimeout(() => this.giveUp(), this.limitMs);
      });
      this.waiting.set(id, (shortened) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(shortened);
      });
      // A copy, so that what is transferred is nothing the call still needs.
      const copy = new Uint8Array(messages);
      const task: CompressionTask = { id, messages: copy };
      worker.postMessage(task, [copy.buffer]);
    });
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.forget();
    await worker?.terminate();
  }

  private start(entry: URL): Worker {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    worker.unref();
    this.online = new Promise((resolve) => worker.once('online', resolve));
    worker.on('message', ({ id, messages }: CompressionAnswer) => {
      this.waiting.get(id)?.(
        messages === undefined
          ? undefined
          : Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength),
      );
    });
    worker.on('error', (error) => {
      this.options.logger.warn({ err: error }, 'the compression worker failed');
      if (this.worker === worker) this.forget();
    });
    worker.on('exit', () => {
      if (this.worker === worker) this.forget();
    });
    return worker;
  }

  private giveUp(): void {
    const { worker } = this;
    this.options.logger.warn(
      { limit_ms: this.limitMs },
      'prompt compression took too long; originals are sent',
    );
    this.forget();
    void worker?.terminate();
  }

  private forget(): void {
    this.worker = undefined;
    for (const resolve of [...this.waiting.values()]) resolve(undefined);
  }
}

function builtEntry(): URL | undefined {
  const entry = new URL('./compression-worker.js', import.meta.url);
  return existsSync(fileURLToPath(entry)) ? entry : undefined;
}

function compressHere(messages: Buffer): Buffer | undefined {
  try {
    return compressMessages(messages);
  } catch {
    return undefined;
  }
}
