import type Stripe from 'stripe';
import { PICO_PER_USD, type PicoUsd } from '../../lib/money.js';
import type { ChargeState } from './payment-provider.js';

export const PICO_PER_CENT = PICO_PER_USD / 100n;
/** The metadata of a payment intent under which it names our payment. */
export const PAYMENT_METADATA = 'gateway_payment';

/** How a payment intent stands, in our words. */
export function chargeState(intent: Stripe.PaymentIntent): ChargeState {
  const { id: reference, status } = intent;
  if (status === 'succeeded') return { status: 'succeeded', reference };
  if (status === 'processing') return { status: 'processing', reference };
  const { decline_code: declineCode, code } = intent.last_payment_error ?? {};
  return { status: 'declined', reason: declineCode ?? code ?? status, reference };
}

export function toCents(amount: PicoUsd): number {
  if (amount % PICO_PER_CENT !== 0n) throw new RangeError('a card is charged in whole cents');
  return Number(amount / PICO_PER_CENT);
}
