import { Inject, Module, type BeforeApplicationShutdown } from '@nestjs/common';
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
import { StripePaymentProvider } from './stripe-payment-provider.js';
import { StripeWebhookController } from './stripe-webhook.controller.js';

/** Saved cards and what is taken from them. */
@Module({
  controllers: [StripeWebhookController],
  providers: [
    {
      provide: PaymentProvider,
      inject: [SETTINGS],
      useFactory: ({ payments, stripe }: Settings): PaymentProvider =>
        payments === 'stripe' ? new StripePaymentProvider(stripe) : new SandboxPaymentProvider(),
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
  constructor(@Inject(Payments) private readonly payments: Payments) {}

  /** A payment that is under way is written down while the database is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.payments.drain();
  }
}
