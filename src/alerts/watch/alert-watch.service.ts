import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../../http/logger.js';
import { SECOND_MS } from '../../lib/durations.js';
import { watchBalances } from './balance-watch.js';
import { watchLimits } from './limit-watch.js';

const LOOK_EVERY_MS = 2 * SECOND_MS;

/**
 * Looks for what no transaction of its own tells: sums that have passed a mark. Only organizations that asked are looked at, and the
 * statements decide by themselves who of several processes notes it.
 */
@Injectable()
export class AlertWatch implements BeforeApplicationShutdown {
  private looking: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects. */
  @Interval(LOOK_EVERY_MS)
  look(): Promise<void> {
    if (this.isStopping) return Promise.resolve();
    this.looking ??= watchBalances(this.dataSource)
      .then(() => watchLimits(this.dataSource))
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'balances and limits could not be looked at');
      })
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  /** What is looked at just now has the database until its end. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.looking;
  }
}
