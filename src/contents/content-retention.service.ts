import { Injectable } from '@nestjs/common';
import { Clock } from '../lib/clock.js';
import { dayOf } from '../lib/day.js';
import { PacedWork } from '../lib/paced-work.js';
import { ContentPartitions } from './content-partitions.js';
import { ContentsRepository } from './contents.repository.js';

/** For the hourly sweep: a day is dropped whole when everything in it has expired; what must go sooner is deleted. */
@Injectable()
export class ContentRetention {
  constructor(
    private readonly partitions: ContentPartitions,
    private readonly repository: ContentsRepository,
    private readonly clock: Clock,
    private readonly pace: PacedWork,
  ) {}

  async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.partitions.dropBefore(dayOf(now.getTime()));
    await this.pace.delete(await this.repository.toPurge(now));
  }
}
