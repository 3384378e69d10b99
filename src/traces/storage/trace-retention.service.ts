import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { Clock } from '../../lib/clock.js';
import { DAY_MS } from '../../lib/durations.js';
import { SpanPartitions } from './span-partitions.js';
import { TraceStoreRepository } from './trace-store.repository.js';

/** For the hourly sweep: partitions are made before they are needed, and dropped when all of their day is past the retention. */
@Injectable()
export class TraceRetention {
  constructor(
    @Inject(SpanPartitions) private readonly partitions: SpanPartitions,
    @Inject(TraceStoreRepository) private readonly repository: TraceStoreRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @returns how many traces went */
  async sweep(): Promise<number> {
    const nowMs = this.clock.now().getTime();
    const firstKept = Math.floor((nowMs - this.settings.traceRetentionMs) / DAY_MS);
    const today = Math.floor(nowMs / DAY_MS);
    // Summaries first: a trace that is listed has its spans.
    const purged = await this.repository.purgeTraces(firstKept);
    await this.partitions.dropBefore(firstKept);
    await this.partitions.ensure([today, today + 1]);
    return purged;
  }
}
