import { readLimit } from '../batches/read-limit.js';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { fromFacadeId } from './facade-id.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1_000;

export interface FacadePage {
  readonly limit: number;
  readonly after?: string;
  readonly before?: string;
}

/** `limit`, `after_id`, `before_id` as provider A takes them; the ids as batches know them. @throws InvalidRequestError (400) */
export function readFacadePage(query: Readonly<Record<string, unknown>>): FacadePage {
  const after = readCursor(query, 'after_id');
  const before = readCursor(query, 'before_id');
  if (after !== undefined && before !== undefined)
    throw new InvalidRequestError({
      param: 'before_id',
      message: 'Send `after_id` or `before_id`, not both.',
    });
  return {
    limit: readLimit(query['limit'], { byDefault: DEFAULT_LIMIT, max: MAX_LIMIT }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  };
}

function readCursor(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  const id = typeof value === 'string' ? fromFacadeId(value) : '';
  if (/^batch_[0-9a-z]{1,40}$/.test(id)) return id;
  throw new InvalidRequestError({ param: name, message: `\`${name}\` must be the id of a message batch.` });
}
