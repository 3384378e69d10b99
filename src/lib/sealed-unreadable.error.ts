import { GatewayError } from './gateway-error.js';

/**
 * What is stored was sealed with another `SECRETS_KEY`, or changed. 500, and an operator's to mend: the former key belongs into
 * `SECRETS_KEY_OLD`. Each kind has a code of its own that ends in `_unreadable`; no code of another 500 does.
 */
export abstract class SealedUnreadableError extends GatewayError {
  constructor({ code, message }: { code: string; message: string }, cause: unknown) {
    super({ status: 500, code, message, headers: { 'x-should-retry': 'false' }, cause });
  }
}
