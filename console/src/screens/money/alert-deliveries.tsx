import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { deliveriesQuery, type AlertDelivery } from '../../api/alerts.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Loaded } from '../../ui/loaded.js';
import { Time } from '../../ui/time.js';
import { text } from './text.js';

const TONES = { delivered: 'good', pending: 'neutral', failed: 'bad' } as const;

/** The last posts and what came of them: asked for when somebody wants to see them. */
export function AlertDeliveries({ organizationId }: { readonly organizationId: string }) {
  const [isShown, setIsShown] = useState(false);
  const read = useQuery({ ...deliveriesQuery(organizationId), enabled: isShown });
  if (!isShown)
    return (
      <p>
        <Button onClick={() => setIsShown(true)}>{text.showDeliveries}</Button>
      </p>
    );
  return (
    <Loaded read={read}>
      {({ data }) =>
        data.length === 0 ? <p>{text.noDeliveries}</p> : <ul class="deliveries">{data.map(Delivery)}</ul>
      }
    </Loaded>
  );
}

function Delivery({ id, event, created_at, status, attempts, error }: AlertDelivery) {
  return (
    <li key={id}>
      <Badge tone={TONES[status]}>{text.deliveryStates[status]}</Badge> {text.eventNames[event]}{' '}
      <Time at={created_at} />
      {error !== null && (
        <>
          {' '}
          <ForeignText>{text.attempts(attempts, error)}</ForeignText>
        </>
      )}
    </li>
  );
}
