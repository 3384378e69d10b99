import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { CardsService } from './cards.service.js';
import { HourlyCharges } from './hourly-charges.service.js';
import { PaymentProvider } from './payment-provider.js';
import { PaymentRecovery } from './payment-recovery.service.js';
import { PaymentsRepository } from './payments.repository.js';
import { Payments } from './payments.service.js';
import { Reloads } from './reloads.service.js';
import { SandboxPaymentProvider } from './sandbox-payment-provider.js';
import { StripeEvents } from './stripe-events.service.js';
import { StripeWebhookController } from './stripe-webhook.controller.js';

/** Stripe's SDK is large: only a service that charges by it loads it. */
async function openProvider({ payments, stripe }: Settings): Promise<PaymentProvider> {
  if (payments !== 'stripe') return new SandboxPaymentProvider();
  const { StripePaymentProvider } = await import('./stripe-payment-provider.js');
  return new StripePaymentProvider(stripe);
}

/** Saved cards and what is taken from them. */
@Module({
  controllers: [StripeWebhookController],
  providers: [
    {
      provide: PaymentProvider,
      inject: [SETTINGS],
      useFactory: openProvider,
    },
    PaymentsRepository,
    Payments,
    Reloads,
    HourlyCharges,
    CardsService,
    PaymentRecovery,
    StripeEvents,
  ],
  exports: [PaymentProvider, Reloads, HourlyCharges, CardsService],
})
export class PaymentsModule implements BeforeApplicationShutdown {
  constructor(private readonly payments: Payments) {}

  /** A payment that is under way is written down while the database is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.payments.drain();
  }
}
