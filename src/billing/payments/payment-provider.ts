import type { PicoUsd } from '../../lib/money.js';

export type PaymentProviderName = 'sandbox' | 'stripe';

/** What may be shown of a card. */
export interface CardFacts {
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
}

export interface ChargeRequest {
  /** Our payment: the idempotency key, and the name under which the provider keeps it. */
  readonly paymentId: string;
  readonly organizationId: string;
  readonly customer: string;
  readonly paymentMethod: string;
  /** A multiple of the provider's step. */
  readonly amount: PicoUsd;
  readonly description: string;
}

/** How a charge stands. What is not known throws `PaymentUnavailableError` instead: the money may have moved. */
export type ChargeState =
  | { readonly status: 'succeeded'; readonly reference: string }
  /** The provider will say later, by webhook or when asked again. */
  | { readonly status: 'processing'; readonly reference: string }
  | { readonly status: 'declined'; readonly reason: string; readonly reference?: string | undefined };

/** What can be charged at all. */
export interface ChargeSteps {
  readonly step: PicoUsd;
  readonly smallest: PicoUsd;
  readonly largest: PicoUsd;
}

/** The one port to whoever takes the money. Every method may be called again with the same arguments. */
export abstract class PaymentProvider {
  abstract readonly name: PaymentProviderName;
  abstract readonly steps: ChargeSteps;

  /** @returns the provider's id of the organization; the same one when asked twice. @throws PaymentUnavailableError (503) */
  abstract createCustomer(organizationId: string): Promise<string>;

  /**
   * Binds a payment method to the customer, for charges while nobody is there.
   * @throws InvalidRequestError (400) naming `payment_method`, CardDeclinedError (402), PaymentUnavailableError (503).
   */
  abstract saveMethod(options: { customer: string; paymentMethod: string }): Promise<CardFacts>;

  /** @throws PaymentUnavailableError (503) */
  abstract forgetMethod(paymentMethod: string): Promise<void>;

  /**
   * Takes money. The same `paymentId` again is the same charge, whatever became of the first answer.
   * @throws PaymentUnavailableError (503) when nobody knows whether it was taken.
   */
  abstract charge(request: ChargeRequest): Promise<ChargeState>;

  /**
   * How a charge stands that was asked for before; `undefined` when the provider has none under this id.
   * @throws PaymentUnavailableError (503)
   */
  abstract findCharge(options: {
    paymentId: string;
    customer: string;
    createdAt: Date;
  }): Promise<ChargeState | undefined>;
}
