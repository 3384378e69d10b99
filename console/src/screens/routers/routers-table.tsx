import type { Router } from '../../api/types.js';
import { byNumber, byText, byTime } from '../../format/sorting.js';
import { Badge } from '../../ui/badge.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ForeignText } from '../../ui/foreign-text.js';
import type { Column } from '../../ui/table/columns.js';
import { DataTable } from '../../ui/table/data-table.js';
import { Time } from '../../ui/time.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { useSort } from '../../url/use-sort.js';
import { TIERS, type TierName } from './router-values.js';
import { text } from './text.js';

export interface RoutersTableProps {
  readonly routers: readonly Router[];
  readonly isRowOpen: boolean;
}

export function RoutersTable({ routers, isRowOpen }: RoutersTableProps) {
  return (
    <DataTable
      name={text.table}
      columns={isRowOpen ? BESIDE_A_ROW : COLUMNS}
      rows={routers}
      rowId={({ id }) => id}
      sorting={useSort()}
      open={useOpenRow()}
      empty={
        <EmptyState title={text.emptyTitle}>
          <p>{text.empty}</p>
        </EmptyState>
      }
    />
  );
}

const tierColumn = (tier: TierName): Column<Router> => ({
  key: tier,
  header: text.tiers[tier],
  cell: ({ in_force: inForce }) => <TierCell model={inForce[tier].model} reason={inForce[tier].reason} />,
  sort: byText(({ in_force: inForce }) => inForce[tier].model),
  isHiddenWhenNarrow: true,
});

function TierCell({ model, reason }: Router['in_force']['big']) {
  if (model !== null) return <ForeignText>{model}</ForeignText>;
  return (
    <span class="soft" title={reason ?? undefined}>
      —
    </span>
  );
}

const COLUMNS: readonly Column<Router>[] = [
  {
    key: 'name',
    header: text.name,
    cell: ({ name }) => <ForeignText>{name}</ForeignText>,
    sort: byText(({ name }) => name),
  },
  {
    key: 'kind',
    header: text.kind,
    cell: ({ auto, label }) => (auto ? <Badge tone="info">{text.auto}</Badge> : <Badge>{label}</Badge>),
    sort: byText(({ auto, label }) => (auto ? text.auto : label)),
  },
  ...TIERS.map(tierColumn),
  {
    key: 'threshold',
    header: text.threshold,
    cell: ({ threshold_in_force: { value, source } }) => (
      <span title={text.thresholdSource[source](String(value))}>{value}</span>
    ),
    sort: byNumber(({ threshold_in_force: { value } }) => value),
    align: 'end',
  },
  {
    key: 'updated_at',
    header: text.changed,
    cell: ({ updated_at }) => <Time at={updated_at} />,
    sort: byTime(({ updated_at }) => updated_at),
    isHiddenWhenNarrow: true,
  },
];

const BESIDE_A_ROW = COLUMNS.filter(({ key }) => ['name', 'kind', 'threshold'].includes(key));
