import { nextSort, type Sort } from '../../url/sort.js';
import type { Column } from './columns.js';

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort | undefined) => void) | undefined;
}

export const classOf = <Row,>({ align, isHiddenWhenNarrow }: Column<Row>): string | undefined =>
  [align === 'end' ? 'end' : '', isHiddenWhenNarrow === true ? 'wide-only' : ''].join(' ').trim() ||
  undefined;

export function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const isSorted = sort?.column === column.key && column.sort !== undefined;
          const direction = sort?.descending === true ? 'descending' : 'ascending';
          return (
            <th
              key={column.key}
              scope="col"
              class={classOf(column)}
              aria-sort={isSorted ? direction : undefined}
            >
              {column.sort === undefined || onSort === undefined ? (
                column.header
              ) : (
                <button type="button" class="sort" onClick={() => onSort(nextSort(sort, column.key))}>
                  {column.header}
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
