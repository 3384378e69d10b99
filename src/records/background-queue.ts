import type { Logger } from 'pino';

const MAX_ROWS_A_WRITE = 500;
const RETRY_PAUSE_MS = 500;
/** A busy process says at most once in this time that it drops. */
const COMPLAINT_PAUSE_MS = 60_000;

export interface BackgroundQueueOptions<T> {
  readonly name: string;
  readonly maxWaiting: number;
  /** How long a first entry waits for others to share its write, in milliseconds. */
  readonly gatherMs: number;
  /** Entries of one key become one. */
  readonly keyOf: (entry: T) => string;
  /** Which of two entries of one key is kept. */
  readonly merge: (standing: T, next: T) => T;
  readonly write: (entries: readonly T[]) => Promise<void>;
  readonly logger: Logger;
}

type Waiting<T> = readonly [key: string, entry: T];

/**
 * Writes behind the calls: `add` returns at once and never throws. Bounded: while the database is away the queue fills up and
 * then drops what is new, because a record that misses some tasks is still a record.
 */
export class BackgroundQueue<T> {
  private waiting = new Map<string, T>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private draining = false;
  private dropped = 0;
  private complainedAt = -Infinity;

  constructor(private readonly options: BackgroundQueueOptions<T>) {}

  add(entry: T): void {
    const { keyOf, merge, maxWaiting, gatherMs } = this.options;
    const key = keyOf(entry);
    const standing = this.waiting.get(key);
    if (standing === undefined && this.waiting.size >= maxWaiting) {
      this.complain();
      return;
    }
    this.waiting.set(key, standing === undefined ? entry : merge(standing, entry));
    this.schedule(gatherMs);
  }

  /** Writes all that waits; gives up on what the database does not take at the first try. The last step of a process. */
  async drain(): Promise<void> {
    this.draining = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing;
    while (this.waiting.size > 0) if (!(await this.writeNext())) break;
    this.draining = false;
  }

  private schedule(delayMs: number): void {
    if (this.timer !== undefined || this.writing !== undefined || this.draining) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.writing = this.run().finally(() => {
        this.writing = undefined;
        if (this.waiting.size > 0) this.schedule(delayMs);
      });
    }, delayMs);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    while (this.waiting.size > 0 && !this.draining) {
      if (await this.writeNext()) continue;
      await pause(RETRY_PAUSE_MS);
    }
  }

  /** False when the write failed and its entries wait again. */
  private async writeNext(): Promise<boolean> {
    const batch = [...this.waiting].slice(0, MAX_ROWS_A_WRITE);
    for (const [key] of batch) this.waiting.delete(key);
    const failed = await this.write(batch);
    this.putBack(failed);
    return failed.length === 0;
  }

  /** @returns what is to be tried again; a row that the database refuses is not, and does not take the others with it. */
  private async write(batch: readonly Waiting<T>[]): Promise<readonly Waiting<T>[]> {
    try {
      await this.options.write(batch.map(([, entry]) => entry));
      return [];
    } catch (error) {
      const { name, logger } = this.options;
      logger.warn({ err: error, entries: batch.length }, `${name}: write failed`);
      if (!isRowFault(error)) return batch;
      if (batch.length === 1) return [];
      const failed: Waiting<T>[] = [];
      for (const one of batch) failed.push(...(await this.write([one])));
      return failed;
    }
  }

  /** In front of what came meanwhile, and never instead of it. */
  private putBack(batch: readonly Waiting<T>[]): void {
    if (batch.length === 0) return;
    const newer = this.waiting;
    this.waiting = new Map(batch);
    for (const [key, entry] of newer) {
      const standing = this.waiting.get(key);
      this.waiting.set(key, standing === undefined ? entry : this.options.merge(standing, entry));
    }
  }

  private complain(): void {
    this.dropped += 1;
    const now = performance.now();
    if (now - this.complainedAt < COMPLAINT_PAUSE_MS) return;
    this.complainedAt = now;
    this.options.logger.warn({ dropped: this.dropped }, `${this.options.name}: too much waits; dropping`);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Classes 22 and 23 of SQLSTATE are about the data itself. */
function isRowFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]/.test(code);
}
