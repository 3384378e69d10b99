import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { inPieces } from '../../lib/steps.js';
import { charactersOf, printed, type PrintJob } from './print-job.js';

export interface PrintThreadOptions {
  readonly logger: Logger;
  /** Where the thread's code is; absent when this runs from sources that a thread cannot load: then answers are printed here. */
  readonly entry?: URL;
  readonly idleMs?: number;
}

interface Waiting {
  readonly job: PrintJob;
  readonly resolve: (text: string | Promise<string>) => void;
}

/** Some ten calls, or a hundred rows: the way to the thread would take as long. */
const HERE_UP_TO_CHARACTERS = 16_384;
const MEMORY_MB = 64;
/** A console asks again every ten seconds. */
const IDLE_MS = 60_000;

/**
 * Prints pages of calls and reports: small ones at once, large ones in a thread. What one costs is mostly its garbage, and the
 * collector stops a thread for it; in one of its own that is nobody's wait. It starts with the first large one, and ends when nobody
 * asks.
 */
export class PrintThread {
  private worker: Worker | undefined;
  private readonly waiting: Waiting[] = [];
  private idle: NodeJS.Timeout | undefined;
  private readonly entry: URL | undefined;

  constructor(private readonly options: PrintThreadOptions) {
    this.entry = options.entry ?? builtEntry();
  }

  print(job: PrintJob): Promise<string> {
    if (this.entry === undefined || charactersOf(job) <= HERE_UP_TO_CHARACTERS) return inPieces(printed(job));
    clearTimeout(this.idle);
    this.worker ??= this.start(this.entry);
    this.worker.postMessage(job);
    return new Promise((resolve) => this.waiting.push({ job, resolve }));
  }

  /** What the thread has not answered is printed here. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    const { worker } = this;
    this.worker = undefined;
    for (const { job, resolve } of this.waiting.splice(0)) resolve(inPieces(printed(job)));
    await worker?.terminate();
  }

  private start(entry: URL): Worker {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    worker.unref();
    worker.on('message', (text: string) => {
      if (worker !== this.worker) return;
      this.waiting.shift()?.resolve(text);
      if (this.waiting.length > 0) return;
      this.idle = setTimeout(() => void this.close(), this.options.idleMs ?? IDLE_MS).unref();
    });
    worker.on('error', (error) => {
      this.options.logger.warn({ err: error }, 'the thread that prints long answers failed');
      if (worker === this.worker) void this.close();
    });
    return worker;
  }
}

function builtEntry(): URL | undefined {
  const entry = new URL('./print-worker.js', import.meta.url);
  return existsSync(fileURLToPath(entry)) ? entry : undefined;
}
