import type { Trace } from '../../api/traces.js';
import { formatDuration } from '../../format/durations.js';
import { formatCount } from '../../format/numbers.js';
import { byAmount, byNumber, byText, byTime } from '../../format/sorting.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import type { Column } from '../../ui/table/columns.js';
import { Time } from '../../ui/time.js';
import { StatusBadge } from './status-badge.js';
import { text } from './text.js';

export const COLUMNS: readonly Column<Trace>[] = [
  {
    key: 'name',
    header: text.name,
    cell: ({ root_name, trace_id }) => <ForeignText>{root_name === '' ? trace_id : root_name}</ForeignText>,
    sort: byText(({ root_name }) => root_name),
  },
  {
    key: 'status',
    header: text.status,
    cell: ({ status }) => <StatusBadge status={status} />,
    sort: byText(({ status }) => status),
  },
  {
    key: 'started_at',
    header: text.started,
    cell: ({ started_at }) => <Time at={started_at} />,
    sort: byTime(({ started_at }) => started_at),
  },
  {
    key: 'duration_ms',
    header: text.duration,
    cell: ({ duration_ms }) => formatDuration(duration_ms),
    sort: byNumber(({ duration_ms }) => duration_ms),
    align: 'end',
  },
  {
    key: 'span_count',
    header: text.spans,
    cell: ({ span_count }) => formatCount(span_count),
    sort: byNumber(({ span_count }) => span_count),
    align: 'end',
    isHiddenWhenNarrow: true,
  },
  {
    key: 'service',
    header: text.service,
    cell: ({ service }) => service !== null && <ForeignText>{service}</ForeignText>,
    sort: byText(({ service }) => service),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'models',
    header: text.models,
    cell: ({ models }) => <ForeignText>{models.join(', ')}</ForeignText>,
    sort: byText(({ models }) => models.join(', ')),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'tokens',
    header: text.tokens,
    cell: ({ input_tokens, output_tokens }) =>
      text.tokensInOut(formatCount(input_tokens), formatCount(output_tokens)),
    sort: byNumber(({ input_tokens, output_tokens }) => input_tokens + output_tokens),
    align: 'end',
    isHiddenWhenNarrow: true,
  },
  {
    key: 'cost_usd',
    header: text.cost,
    cell: ({ cost_usd }) => <Money usd={cost_usd} />,
    sort: byAmount(({ cost_usd }) => cost_usd),
    align: 'end',
    isHiddenWhenNarrow: true,
  },
];
