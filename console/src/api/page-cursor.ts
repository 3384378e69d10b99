/** The page envelope of the API's lists. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
  readonly last_id: string | null;
}

/**
 * Where a page is: the `after` of each page from the newest to this one. The API goes one way; who remembers the way can go back.
 */
export type Cursor = readonly string[];

export const NEWEST: Cursor = [];

/** The page behind one, if there is any. */
export function olderThan<Row>({ has_more, last_id }: Page<Row>, cursor: Cursor): Cursor | undefined {
  return has_more && last_id !== null ? [...cursor, last_id] : undefined;
}

/** The page before one; undefined for the newest. */
export const newerThan = (cursor: Cursor): Cursor | undefined =>
  cursor.length === 0 ? undefined : cursor.slice(0, -1);

export const afterOf = (cursor: Cursor): string | undefined => cursor.at(-1);

/** The newest page, as a list that grows keeps it. */
export const onePage = <Row>(page: Page<Row>) => ({ pages: [page], pageParams: [NEWEST] });
