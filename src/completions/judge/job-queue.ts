import type { Logger } from 'pino';

export interface JobQueueOptions<T> {
  readonly name: string;
  readonly maxWaiting: number;
  /** How many run at once. */
  readonly concurrency: number;
  readonly run: (job: T, signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Jobs that may be lost, behind the calls: `add` returns at once and never throws. Bounded: what comes while it is full is dropped.
 * They live in this process only, because they hold what callers wrote, which is kept nowhere else.
 */
export class JobQueue<T> {
  private readonly waiting: T[] = [];
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly options: JobQueueOptions<T>) {}

  /** False when the job was dropped. */
  add(job: T): boolean {
    if (this.waiting.length >= this.options.maxWaiting || this.stopping.signal.aborted) return false;
    this.waiting.push(job);
    this.startNext();
    return true;
  }

  /** Forgets what waits and aborts what runs; resolves when nothing does any more. */
  async stop(): Promise<void> {
    this.waiting.length = 0;
    this.stopping.abort(new Error('the process stops'));
    await Promise.all(this.running);
  }

  private startNext(): void {
    const { concurrency, run, logger, name } = this.options;
    if (this.running.size >= concurrency) return;
    const job = this.waiting.shift();
    if (job === undefined) return;
    const running = run(job, this.stopping.signal)
      .catch((error: unknown) => logger.warn({ err: error }, `${name}: a job failed`))
      .finally(() => {
        this.running.delete(running);
        this.startNext();
      });
    this.running.add(running);
  }
}
