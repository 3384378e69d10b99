import { InvalidRequestError } from '../lib/gateway-error.js';

/** The `limit` of a list, as a query carries it. @throws InvalidRequestError (400) when it is no number from 1 to `max` */
export function readLimit(value: unknown, { byDefault, max }: { byDefault: number; max: number }): number {
  if (value === undefined) return byDefault;
  const limit = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= max) return limit;
  throw new InvalidRequestError({
    param: 'limit',
    message: `\`limit\` must be a number from 1 to ${max}.`,
  });
}
