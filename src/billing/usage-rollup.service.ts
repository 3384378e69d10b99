import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { LOGGER } from '../http/logger.js';
import { SECOND_MS } from '../lib/durations.js';
import { UsageRollupRepository } from './usage-rollup.repository.js';

/** What came since is read from the call log by everyone who asks for usage, so it should stay little. */
const FOLD_EVERY_MS = 10 * SECOND_MS;

/** Adds the call log up behind the calls. Reports are exact at every moment; this only decides how much of them is a reading of calls. */
@Injectable()
export class UsageRollups implements OnApplicationBootstrap {
  private folding: Promise<void> | undefined;

  constructor(
    @Inject(UsageRollupRepository) private readonly repository: UsageRollupRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before the first report: a database from another server has marks that mean nothing here. */
  async onApplicationBootstrap(): Promise<void> {
    await this.runNow();
  }

  @Interval(FOLD_EVERY_MS)
  async runNow(): Promise<void> {
    await this.fold().catch((error: unknown) => {
      this.logger.warn(
        { err: error },
        'usage could not be added up; reports read more of the call log meanwhile',
      );
    });
  }

  /** Runs now, or joins the run that is under way. */
  fold(): Promise<void> {
    this.folding ??= this.repository.fold().finally(() => {
      this.folding = undefined;
    });
    return this.folding;
  }
}
