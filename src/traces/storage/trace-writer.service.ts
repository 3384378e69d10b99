import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../http/logger.js';
import type { SpanBatch } from '../encoding/span-batch.js';
import { SpansRefusedError, TraceStore, type OwnedBatch } from './trace-store.js';

interface Waiting extends OwnedBatch {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const MAX_STATEMENT_SPANS = 5_000;
const MAX_STATEMENT_BYTES = 6 * 1_048_576;

/**
 * Makes spans durable. One statement is in flight at a time; the requests that come meanwhile share the next one, so that a busy
 * process pays one commit for thousands of spans. How much may wait is bounded by who lets requests in.
 */
@Injectable()
export class TraceWriter {
  private readonly waiting: Waiting[] = [];
  private writing: Promise<void> | undefined;

  constructor(
    private readonly store: TraceStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves when the spans are durable. @throws what a store throws that is away (503) */
  write(projectId: string, batch: SpanBatch): Promise<void> {
    if (batch.count === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.waiting.push({ projectId, batch, resolve, reject });
      this.writing ??= this.run();
    });
  }

  /** Resolves when nothing waits any more: before the database goes away. */
  async drain(): Promise<void> {
    while (this.writing !== undefined) await this.writing;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      // Everything that ends in this turn of the event loop shares the statement.
      await new Promise((resolve) => setImmediate(resolve));
      await this.writeAll(this.takeNext());
    }
    this.writing = undefined;
  }

  private takeNext(): Waiting[] {
    const taken: Waiting[] = [];
    let spans = 0;
    let bytes = 0;
    const traces = new Set<string>();
    for (const next of [...this.waiting]) {
      spans += next.batch.count;
      bytes += next.batch.bytes;
      if (taken.length > 0 && (spans > MAX_STATEMENT_SPANS || bytes > MAX_STATEMENT_BYTES)) break;
      const { projectId } = next;
      const keys = next.batch.traceIds.map((id) => `${projectId} ${id}`);
      // A statement may change the row of a trace once: parts of one trace go one after the other.
      if (keys.some((key) => traces.has(key))) break;
      for (const key of keys) traces.add(key);
      taken.push(next);
      this.waiting.shift();
    }
    return taken;
  }

  private async writeAll(batches: readonly Waiting[]): Promise<void> {
    try {
      await this.store.write(batches);
      for (const { resolve } of batches) resolve();
    } catch (error) {
      if (!(error instanceof SpansRefusedError)) {
        for (const { reject } of batches) reject(error);
        return;
      }
      // One request that the store refuses must not take the others with it.
      if (batches.length > 1) {
        for (const one of batches) await this.writeAll([one]);
        return;
      }
      for (const { projectId, reject } of batches) {
        this.logger.error({ err: error.cause, project_id: projectId }, 'spans could not be written');
        reject(error.cause);
      }
    }
  }
}
