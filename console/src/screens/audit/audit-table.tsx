import type { AuditEntry } from '../../api/types.js';
import type { Pages } from '../../api/use-pages.js';
import { byText, byTime } from '../../format/sorting.js';
import { ForeignText } from '../../ui/foreign-text.js';
import type { Column } from '../../ui/table/columns.js';
import { ListTable } from '../../ui/table/list-table.js';
import { Time } from '../../ui/time.js';
import type { OpenRow } from '../../url/use-open-row.js';
import { membersOf } from './changes.js';
import { text } from './text.js';

export interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly pages: Pick<Pages<AuditEntry>, 'older' | 'newer'>;
  readonly open: OpenRow;
}

export function AuditTable({ entries, pages, open }: AuditTableProps) {
  return (
    <ListTable
      name={text.table}
      columns={COLUMNS}
      rows={entries}
      pages={pages}
      open={open}
      emptyTitle={text.emptyTitle}
      empty={<p>{text.empty}</p>}
    />
  );
}

export const nameOfActor = ({ who, who_name: name }: AuditEntry): string => name ?? who;

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'created_at',
    header: text.time,
    cell: ({ created_at }) => <Time at={created_at} />,
    sort: byTime(({ created_at }) => created_at),
  },
  {
    key: 'action',
    header: text.action,
    cell: ({ action }) => <code>{action}</code>,
    sort: byText(({ action }) => action),
  },
  {
    key: 'who',
    header: text.actor,
    cell: (entry) => <ForeignText>{nameOfActor(entry)}</ForeignText>,
    sort: byText(nameOfActor),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'target',
    header: text.target,
    cell: ({ target }) => <code>{target.id}</code>,
    sort: byText(({ target }) => target.id),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'members',
    header: text.members,
    cell: (entry) => <ForeignText>{membersOf(entry)}</ForeignText>,
    isHiddenWhenNarrow: true,
  },
];
