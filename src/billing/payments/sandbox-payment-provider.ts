import { InvalidRequestError } from '../../lib/gateway-error.js';
import { PICO_PER_USD } from '../../lib/money.js';
import {
  PaymentProvider,
  type CardFacts,
  type ChargeRequest,
  type ChargeState,
  type ChargeSteps,
} from './payment-provider.js';

const CARDS: Readonly<Record<string, CardFacts>> = {
  pm_sandbox_ok: { brand: 'sandbox', last4: '4242', exp_month: 12, exp_year: 2099 },
  pm_sandbox_declined: { brand: 'sandbox', last4: '0002', exp_month: 12, exp_year: 2099 },
};

/** Takes no money: two cards, one that always pays and one that never does. It remembers nothing, so the same charge ends the same way. */
export class SandboxPaymentProvider extends PaymentProvider {
  readonly name = 'sandbox';
  readonly steps: ChargeSteps = { step: 1n, smallest: 1n, largest: 1_000_000_000n * PICO_PER_USD };

  createCustomer(organizationId: string): Promise<string> {
    return Promise.resolve(`sandbox_${organizationId}`);
  }

  saveMethod({ paymentMethod }: { paymentMethod: string }): Promise<CardFacts> {
    const card = Object.hasOwn(CARDS, paymentMethod) ? CARDS[paymentMethod] : undefined;
    if (card !== undefined) return Promise.resolve(card);
    return Promise.reject(
      new InvalidRequestError({
        param: 'payment_method',
        message: `\`payment_method\` must be one of ${Object.keys(CARDS).join(', ')}: payments are in the sandbox here.`,
      }),
    );
  }

  forgetMethod(): Promise<void> {
    return Promise.resolve();
  }

  charge({ paymentId, paymentMethod }: ChargeRequest): Promise<ChargeState> {
    return Promise.resolve(
      paymentMethod === 'pm_sandbox_ok'
        ? { status: 'succeeded', reference: `sandbox_${paymentId}` }
        : { status: 'declined', reason: 'card_declined' },
    );
  }

  /** Nothing is remembered, and nothing needs to be: asking again gives the same answer. */
  findCharge(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
