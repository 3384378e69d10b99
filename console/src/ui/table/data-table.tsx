import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { OpenRow } from '../../url/use-open-row.js';
import type { Sort } from '../../url/sort.js';
import { sortRows, type Column } from './columns.js';
import { ROW_HEIGHT } from './row-window.js';
import { TableHead } from './table-head.js';
import { TableFoot, type ListEnd } from './table-foot.js';
import { TableRow } from './table-row.js';
import { useRowKeys } from './use-row-keys.js';
import { useRowWindow } from './use-row-window.js';

export interface DataTableProps<Row> {
  /** Its accessible name, as the contract has it. */
  readonly name: string;
  /** Stand outside of the component, or in a `useMemo`. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** `useSort()`; without it nothing can be sorted. */
  readonly sorting?: readonly [Sort | undefined, (sort: Sort | undefined) => void];
  /** `useOpenRow()`; without it rows do not open. */
  readonly open?: OpenRow;
  /** An `EmptyState`: what would fill the list, and how. */
  readonly empty: ComponentChildren;
  /** `usePages().older` and `.newer`, of a list that grows without end. */
  readonly older?: ListEnd;
  readonly newer?: ListEnd;
  /** The list begins in its middle: what is at the top stays there when the rows before it come. */
  readonly keepsPlace?: boolean;
  /** The row at the top of the box, each time when another one is there. */
  readonly onTopRow?: (row: Row) => void;
}

/** How close to an end the next page is asked for. */
const NEAR_ROWS = 20;

/** A real table in a box of its own; of many rows only those are drawn that can be seen. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, rows, rowId, sorting, open, empty, older, newer, keepsPlace, onTopRow } = props;
  const [sort, setSort] = sorting ?? [];
  const sorted = useMemo(
    () => sortRows(rows, columns, sort),
    [rows, columns, sort?.column, sort?.descending],
  );
  const ids = useMemo(() => sorted.map(rowId), [sorted]);
  const { box, window, onScroll, showRow } = useRowWindow(
    ids,
    keepsPlace === true || newer?.hasMore === true,
  );
  const load = (end: ListEnd | undefined): void => {
    if (end?.hasMore === true && !end.isLoading) end.load();
  };
  const { activeId, setActive } = useRowKeys({
    ids,
    open,
    box,
    showRow,
    onEnd: (step) => load(step === 1 ? older : newer),
  });
  if (rows.length === 0) return <>{empty}</>;

  const scrolled = (): void => {
    onScroll();
    const { scrollTop, scrollHeight, clientHeight } = box.current ?? {
      scrollTop: 0,
      scrollHeight: 0,
      clientHeight: 0,
    };
    const top = sorted[Math.floor(scrollTop / ROW_HEIGHT)];
    if (top !== undefined) onTopRow?.(top);
    if (scrollHeight - scrollTop - clientHeight < NEAR_ROWS * ROW_HEIGHT) load(older);
    else if (scrollTop < NEAR_ROWS * ROW_HEIGHT) load(newer);
  };
  const reachable = activeId !== undefined && ids.includes(activeId) ? activeId : ids[0];
  return (
    <div class="table-frame">
      <div class="table-box" ref={box} onScroll={scrolled}>
        <table aria-label={name} aria-rowcount={older?.hasMore === true ? -1 : rows.length + 1}>
          <TableHead columns={columns} sort={sort} onSort={setSort} />
          <tbody>
            <Gap rows={window.start} columns={columns.length} />
            {sorted.slice(window.start, window.end).map((row, index) => (
              <TableRow
                key={ids[window.start + index]}
                id={ids[window.start + index] ?? ''}
                row={row}
                index={window.start + index}
                columns={columns}
                open={open}
                isReachable={ids[window.start + index] === reachable}
                onActive={setActive}
              />
            ))}
            <Gap rows={rows.length - window.end} columns={columns.length} />
          </tbody>
        </table>
      </div>
      <TableFoot count={rows.length} older={older} newer={newer} />
    </div>
  );
}

/** The room of the rows that are not drawn. */
function Gap({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr class="gap" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${rows * ROW_HEIGHT}px` }} />
    </tr>
  );
}
