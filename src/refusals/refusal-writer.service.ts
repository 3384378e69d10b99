import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { reconnectPauseMs } from '../database/reconnect-pause.js';
import { LOGGER } from '../http/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { dayOf } from '../lib/day.js';
import { MINUTE_MS } from '../lib/durations.js';
import { randomChars } from '../lib/ids.js';
import { attributeAttempts, mergeCounts, UnprovenRows } from './attribute-attempts.js';
import type { ListedRefusal } from './refusal.js';
import { RefusalCollector, type Collected } from './refusal-collector.js';
import { RefusalPartitions } from './refusal-partitions.js';
import { RefusalsRepository, type RefusalFlush } from './refusals.repository.js';
import { safeMessage, safeModel } from './safe-message.js';

const FLUSH_MS = 1_000;
/** After a flush of very many rows: a flood need not turn the list over each second. */
const AFTER_FLOOD_MS = 5_000;
const FLOOD_ROWS = 500;
const RETRY_PAUSE = { firstMs: 500, longestMs: 10_000 };
const WRITER_CHARS = 20;
/** SQLSTATE: no partition of the day. */
const NO_PARTITION = '23514';

/** Writes what was collected, a second after the first of it at the latest; what could not be written is tried again as it is. */
@Injectable()
export class RefusalWriter {
  readonly collector: RefusalCollector;
  /** Of this process since it started. */
  private readonly writer = randomChars(WRITER_CHARS);
  private readonly unproven = new UnprovenRows();
  private collected: Collected | undefined;
  private pending: RefusalFlush | undefined;
  private flushes = 0;
  private failures = 0;
  private writing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly repository: RefusalsRepository,
    private readonly partitions: RefusalPartitions,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.collector = new RefusalCollector((count) => metrics.refusalNotCounted(count));
  }

  /** Something was collected. */
  wake(): void {
    this.schedule(FLUSH_MS);
  }

  /** Resolves when everything that was collected before is written, or could not be, which is logged. Never rejects. */
  async flush(): Promise<void> {
    // A run that is under way may have taken before what is asked for came.
    await this.writing;
    this.writing ??= this.run().finally(() => {
      this.writing = undefined;
    });
    await this.writing;
  }

  /** For a graceful stop. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.timer);
  }

  private schedule(ms: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, ms).unref();
  }

  /** What failed before, and then what came since: no more, so that a flood is not written without a pause. */
  private async run(): Promise<void> {
    if (this.collected !== undefined || this.pending !== undefined) {
      if (!(await this.tryOnce())) return;
    }
    if (!this.collector.isEmpty) await this.tryOnce();
  }

  /** @returns whether it was written */
  private async tryOnce(): Promise<boolean> {
    try {
      const flush = (this.pending ??= await this.prepare());
      await this.write(flush);
      this.pending = undefined;
      this.failures = 0;
      const isFlood = flush.rows.length >= FLOOD_ROWS;
      if (isFlood || !this.collector.isEmpty) this.schedule(isFlood ? AFTER_FLOOD_MS : FLUSH_MS);
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private failed(error: unknown): void {
    this.failures += 1;
    if (this.pending !== undefined && isDataFault(error)) {
      const lost = this.pending.counts.reduce((sum, { count }) => sum + count, 0);
      this.metrics.refusalNotCounted(lost);
      this.logger.error({ err: error, lost }, 'refusals were not written: the database refuses them');
      this.pending = undefined;
    } else if (this.failures === 1)
      this.logger.warn({ err: error }, 'refusals could not be written; they are kept and tried again');
    this.schedule(reconnectPauseMs(this.failures, RETRY_PAUSE));
  }

  /** Whose they are, and what of them may be shown. */
  private async prepare(): Promise<RefusalFlush> {
    const { counts, rows, attempts } = (this.collected ??= this.collector.take());
    const keys = await this.repository.keysWithPrefix([...new Set(attempts.map(({ prefix }) => prefix))]);
    const attributed = attributeAttempts(attempts, keys, (keyId, minute) =>
      this.unproven.isListable(keyId, minute),
    );
    this.collected = undefined;
    this.flushes += 1;
    return {
      writer: this.writer,
      number: this.flushes,
      counts: mergeCounts([...counts, ...attributed.counts]),
      rows: cleaned([...rows, ...attributed.rows]),
    };
  }

  private async write(flush: RefusalFlush): Promise<void> {
    if (flush.counts.length === 0) return;
    const days = new Set(flush.counts.map(({ minute }) => dayOf(minute * MINUTE_MS)));
    await this.partitions.ensure(days);
    try {
      await this.repository.write(flush);
    } catch (error) {
      if (codeOf(error) !== NO_PARTITION) throw error;
      this.partitions.forget();
      await this.partitions.ensure(days);
      await this.repository.write(flush);
    }
    await this.repository.trim([...new Set(flush.rows.map(({ projectId }) => projectId))]);
  }
}

/** A flood says the same thing again and again. */
function cleaned(rows: readonly ListedRefusal[]): ListedRefusal[] {
  const messages = new Map<string, string>();
  const models = new Map<string | undefined, string | undefined>();
  return rows.map((row) => ({
    ...row,
    message: recall(messages, row.message, safeMessage),
    model: recall(models, row.model, safeModel),
  }));
}

function recall<Key, Value>(known: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  if (!known.has(key)) known.set(key, make(key));
  return known.get(key) as Value;
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Classes 22 and 54 of SQLSTATE, and a broken constraint: the data, or more of it than fits. */
function isDataFault(error: unknown): boolean {
  return /^(?:22|23|54)/.test(codeOf(error) ?? '');
}
