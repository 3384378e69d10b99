import { GatewayError } from '../../lib/gateway-error.js';

/** The card gave no money, and without it there is none. */
export class CardDeclinedError extends GatewayError {
  constructor({
    message = 'The balance is used up and the saved card was declined, so nothing was sent. Save another card, save this one again, or add credits.',
    param,
    cause,
  }: { message?: string; param?: string; cause?: unknown } = {}) {
    super({ status: 402, code: 'card_declined', message, param, cause });
  }
}

/** The payment provider gave no clear answer. What was asked for may have happened: it is asked again, under the same key. */
export class PaymentUnavailableError extends GatewayError {
  constructor(cause?: unknown) {
    super({
      status: 503,
      code: 'payment_unavailable',
      message: 'The payment provider does not answer, so the balance could not be topped up. Try again.',
      headers: { 'retry-after': '5' },
      cause,
    });
  }
}
