import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../http/logger.js';
import { Metrics } from '../../metrics/metrics.js';
import { Clock } from '../../lib/clock.js';
import { HOUR_MS, SECOND_MS } from '../../lib/durations.js';
import { formatUsd } from '../../lib/money.js';
import { PaymentUnavailableError } from './payment-errors.js';
import { PaymentProvider, type ChargeState } from './payment-provider.js';
import { PaymentsRepository, type ClaimedPayment } from './payments.repository.js';

/** What became of an attempt. `unanswered`: nobody knows yet; it is asked again. */
export type PaymentOutcome = 'credited' | 'declined' | 'unanswered';

/** A provider forgets its idempotency keys after a day: from then on it is only asked what it has, never to charge. */
const KEY_LIFETIME_MS = 23 * HOUR_MS;
const MAX_PAUSE_MS = 60 * SECOND_MS;

/** Brings payments to their end: asks the provider, without a connection of ours, and writes down what it says. */
@Injectable()
export class Payments {
  private readonly running = new Set<Promise<PaymentOutcome>>();

  constructor(
    private readonly repository: PaymentsRepository,
    private readonly provider: PaymentProvider,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /**
   * One attempt at a payment that was claimed.
   * @throws the database's own error when the end could not be written: the payment is still pending, and found again.
   */
  settle(payment: ClaimedPayment): Promise<PaymentOutcome> {
    const attempt = this.attempt(payment).finally(() => this.running.delete(attempt));
    this.running.add(attempt);
    return attempt;
  }

  /** Asks again about every payment that was left pending. @returns how many hourly charges came to a good end */
  async finishPending(): Promise<number> {
    let charges = 0;
    for (const organizationId of await this.repository.unfinished()) {
      const payment = await this.repository.resume(organizationId);
      if (payment === undefined) continue;
      const outcome = await this.settle(payment);
      if (payment.kind === 'hourly_charge' && outcome === 'credited') charges += 1;
    }
    return charges;
  }

  /** Resolves when no attempt runs any more. What fails in the end is found pending by another process. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  private async attempt(payment: ClaimedPayment): Promise<PaymentOutcome> {
    const outcome = await this.conclude(payment, await this.ask(payment));
    this.metrics.paymentAttempted({ kind: payment.kind, outcome });
    this.logger.info(
      {
        payment_id: payment.id,
        organization_id: payment.organizationId,
        amount_usd: formatUsd(payment.amount),
        attempts: payment.attempts,
      },
      `${payment.kind}: ${outcome}`,
    );
    return outcome;
  }

  private async conclude(
    payment: ClaimedPayment,
    state: ChargeState | 'unanswered' | 'unknown-to-provider',
  ): Promise<PaymentOutcome> {
    if (state === 'unanswered') return this.postpone(payment);
    if (state === 'unknown-to-provider') {
      await this.repository.abandon(payment);
      return 'unanswered';
    }
    switch (state.status) {
      case 'succeeded':
        await this.repository.succeed(payment, state.reference);
        return 'credited';
      case 'declined':
        await this.repository.decline(payment, state);
        return 'declined';
      case 'processing':
        return this.postpone(payment);
    }
  }

  private async ask(payment: ClaimedPayment): Promise<ChargeState | 'unanswered' | 'unknown-to-provider'> {
    try {
      const standing = payment.attempts === 1 ? undefined : await this.findAgain(payment);
      if (standing !== undefined) return standing;
      if (this.clock.now().getTime() - payment.createdAt.getTime() > KEY_LIFETIME_MS)
        return 'unknown-to-provider';
      return await this.provider.charge({
        paymentId: payment.id,
        organizationId: payment.organizationId,
        customer: payment.customer,
        paymentMethod: payment.paymentMethod,
        amount: payment.amount,
        description: payment.kind === 'reload' ? 'Balance reload' : 'Usage of the hour',
      });
    } catch (error) {
      if (!(error instanceof PaymentUnavailableError)) throw error;
      this.logger.warn({ err: error, payment_id: payment.id }, 'a payment has no answer; it is asked again');
      return 'unanswered';
    }
  }

  private findAgain({ id, customer, createdAt }: ClaimedPayment): Promise<ChargeState | undefined> {
    return this.provider.findCharge({ paymentId: id, customer, createdAt });
  }

  private async postpone(payment: ClaimedPayment): Promise<PaymentOutcome> {
    const pauseMs = Math.min(2 ** payment.attempts * SECOND_MS, MAX_PAUSE_MS);
    await this.repository.postpone(payment, { pauseMs, isUnanswered: true });
    return 'unanswered';
  }
}
