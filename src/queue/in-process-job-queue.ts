import type { Logger } from 'pino';
import { LRUCache } from 'lru-cache';
import { JobQueue } from './job-queue.js';

const REMEMBERED_IDS = 1_000;

/** Without Redis: each process does its own jobs, in the order in which they were asked for. */
export class InProcessJobQueue extends JobQueue {
  override readonly kind = 'process';
  private readonly handlers = new Map<string, (id: string) => Promise<void>>();
  private readonly known = new LRUCache<string, true>({ max: REMEMBERED_IDS });
  private tail: Promise<void> = Promise.resolve();

  constructor(private readonly logger: Logger) {
    super();
  }

  override handle(name: string, work: (id: string) => Promise<void>): void {
    this.handlers.set(name, work);
  }

  override add(name: string, id: string): Promise<void> {
    const key = `${name} ${id}`;
    if (this.known.has(key)) return Promise.resolve();
    this.known.set(key, true);
    this.tail = this.tail.then(() => this.run(name, id));
    return Promise.resolve();
  }

  override isUp(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Resolves when nothing waits. */
  override async close(): Promise<void> {
    await this.tail;
  }

  private async run(name: string, id: string): Promise<void> {
    try {
      await this.handlers.get(name)?.(id);
    } catch (error) {
      this.logger.warn({ err: error, job: name, id }, 'a job failed');
    }
  }
}
