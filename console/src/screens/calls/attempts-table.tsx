import { useMemo, useState } from 'preact/hooks';
import type { Attempt, Call } from '../../api/calls.js';
import { formatDuration } from '../../format/durations.js';
import { byAmount, byNumber, byText } from '../../format/sorting.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { sortRows, type Column } from '../../ui/table/columns.js';
import { classOf, TableHead } from '../../ui/table/table-head.js';
import { TimeBar } from '../../ui/time-bar.js';
import type { Sort } from '../../url/sort.js';
import { StatusBadge } from './status-badge.js';
import { text } from './text.js';
import { timelineOf, type Piece } from './timeline.js';
import { inputTokensOf, tokensInWords } from './tokens.js';

/** An attempt with its place on the time line. */
interface PlacedAttempt extends Attempt, Piece {
  readonly index: number;
  readonly totalMs: number;
}

/** In the order in which they were sent, unless it is sorted. `j` and `k` stay those of the list. */
export function AttemptsTable({ call }: { readonly call: Call }) {
  const [sort, setSort] = useState<Sort>();
  const attempts = useMemo(() => placed(call), [call]);
  return (
    <div class="table-box attempts" tabIndex={0} role="group" aria-label={text.attempts}>
      <table aria-label={text.attempts}>
        <TableHead columns={COLUMNS} sort={sort} onSort={setSort} />
        <tbody>
          {sortRows(attempts, COLUMNS, sort).map((attempt) => (
            <tr key={attempt.index}>
              {COLUMNS.map((column) => (
                <td key={column.key} class={classOf(column)}>
                  {column.cell(attempt)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function placed(call: Call): readonly PlacedAttempt[] {
  const { pieces, totalMs } = timelineOf(call);
  return call.attempts.map((attempt, index) => ({
    ...attempt,
    index,
    totalMs,
    startMs: pieces[index]?.startMs,
    durationMs: attempt.duration_ms,
  }));
}

/** Attempts of before accounts had names have none. */
function accountOf({ provider, account }: PlacedAttempt): string {
  return account === null ? provider : `${provider} / ${account}`;
}

const COLUMNS: readonly Column<PlacedAttempt>[] = [
  {
    key: 'model',
    header: text.model,
    cell: ({ model }) => <ForeignText>{model}</ForeignText>,
    sort: byText(({ model }) => model),
  },
  {
    key: 'account',
    header: text.account,
    cell: accountOf,
    sort: byText(accountOf),
  },
  {
    key: 'status',
    header: text.status,
    cell: ({ status }) => <StatusBadge status={status} />,
    sort: byNumber(({ status }) => status),
  },
  {
    key: 'retry_reason',
    header: text.retryReason,
    cell: ({ retry_reason }) => retry_reason ?? '—',
    sort: byText(({ retry_reason }) => retry_reason),
  },
  {
    key: 'tokens',
    header: text.tokens,
    cell: ({ usage }) => (usage === null ? '—' : tokensInWords(usage)),
    sort: byNumber(({ usage }) => usage && inputTokensOf(usage) + usage.output_tokens),
  },
  {
    key: 'cost',
    header: text.cost,
    cell: ({ cost_usd, billed }) => (
      <>
        <Money usd={cost_usd} />
        {!billed && cost_usd !== null && cost_usd !== 0 && ` (${text.notBilled})`}
      </>
    ),
    sort: byAmount(({ cost_usd }) => cost_usd),
    align: 'end',
  },
  {
    key: 'when',
    header: text.when,
    cell: (attempt) => <When attempt={attempt} />,
    sort: byNumber(({ startMs }) => startMs),
  },
];

function When({ attempt: { startMs, durationMs, totalMs, status } }: { readonly attempt: PlacedAttempt }) {
  if (startMs === undefined) return <>{text.startUnknown(formatDuration(durationMs))}</>;
  return (
    <div class="when">
      <TimeBar
        startMs={startMs}
        durationMs={durationMs}
        totalMs={totalMs}
        tone={status === 0 || status >= 400 ? 'bad' : 'plain'}
      />
      <span>{text.startAt(formatDuration(startMs), formatDuration(durationMs))}</span>
    </div>
  );
}
