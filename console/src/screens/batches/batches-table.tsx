import type { Batch } from '../../api/batches.js';
import type { Pages } from '../../api/use-pages.js';
import { formatCount } from '../../format/numbers.js';
import { byAmount, byNumber, byText, byTime } from '../../format/sorting.js';
import { Command } from '../../parts/commands/command.js';
import { firstBatch } from '../../parts/commands/commands.js';
import { Badge } from '../../ui/badge.js';
import { Money } from '../../ui/money.js';
import { Progress } from '../../ui/progress.js';
import type { Column } from '../../ui/table/columns.js';
import { ListTable } from '../../ui/table/list-table.js';
import { Time } from '../../ui/time.js';
import type { OpenRow } from '../../url/use-open-row.js';
import { doneOf, TONES } from './batch-progress.js';
import { text } from './text.js';
import { gatewayOrigin } from '../../url/origin.js';

export interface BatchesTableProps {
  readonly batches: readonly Batch[];
  readonly pages: Pick<Pages<Batch>, 'older' | 'newer'>;
  readonly open: OpenRow;
}

export function BatchesTable({ batches, pages, open }: BatchesTableProps) {
  return (
    <ListTable
      name={text.table}
      columns={COLUMNS}
      rows={batches}
      pages={pages}
      open={open}
      emptyTitle={text.emptyTitle}
      empty={
        <>
          <p>{text.empty}</p>
          <Command>{firstBatch(gatewayOrigin())}</Command>
        </>
      }
    />
  );
}

const COLUMNS: readonly Column<Batch>[] = [
  { key: 'id', header: text.id, cell: ({ id }) => <code>{id}</code> },
  {
    key: 'status',
    header: text.status,
    cell: ({ status }) => <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>,
    sort: byText(({ status }) => status),
  },
  {
    key: 'progress',
    header: text.progress,
    cell: (batch) => (
      <Progress
        label={text.progress}
        done={doneOf(batch)}
        total={batch.request_count}
        valueText={text.done(formatCount(doneOf(batch)), formatCount(batch.request_count))}
      />
    ),
    sort: byNumber(({ request_count }) => request_count),
  },
  {
    key: 'estimate_usd',
    header: text.estimate,
    cell: ({ estimate_usd }) => <Money usd={estimate_usd} />,
    sort: byAmount(({ estimate_usd }) => estimate_usd),
    align: 'end',
    isHiddenWhenNarrow: true,
  },
  {
    key: 'cost_usd',
    header: text.billed,
    cell: ({ cost_usd }) => (cost_usd === undefined ? '–' : <Money usd={cost_usd} />),
    sort: byAmount(({ cost_usd }) => cost_usd ?? null),
    align: 'end',
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
