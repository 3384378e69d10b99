import { useMemo } from 'preact/hooks';
import type { ApiKey } from '../../api/types.js';
import type { Pages } from '../../api/use-pages.js';
import { byText, byTime } from '../../format/sorting.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ForeignText } from '../../ui/foreign-text.js';
import type { Column } from '../../ui/table/columns.js';
import { DataTable } from '../../ui/table/data-table.js';
import { Time } from '../../ui/time.js';
import { useSort } from '../../url/use-sort.js';
import { text } from './text.js';

export interface KeysTableProps {
  readonly keys: readonly ApiKey[];
  readonly pages: Pick<Pages<ApiKey>, 'older' | 'newer'>;
  readonly onRevoke: (key: ApiKey) => void;
}

export function KeysTable({ keys, pages, onRevoke }: KeysTableProps) {
  const columns = useMemo(() => columnsWith(onRevoke), [onRevoke]);
  return (
    <DataTable
      name={text.table}
      columns={columns}
      rows={keys}
      rowId={({ id }) => id}
      sorting={useSort()}
      older={pages.older}
      newer={pages.newer}
      empty={
        <EmptyState title={text.emptyTitle}>
          <p>{text.empty}</p>
        </EmptyState>
      }
    />
  );
}

const columnsWith = (onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] => [
  {
    key: 'name',
    header: text.name,
    cell: ({ id, name }) => (
      <span id={`name-${id}`}>
        <ForeignText>{name}</ForeignText>
      </span>
    ),
    sort: byText(({ name }) => name),
  },
  {
    key: 'state',
    header: text.state,
    cell: ({ revoked_at }) =>
      revoked_at === null ? (
        <Badge tone="good">{text.works}</Badge>
      ) : (
        <Badge>
          {text.revoked} <Time at={revoked_at} />
        </Badge>
      ),
    sort: byTime(({ revoked_at }) => revoked_at),
  },
  {
    key: 'action',
    header: text.action,
    cell: (key) =>
      key.revoked_at === null && (
        <Button kind="quiet" describedBy={`name-${key.id}`} onClick={() => onRevoke(key)}>
          {text.revoke}
        </Button>
      ),
  },
  {
    key: 'prefix',
    header: text.prefix,
    cell: ({ prefix }) => <code>{prefix}…</code>,
    isHiddenWhenNarrow: true,
  },
  {
    key: 'created_at',
    header: text.created,
    cell: ({ created_at }) => <Time at={created_at} />,
    sort: byTime(({ created_at }) => created_at),
    isHiddenWhenNarrow: true,
  },
];
