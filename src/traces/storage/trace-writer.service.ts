import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { LOGGER } from '../../http/logger.js';
import type { SpanBatch } from '../encoding/span-batch.js';
import { SpanPartitions } from './span-partitions.js';
import { TraceStoreRepository, type OwnedBatch } from './trace-store.repository.js';

interface Waiting extends OwnedBatch {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const MAX_STATEMENT_SPANS = 5_000;
const MAX_STATEMENT_BYTES = 6 * 1_048_576;
/** SQLSTATE: no partition of the day; the other transaction of a deadlock went on. */
const NO_PARTITION = '23514';
const DEADLOCK = '40P01';

/**
 * Makes spans durable. One statement is in flight at a time; the requests that come meanwhile share the next one, so that a busy
 * process pays one commit for thousands of spans. How much may wait is bounded by who lets requests in.
 */
@Injectable()
export class TraceWriter {
  private readonly waiting: Waiting[] = [];
  private writing: Promise<void> | undefined;

  constructor(
    @Inject(TraceStoreRepository) private readonly repository: TraceStoreRepository,
    @Inject(SpanPartitions) private readonly partitions: SpanPartitions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves when the spans are committed. @throws DatabaseUnavailableError (503) */
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
      await this.tryWrite(batches);
      for (const { resolve } of batches) resolve();
    } catch (error) {
      const [only] = batches;
      // One request that the database refuses must not take the others with it.
      if (batches.length > 1 && isStatementFault(error))
        for (const one of batches) await this.writeAll([one]);
      else {
        if (only !== undefined && isStatementFault(error))
          this.logger.error({ err: error, project_id: only.projectId }, 'spans could not be written');
        for (const { reject } of batches) reject(asDatabaseFailure(error));
      }
    }
  }

  private async tryWrite(batches: readonly Waiting[]): Promise<void> {
    const days = new Set(batches.flatMap(({ batch }) => batch.days));
    await this.partitions.ensure(days);
    try {
      await this.repository.write(batches);
    } catch (error) {
      const code = codeOf(error);
      if (code !== NO_PARTITION && code !== DEADLOCK) throw error;
      this.partitions.forget();
      await this.partitions.ensure(days);
      await this.repository.write(batches);
    }
  }
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Classes 22, 23 and 54 of SQLSTATE: the data, or more of it than fits. */
function isStatementFault(error: unknown): boolean {
  return /^(?:22|23|54)/.test(codeOf(error) ?? '');
}
