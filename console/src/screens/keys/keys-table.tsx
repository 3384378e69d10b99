import { gatewayNow } from '../../clock/now.js';
import { useMemo } from 'preact/hooks';
import type { ApiKey } from '../../api/types.js';
import type { Pages } from '../../api/use-pages.js';
import { byText, byTime } from '../../format/sorting.js';
import { SpentMeter } from '../../parts/limits/spent-meter.js';
import { ForeignText } from '../../ui/foreign-text.js';
import type { Column } from '../../ui/table/columns.js';
import { ListTable } from '../../ui/table/list-table.js';
import { Time } from '../../ui/time.js';
import { KeyActions } from './key-actions.js';
import { KeyState } from './key-state.js';
import { text } from './text.js';

export interface KeysTableProps {
  readonly keys: readonly ApiKey[];
  readonly pages: Pick<Pages<ApiKey>, 'older' | 'newer'>;
  readonly onEdit: (key: ApiKey) => void;
  readonly onRevoke: (key: ApiKey) => void;
}

export function KeysTable({ keys, pages, onEdit, onRevoke }: KeysTableProps) {
  const columns = useMemo(() => columnsWith({ onEdit, onRevoke }), [onEdit, onRevoke]);
  return (
    <ListTable
      name={text.table}
      columns={columns}
      rows={keys}
      pages={pages}
      emptyTitle={text.emptyTitle}
      empty={<p>{text.empty}</p>}
    />
  );
}

const columnsWith = ({
  onEdit,
  onRevoke,
}: Pick<KeysTableProps, 'onEdit' | 'onRevoke'>): readonly Column<ApiKey>[] => [
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
    cell: (key) => <KeyState apiKey={key} now={gatewayNow()} />,
    sort: byTime(({ revoked_at }) => revoked_at),
  },
  {
    key: 'action',
    header: text.action,
    cell: (key) => key.revoked_at === null && <KeyActions apiKey={key} onEdit={onEdit} onRevoke={onRevoke} />,
  },
  {
    key: 'limit_usd',
    header: text.limit,
    cell: (key) => <SpentMeter of={key} />,
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
