import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { Clock } from '../../lib/clock.js';
import { dayOf } from '../../lib/day.js';
import { DAY_MS } from '../../lib/durations.js';
import { PacedWork } from '../../lib/paced-work.js';
import { ResponsePartitions } from './response-partitions.js';
import { StoredResponsesRepository } from './stored-responses.repository.js';

/** For the hourly sweep: partitions are made before they are needed, and dropped when all of their day is past the retention. */
@Injectable()
export class ResponseRetention {
  constructor(
    private readonly partitions: ResponsePartitions,
    private readonly repository: StoredResponsesRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly pace: PacedWork,
  ) {}

  /** @returns how many days went, and how many rows of who may have none kept */
  async sweep(): Promise<{ readonly days: number; readonly rows: number }> {
    const nowMs = this.clock.now().getTime();
    const firstKept = dayOf(nowMs - this.settings.responseRetentionMs);
    const today = dayOf(nowMs);
    const days = await this.partitions.dropBefore(firstKept);
    await this.partitions.ensure([today, today + 1]);
    // A call that was under way when its project was deleted keeps its answer after the first sweep: what may be left is looked for
    // as long as anything of it could be there.
    const rows = await this.pace.delete(await this.repository.toPurge(new Date((firstKept - 1) * DAY_MS)));
    return { days, rows };
  }
}
