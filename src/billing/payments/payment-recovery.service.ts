import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { LOGGER } from '../../http/logger.js';
import { SECOND_MS } from '../../lib/durations.js';
import { Payments } from './payments.service.js';

const RECOVERY_INTERVAL_MS = 20 * SECOND_MS;

/** Finishes, without anyone's call, what a process left pending that ended between a charge and its credit. */
@Injectable()
export class PaymentRecovery {
  private isRunning = false;

  constructor(
    private readonly payments: Payments,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(RECOVERY_INTERVAL_MS)
  async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      await this.payments.finishPending();
    } catch (error) {
      this.logger.warn({ err: error }, 'pending payments could not be finished; tried again soon');
    } finally {
      this.isRunning = false;
    }
  }
}
