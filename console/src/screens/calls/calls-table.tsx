import type { Call } from '../../api/calls.js';
import type { Pages } from '../../api/use-pages.js';
import { DataTable } from '../../ui/table/data-table.js';
import type { OpenRow } from '../../url/use-open-row.js';
import type { useSort } from '../../url/use-sort.js';
import { COLUMNS } from './columns.js';
import { EmptyCalls } from './empty-calls.js';
import { SearchOn } from './search-on.js';
import { text } from './text.js';
import type { CallsParams } from './use-calls-params.js';

export interface CallsTableProps {
  readonly calls: readonly Call[];
  readonly pages: Pick<Pages<Call>, 'older' | 'newer'>;
  readonly params: CallsParams;
  readonly open: OpenRow;
  readonly sorting: ReturnType<typeof useSort>;
  /** The list begins in its middle. */
  readonly isAnchored: boolean;
  readonly onTopRow: (call: Call) => void;
}

export function CallsTable({ calls, pages, params, open, sorting, isAnchored, onTopRow }: CallsTableProps) {
  const isPart = pages.older.hasMore || pages.newer.hasMore;
  return (
    <>
      {sorting[0] !== undefined && isPart && <p class="soft">{text.sortedRows}</p>}
      <DataTable
        name={text.table}
        columns={COLUMNS}
        rows={calls}
        rowId={({ id }) => id}
        sorting={sorting}
        open={open}
        older={pages.older}
        newer={pages.newer}
        keepsPlace={isAnchored}
        onTopRow={onTopRow}
        empty={pages.older.hasMore ? <SearchOn older={pages.older} /> : <EmptyCalls params={params} />}
      />
    </>
  );
}
