import type { TraceDetail } from '../../api/traces.js';
import { formatDuration } from '../../format/durations.js';
import { formatCount } from '../../format/numbers.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { Time } from '../../ui/time.js';
import { StatusBadge } from './status-badge.js';
import { text } from './text.js';

/** What its spans come to; nothing of a trace that only calls carry. */
export function TraceSummary({ trace }: { readonly trace: TraceDetail }) {
  const { root_name, status, started_at, duration_ms, span_count, input_tokens, output_tokens, cost_usd } =
    trace;
  if (root_name === undefined || status === undefined || started_at === undefined) return null;
  return (
    <Facts
      facts={[
        [text.name, <ForeignText key="name">{root_name}</ForeignText>],
        [text.status, <StatusBadge key="status" status={status} />],
        [text.started, <Time key="started" at={started_at} isExact />],
        [text.duration, formatDuration(duration_ms ?? 0)],
        [text.spans, formatCount(span_count ?? 0)],
        [text.tokens, text.tokensInOut(formatCount(input_tokens ?? 0), formatCount(output_tokens ?? 0))],
        [text.cost, <Money key="cost" usd={cost_usd} />],
      ]}
    />
  );
}
