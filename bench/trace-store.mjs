const SPANS_A_TRACE = 10;
const DAYS = 28;
const DAY_SECONDS = 86_400;
/** Rows of one statement, so that it can be seen to go on. */
const TRACES_A_STATEMENT = 50_000;

/** `WINDOW_NANO` of src/traces/storage/postgres/trace-tables.repository.ts. */
const WINDOW_NANO = 14_400_000_000_000;

/**
 * Fills the tables of traces with rows that are made in the database, in the order of their time, spread over four weeks. One
 * trace in 100,000 is of a rare service and holds a rare word; one in fifty has an error; tokens and cost grow large in a few.
 * A third of the first ten days is of a service that is gone since, and holds a word that is.
 * @returns {Promise<{from: string, to: string}>} a day in the middle
 */
export async function fillStore(client, { projectId, spans }) {
  const firstDay = new Date(Date.now() - DAYS * DAY_SECONDS * 1_000).toISOString().slice(0, 10);
  for (let day = 0; day < DAYS; day += 1) await createPartition(client, firstDay, day);
  const traces = Math.ceil(spans / SPANS_A_TRACE);
  await client.query('SET synchronous_commit = off');
  for (let first = 0; first < traces; first += TRACES_A_STATEMENT) {
    const last = Math.min(traces, first + TRACES_A_STATEMENT) - 1;
    const values = [projectId, firstDay, first, last, traces];
    await client.query(INSERT_TRACES, values);
    await client.query(INSERT_SPANS, values);
  }
  await client.query('VACUUM ANALYZE traces');
  await client.query('ANALYZE trace_spans');
  const { rows } = await client.query(`SELECT ($1::date + 14)::text AS from, ($1::date + 15)::text AS to`, [
    firstDay,
  ]);
  return rows[0];
}

async function createPartition(client, firstDay, day) {
  const { rows } = await client.query(
    `SELECT to_char($1::date + $2::int, 'YYYYMMDD') AS name, ($1::date + $2::int)::text AS start, ($1::date + $2::int + 1)::text AS stop`,
    [firstDay, day],
  );
  const [{ name, start, stop }] = rows;
  await client.query(
    `CREATE TABLE IF NOT EXISTS trace_spans_${name} PARTITION OF trace_spans FOR VALUES FROM ('${start}') TO ('${stop}')`,
  );
}

/** Of trace number `n`: its id, its day and its start. */
const NUMBERED = `
  SELECT *, $2::date + (second / ${DAY_SECONDS})::int AS day,
         (extract(epoch FROM $2::date)::bigint + second) * 1000000000 + n % 1000000000 AS start_nano
    FROM (SELECT n, md5('trace' || n)::uuid AS trace_id, n::bigint * ${DAYS * DAY_SECONDS} / $5 AS second
            FROM generate_series($3::int, $4::int) AS n) AS timed`;

const INSERT_TRACES = `
INSERT INTO traces (project_id, trace_id, start_nano, end_nano, first_day, last_day, entry_rank, entry_nano, root_name, service, status, models,
                    span_count, input_tokens, output_tokens, cost_pico_usd, own_input_tokens, own_output_tokens, terms)
SELECT $1, t.trace_id, start_nano, start_nano + 250000000, day, day, 0, start_nano, 'order step' || n % 50, t.service,
       CASE WHEN n % 50 = 0 THEN 2 ELSE 0 END, ARRAY[t.model], ${SPANS_A_TRACE}, t.tokens, 100, t.tokens * 2000000::numeric, 0, 0,
       array_to_tsvector(ARRAY[':s' || t.service, ':m' || t.model, 'order', 'step' || n % 50, 'w' || n % 5000, ':t' || length((t.tokens + 100)::text),
         ':c' || length((t.tokens * 2000000)::text), CASE WHEN n % 50 = 0 THEN ':xerror' ELSE ':xunset' END,
         ':p' || $1, ':w' || start_nano / ${WINDOW_NANO} || ' ' || $1]
         || CASE WHEN n % 100000 = 99 THEN ARRAY['needle'] ELSE ARRAY[]::text[] END
         || CASE WHEN t.service = 'service-gone' THEN ARRAY['gone'] ELSE ARRAY[]::text[] END)
  FROM (SELECT *, CASE WHEN n % 100000 = 99 THEN 'service-rare' WHEN n % 3 = 0 AND n < $5 * 10 / ${DAYS} THEN 'service-gone'
                       ELSE 'service-' || n % 10 END AS service,
               'model-' || n % 8 AS model, CASE WHEN n % 20000 = 7 THEN 2000000::bigint ELSE 500 + n % 3000 END AS tokens
          FROM (${NUMBERED}) AS numbered) AS t
ON CONFLICT DO NOTHING`;

const INSERT_SPANS = `
INSERT INTO trace_spans (project_id, trace_id, span_id, day, start_nano, end_nano, flags, input_tokens, output_tokens, body)
SELECT $1, trace_id, n::bigint * ${SPANS_A_TRACE} + s, day, start_nano + s * 1000000, start_nano + s * 1000000 + 20000000, 0, NULL, NULL,
       '{"n":"step ' || s || '","k":1,"a":{"code.function":"handle_order","http.request.method":"POST","url.path":"/orders/17/refund"},"v":"service","i":"0a1b2c3d"}'
  FROM (${NUMBERED}) AS t CROSS JOIN generate_series(0, ${SPANS_A_TRACE - 1}) AS s
ON CONFLICT DO NOTHING`;
