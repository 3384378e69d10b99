import Stripe from 'stripe';
import type { StripeSettings } from '../../config/settings.js';
import { SECOND_MS } from '../../lib/durations.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { CardDeclinedError, PaymentUnavailableError } from './payment-errors.js';
import {
  PaymentProvider,
  type CardFacts,
  type ChargeRequest,
  type ChargeState,
  type ChargeSteps,
} from './payment-provider.js';
import { chargeState, PAYMENT_METADATA, PICO_PER_CENT, toCents } from './stripe-charge.js';

/** Below the lease of an attempt. */
const TIMEOUT_MS = 12 * SECOND_MS;
/** The provider's clock and ours may differ by so much. */
const CLOCK_SLACK_S = 300;
const PAGE = 100;

/**
 * Stripe by its official SDK: customers, cards saved by a confirmed SetupIntent, and off-session PaymentIntents whose
 * idempotency key is the id of our payment. Retries are ours, so that each is a row's next attempt.
 */
export class StripePaymentProvider extends PaymentProvider {
  readonly name = 'stripe';
  /** Whole cents; Stripe takes 0.50 to 999,999.99 USD. */
  readonly steps: ChargeSteps = {
    step: PICO_PER_CENT,
    smallest: 50n * PICO_PER_CENT,
    largest: 99_999_999n * PICO_PER_CENT,
  };
  private readonly client: Stripe;

  constructor({ apiKey = '', apiBaseUrl }: Pick<StripeSettings, 'apiKey' | 'apiBaseUrl'>) {
    super();
    const { protocol, hostname, port } = new URL(apiBaseUrl);
    const isPlain = protocol === 'http:';
    this.client = new Stripe(apiKey, {
      protocol: isPlain ? 'http' : 'https',
      host: hostname,
      port: port === '' ? (isPlain ? 80 : 443) : Number(port),
      maxNetworkRetries: 0,
      timeout: TIMEOUT_MS,
      telemetry: false,
    });
  }

  async createCustomer(organizationId: string): Promise<string> {
    const options = { idempotencyKey: `customer-${organizationId}` };
    const customer = await this.client.customers
      .create({ metadata: { gateway_organization: organizationId } }, options)
      .catch(unavailable);
    return customer.id;
  }

  async saveMethod({
    customer,
    paymentMethod,
  }: {
    customer: string;
    paymentMethod: string;
  }): Promise<CardFacts> {
    const intent = await this.client.setupIntents
      .create({
        customer,
        payment_method: paymentMethod,
        allowed_payment_method_types: ['card'],
        usage: 'off_session',
        confirm: true,
        expand: ['payment_method'],
      })
      .catch((error: unknown) => {
        throw toSaveError(error);
      });
    if (intent.status !== 'succeeded') throw needsCardholder();
    return cardFacts(intent.payment_method);
  }

  async forgetMethod(paymentMethod: string): Promise<void> {
    await this.client.paymentMethods.detach(paymentMethod).catch((error: unknown) => {
      if (!isRefusal(error)) return unavailable(error);
      return undefined;
    });
  }

  async charge(request: ChargeRequest): Promise<ChargeState> {
    try {
      const intent = await this.client.paymentIntents.create(
        {
          amount: toCents(request.amount),
          currency: 'usd',
          customer: request.customer,
          payment_method: request.paymentMethod,
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          description: request.description,
          metadata: {
            [PAYMENT_METADATA]: request.paymentId,
            gateway_organization: request.organizationId,
          },
        },
        { idempotencyKey: request.paymentId },
      );
      return chargeState(intent);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError || isRefusal(error))
        return { status: 'declined', reason: reasonOf(error), reference: error.payment_intent?.id };
      return unavailable(error);
    }
  }

  async findCharge({
    paymentId,
    customer,
    createdAt,
  }: {
    paymentId: string;
    customer: string;
    createdAt: Date;
  }): Promise<ChargeState | undefined> {
    const since = Math.floor(createdAt.getTime() / SECOND_MS) - CLOCK_SLACK_S;
    try {
      for await (const intent of this.client.paymentIntents.list({
        customer,
        created: { gte: since },
        limit: PAGE,
      }))
        if (intent.metadata[PAYMENT_METADATA] === paymentId) return chargeState(intent);
      return undefined;
    } catch (error) {
      return unavailable(error);
    }
  }
}

function unavailable(error: unknown): never {
  throw error instanceof Stripe.errors.StripeError ? new PaymentUnavailableError(error) : error;
}

/** Refused for what was asked, so asking again would not help. A key in use (409) is another attempt that runs. */
function isRefusal(error: unknown): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409;
}

function reasonOf(error: { decline_code?: string; code?: string; type: string }): string {
  return error.decline_code ?? error.code ?? error.type;
}

function toSaveError(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    return error.code === 'authentication_required'
      ? needsCardholder(error)
      : new CardDeclinedError({
          param: 'payment_method',
          message: `The card was declined (${reasonOf(error)}), so it was not saved. Use another card.`,
          cause: error,
        });
  }
  if (isRefusal(error)) {
    return new InvalidRequestError({
      param: 'payment_method',
      message: `Stripe does not accept \`payment_method\` (${reasonOf(error)}). Create it with Stripe.js, not bound to another customer, and send its id (pm_…).`,
      cause: error,
    });
  }
  return error instanceof Stripe.errors.StripeError ? new PaymentUnavailableError(error) : error;
}

function needsCardholder(cause?: unknown): CardDeclinedError {
  return new CardDeclinedError({
    param: 'payment_method',
    message:
      "The card wants its holder's confirmation before it can be charged without them, so it was not saved. Confirm a SetupIntent for off-session use in the browser first, or use another card.",
    cause,
  });
}

function cardFacts(method: string | Stripe.PaymentMethod | null): CardFacts {
  const card = typeof method === 'object' ? method?.card : undefined;
  return {
    brand: card?.brand ?? 'unknown',
    last4: card?.last4 ?? '',
    exp_month: card?.exp_month ?? 0,
    exp_year: card?.exp_year ?? 0,
  };
}
