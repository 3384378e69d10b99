import { Injectable } from '@nestjs/common';
import { Clock } from '../../lib/clock.js';
import { SECOND_MS } from '../../lib/durations.js';
import { Payments, type PaymentOutcome } from './payments.service.js';
import { PaymentsRepository, type NeededMoney } from './payments.repository.js';

/** `not-needed`: the balance is above the threshold, or there is no card, or it was declined a short while ago. */
export type ReloadOutcome = PaymentOutcome | 'not-needed';

/** How long a reload of another process is waited for. */
const MAX_WAIT_MS = 30 * SECOND_MS;
const POLL_MS = 100;

/**
 * Auto reload. Whether it is due and who pays is decided in the database, under the lock of the balance: any number of calls
 * in any number of processes lead to one payment, and the others wait for it.
 */
@Injectable()
export class Reloads {
  constructor(
    private readonly repository: PaymentsRepository,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  /**
   * Tops up an organization that is under its threshold, or whose balance does not cover what is needed now; holds no connection
   * while the provider works.
   */
  async topUp(organizationId: string, needed?: NeededMoney): Promise<ReloadOutcome> {
    const deadlineMs = this.clock.monotonicMs() + MAX_WAIT_MS;
    for (;;) {
      const claim = await this.repository.claimReload(organizationId, needed);
      switch (claim.kind) {
        case 'not-needed':
          return 'not-needed';
        case 'pending':
          if (claim.isUnanswered || this.clock.monotonicMs() >= deadlineMs) return 'unanswered';
          await pause(POLL_MS);
          break;
        case 'claimed': {
          const outcome = await this.payments.settle(claim.payment);
          // The charge of an hour that was left pending: the balance is looked at anew.
          if (claim.payment.kind === 'reload' || outcome !== 'credited') return outcome;
          break;
        }
      }
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
