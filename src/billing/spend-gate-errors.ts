import { GatewayError } from '../lib/gateway-error.js';

export class InsufficientBalanceError extends GatewayError {
  constructor() {
    super({
      status: 402,
      code: 'insufficient_balance',
      message:
        'The organization has no balance left, so nothing was sent. Add credits, or save a card with auto reload.',
    });
  }
}

export class ReservedInFlightError extends GatewayError {
  constructor() {
    super({
      status: 402,
      code: 'reserved_in_flight',
      message:
        'Calls in flight hold the rest of the balance. Nothing was sent; try again when they have ended.',
      headers: { 'retry-after': '1' },
    });
  }
}
