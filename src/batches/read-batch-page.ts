import { InvalidRequestError } from '../lib/gateway-error.js';
import { readLimit } from './read-limit.js';

/** The 50 most recent when no number is named (spec 4.5). */
export const DEFAULT_BATCH_LIMIT = 50;
export const MAX_BATCH_LIMIT = 100;

export interface BatchPage {
  readonly limit: number;
  /** The `last_id` of the page before. */
  readonly after?: string;
}

/** `limit` and `after` as every list of ours takes them (contract, section 3). @throws InvalidRequestError (400) */
export function readBatchPage({ limit, after }: Readonly<Record<string, unknown>>): BatchPage {
  return {
    limit: readLimit(limit, { byDefault: DEFAULT_BATCH_LIMIT, max: MAX_BATCH_LIMIT }),
    ...(after !== undefined && { after: readAfter(after) }),
  };
}

function readAfter(value: unknown): string {
  if (typeof value === 'string' && /^batch_[0-9a-z]{1,40}$/.test(value)) return value;
  throw new InvalidRequestError({
    param: 'after',
    message: '`after` must be the `last_id` of a page of this list.',
  });
}
