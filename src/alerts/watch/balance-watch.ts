import type { DataSource } from 'typeorm';

/**
 * A balance that was told to be low is news again once it was above the threshold, if only for a moment: besides the balance of now,
 * that after each entry of the ledger since the last look counts. Only entries that add can have lifted it. Entries may be archived,
 * but a look goes on from where the last one was.
 */
const REARM = `
WITH low AS (
  SELECT s.organization_id, s.balance_below_usd AS threshold, s.looked_sequence, b.balance_usd,
         greatest(s.looked_sequence, (SELECT max(sequence) FROM ledger_entries l WHERE l.organization_id = s.organization_id)) AS newest
    FROM alert_settings s JOIN balances b ON b.organization_id = s.organization_id
   WHERE s.below_since IS NOT NULL
), looked AS (
  SELECT low.organization_id, low.newest, low.looked_sequence,
         low.threshold IS NULL OR low.balance_usd >= low.threshold OR EXISTS (
           SELECT FROM (
             SELECT l.amount_usd, low.balance_usd - coalesce(sum(l.amount_usd) OVER (
                      ORDER BY l.sequence DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS balance_after
               FROM ledger_entries l
              WHERE l.organization_id = low.organization_id AND l.sequence > low.looked_sequence) AS entry
            WHERE entry.amount_usd > 0 AND entry.balance_after >= low.threshold) AS rose
    FROM low WHERE low.threshold IS NULL OR low.newest IS DISTINCT FROM low.looked_sequence OR low.balance_usd >= low.threshold
)
UPDATE alert_settings s
   SET below_since = CASE WHEN looked.rose THEN NULL ELSE s.below_since END, looked_sequence = looked.newest
  FROM looked WHERE s.organization_id = looked.organization_id AND s.below_since IS NOT NULL
   AND s.looked_sequence IS NOT DISTINCT FROM looked.looked_sequence`;

/** The state and its alert in one statement: whoever comes second finds it told. */
const TELL = `
WITH low AS (
  UPDATE alert_settings s
     SET below_since = now(),
         looked_sequence = coalesce((SELECT max(sequence) FROM ledger_entries l WHERE l.organization_id = s.organization_id), 0)
    FROM balances b
   WHERE b.organization_id = s.organization_id AND 'balance_below' = ANY(s.events) AND s.below_since IS NULL
     AND b.balance_usd < s.balance_below_usd
  RETURNING s.organization_id, s.below_since, s.balance_below_usd, b.balance_usd
)
INSERT INTO alerts (organization_id, event, subject, window_key, facts, next_try_at)
SELECT organization_id, 'balance_below', organization_id, below_since::text,
       json_build_object('balance_usd', trim_scale(balance_usd), 'balance_below_usd', trim_scale(balance_below_usd)), now()
  FROM low
ON CONFLICT (organization_id, event, subject, window_key) DO NOTHING`;

/** Notes balances that have fallen under the threshold of their organization, once until they were above it. */
export async function watchBalances(dataSource: DataSource): Promise<void> {
  await dataSource.query(REARM);
  await dataSource.query(TELL);
}
