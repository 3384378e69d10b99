import type { Call } from '../../api/calls.js';
import { formatDuration } from '../../format/durations.js';
import { formatCount } from '../../format/numbers.js';
import { byAmount, byNumber, byText, byTime } from '../../format/sorting.js';
import { isOnOwnKey } from '../../parts/attempts/attempt-story.js';
import { Badge } from '../../ui/badge.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import type { Column } from '../../ui/table/columns.js';
import { Time } from '../../ui/time.js';
import { StatusBadge } from './status-badge.js';
import { text } from './text.js';
import { inputTokensOf } from './tokens.js';

export const durationOf = ({ timings }: Call): number => timings.gateway_ms + timings.upstream_ms;

export const COLUMNS: readonly Column<Call>[] = [
  {
    key: 'created_at',
    header: text.time,
    cell: ({ created_at }) => <Time at={created_at} />,
    sort: byTime(({ created_at }) => created_at),
  },
  {
    key: 'status',
    header: text.status,
    cell: ({ status }) => <StatusBadge status={status} />,
    sort: byNumber(({ status }) => status),
  },
  {
    key: 'model',
    header: text.model,
    cell: (call) => <ModelCell call={call} />,
    sort: byText(({ served_model, requested_model }) => served_model ?? requested_model),
  },
  {
    key: 'cost_usd',
    header: text.cost,
    cell: ({ billed_usd }) => <Money usd={billed_usd} />,
    sort: byAmount(({ billed_usd }) => billed_usd),
    align: 'end',
  },
  {
    key: 'tokens',
    header: text.tokens,
    cell: ({ usage }) =>
      usage !== null && text.tokensInOut(formatCount(inputTokensOf(usage)), formatCount(usage.output_tokens)),
    sort: byNumber(({ usage }) => usage && inputTokensOf(usage) + usage.output_tokens),
    align: 'end',
    isHiddenWhenNarrow: true,
  },
  {
    key: 'duration',
    header: text.duration,
    cell: (call) => formatDuration(durationOf(call)),
    sort: byNumber(durationOf),
    align: 'end',
    isHiddenWhenNarrow: true,
  },
  {
    key: 'tier',
    header: text.tier,
    cell: ({ tier }) => tier ?? text.noTier,
    sort: byText(({ tier }) => tier),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'key',
    header: text.key,
    cell: ({ key_name, key_id }) => <ForeignText>{key_name ?? key_id}</ForeignText>,
    sort: byText(({ key_name, key_id }) => key_name ?? key_id),
    isHiddenWhenNarrow: true,
  },
  {
    key: 'end_user',
    header: text.said.user,
    cell: ({ end_user }) => end_user !== null && <ForeignText>{end_user}</ForeignText>,
    sort: byText(({ end_user }) => end_user),
    isHiddenWhenNarrow: true,
  },
];

/** What answered, and what is worth a look: that more than one was asked. */
function ModelCell({
  call: { served_model, requested_model, attempts, requests, cache },
}: {
  readonly call: Call;
}) {
  return (
    <>
      <ForeignText>{served_model ?? requested_model}</ForeignText>
      {attempts.length > 1 && <Badge tone="info">{text.attemptsBadge(formatCount(attempts.length))}</Badge>}
      {cache !== null && <Badge>{text.cachedBadge}</Badge>}
      {attempts.some(isOnOwnKey) && <Badge>{text.ownKeyBadge}</Badge>}
      {requests > 1 && <Badge>{text.requestsBadge(formatCount(requests))}</Badge>}
    </>
  );
}
