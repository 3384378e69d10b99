import { InvalidRequestError } from '../lib/gateway-error.js';
import type { IdPrefix } from '../lib/ids.js';

/** The list envelope of the contract's section 3. */
export interface Page<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

/** Makes a page of rows that were read one past the limit. */
export function toPage<T extends { readonly id: string }>(rows: readonly T[], limit: number): Page<T> {
  const data = rows.slice(0, limit);
  return {
    object: 'list',
    data,
    has_more: rows.length > limit,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}

/** As `toPage`, of the rows just before a row that is known, still newest first: one more was read at their beginning. */
export function toPageBefore<T extends { readonly id: string }>(rows: readonly T[], limit: number): Page<T> {
  return { ...toPage(rows.slice(-limit), limit), has_more: rows.length > limit };
}

/** A page that is not full, for which not all rows were looked at: it goes on behind the last that was, be that one of it or not. */
export function searchedOn<T>(
  page: Page<T>,
  { searchedTo, isBackwards }: { readonly searchedTo: string | undefined; readonly isBackwards: boolean },
): Page<T> {
  if (searchedTo === undefined || page.has_more) return page;
  const [first_id, last_id] = isBackwards
    ? [searchedTo, page.last_id ?? searchedTo]
    : [page.first_id ?? searchedTo, searchedTo];
  return { ...page, has_more: true, first_id, last_id };
}

/** The page of the rows that were read one past the limit: those just before a row where one is named. */
export const pageOfRows = <T extends { readonly id: string }>(
  rows: readonly T[],
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Page<T> => (before === undefined ? toPage(rows, limit) : toPageBefore(rows, limit));

/** Behind every id of ours in any collation: older than this is everything. */
export const BEHIND_EVERY_ID = 'zzz';

/** Ids of one list have one prefix, so an `after` of another kind points nowhere. @throws InvalidRequestError (400) */
export function checkAfter(after: string | undefined, prefix: IdPrefix): void {
  if (after !== undefined && !after.startsWith(`${prefix}_`)) throw wrongAfter();
}

/** Where a page of a list that goes both ways begins. @throws InvalidRequestError (400) */
export function checkCursors(
  { after, before }: { readonly after?: string; readonly before?: string },
  prefix: IdPrefix,
): void {
  checkAfter(after, prefix);
  if (before === undefined) return;
  const message = before.startsWith(`${prefix}_`)
    ? 'Send one of `after` and `before`.'
    : '`before` must be the `first_id` of a page of this list.';
  if (after !== undefined || !before.startsWith(`${prefix}_`))
    throw new InvalidRequestError({ param: 'before', message });
}

function wrongAfter(): InvalidRequestError {
  return new InvalidRequestError({
    param: 'after',
    message: '`after` must be the `last_id` of a page of this list.',
  });
}

/** A page of rows that are all at hand; the rest of them when no limit is named. @throws InvalidRequestError (400) */
export function cutPage<T extends { readonly id: string }>(
  rows: readonly T[],
  { limit, after }: { limit?: number; after?: string },
): Page<T> {
  const start = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw wrongAfter();
  const rest = rows.slice(start);
  return toPage(rest, limit ?? rest.length);
}
