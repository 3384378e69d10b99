import type { DataSource } from 'typeorm';

/**
 * What keys and projects have spent of their limit in the period of now, by the days that billing counts. A step that is told is left
 * alone without a try: tries that find their row there would use up numbers of the table all day long.
 */
const TELL = `
WITH limited AS (
  SELECT s.organization_id, s.events, k.id, p.id AS project_id, k.id AS key_id, k.limit_usd, k.limit_period
    FROM alert_settings s JOIN projects p ON p.organization_id = s.organization_id JOIN api_keys k ON k.project_id = p.id
   WHERE k.limit_usd > 0 AND k.revoked_at IS NULL AND p.deleted_at IS NULL
  UNION ALL
  SELECT s.organization_id, s.events, p.id, p.id, NULL, p.limit_usd, p.limit_period
    FROM alert_settings s JOIN projects p ON p.organization_id = s.organization_id
   WHERE p.limit_usd > 0 AND p.deleted_at IS NULL
), spent AS (
  SELECT limited.*, period_start(limit_period, billing_day()) AS starts, period_end(limit_period, billing_day()) AS ends,
         (SELECT coalesce(sum(d.spent_usd), 0) FROM spend_days d WHERE d.purse_id = limited.id
             AND d.day >= period_start(limit_period, billing_day()) AND d.day < period_end(limit_period, billing_day())) AS spent_usd
    FROM limited WHERE events && ARRAY['limit_50', 'limit_80', 'limit_100']
), reached AS (
  SELECT spent.*, step.event, limit_period || ' ' || starts AS window_key
    FROM spent JOIN (VALUES ('limit_50', 0.5), ('limit_80', 0.8), ('limit_100', 1.0)) AS step (event, part)
      ON step.event = ANY(spent.events) AND spent.spent_usd >= spent.limit_usd * step.part
)
INSERT INTO alerts (organization_id, event, subject, window_key, facts, next_try_at)
SELECT r.organization_id, r.event, r.id, r.window_key,
       json_build_object('project_id', r.project_id, 'key_id', r.key_id, 'limit_usd', trim_scale(r.limit_usd),
         'limit_period', r.limit_period, 'spent_usd', trim_scale(r.spent_usd),
         'resets_at', CASE WHEN r.limit_period <> 'total' THEN to_char(r.ends, 'YYYY-MM-DD"T00:00:00.000Z"') END), now()
  FROM reached r
 WHERE NOT EXISTS (SELECT FROM alerts a WHERE a.organization_id = r.organization_id AND a.event = r.event
                      AND a.subject = r.id AND a.window_key = r.window_key)
ON CONFLICT (organization_id, event, subject, window_key) DO NOTHING`;

/** Notes limits of which half, four fifths or all is spent, once a period. */
export async function watchLimits(dataSource: DataSource): Promise<void> {
  await dataSource.query(TELL);
}
