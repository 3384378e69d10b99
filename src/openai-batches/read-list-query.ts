import type { FilePageQuery } from '../batches/files/file-page-query.js';
import { isFileId } from '../batches/files/file-id.js';
import { readLimit } from '../batches/read-limit.js';
import { InvalidRequestError } from '../lib/gateway-error.js';

type Query = Readonly<Record<string, unknown>>;

const DEFAULT_BATCHES = 20;
const MAX_BATCHES = 100;
const MAX_FILES = 10_000;
const BATCH_ID = /^batch_[0-9a-z]{1,40}$/;

/** `limit` and `after` of the list of batches. @throws InvalidRequestError (400) */
export function readBatchList({ limit, after }: Query): { limit: number; after?: string } {
  const page = { limit: readLimit(limit, { byDefault: DEFAULT_BATCHES, max: MAX_BATCHES }) };
  if (after === undefined) return page;
  if (typeof after === 'string' && BATCH_ID.test(after)) return { ...page, after };
  throw wrong('after', 'the id of a batch');
}

/** `purpose`, `limit`, `order` and `after` of the list of files. @throws InvalidRequestError (400) */
export function readFileList({ purpose, limit, order = 'desc', after }: Query): FilePageQuery {
  if (order !== 'asc' && order !== 'desc') throw wrong('order', '`asc` or `desc`');
  if (after !== undefined && !isFileId(after)) throw wrong('after', 'the id of a file');
  return {
    limit: readLimit(limit, { byDefault: MAX_FILES, max: MAX_FILES }),
    order,
    ...(after !== undefined && { after }),
    ...(purpose !== undefined && { kinds: kindsOf(purpose) }),
  };
}

/** Of any other purpose there are none. */
function kindsOf(purpose: unknown): FilePageQuery['kinds'] {
  if (purpose === 'batch') return ['input'];
  return purpose === 'batch_output' ? ['output', 'error'] : [];
}

function wrong(param: string, wanted: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\` must be ${wanted}.` });
}
