import type { ProviderAccount } from '../../api/providers.js';
import { byNumber, byText, byTime } from '../../format/sorting.js';
import { providerName } from '../../parts/providers/provider-name.js';
import { Badge, type BadgeProps } from '../../ui/badge.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ForeignText } from '../../ui/foreign-text.js';
import type { Column } from '../../ui/table/columns.js';
import { DataTable } from '../../ui/table/data-table.js';
import { ExactTime } from '../../ui/exact-time.js';
import { useSort } from '../../url/use-sort.js';
import { text } from './text.js';

type State = ProviderAccount['state'];

const TONES: Readonly<Record<State, NonNullable<BadgeProps['tone']>>> = {
  healthy: 'good',
  out: 'bad',
  probing: 'warn',
};

export function ProvidersTable({ accounts }: { readonly accounts: readonly ProviderAccount[] }) {
  return (
    <DataTable
      name={text.table}
      columns={COLUMNS}
      rows={accounts}
      rowId={({ provider, name }) => `${provider}/${name}`}
      sorting={useSort()}
      empty={
        <EmptyState title={text.emptyTitle}>
          <p>{text.empty}</p>
        </EmptyState>
      }
    />
  );
}

const COLUMNS: readonly Column<ProviderAccount>[] = [
  {
    key: 'state',
    header: text.state,
    cell: ({ state }) => <Badge tone={TONES[state]}>{text.states[state]}</Badge>,
    sort: byText(({ state }) => text.states[state]),
  },
  {
    key: 'provider',
    header: text.provider,
    cell: ({ provider }) => providerName(provider),
    sort: byText(({ provider }) => providerName(provider)),
  },
  {
    key: 'name',
    header: text.account,
    cell: ({ name }) => <ForeignText>{name}</ForeignText>,
    sort: byText(({ name }) => name),
  },
  {
    key: 'reason',
    header: text.reason,
    cell: ({ reason }) => (reason === null ? text.none : text.reasons[reason]),
    sort: byText(({ reason }) => reason && text.reasons[reason]),
  },
  {
    key: 'out_until',
    header: text.outUntil,
    cell: ({ out_until: until }) => (until === null ? text.none : <ExactTime at={until} />),
    sort: byTime(({ out_until }) => out_until),
  },
  {
    key: 'weight',
    header: text.weight,
    cell: ({ weight }) => String(weight),
    sort: byNumber(({ weight }) => weight),
    align: 'end',
    isHiddenWhenNarrow: true,
  },
];
