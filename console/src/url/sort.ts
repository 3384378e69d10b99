/** How a table is sorted: by one column. In the URL `sort=name` or `sort=-name`. */
export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

export function readSort(text: string | undefined): Sort | undefined {
  const column = text?.replace(/^-/, '');
  return text === undefined || column === undefined || column === ''
    ? undefined
    : { column, descending: text.startsWith('-') };
}

export const writeSort = ({ column, descending }: Sort): string => (descending ? `-${column}` : column);

/** What a click on a header leads to: up, down, and not sorted by it. */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? undefined : { column, descending: true };
}
