import type { ComponentChildren } from 'preact';
import type { OpenRow } from '../../url/use-open-row.js';
import { useSort } from '../../url/use-sort.js';
import { EmptyState } from '../empty-state.js';
import type { Column } from './columns.js';
import { DataTable } from './data-table.js';
import type { ListEnd } from './table-foot.js';

export interface ListTableProps<Row extends { readonly id: string }> {
  /** Its accessible name, as the contract has it. */
  readonly name: string;
  /** Stand outside of the component, or in a `useMemo`. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly pages: { readonly older: ListEnd; readonly newer: ListEnd };
  readonly open?: OpenRow;
  readonly emptyTitle: string;
  /** What would fill it, and how. */
  readonly empty: ComponentChildren;
}

/** The table of a list of the API that grows without end, sorted as the URL says. */
export function ListTable<Row extends { readonly id: string }>(props: ListTableProps<Row>) {
  const { name, columns, rows, pages, open, emptyTitle, empty } = props;
  return (
    <DataTable
      name={name}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      sorting={useSort()}
      {...(open !== undefined && { open })}
      older={pages.older}
      newer={pages.newer}
      empty={<EmptyState title={emptyTitle}>{empty}</EmptyState>}
    />
  );
}
