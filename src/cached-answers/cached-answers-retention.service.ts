import { Injectable } from '@nestjs/common';
import { Clock } from '../lib/clock.js';
import { CachedAnswersRepository } from './cached-answers.repository.js';

/** For the hourly sweep: nobody is given what has expired, and then it goes. */
@Injectable()
export class CachedAnswersRetention {
  constructor(
    private readonly repository: CachedAnswersRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns how many answers went */
  sweep(): Promise<number> {
    return this.repository.purge(this.clock.now());
  }
}
