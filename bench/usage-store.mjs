// Sums of usage as 100 million calls of a project in a year make them, of those cuts that the questions of bench/usage.mjs read: how often a value turns up in a span follows from its share of
// the calls, which falls with its rank.

const DAY_MS = 86_400_000;
export const DAYS = 365;
export const CALLS_A_DAY = 274_000;
/** How many there are of each; of pairs, how many of the second each first one has. */
export const VALUES = {
  key: 40,
  model: 15,
  tier: 5,
  router: 8,
  group: 120,
  surface: 5,
  provider: 4,
  status: 8,
  tag: 1_080,
  user: 20_000,
};
const NUMBERS = {
  key: 1,
  model: 2,
  tier: 3,
  router: 4,
  group: 5,
  surface: 6,
  provider: 7,
  status: 8,
  tag: 9,
  user: 10,
};
export const COMBINATIONS = 3_000;
const GRAIN_MS = [900_000, 3_600_000, 21_600_000, DAY_MS, 8 * DAY_MS, 32 * DAY_MS];

const FILL = `
INSERT INTO usage_sums (project, cut, grain, starts_at, first, second, requests, input_tokens, output_tokens, billed_usd)
SELECT $1, $2, $3, bin, first, second, greatest(1, calls), greatest(1, calls) * 900, greatest(1, calls) * 150, greatest(1, calls) * 0.002503
  FROM generate_series($4::timestamptz, $5::timestamptz - interval '1 second', $6::interval) AS bin
 CROSS JOIN LATERAL (
   SELECT 1 + (n - 1) % $8::int AS first,
          CASE WHEN $9::int = 0 THEN 0 ELSE 1 + ((n - 1) % $8::int + (n - 1) / $8::int * 7) % $9::int END AS second,
          $7::float8 / n / ln($10::int + 1) AS expected
     FROM generate_series(1, $10::int) AS n) AS cell
 CROSS JOIN LATERAL (SELECT round(cell.expected)::bigint AS calls) AS rounded
 WHERE random() < 1 - exp(-least(cell.expected, 50))
 ORDER BY bin, first, second`;

/** Calls whose values go together as the pairs of the sums do: a report of facts and sums has no more pairs than there are. */
const FACTS = `
INSERT INTO usage_facts (project, starts_at, combination, end_user, tags, session, requests, input_tokens, output_tokens, billed_usd)
SELECT $1, bin, 1 + (who + 7 * turn) % ${VALUES.group} + ${VALUES.group} * floor(${COMBINATIONS / VALUES.group} * random())::int, 1 + who,
       ARRAY[1 + who % ${VALUES.tag}, 1 + (who + 7 * turn) % ${VALUES.tag}],
       'ses_' || md5((random() * 1000000)::int::text), 1, 900, 150, 0.002503
  FROM generate_series($2::timestamptz, $3::timestamptz - interval '1 second', interval '15 minutes') AS bin
 CROSS JOIN LATERAL (SELECT floor(${VALUES.user} * random() ^ 3)::int AS who, floor(3 * random())::int AS turn
                       FROM generate_series(1, ${Math.round(CALLS_A_DAY / 96)}) WHERE bin IS NOT NULL) AS said`;

/**
 * Fills one project's sums over the year until `end`, a midnight of UTC: those that a year of any zone, and its days, are read from.
 * Fine sums of what is many are made at both ends of the year alone.
 */
export async function fillUsage(client, { project, end, log }) {
  await client.query('SET synchronous_commit = off');
  const start = end - DAYS * DAY_MS;
  const year = [[start - 2 * DAY_MS, end]];
  const ends = (days) => [
    [start - days * DAY_MS, start + days * DAY_MS],
    [end - days * DAY_MS, end],
  ];
  await fillValues(client, project);
  const fill = async ({ cut, first, second = 0, cells }, grains, spans) => {
    for (const grain of grains)
      for (const [from, to] of spans) {
        const length = GRAIN_MS[grain];
        const { rowCount } = await client.query(FILL, [
          project,
          cut,
          grain,
          new Date(floor(from, length)),
          new Date(floor(to, length)),
          `${length / 1_000} seconds`,
          (CALLS_A_DAY * length) / DAY_MS,
          first,
          second,
          cells,
        ]);
        log({ cut, grain, rows: rowCount });
      }
  };
  const single = (name) => ({ cut: NUMBERS[name], first: VALUES[name], cells: VALUES[name] });
  await client.query('ALTER TABLE usage_sums DROP CONSTRAINT usage_sums_pk');
  for (const name of ['model', 'group', 'surface']) await fill(single(name), [0, 1, 2, 3, 4, 5], year);
  await fill(single('tag'), [1, 2, 3, 4, 5], year);
  await fill(single('user'), [3, 4, 5], year);
  await fill(single('user'), [1, 2], ends(2));
  const combined = { cut: 0, first: COMBINATIONS, cells: COMBINATIONS };
  await fill(combined, [4, 5], year);
  await fill(combined, [3], ends(34));
  await fill(combined, [0, 1, 2], ends(2));
  for (const [name, other, each] of [
    ['tag', 'model', 10],
    ['tag', 'group', 10],
    ['user', 'model', 3],
    ['user', 'group', 3],
    ['user', 'tag', 4],
  ]) {
    const cut = NUMBERS[name] * 16 + NUMBERS[other];
    const pair = { cut, first: VALUES[name], second: VALUES[other], cells: VALUES[name] * each };
    await fill(pair, [5], year);
    await fill(pair, [4], ends(34));
    await fill(pair, [3], ends(9));
  }
  await client.query(
    'ALTER TABLE usage_sums ADD CONSTRAINT usage_sums_pk PRIMARY KEY (project, cut, grain, starts_at, first, second)',
  );
  for (const from of [start - DAY_MS, end - DAY_MS])
    await client.query(FACTS, [project, new Date(from), new Date(from + 2 * DAY_MS)]);
  await client.query('UPDATE usage_progress SET sealed_to = $1', [
    GRAIN_MS.map((ms) => new Date(floor(end, ms))),
  ]);
  await client.query('VACUUM ANALYZE usage_sums, usage_facts, usage_values, usage_combinations');
}

async function fillValues(client, project) {
  for (const [name, count] of Object.entries(VALUES))
    await client.query(
      `INSERT INTO usage_values (project, dimension, id, value) SELECT $1, $2, n, $3 || '-' || n FROM generate_series(1, $4::int) AS n`,
      [project, NUMBERS[name], name, count],
    );
  await client.query(
    `INSERT INTO usage_combinations (project, id, key, model, tier, router, "group", surface, provider, status)
     SELECT $1, n, 1 + n / 120 % ${VALUES.key}, 1 + (n - 1) % ${VALUES.model}, 1 + n % ${VALUES.tier}, 1 + n % ${VALUES.router}, 1 + (n - 1) % ${VALUES.group},
            1 + n / 11 % ${VALUES.surface}, 1 + n % ${VALUES.provider}, 1 + n / 500 % 8 FROM generate_series(1, ${COMBINATIONS}) AS n`,
    [project],
  );
  await client.query(
    `INSERT INTO usage_counts (project, dimension, highest)
     SELECT project, dimension, max(id) FROM usage_values WHERE project = $1 GROUP BY 1, 2
      UNION ALL SELECT project, 0, max(id) FROM usage_combinations WHERE project = $1 GROUP BY 1`,
    [project],
  );
}

const floor = (time, length) => Math.floor(time / length) * length;
