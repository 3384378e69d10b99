import { InvalidRequestError } from '../lib/gateway-error.js';

/** Provider A's paging: `after_id` and `before_id` exclude each other (wire notes 5). */
export interface PageQuery {
  readonly limit: number;
  readonly afterId: string | undefined;
  readonly beforeId: string | undefined;
}

export interface ModelPage<Item> {
  readonly data: readonly Item[];
  /** Whether there is more in the direction walked. */
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1_000;

/** @throws InvalidRequestError (400) naming the parameter. */
export function readPageQuery(query: Readonly<Record<string, unknown>>): PageQuery {
  const afterId = readId(query, 'after_id');
  const beforeId = readId(query, 'before_id');
  if (afterId !== undefined && beforeId !== undefined) {
    throw new InvalidRequestError({
      param: 'before_id',
      message: '`after_id` and `before_id` cannot be given together. Give one of them.',
    });
  }
  return { limit: readLimit(query['limit']), afterId, beforeId };
}

/** One page of a list. @throws InvalidRequestError (400) when the cursor is no id of the list. */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  { limit, afterId, beforeId }: PageQuery,
): ModelPage<Item> {
  if (beforeId !== undefined) {
    const end = positionOf(items, beforeId, 'before_id');
    const start = Math.max(0, end - limit);
    return toPage(items.slice(start, end), start > 0);
  }
  const start = afterId === undefined ? 0 : positionOf(items, afterId, 'after_id') + 1;
  return toPage(items.slice(start, start + limit), start + limit < items.length);
}

function toPage<Item extends { readonly id: string }>(
  data: readonly Item[],
  hasMore: boolean,
): ModelPage<Item> {
  return { data, has_more: hasMore, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

function positionOf(items: readonly { readonly id: string }[], id: string, parameter: string): number {
  const position = items.findIndex((item) => item.id === id);
  if (position >= 0) return position;
  throw new InvalidRequestError({
    param: parameter,
    message: `\`${parameter}\` is no id of this list. Take \`first_id\` or \`last_id\` of the page before.`,
  });
}

function readId(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw new InvalidRequestError({ param: name, message: `\`${name}\` must be given once.` });
}

function readLimit(value: unknown): number {
  if (value === undefined || value === '') return DEFAULT_LIMIT;
  const limit = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidRequestError({
    param: 'limit',
    message: `\`limit\` must be a whole number from 1 to ${MAX_LIMIT}.`,
  });
}
