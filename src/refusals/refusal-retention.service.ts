import { Injectable } from '@nestjs/common';
import { Clock } from '../lib/clock.js';
import { dayOf } from '../lib/day.js';
import { DAY_MS } from '../lib/durations.js';
import { PacedWork } from '../lib/paced-work.js';
import { RefusalPartitions } from './refusal-partitions.js';
import { RefusalsRepository } from './refusals.repository.js';

export const REFUSALS_KEPT_MS = 30 * DAY_MS;

/** For the hourly sweep: days of counts are dropped whole when all of them is past the 30 days. */
@Injectable()
export class RefusalRetention {
  constructor(
    private readonly partitions: RefusalPartitions,
    private readonly repository: RefusalsRepository,
    private readonly clock: Clock,
    private readonly pace: PacedWork,
  ) {}

  async sweep(): Promise<void> {
    const nowMs = this.clock.now().getTime();
    const before = nowMs - REFUSALS_KEPT_MS;
    await this.partitions.dropBefore(dayOf(before));
    await this.partitions.ensure([dayOf(nowMs), dayOf(nowMs) + 1]);
    await this.pace.delete(this.repository.toPurge(new Date(before), new Date(nowMs - DAY_MS)));
  }
}
