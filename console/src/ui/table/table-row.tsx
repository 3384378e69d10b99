import type { TargetedMouseEvent } from 'preact';
import { Link } from 'wouter-preact';
import type { OpenRow } from '../../url/use-open-row.js';
import type { Column } from './columns.js';
import { classOf } from './table-head.js';

interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly open: OpenRow | undefined;
  /** The one row that `Tab` reaches. */
  readonly isReachable: boolean;
  readonly onActive: (id: string) => void;
}

export function TableRow<Row>({ id, row, index, columns, open, isReachable, onActive }: TableRowProps<Row>) {
  const isOpen = open?.openId === id;
  return (
    <tr
      data-row={id}
      class={open === undefined ? undefined : 'opens'}
      // The head is the first row.
      aria-rowindex={index + 2}
      aria-current={isOpen ? 'true' : undefined}
      tabIndex={isReachable ? 0 : -1}
      onFocus={() => onActive(id)}
      onClick={(event) => {
        if (open !== undefined && isForRow(event)) open.open(id);
      }}
    >
      {columns.map((column, place) => (
        <td key={column.key} class={classOf(column)}>
          {place === 0 && open !== undefined ? (
            <Link href={open.hrefOf(id)} replace={open.openId !== undefined} tabIndex={-1}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** Clicks on controls and links inside of a row are theirs, and who marks text does not want to open anything. */
function isForRow({ target, defaultPrevented }: TargetedMouseEvent<HTMLTableRowElement>): boolean {
  if (defaultPrevented || !(target instanceof Element)) return false;
  return target.closest('a, button, input, select, label') === null && getSelection()?.isCollapsed !== false;
}
