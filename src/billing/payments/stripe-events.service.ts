import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { LOGGER } from '../../http/logger.js';
import { PaymentsRepository } from './payments.repository.js';
import { chargeState, PAYMENT_METADATA, toCents } from './stripe-charge.js';

const PAYMENT_ID = /^pay_[0-9a-z]{1,64}$/;

/** What Stripe says by itself about payments of ours. Told twice, or after the answer to the charge, it changes nothing. */
@Injectable()
export class StripeEvents {
  constructor(
    private readonly repository: PaymentsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws DatabaseUnavailableError (503): Stripe posts it again. */
  async apply(event: Stripe.Event): Promise<void> {
    if (event.type !== 'payment_intent.succeeded' && event.type !== 'payment_intent.payment_failed') return;
    await this.applyIntent(event.data.object).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
  }

  private async applyIntent(intent: Stripe.PaymentIntent): Promise<void> {
    // The account may be used by others, whose payments have other names.
    const { metadata } = intent as Partial<Stripe.PaymentIntent>;
    const id = metadata?.[PAYMENT_METADATA];
    if (id === undefined || !PAYMENT_ID.test(id)) return;
    const payment = await this.repository.find(id);
    if (payment === undefined) return;
    const name = { id, organizationId: payment.organizationId };
    const state = chargeState(intent);
    if (state.status === 'declined') await this.repository.decline(name, state);
    if (state.status !== 'succeeded') return;
    if (intent.currency !== 'usd' || intent.amount_received !== toCents(payment.amount)) {
      this.logger.error(
        { payment_id: id, intent: intent.id, received: intent.amount_received, currency: intent.currency },
        'Stripe took another amount than was asked for; nothing was credited',
      );
      return;
    }
    await this.repository.succeed(name, state.reference);
  }
}
