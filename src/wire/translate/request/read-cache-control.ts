import type { CacheControl } from '../../anthropic/messages-request.js';
import { readObject, wrongType } from '../../openai/read-field.js';

/**
 * Reads a cache breakpoint; `null` is none. Members that provider A does not take are left behind.
 * @throws InvalidRequestError for another type than `ephemeral` or another time to live than 5m and 1h.
 */
export function readCacheControl(value: unknown, param: string): CacheControl | undefined {
  const cacheControl = readObject(value, param);
  if (!cacheControl) return undefined;
  if (cacheControl.type !== 'ephemeral') throw wrongType(`${param}.type`, '"ephemeral"');
  const ttl = cacheControl.ttl ?? undefined;
  if (ttl === undefined) return { type: 'ephemeral' };
  if (ttl !== '5m' && ttl !== '1h') throw wrongType(`${param}.ttl`, '"5m" or "1h"');
  return { type: 'ephemeral', ttl };
}
