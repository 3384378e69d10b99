import { Injectable } from '@nestjs/common';
import { Clock } from '../lib/clock.js';
import { PacedWork } from '../lib/paced-work.js';
import { CachedAnswersRepository } from './cached-answers.repository.js';

/** For the hourly sweep: nobody is given what has expired, and then it goes. */
@Injectable()
export class CachedAnswersRetention {
  constructor(
    private readonly repository: CachedAnswersRepository,
    private readonly clock: Clock,
    private readonly pace: PacedWork,
  ) {}

  /** @returns how many answers went */
  sweep(): Promise<number> {
    return this.pace.delete(this.repository.toPurge(this.clock.now()));
  }
}
