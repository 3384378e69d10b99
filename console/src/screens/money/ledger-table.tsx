import { useMemo } from 'preact/hooks';
import type { LedgerRow } from '../../api/types.js';
import type { Pages } from '../../api/use-pages.js';
import { byAmount, byText, byTime } from '../../format/sorting.js';
import { Badge } from '../../ui/badge.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import type { Column } from '../../ui/table/columns.js';
import { ListTable } from '../../ui/table/list-table.js';
import { Time } from '../../ui/time.js';
import { ReferenceLink } from './reference-link.js';
import { text } from './text.js';

export interface LedgerTableProps {
  readonly rows: readonly LedgerRow[];
  readonly pages: Pick<Pages<LedgerRow>, 'older' | 'newer'>;
  readonly projectId: string;
}

export function LedgerTable({ rows, pages, projectId }: LedgerTableProps) {
  const columns = useMemo(() => columnsFor(projectId), [projectId]);
  return (
    <ListTable
      name={text.ledger}
      columns={columns}
      rows={rows}
      pages={pages}
      emptyTitle={text.emptyTitle}
      empty={<p>{text.empty}</p>}
    />
  );
}

const TONES: Partial<Record<LedgerRow['kind'], 'good' | 'info' | 'warn'>> = {
  credit: 'good',
  reload: 'good',
  hourly_charge: 'good',
  refund: 'info',
  adjustment: 'warn',
};

const columnsFor = (projectId: string): readonly Column<LedgerRow>[] => [
  {
    key: 'created_at',
    header: text.time,
    cell: ({ created_at }) => <Time at={created_at} />,
    sort: byTime(({ created_at }) => created_at),
  },
  {
    key: 'kind',
    header: text.kind,
    cell: ({ kind }) => <Badge tone={TONES[kind]}>{text.kinds[kind]}</Badge>,
    sort: byText(({ kind }) => text.kinds[kind]),
  },
  {
    key: 'amount_usd',
    header: text.movement,
    align: 'end',
    cell: ({ amount_usd }) => <Money usd={amount_usd} />,
    sort: byAmount(({ amount_usd }) => amount_usd),
  },
  {
    key: 'reference',
    header: text.reference,
    cell: ({ reference }) => <ReferenceLink reference={reference} projectId={projectId} />,
    sort: byText(({ reference }) => reference),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'note',
    header: text.note,
    cell: ({ note }) => note !== null && <ForeignText>{note}</ForeignText>,
    sort: byText(({ note }) => note),
    isHiddenWhenNarrow: true,
  },
];
