import { ALERT_EVENTS } from '../../alert-facts/alert-events.js';
import {
  count,
  listOf,
  named,
  oneOfWords,
  open,
  orNull,
  shape,
  text,
  time,
  usd,
} from '../../http/openapi/openapi-shapes.js';

export const alertsSchema = named(
  'Alerts',
  shape({
    url: text('https://example.com/hooks/gateway'),
    balance_below_usd: orNull(usd),
    events: listOf(oneOfWords(...ALERT_EVENTS)),
    created_at: time,
    updated_at: time,
  }),
);

export const alertsDeletedSchema = named('AlertsDeleted', shape({ deleted: { type: 'boolean' } }));

export const alertSecretSchema = named('AlertSecret', shape({ secret: text('als_…') }));

/** What was posted, or is to be, and what came of it. */
export const alertDeliverySchema = named(
  'AlertDelivery',
  shape({
    id: text('alt_…'),
    event: oneOfWords(...ALERT_EVENTS, 'test'),
    created_at: time,
    status: oneOfWords('pending', 'delivered', 'failed'),
    attempts: count,
    response_status: orNull({ ...count, description: 'What the address answered last; null: nothing.' }),
    error: orNull(text('the address answered 500')),
    last_attempt_at: orNull(time),
    delivered_at: orNull(time),
    next_attempt_at: orNull(time),
    body: { ...open, description: 'The body of the post.' },
  }),
);
