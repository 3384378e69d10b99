import { InvalidRequestError } from '../../lib/gateway-error.js';
import { checkInclude } from '../../wire/responses/request/check-settings.js';
import type { ItemPage } from './writing/response-to-keep.js';

export type Query = Readonly<Record<string, unknown>>;

export const DEFAULT_ITEM_LIMIT = 20;
export const MAX_ITEM_LIMIT = 100;
const ENCRYPTED = 'reasoning.encrypted_content';

/** `limit`, `order` and `after` of a list of input items. @throws InvalidRequestError (400) that names the parameter */
export function readItemPage(query: Query): ItemPage {
  return {
    limit: readLimit(query['limit']),
    order: readOrder(query['order']),
    after: readAfter(query['after']),
  };
}

/**
 * Whether `include` asks for the encrypted content of reasoning; SDKs write `include[]`, or repeat `include`.
 * @throws InvalidRequestError (400) for what no response holds
 */
export function asksForEncrypted(query: Query): boolean {
  const asked = [query['include'], query['include[]']].flat().filter((value) => value !== undefined);
  for (const value of asked) checkInclude(value, 'include');
  return asked.includes(ENCRYPTED);
}

/** A kept answer is whole. @throws InvalidRequestError (400) when it is wanted as a stream */
export function refuseStream(query: Query): void {
  for (const param of ['stream', 'starting_after'])
    if (query[param] !== undefined && query[param] !== 'false')
      throw new InvalidRequestError({
        code: 'unsupported_parameter',
        param,
        message: `\`${param}\` is not supported here: only responses that run in the background can be streamed again. Leave it out to get the whole response.`,
      });
}

function readLimit(value: unknown): number {
  if (value === undefined) return DEFAULT_ITEM_LIMIT;
  const limit = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= MAX_ITEM_LIMIT) return limit;
  throw new InvalidRequestError({
    param: 'limit',
    message: `\`limit\` must be a number from 1 to ${MAX_ITEM_LIMIT}.`,
  });
}

function readOrder(value: unknown): 'asc' | 'desc' {
  if (value === undefined) return 'desc';
  if (value === 'asc' || value === 'desc') return value;
  throw new InvalidRequestError({ param: 'order', message: '`order` must be `asc` or `desc`.' });
}

function readAfter(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new InvalidRequestError({ param: 'after', message: '`after` must be one id of an item.' });
}
