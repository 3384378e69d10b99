import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { runCompressionTask, type CompressionOutcome, type CompressionTask } from './compression-task.js';

export interface CompressionThreadsOptions {
  readonly logger: Logger;
  /** How long a task may wait for its turn, and how long it may run. */
  readonly limitMs?: number;
  readonly maxThreads?: number;
  readonly maxWaiting?: number;
  /** Where the thread's code is; absent when this runs from sources that a thread cannot load: then tasks run here. */
  readonly entry?: URL;
}

interface Job {
  readonly kind: CompressionTask['kind'];
  readonly messages: Buffer;
  readonly settle: (outcome: CompressionOutcome) => void;
  timer: NodeJS.Timeout;
}

interface Thread {
  readonly worker: Worker;
  isOnline: boolean;
  job: Job | undefined;
}

const LIMIT_MS = 250;
/** A thread's start is not counted against the prompts that wait for it. */
const START_LIMIT_MS = 2_000;
const MAX_THREADS = 2;
const MAX_WAITING = 64;
const MEMORY_MB = 128;

/**
 * Threads that work on prompts, so that none holds the event loop. They start when there is work, the second when the first is
 * busy. A task that runs over its limit takes its thread with it; the others keep theirs, and the next task gets a new one.
 */
export class CompressionThreads {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Job[] = [];
  private readonly limitMs: number;
  private readonly maxThreads: number;
  private readonly maxWaiting: number;
  private readonly entry: URL | undefined;

  constructor(private readonly options: CompressionThreadsOptions) {
    this.limitMs = options.limitMs ?? LIMIT_MS;
    this.maxThreads = options.maxThreads ?? MAX_THREADS;
    this.maxWaiting = options.maxWaiting ?? MAX_WAITING;
    this.entry = options.entry ?? builtEntry();
  }

  /** An empty outcome when the task was late, failed, or found too many before it. Never rejects. */
  run(kind: CompressionTask['kind'], messages: Buffer): Promise<CompressionOutcome> {
    if (this.entry === undefined) return Promise.resolve(runCompressionTask({ kind, messages }));
    if (this.waiting.length >= this.maxWaiting) return Promise.resolve({});
    const isStarting = ![...this.threads].some(({ isOnline }) => isOnline);
    return new Promise((resolve) => {
      const job: Job = {
        kind,
        messages,
        settle: (outcome) => {
          clearTimeout(job.timer);
          resolve(outcome);
        },
        timer: setTimeout(() => this.dropWaiting(job), isStarting ? START_LIMIT_MS : this.limitMs),
      };
      this.waiting.push(job);
      this.assign();
    });
  }

  async close(): Promise<void> {
    for (const job of this.waiting.splice(0)) job.settle({});
    await Promise.all([...this.threads].map((thread) => this.end(thread)));
  }

  private assign(): void {
    for (const thread of this.threads) {
      if (!thread.isOnline || thread.job !== undefined) continue;
      const job = this.waiting.shift();
      if (job === undefined) return;
      this.hand(thread, job);
    }
    const isStarting = [...this.threads].some(({ isOnline }) => !isOnline);
    if (this.waiting.length > 0 && !isStarting && this.threads.size < this.maxThreads) this.start();
  }

  private hand(thread: Thread, job: Job): void {
    thread.job = job;
    clearTimeout(job.timer);
    job.timer = setTimeout(() => this.endLate(thread), this.limitMs);
    // A copy, so that what is transferred is nothing the call still needs.
    const copy = new Uint8Array(job.messages);
    const task: CompressionTask = { kind: job.kind, messages: copy };
    thread.worker.postMessage(task, [copy.buffer]);
  }

  private start(): void {
    if (this.entry === undefined) return;
    const worker = new Worker(this.entry, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    worker.unref();
    const thread: Thread = { worker, isOnline: false, job: undefined };
    this.threads.add(thread);
    worker.once('online', () => {
      thread.isOnline = true;
      this.assign();
    });
    worker.on('message', (outcome: CompressionOutcome) => {
      const { job } = thread;
      thread.job = undefined;
      job?.settle(outcome);
      this.assign();
    });
    worker.on('error', (error) => {
      this.options.logger.warn({ err: error }, 'a compression thread failed');
      void this.end(thread);
      // A thread that cannot even start would be started again and again.
      if (thread.isOnline) this.assign();
    });
    worker.on('exit', () => void this.end(thread));
  }

  private dropWaiting(job: Job): void {
    const place = this.waiting.indexOf(job);
    if (place >= 0) this.waiting.splice(place, 1);
    job.settle({});
  }

  private endLate(thread: Thread): void {
    this.options.logger.warn(
      { limit_ms: this.limitMs },
      'prompt compression took too long; the original is sent',
    );
    void this.end(thread);
    this.assign();
  }

  private async end(thread: Thread): Promise<void> {
    if (!this.threads.delete(thread)) return;
    thread.job?.settle({});
    thread.job = undefined;
    await thread.worker.terminate();
  }
}

function builtEntry(): URL | undefined {
  const entry = new URL('./compression-worker.js', import.meta.url);
  return existsSync(fileURLToPath(entry)) ? entry : undefined;
}
