// A ledger of any number of rows: nine tenths of one organization, the rest of a thousand others; a batch in five thousand rows.
import { bulkFill } from './bulk-fill.mjs';

export const LARGE = 'org_large';
const OTHERS = 1_000;
const SPAN_S = 364 * 86_400;

/** What a batch reserves, gives back and costs, reloads, and charges of calls for the rest. */
const ROWS = (first, last, rows) => `
SELECT organization_id, n + 1, kind, amount_usd, reference, 0::smallint, NULL::text, now() - (${rows} - n) * interval '${SPAN_S / rows} seconds'
  FROM (SELECT n, CASE WHEN n % 10 = 9 THEN 'org_' || n / 10 % ${OTHERS} ELSE '${LARGE}' END AS organization_id,
               CASE n % 5000 WHEN 0 THEN 'reservation' WHEN 1 THEN 'release' WHEN 2 THEN 'settlement' WHEN 3 THEN 'reload' ELSE 'usage' END AS kind,
               CASE n % 5000 WHEN 0 THEN -2 WHEN 1 THEN 2 WHEN 2 THEN -1.5 WHEN 3 THEN 12 ELSE -0.0025 END::numeric(24,12) AS amount_usd,
               CASE WHEN n % 5000 < 3 THEN 'batch_' || n / 5000 ELSE 'call_' || lpad(n::text, 13, '0') || substr(md5(n::text), 1, 10) END AS reference
          FROM generate_series(${first}::bigint, ${last}::bigint) AS n) AS numbered`;

const COLUMNS = [
  'organization_id',
  'sequence',
  'kind',
  'amount_usd',
  'reference',
  'part',
  'note',
  'created_at',
];

/** Balances are the sums of the rows. */
export async function fillLedger(client, rows) {
  const began = performance.now();
  await bulkFill(client, {
    table: 'ledger_entries',
    columns: COLUMNS,
    select: (first, last) => ROWS(first, last, rows),
    rows,
  });
  await client.query(`SELECT setval(pg_get_serial_sequence('ledger_entries', 'sequence'), $1)`, [rows]);
  await client.query(
    `INSERT INTO organizations (id, name) SELECT DISTINCT organization_id, 'bench' FROM ledger_entries ON CONFLICT DO NOTHING`,
  );
  await client.query('DELETE FROM balances');
  await client.query(
    'INSERT INTO balances (organization_id, balance_usd) SELECT organization_id, sum(amount_usd) FROM ledger_entries GROUP BY organization_id',
  );
  await client.query('VACUUM ANALYZE balances, organizations');
  return performance.now() - began;
}

/** Charges that come now, with their balances; organizations have the shares that they have of all. */
export async function addCharges(client, count) {
  await client.query(
    `WITH added AS (
       INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference)
       SELECT CASE WHEN n % 10 = 9 THEN 'org_' || n / 10 % ${OTHERS} ELSE '${LARGE}' END, 'usage', -0.0025,
              'call_new_' || md5(n::text || clock_timestamp())
         FROM generate_series(1, $1::integer) AS n
       RETURNING organization_id, amount_usd)
     UPDATE balances b SET balance_usd = balance_usd + own.usd
       FROM (SELECT organization_id, sum(amount_usd) AS usd FROM added GROUP BY organization_id) AS own
      WHERE b.organization_id = own.organization_id`,
    [count],
  );
}
