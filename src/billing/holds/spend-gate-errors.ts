import { GatewayError } from '../../lib/gateway-error.js';
import { formatUsd, toUsdNumber, type PicoUsd } from '../../lib/money.js';

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

/** What a batch is told beside the message. */
interface Figures {
  readonly estimate: PicoUsd;
  readonly balance: PicoUsd;
}

export class ReservedInFlightError extends GatewayError {
  constructor(figures?: Figures) {
    super({
      status: 402,
      code: 'reserved_in_flight',
      message:
        'Calls in flight hold the rest of the balance. Nothing was sent; try again when they have ended.',
      headers: { 'retry-after': '1' },
      extra: figures && printFigures(figures),
    });
  }
}

/** The balance does not cover a batch's estimate: 402 with both figures (contract section 4). */
export class EstimateNotCoveredError extends GatewayError {
  constructor({ cardDeclined = false, ...figures }: Figures & { cardDeclined?: boolean }) {
    const [estimate, balance] = [formatUsd(figures.estimate), formatUsd(figures.balance)];
    const way = cardDeclined
      ? 'The saved card was declined: save another card, save this one again, add credits'
      : 'Add credits';
    super({
      status: 402,
      code: 'insufficient_balance',
      message: `The batch is estimated at ${estimate} USD and the balance is ${balance} USD, so nothing was created. ${way}, or send fewer requests or a lower \`max_tokens\`.`,
      extra: printFigures(figures),
    });
  }
}

function printFigures({ estimate, balance }: Figures) {
  return { estimate_usd: toUsdNumber(estimate), balance_usd: toUsdNumber(balance) };
}
