import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { UsageOf } from '../../api/usage.js';
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
import { callsOf, isTime, keyOf, type Grouping, type GroupRow } from './groups.js';
import { text } from './text.js';

export interface UsageTableProps {
  readonly rows: readonly GroupRow[];
  readonly grouping: Grouping;
  readonly of: UsageOf;
  readonly query: { readonly tz: string; readonly from: string; readonly to: string | undefined };
  readonly total: number;
}

/** The dearest first, or the newest; until a header says otherwise. */
export function UsageTable(props: UsageTableProps) {
  const { rows, grouping, of, query, total } = props;
  const [sort, setSort] = useSort();
  const groupBy = grouping.join(',');
  const columns = useMemo(() => columnsFor(props), [groupBy, of.kind, of.id, query.from, query.to, total]);
  const usual = isTime(grouping[0]) ? undefined : { column: 'cost_usd', descending: true };
  return (
    <Region title={text.table} actions={<CsvButton of={of} query={{ ...query, group_by: groupBy }} />}>
      <DataTable
        name={text.table}
        columns={columns}
        rows={rows}
        rowId={keyOf}
        sorting={[sort ?? usual, setSort]}
        empty={null}
      />
    </Region>
  );
}

function columnsFor({ grouping, of, query, total }: UsageTableProps): readonly Column<GroupRow>[] {
  const partColumn = (index: number): Column<GroupRow> => ({
    key: index === 0 ? 'key' : 'second_key',
    header: text.groups[grouping[index] ?? 'day'],
    cell: (row) => (
      <PartCell row={row} index={index} href={index === 0 ? callsOf(row, { of, ...query }) : undefined} />
    ),
    sort: byText(({ parts }) => parts[index]?.name),
  });
  return [
    ...grouping.map((_group, index) => partColumn(index)),
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

interface PartCellProps {
  readonly row: GroupRow;
  readonly index: number;
  /** The calls of the row; the first cell leads there. */
  readonly href: string | undefined;
}

function PartCell({ row: { parts }, index, href }: PartCellProps) {
  const name = <ForeignText>{parts[index]?.name ?? ''}</ForeignText>;
  if (href === undefined) return name;
  return (
    <Link class="usage-calls" href={href}>
      {name}
    </Link>
  );
}
