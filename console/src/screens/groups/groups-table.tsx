import { useMemo } from 'preact/hooks';
import type { Recommendation, TaskGroup } from '../../api/types.js';
import { formatCount } from '../../format/numbers.js';
import { byAmount, byNumber, byText } from '../../format/sorting.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import type { Column } from '../../ui/table/columns.js';
import { DataTable } from '../../ui/table/data-table.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { useSort } from '../../url/use-sort.js';
import { AssignCell } from './assign-cell.js';
import { shownRecord } from './best-record.js';
import { EmptyGroups } from './empty-groups.js';
import { RecordCell } from './record-cell.js';
import { text } from './text.js';
import type { Assigning } from './use-assign.js';

export interface GroupsTableProps {
  readonly groups: readonly TaskGroup[];
  readonly assigning: Assigning;
  readonly recommended: readonly Recommendation[];
  /** The model is chosen in the open row then. */
  readonly isRowOpen: boolean;
}

export function GroupsTable({ groups, assigning, recommended, isRowOpen }: GroupsTableProps) {
  const columns = useMemo(
    () => columnsWith(assigning, recommended, isRowOpen),
    [assigning, recommended, isRowOpen],
  );
  return (
    <DataTable
      name={text.table}
      columns={columns}
      rows={groups}
      rowId={({ id }) => id}
      sorting={useSort()}
      open={useOpenRow()}
      empty={<EmptyGroups />}
    />
  );
}

const BESIDE_A_ROW: ReadonlySet<string> = new Set(['name', 'assigned_model', 'requests']);

function columnsWith(
  assigning: Assigning,
  recommended: readonly Recommendation[],
  isRowOpen: boolean,
): readonly Column<TaskGroup>[] {
  const models = new Map(recommended.map(({ group, recommended_model: model }) => [group?.id, model]));
  const columns: readonly Column<TaskGroup>[] = [
    {
      key: 'name',
      header: text.name,
      cell: ({ name }) => <ForeignText>{name}</ForeignText>,
      sort: byText(({ name }) => name),
    },
    {
      key: 'assigned_model',
      header: text.assigned,
      cell: (group) =>
        isRowOpen ? (
          <Assigned model={group.assigned_model} />
        ) : (
          <AssignCell group={group} assigning={assigning} />
        ),
      sort: byText(({ assigned_model: model }) => model),
    },
    {
      key: 'recommended',
      header: text.recommendedModel,
      cell: ({ id }) => <Assigned model={models.get(id) ?? null} />,
      sort: byText(({ id }) => models.get(id)),
      isHiddenWhenNarrow: true,
    },
    {
      key: 'record',
      header: text.record,
      cell: (group) => <RecordCell group={group} />,
      sort: byNumber((group) => shownRecord(group)?.rate),
      isHiddenWhenNarrow: true,
    },
    {
      key: 'requests',
      header: text.requests,
      cell: ({ requests }) => formatCount(requests),
      sort: byNumber(({ requests }) => requests),
      align: 'end',
      isHiddenWhenNarrow: true,
    },
    {
      key: 'spend_usd',
      header: text.spend,
      cell: ({ spend_usd: spend }) => <Money usd={spend} />,
      sort: byAmount(({ spend_usd: spend }) => spend),
      align: 'end',
      isHiddenWhenNarrow: true,
    },
  ];
  if (isRowOpen) return columns.filter(({ key }) => BESIDE_A_ROW.has(key));
  return recommended.length === 0 ? columns.filter(({ key }) => key !== 'recommended') : columns;
}

const Assigned = ({ model }: { readonly model: string | null }) =>
  model === null ? <span class="soft">—</span> : <ForeignText>{model}</ForeignText>;
