import type { IncomingHttpHeaders } from 'node:http';
import { DAY_MS, parseDurationMs } from '../lib/durations.js';
import { InvalidRequestError } from '../lib/gateway-error.js';

export const MAX_AGE_MS = DAY_MS;
const NO_STORE = 'no-store';

/** A caller's wish to be answered from the cache, or else to have the answer kept there. */
export interface CacheWish {
  /** How old an answer may be, and how long this one is kept. */
  readonly maxAgeMs: number;
}

/**
 * What the head of a request says of the cache. `undefined`: it is neither read nor written, as without the header.
 * @param name of the header
 * @throws InvalidRequestError (400) naming the header
 */
export function readCacheWish(headers: IncomingHttpHeaders, name: string): CacheWish | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  const text = String(value).trim().toLowerCase();
  if (text === NO_STORE) return undefined;
  const maxAgeMs = parseDurationMs(text);
  if (maxAgeMs === undefined || maxAgeMs === 0 || maxAgeMs > MAX_AGE_MS)
    throw new InvalidRequestError({
      param: name,
      message: `\`${name}\` must be a duration of more than 0 and at most 24h, such as \`10m\`, or \`no-store\`. Leave the header out where nothing is to be cached.`,
    });
  return { maxAgeMs };
}
