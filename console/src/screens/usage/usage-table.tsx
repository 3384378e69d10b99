import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { UsageGroup } from '../../api/usage.js';
import { portionOf } from '../../format/money.js';
import { formatCount, formatPercent } from '../../format/numbers.js';
import { byAmount, byNumber, byText } from '../../format/sorting.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { Region } from '../../ui/region.js';
import type { Column } from '../../ui/table/columns.js';
import { DataTable } from '../../ui/table/data-table.js';
import { useSort } from '../../url/use-sort.js';
import { CsvButton } from './csv-button.js';
import { callsOf, isTime, type GroupRow } from './groups.js';
import { text } from './text.js';

export interface UsageTableProps {
  readonly rows: readonly GroupRow[];
  readonly group: UsageGroup;
  readonly projectId: string;
  readonly query: { readonly from: string; readonly to: string | undefined };
  readonly total: number;
  /** The grouping of the file. Days of another zone than UTC are in it as their hours. */
  readonly csvGroup: UsageGroup;
}

/** The dearest first, or the newest; until a header says otherwise. */
export function UsageTable(props: UsageTableProps) {
  const { rows, group, projectId, query, total, csvGroup } = props;
  const [sort, setSort] = useSort();
  const columns = useMemo(() => columnsFor(props), [group, projectId, query.from, query.to, total]);
  const usual = isTime(group) ? undefined : { column: 'cost_usd', descending: true };
  return (
    <Region
      title={text.table}
      actions={<CsvButton projectId={projectId} query={{ ...query, group_by: csvGroup }} />}
    >
      <DataTable
        name={text.table}
        columns={columns}
        rows={rows}
        rowId={({ key }) => key}
        sorting={[sort ?? usual, setSort]}
        empty={null}
      />
    </Region>
  );
}

function columnsFor({ group, projectId, query, total }: UsageTableProps): readonly Column<GroupRow>[] {
  const labelled = (row: GroupRow) => {
    const href = callsOf(row, { group, projectId, ...query });
    const name = <ForeignText>{row.name}</ForeignText>;
    return href === undefined ? (
      name
    ) : (
      <Link class="usage-calls" href={href}>
        {name}
      </Link>
    );
  };
  return [
    { key: 'key', header: text.groups[group], cell: labelled, sort: byText(({ name }) => name) },
    {
      key: 'cost_usd',
      header: text.cost,
      align: 'end',
      cell: ({ cost }) => <Money usd={cost} />,
      sort: byAmount(({ cost }) => cost),
    },
    {
      key: 'share',
      header: text.share,
      align: 'end',
      cell: ({ cost }) => formatPercent(portionOf(cost, total)),
      isHiddenWhenNarrow: true,
    },
    counted('requests', text.requests, ({ requests }) => requests),
    counted('input_tokens', text.inputTokens, ({ inputTokens }) => inputTokens),
    counted('output_tokens', text.outputTokens, ({ outputTokens }) => outputTokens),
  ];
}

const counted = (key: string, header: string, valueOf: (row: GroupRow) => number): Column<GroupRow> => ({
  key,
  header,
  align: 'end',
  cell: (row) => formatCount(valueOf(row)),
  sort: byNumber(valueOf),
  isHiddenWhenNarrow: true,
});
