const CALLS_A_STATEMENT = 50_000;
export const DAYS = 28;
const DAY_MS = 86_400_000;

/** Of the ids of src/lib/ids.ts: ten characters of milliseconds in base 32, here behind random ones of base 16. */
const ENCODE_TIME = `
CREATE OR REPLACE FUNCTION pg_temp.id_at(ms bigint, n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'call_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((ms >> (45 - 5 * i)) & 31)::int, 1), '' ORDER BY i)
         || substr(md5(n::text), 1, 13)
    FROM generate_series(0, 9) AS i $$`;

/**
 * Call number `n`, a percent of them with an error (by hundreds, as when a provider is down for a while), one in 100,000 of a
 * rare tier, ten keys, five models, a group for each third.
 */
const NUMBERED = `
SELECT n, pg_temp.id_at(at_ms, n) AS id, to_timestamp(at_ms / 1000.0) AS created_at, n / 100 % 100 = 7 AS is_failed,
       'key_' || n % 10 AS key_id, (ARRAY['vendora/claude-sonnet-5-5', 'vendora/claude-haiku-4-5', 'vendorb/gpt-4o-mini',
       'vendorb/gpt-6.1-terra', 'openai/gpt-oss-120b'])[1 + n % 5] AS model,
       CASE WHEN n % 100000 = 77 THEN 'group-record' WHEN n % 3 = 0 THEN 'group' ELSE 'strong' END AS tier
  FROM (SELECT n, $3::bigint + n * $4::bigint / $5::bigint AS at_ms FROM generate_series($6::bigint, $7::bigint) AS n) AS timed`;

const INSERT_CALLS = `
INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, tier, router_id, group_id, requested_model,
                   decided_model, served_model, input_tokens, output_tokens, cost_usd, billed_usd, trace_id, response_id, batch_id, detail,
                   tags, end_user, session_id, metadata)
SELECT id, created_at, $1, $8, key_id, CASE WHEN $2::boolean AND n % 1000 = 11 THEN 'batch' ELSE 'chat' END, n % 2 = 0, CASE WHEN is_failed THEN 500 ELSE 200 END, tier, 'rtr_' || n % 3,
       CASE WHEN n % 3 = 0 THEN 'grp_' || n % 30 END, 'auto', model, model, 800 + n % 1000, 100 + n % 200, 0.0025, 0.0025, NULL,
       'chatcmpl-' || md5(n::text), CASE WHEN $2 AND n % 1000 = 11 THEN 'batch_' || n END, json_build_object('usage', json_build_object('input_tokens', 800, 'output_tokens', 100),
         'reasons', json_build_array('The request is shaped by a program: one instruction and its input.',
           'Its difficulty is 0.71, above the threshold of 0.6: Big answers.'),
         'attempts', json_build_array(json_build_object('model', model, 'provider', 'provider_a', 'status', 200, 'cost_usd', '0.0025',
           'billed', true, 'duration_ms', 812.5, 'start_ms', 1.25)),
         'timings', json_build_object('gateway_ms', 1.5, 'upstream_ms', 812.5, 'first_byte_ms', 320.25), 'trace_id', NULL),
       CASE WHEN $2::boolean THEN ARRAY['team-' || n % 5, 'feature-' || n * 7 % 1000]
            || CASE WHEN n < 1000000 THEN ARRAY['launch'] ELSE '{}' END || CASE WHEN n % ($5 / 10) = 3 THEN ARRAY['rare'] ELSE '{}' END END,
       CASE WHEN $2 THEN 'user-' || floor(100000 * (n * 7919 % 100003 / 100003.0) ^ 3) END,
       CASE WHEN $2 THEN 'session-' || n / 8 END,
       CASE WHEN $2 AND n % 20 = 0 THEN jsonb_build_object('order', (n / 20 % 5000)::text) END
  FROM (${NUMBERED}) AS numbered`;

const INSERT_CHARGES = `
INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, created_at)
SELECT $1, CASE WHEN n % 10000 = 5 THEN 'reload' ELSE 'usage' END, CASE WHEN n % 10000 = 5 THEN 25 ELSE -0.0025 END,
       CASE WHEN $8::text IS NOT NULL AND NOT $2::boolean THEN id END, created_at
  FROM (${NUMBERED}) AS numbered`;

const END = Date.now();

/**
 * Calls of one project, in the order of their time, over four weeks until now: with their charges, or `said`: with tags, users, sessions
 * and metadata instead. Those from `first` to before `until` of all `calls`.
 */
export async function fillCalls(
  client,
  { organizationId, projectId, calls, said = false, first = 0, until = calls },
) {
  await client.query(ENCODE_TIME);
  await client.query('SET synchronous_commit = off');
  const spanMs = DAYS * DAY_MS;
  for (let next = first; next < until; next += CALLS_A_STATEMENT) {
    const last = Math.min(until, next + CALLS_A_STATEMENT) - 1;
    const values = [organizationId, said, END - spanMs, spanMs, calls, next, last, projectId];
    await client.query(INSERT_CALLS, values);
    if (!said) await client.query(INSERT_CHARGES, values);
  }
}

/** Once the sums of usage hold all calls, as they do ten seconds behind them. */
export async function settle(client, { pause }) {
  for (;;) {
    const { rows } = await client.query(
      `SELECT EXISTS (SELECT FROM calls WHERE written_in >= (SELECT folded_to FROM usage_progress)) AS waits`,
    );
    if (!rows[0].waits) break;
    await pause(1_000);
  }
  for (const table of ['calls', 'ledger_entries', 'usage_facts', 'usage_sums', 'call_models'])
    await client.query(`VACUUM ANALYZE ${table}`);
}
