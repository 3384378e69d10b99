import type { IncomingHttpHeaders } from 'node:http';
import { InvalidRequestError } from '../lib/gateway-error.js';

const KEY = /^[A-Za-z0-9_.:-]{1,255}$/;

/** The `Idempotency-Key` header; absent when it is not sent. @throws InvalidRequestError (400) */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['idempotency-key'];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && KEY.test(value)) return value;
  throw new InvalidRequestError({
    code: 'invalid_idempotency_key',
    param: 'Idempotency-Key',
    message: 'The `Idempotency-Key` header takes 1 to 255 letters, digits and `_ . : -`.',
  });
}
