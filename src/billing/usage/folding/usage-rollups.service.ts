import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { LOGGER } from '../../../http/logger.js';
import { SECOND_MS } from '../../../lib/durations.js';
import { PacedWork } from '../../../lib/paced-work.js';
import { CallTermsRepository } from '../../calls/call-terms.repository.js';
import { UsageFoldRepository } from './usage-fold.repository.js';

/** What came since is read from the call log by everyone who asks for usage, so it should stay little. */
const FOLD_EVERY_MS = 10 * SECOND_MS;
/** Of each run for what nobody waits for, as calls that were there before, its rests included. */
const BACKLOG_MS = 9 * SECOND_MS;

/**
 * Adds the call log up behind the calls: usage, numbers by model, and what calls are found by, one after the other. Reports and lists
 * are exact at every moment; this only decides how much of them is a reading of calls.
 */
@Injectable()
export class UsageRollups implements OnApplicationBootstrap {
  private folding: Promise<void> | undefined;
  private first: Promise<void> | undefined;

  constructor(
    private readonly repository: UsageFoldRepository,
    private readonly terms: CallTermsRepository,
    private readonly pace: PacedWork,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.begin();
    await this.foldTerms();
  }

  /** Once, before the first report: a database from another server has marks that mean nothing here. What was there before can wait. */
  begin(): Promise<void> {
    this.first ??= this.repository.fold().catch((error: unknown) => this.warn(error));
    return this.first;
  }

  @Interval(FOLD_EVERY_MS)
  async runNow(): Promise<void> {
    await this.fold().catch((error: unknown) => this.warn(error));
  }

  /** Runs now, or joins the run that is under way. */
  fold(): Promise<void> {
    this.folding ??= this.run().finally(() => {
      this.folding = undefined;
    });
    return this.folding;
  }

  private async run(): Promise<void> {
    await this.repository.fold();
    await this.foldTerms();
    await this.pace.run(
      BACKLOG_MS,
      async () =>
        (await this.repository.foldBacklog()) ||
        (await this.repository.sealFurther()) ||
        (await this.repository.pack()),
    );
  }

  /** Behind usage, which gives calls from another server numbers that mean something here. Usage does not wait for what fails here. */
  private foldTerms(): Promise<void> {
    return this.terms
      .fold()
      .catch((error: unknown) =>
        this.logger.warn(
          { err: error },
          'calls could not be made quick to find; lists read more of the log meanwhile',
        ),
      );
  }

  private warn(error: unknown): void {
    this.logger.warn(
      { err: error },
      'usage could not be added up; reports read more of the call log meanwhile',
    );
  }
}
