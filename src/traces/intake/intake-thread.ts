import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { readTraceBody, type TraceBody, type TraceBodyOutcome } from './read-trace-body.js';

/** A body that cost its thread the life (too much memory or time), or came when the process ends. */
export class IntakeThreadError extends Error {
  constructor(readonly reason: 'died' | 'closed') {
    super(`the thread that read a trace body ${reason}`);
    this.name = 'IntakeThreadError';
  }
}

export interface IntakeThreadOptions {
  readonly logger: Logger;
  /** Where the thread's code is; absent when this runs from sources that a thread cannot load: then bodies are read here. */
  readonly entry?: URL;
  readonly limitMs?: number;
}

interface Job {
  readonly body: TraceBody;
  readonly resolve: (outcome: TraceBodyOutcome) => void;
  readonly reject: (error: Error) => void;
}

/** Reading a body of this size takes a millisecond or two; larger ones go to the thread. */
const HERE_UP_TO_BYTES = 16_384;
const LIMIT_MS = 10_000;
/** A thread's start is not counted against the body that waits for it. */
const START_LIMIT_MS = 15_000;
const MEMORY_MB = 192;

/**
 * Reads trace bodies: small ones at once, large ones in a thread, so that 4 MB of spans do not hold up the calls of this process.
 * One thread, started with the first large body, one body at a time. Who calls bounds how many bodies wait.
 */
export class IntakeThread {
  private worker: Worker | undefined;
  private isOnline = false;
  private readonly jobs: Job[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly entry: URL | undefined;

  constructor(private readonly options: IntakeThreadOptions) {
    this.entry = options.entry ?? builtEntry();
  }

  /** @throws IntakeThreadError when the thread died over the body. `body.bytes` must not be used afterwards. */
  read(body: TraceBody): Promise<TraceBodyOutcome> {
    if (this.entry === undefined || body.bytes.length <= HERE_UP_TO_BYTES)
      return Promise.resolve(readTraceBody(body));
    return new Promise((resolve, reject) => {
      this.jobs.push({ body, resolve, reject });
      if (this.jobs.length === 1) this.hand(body);
    });
  }

  async close(): Promise<void> {
    for (const { reject } of this.jobs.splice(0)) reject(new IntakeThreadError('closed'));
    await this.end();
  }

  private hand(body: TraceBody): void {
    this.worker ??= this.start();
    this.arm();
    this.worker.postMessage(body, [body.bytes.buffer]);
  }

  private arm(): void {
    clearTimeout(this.timer);
    const limitMs = this.isOnline ? (this.options.limitMs ?? LIMIT_MS) : START_LIMIT_MS;
    this.timer = setTimeout(() => void this.end(), limitMs);
  }

  private start(): Worker {
    if (this.entry === undefined) throw new Error('there is no code for an intake thread');
    const worker = new Worker(this.entry, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    worker.unref();
    worker.once('online', () => {
      if (worker !== this.worker) return;
      this.isOnline = true;
      if (this.jobs.length > 0) this.arm();
    });
    worker.on('message', (outcome: TraceBodyOutcome) => {
      if (worker === this.worker) this.settle(({ resolve }) => resolve(outcome));
    });
    worker.on('error', (error) => {
      this.options.logger.warn({ err: error }, 'the thread that reads traces failed');
      if (worker === this.worker) void this.end();
    });
    return worker;
  }

  /** The first job is the one that the thread works on. */
  private settle(outcome: (job: Job) => void): void {
    clearTimeout(this.timer);
    const job = this.jobs.shift();
    if (job !== undefined) outcome(job);
    const next = this.jobs[0];
    if (next !== undefined) this.hand(next.body);
  }

  /** Only the job in hand is lost; those that wait get a new thread. */
  private async end(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    this.isOnline = false;
    this.settle(({ reject }) => reject(new IntakeThreadError('died')));
    await worker?.terminate();
  }
}

function builtEntry(): URL | undefined {
  const entry = new URL('./intake-worker.js', import.meta.url);
  return existsSync(fileURLToPath(entry)) ? entry : undefined;
}
