import type { Call } from '../../api/calls.js';
import { Badge } from '../../ui/badge.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Money } from '../../ui/money.js';
import { Time } from '../../ui/time.js';
import { StatusBadge } from './status-badge.js';
import { text } from './text.js';

/** The call in a line. */
export function Summary({ call }: { readonly call: Call }) {
  return (
    <p class="call-summary">
      <StatusBadge status={call.status} />{' '}
      <strong>
        <Money usd={call.billed_usd} />
      </strong>{' '}
      <ForeignText>{call.served_model ?? call.requested_model}</ForeignText>{' '}
      <Badge>
        {call.surface}
        {call.stream && `, ${text.streamed}`}
      </Badge>{' '}
      {call.cache !== null && <Badge tone="info">{text.cache(call.cache)}</Badge>}{' '}
      <Time at={call.created_at} />
    </p>
  );
}
