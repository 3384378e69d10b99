import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { Clock } from '../../lib/clock.js';
import { dayOf } from '../../lib/day.js';
import { PostgresTraceStore } from './postgres/postgres-trace-store.js';
import { TraceStore } from './trace-store.js';

/** For the hourly sweep: a day is dropped when all of it is past the retention. */
@Injectable()
export class TraceRetention {
  constructor(
    private readonly store: TraceStore,
    private readonly postgres: PostgresTraceStore,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** @returns how many traces went */
  async sweep(): Promise<number> {
    const oldestMs = this.clock.now().getTime() - this.settings.traceRetentionMs;
    const firstKept = dayOf(oldestMs);
    // What was kept before there was another store goes by its age, too.
    const left = this.store === this.postgres ? 0 : await this.postgres.dropBefore(firstKept);
    return left + (await this.store.dropBefore(firstKept));
  }
}
