import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../http/logger.js';
import { Clock } from '../../lib/clock.js';
import { Payments } from './payments.service.js';
import { PaymentsRepository } from './payments.repository.js';

/** `2026-11-28T09` of a time in that UTC hour. */
const HOUR_LENGTH = 13;
const AT_ONCE = 4;

/** Pay as you go: once in every UTC hour, what a balance is below zero is charged to the card and credited. */
@Injectable()
export class HourlyCharges {
  constructor(
    private readonly repository: PaymentsRepository,
    private readonly payments: Payments,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Charges what is due; any number of processes may run it at once. @returns how many charges were paid */
  async run(): Promise<number> {
    let paid = await this.payments.finishPending();
    const period = this.clock.now().toISOString().slice(0, HOUR_LENGTH);
    const organizations = await this.repository.owing(period);
    const work = async (): Promise<void> => {
      for (let next = organizations.shift(); next !== undefined; next = organizations.shift())
        if (await this.charge(next, period)) paid += 1;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return paid;
  }

  /** One organization's trouble is not the others'. */
  private async charge(organizationId: string, period: string): Promise<boolean> {
    try {
      const claim = await this.repository.claimHourlyCharge(organizationId, period);
      if (claim.kind !== 'claimed') return false;
      const outcome = await this.payments.settle(claim.payment);
      return claim.payment.kind === 'hourly_charge' && outcome === 'credited';
    } catch (error) {
      this.logger.error({ err: error, organization_id: organizationId }, 'an hourly charge failed');
      return false;
    }
  }
}
