import type { ComponentChildren } from 'preact';
import type { Compare } from '../../format/sorting.js';
import type { Sort } from '../../url/sort.js';

export interface Column<Row> {
  /** Its name in the URL's `sort`. */
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Makes the header a button: `byText`, `byNumber`, `byAmount`, `byTime` of format/sorting.ts. */
  readonly sort?: Compare<Row>;
  /** Figures stand at the end. */
  readonly align?: 'end';
  /** Left out where the screen is narrow; the open row shows it. */
  readonly isHiddenWhenNarrow?: boolean;
}

/** The rows as the table shows them; as they came when nothing, or nothing known, is sorted by. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const compare = columns.find(({ key }) => key === sort?.column)?.sort;
  if (sort === undefined || compare === undefined) return rows;
  return [...rows].sort((first, second) => compare(first, second, sort.descending));
}

/** The row before or after one; from none, the first. */
export function neighbour(
  ids: readonly string[],
  from: string | undefined,
  step: 1 | -1,
): string | undefined {
  const index = from === undefined ? -1 : ids.indexOf(from);
  return index === -1 ? ids[0] : ids[index + step];
}
