import Stripe from 'stripe';
import { GatewayError, InvalidRequestError } from '../../lib/gateway-error.js';

export class InvalidWebhookSignatureError extends GatewayError {
  constructor(cause?: unknown) {
    super({
      status: 401,
      code: 'invalid_webhook_signature',
      message:
        'The `stripe-signature` is missing, too old, or not of this body under STRIPE_WEBHOOK_SECRET; nothing was moved.',
      cause,
    });
  }
}

/** How old a signature may be, in seconds: older posts are replays. */
const TOLERANCE_S = 300;

/**
 * An event as Stripe signed it. The signature is of the bytes as they came.
 * @throws InvalidWebhookSignatureError (401), InvalidRequestError (400) for signed bytes that are no event.
 */
export function readStripeEvent(
  bytes: Buffer,
  { signature, secret }: { signature: string | undefined; secret: string },
): Stripe.Event {
  if (signature === undefined) throw new InvalidWebhookSignatureError();
  const event = construct(bytes, signature, secret);
  if (!isEvent(event)) throw noEvent();
  return event;
}

function construct(bytes: Buffer, signature: string, secret: string): unknown {
  try {
    return Stripe.webhooks.constructEvent(bytes, signature, secret, TOLERANCE_S);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw new InvalidWebhookSignatureError(error);
    throw noEvent(error);
  }
}

function isEvent(value: unknown): value is Stripe.Event {
  if (!isObject(value) || !('type' in value) || !('data' in value) || !isObject(value.data)) return false;
  return typeof value.type === 'string' && 'object' in value.data && isObject(value.data.object);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function noEvent(cause?: unknown): InvalidRequestError {
  return new InvalidRequestError({ message: 'The body is not an event of Stripe.', cause });
}
