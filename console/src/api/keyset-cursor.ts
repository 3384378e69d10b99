import type { Page } from './page-cursor.js';

/** A page of a list that the API pages both ways. */
export interface KeysetPage<Row> extends Page<Row> {
  readonly first_id: string | null;
}

/** Where a page begins: at the newest, before a moment, behind a row, or next to a row on its newer side. */
export type KeysetCursor =
  | Readonly<Record<string, never>>
  | { readonly to: string }
  | { readonly after: string }
  | { readonly before: string };

/** The page that a list begins with: the newest, or the newest of those before a moment. */
export const startAt = (moment: string | undefined): KeysetCursor =>
  moment === undefined ? {} : { to: moment };

/** The page behind one, if there is any; one that was reached from there has one. */
export function olderCursor<Row>(
  { has_more, last_id }: KeysetPage<Row>,
  cursor: KeysetCursor,
): KeysetCursor | undefined {
  if (last_id === null || (!has_more && !('before' in cursor))) return undefined;
  return { after: last_id };
}

/** The page before one, if there is any. Of a list that begins at a moment nobody has looked yet. */
export function newerCursor<Row>(
  { has_more, first_id }: KeysetPage<Row>,
  cursor: KeysetCursor,
): KeysetCursor | undefined {
  if (first_id === null) return undefined;
  const mayBe = 'before' in cursor ? has_more : 'after' in cursor || 'to' in cursor;
  return mayBe ? { before: first_id } : undefined;
}
