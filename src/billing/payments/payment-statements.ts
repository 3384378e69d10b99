import { expiryTime } from '../holds/leases/database-time.js';

/** The statements that change payments. Durations come as milliseconds; `now()` is the database's, so that processes agree. */

const COLUMNS = 'id, organization_id, kind, amount_usd, customer, payment_method, attempts, created_at';
export const LOCK_BALANCE = 'SELECT FROM balances WHERE organization_id = $1 FOR UPDATE';

export const RESUME = `
UPDATE payments SET retry_at = now() + $2::float8 * interval '1 millisecond', attempts = attempts + 1, is_unanswered = false
 WHERE organization_id = $1 AND status = 'pending' AND provider = $3 AND retry_at <= now()
RETURNING ${COLUMNS}`;

export const START_RELOAD = `
INSERT INTO payments (id, organization_id, kind, amount_usd, provider, customer, payment_method, retry_at)
SELECT $2, o.id, 'reload', (o.auto_reload->>'amount_usd')::numeric, a.provider, a.customer, a.payment_method,
       now() + $3::float8 * interval '1 millisecond'
  FROM organizations o
  JOIN balances b ON b.organization_id = o.id
  JOIN payment_accounts a ON a.organization_id = o.id AND a.provider = $4 AND a.payment_method IS NOT NULL
 WHERE o.id = $1 AND (o.auto_reload->>'enabled')::boolean
   AND (b.balance_usd < (o.auto_reload->>'threshold_usd')::numeric
     OR b.balance_usd < $5::numeric + (
       SELECT coalesce(sum(l.granted_usd), 0) FROM balance_leases l JOIN gateway_processes p ON p.id = l.process_id
        WHERE l.account_id = o.id AND l.process_id <> $6 AND p.expires_at > ${expiryTime('$7')}))
   AND (a.declined_until IS NULL OR a.declined_until <= now())
ON CONFLICT DO NOTHING
RETURNING ${COLUMNS}`;

/** Rounded up to what can be charged; what is charged is what is credited. */
export const START_HOURLY_CHARGE = `
INSERT INTO payments (id, organization_id, kind, period, amount_usd, provider, customer, payment_method, retry_at)
SELECT $2, o.id, 'hourly_charge', $5, least(ceil(-b.balance_usd / $6::numeric) * $6::numeric, $8::numeric), a.provider,
       a.customer, a.payment_method, now() + $3::float8 * interval '1 millisecond'
  FROM organizations o
  JOIN balances b ON b.organization_id = o.id
  JOIN payment_accounts a ON a.organization_id = o.id AND a.provider = $4 AND a.payment_method IS NOT NULL
 WHERE o.id = $1 AND o.pay_as_you_go AND -b.balance_usd >= $7::numeric
ON CONFLICT DO NOTHING
RETURNING ${COLUMNS}`;

/** Whom an hourly charge may be due for. */
export const OWING = `
SELECT o.id FROM organizations o
 JOIN balances b ON b.organization_id = o.id AND b.balance_usd <= -$2::numeric
 JOIN payment_accounts a ON a.organization_id = o.id AND a.provider = $1 AND a.payment_method IS NOT NULL
WHERE o.pay_as_you_go AND NOT EXISTS (
  SELECT FROM payments p WHERE p.organization_id = o.id AND p.kind = 'hourly_charge' AND p.period = $3)
ORDER BY o.id`;

/** The payment's end, its ledger row and the balance in one statement. Also from `failed`: the provider may correct itself. */
export const SUCCEED = `
WITH ended AS (
  UPDATE payments SET status = 'succeeded', provider_reference = $2, failure = NULL, ended_at = now()
   WHERE id = $1 AND status <> 'succeeded' RETURNING id, organization_id, kind, amount_usd, provider, payment_method
), forgiven AS (
  UPDATE payment_accounts a SET declined_at = NULL, declined_until = NULL
    FROM ended e WHERE a.organization_id = e.organization_id AND a.provider = e.provider AND a.payment_method = e.payment_method
), added AS (
  INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference)
  SELECT organization_id, kind, amount_usd, id FROM ended
  ON CONFLICT (kind, reference, part) DO NOTHING RETURNING organization_id, amount_usd
)
UPDATE balances b SET balance_usd = b.balance_usd + a.amount_usd FROM added a WHERE b.organization_id = a.organization_id
RETURNING b.organization_id`;

export const DECLINE = `
WITH ended AS (
  UPDATE payments SET status = 'failed', failure = $2, provider_reference = $3, ended_at = now()
   WHERE id = $1 AND status = 'pending' RETURNING organization_id, provider, payment_method, kind, amount_usd
)
UPDATE payment_accounts a
   SET declined_at = coalesce(a.declined_at, now()), declined_until = now() + $4::float8 * interval '1 millisecond'
  FROM ended e WHERE a.organization_id = e.organization_id AND a.provider = e.provider AND a.payment_method = e.payment_method
RETURNING a.declined_at, e.kind, e.amount_usd`;
