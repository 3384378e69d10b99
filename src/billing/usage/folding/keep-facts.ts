import type { EntityManager } from 'typeorm';
import { binOf, CALL_VALUES, PLAIN_VALUES, summed, SUMS } from '../call-as-usage.js';
import { CUTS } from '../usage-cuts.js';
import {
  DIMENSION_NUMBERS,
  MOST_VALUES,
  NOTHING_ID,
  OTHER_ID,
  PLAIN_DIMENSIONS,
  type NumberedDimension,
} from '../usage-dimensions.js';
import { ALL_GRAINS, type SealedTo } from '../usage-grains.js';
import { loosenPacks } from '../packs/make-packs.js';
import { cellsOf } from './cells.js';
import { COUNT_MODELS } from './count-models.js';

const PLAIN_COLUMNS = PLAIN_DIMENSIONS.map((dimension) => `"${dimension}"`).join(', ');
const plain = (toSql: (dimension: (typeof PLAIN_DIMENSIONS)[number]) => string): string =>
  PLAIN_DIMENSIONS.map(toSql).join(', ');

/** The models that the call log finds a call by. */
const MODELS = ['requested_model', 'decided_model', 'served_model'] as const;

const NEW_TABLES = `
CREATE TEMP TABLE usage_fresh (project_id text, starts_at timestamptz, ${plain((name) => `"${name}" text`)},
  ${MODELS.map((model) => `${model} text`).join(', ')}, "user" text, session text, tags text[], calls bigint,
  requests bigint, input_tokens bigint, output_tokens bigint, billed_usd numeric)
  ON COMMIT DROP;
CREATE TEMP TABLE usage_plain (project integer, project_id text, ${plain((name) => `"${name}" text`)},
  ${plain((name) => `"${name}_id" integer`)})
  ON COMMIT DROP`;

/** Calls of a quarter that nothing tells apart are one row. The only reading of the log: all that is kept is made of its rows. */
const readFresh = (condition: string): string => `
INSERT INTO usage_fresh
SELECT project_id, ${binOf(`interval '15 minutes'`, 'created_at')}, ${plain((name) => PLAIN_VALUES[name])}, ${MODELS.join(', ')},
       ${CALL_VALUES.user}, nullif(${CALL_VALUES.session}, ''), nullif(tags, '{}'), count(*), ${summed('calls')}
  FROM calls WHERE ${condition}
 GROUP BY ${Array.from({ length: PLAIN_DIMENSIONS.length + MODELS.length + 5 }, (_, index) => index + 1).join(', ')}`;

const NUMBER_PROJECTS = `
INSERT INTO usage_projects (project_id)
SELECT DISTINCT project_id FROM usage_fresh WHERE project_id NOT IN (SELECT project_id FROM usage_projects)`;

/** What tells calls apart by plain dimensions: a few rows, so that numbers are looked up for these and not for each call. */
const TELL_APART = `
INSERT INTO usage_plain (project, project_id, ${PLAIN_COLUMNS})
SELECT p.id, f.* FROM (SELECT DISTINCT project_id, ${PLAIN_COLUMNS} FROM usage_fresh) AS f JOIN usage_projects AS p USING (project_id)`;

const FRESH_USERS = `(SELECT DISTINCT project_id, "user" FROM usage_fresh WHERE "user" <> '') AS u JOIN usage_projects AS p USING (project_id)`;
const FRESH_TAGS = `(SELECT DISTINCT project_id, tags FROM usage_fresh WHERE tags IS NOT NULL) AS l JOIN usage_projects AS p USING (project_id)`;

const HIGHEST = `coalesce((SELECT highest FROM usage_counts AS n WHERE n.project = new.project AND n.dimension = new.dimension), 0)`;

/** SQL around an insertion of numbers from 1 without gaps: keeps the highest of each, which says how many there are. */
const counting = (insertion: string): string => `
WITH inserted AS (${insertion})
INSERT INTO usage_counts (project, dimension, highest)
SELECT project, dimension, max(id) FROM inserted GROUP BY 1, 2
ON CONFLICT ON CONSTRAINT usage_counts_pk DO UPDATE SET highest = excluded.highest`;

const NUMBER_VALUES = counting(`
INSERT INTO usage_values (project, dimension, id, value)
SELECT project, dimension, id, value
  FROM (SELECT project, dimension, value, ${HIGHEST} + row_number() OVER (PARTITION BY project, dimension ORDER BY value) AS id
          FROM (SELECT DISTINCT c.project, said.dimension, said.value
                  FROM usage_plain AS c
                 CROSS JOIN LATERAL (
                       VALUES ${plain((name) => `(${DIMENSION_NUMBERS[name]}::smallint, c."${name}")`)}) AS said (dimension, value)
                 UNION ALL SELECT p.id, ${DIMENSION_NUMBERS.user}::smallint, u."user" FROM ${FRESH_USERS}
                 UNION ALL SELECT DISTINCT p.id, ${DIMENSION_NUMBERS.tag}::smallint, tag
                             FROM ${FRESH_TAGS} CROSS JOIN unnest(l.tags) AS tag WHERE tag IS NOT NULL) AS new
         WHERE (SELECT v.id FROM usage_values AS v
                 WHERE v.project = new.project AND v.dimension = new.dimension AND v.value = new.value) IS NULL) AS numbered
 WHERE (dimension <> ${DIMENSION_NUMBERS.tag} OR id <= ${MOST_VALUES.tag})
   AND (dimension <> ${DIMENSION_NUMBERS.user} OR id <= ${MOST_VALUES.user})
RETURNING project, dimension, id`);

const numberFor = (dimension: NumberedDimension, project: string, value: string): string =>
  `(SELECT v.id FROM usage_values AS v WHERE v.project = ${project} AND v.dimension = ${DIMENSION_NUMBERS[dimension]} AND v.value = ${value})`;

const NUMBER_PLAIN = `
UPDATE usage_plain AS c SET ${plain((name) => `"${name}_id" = ${numberFor(name, 'c.project', `c."${name}"`)}`)}`;

const PLAIN_NUMBERS = plain((name) => `"${name}_id"`);
const isOfCombination = (combination: string, row: string): string =>
  PLAIN_DIMENSIONS.map((name) => `${combination}."${name}" = ${row}."${name}_id"`).join(' AND ');

const NUMBER_COMBINATIONS = counting(`
INSERT INTO usage_combinations (project, id, ${PLAIN_COLUMNS})
SELECT project, ${HIGHEST} + row_number() OVER (PARTITION BY project ORDER BY ${PLAIN_NUMBERS}), ${PLAIN_NUMBERS}
  FROM (SELECT project, 0::smallint AS dimension, ${PLAIN_NUMBERS} FROM usage_plain) AS new
 WHERE (SELECT c.id FROM usage_combinations AS c WHERE c.project = new.project AND ${isOfCombination('c', 'new')}) IS NULL
RETURNING project, 0::smallint AS dimension, id`);

/** `$1`: until when each grain is sealed. What comes to a span that is, is added to its sums as well. */
const KEEP = `
WITH plain AS MATERIALIZED (
  SELECT c.project_id, ${plain((name) => `c."${name}"`)}, c.project,
         (SELECT k.id FROM usage_combinations AS k WHERE k.project = c.project AND ${isOfCombination('k', 'c')}) AS combination
    FROM usage_plain AS c
), users AS MATERIALIZED (
  SELECT project_id, "user", coalesce(${numberFor('user', 'p.id', 'u."user"')}, ${OTHER_ID}) AS number FROM ${FRESH_USERS}
), tagged AS MATERIALIZED (
  SELECT project_id, tags,
         (SELECT array_agg(DISTINCT coalesce(${numberFor('tag', 'p.id', 't.tag')}, ${OTHER_ID})) FROM unnest(l.tags) AS t (tag)) AS numbers
    FROM ${FRESH_TAGS}
), fresh AS MATERIALIZED (
  SELECT c.project, f.starts_at, c.combination, coalesce(u.number, ${NOTHING_ID}) AS end_user, t.numbers AS tags, f.session,
         ${summed('f')}
    FROM usage_fresh AS f JOIN plain AS c USING (project_id, ${PLAIN_COLUMNS})
    LEFT JOIN users AS u ON u.project_id = f.project_id AND u."user" = f."user"
    LEFT JOIN tagged AS t ON t.project_id = f.project_id AND t.tags = f.tags
   GROUP BY 1, 2, 3, 4, 5, 6
), kept AS (
  INSERT INTO usage_facts (project, starts_at, combination, end_user, tags, session, ${SUMS.join(', ')}) SELECT * FROM fresh
)
INSERT INTO usage_sums (project, cut, grain, starts_at, first, second, ${SUMS.join(', ')})
SELECT f.project, cell.cut, grain.number, ${binOf('grain.length', 'f.starts_at')}, cell.first, cell.second, ${summed('f')}
  FROM fresh AS f
  JOIN (VALUES ${ALL_GRAINS.map(({ number, ms }) => `(${number}::smallint, interval '${ms / 1_000} seconds', ($1::timestamptz[])[${number + 1}])`).join(', ')})
       AS grain (number, length, sealed_to) ON f.starts_at < grain.sealed_to
  CROSS JOIN LATERAL (SELECT * FROM usage_combinations WHERE project = f.project AND id = f.combination OFFSET 0) AS c
 CROSS JOIN LATERAL ${cellsOf(CUTS)}
 WHERE grain.number = ANY(cell.grains)
 GROUP BY 1, 2, 3, 4, 5, 6
 ORDER BY 1, 2, 3, 4, 5, 6
ON CONFLICT ON CONSTRAINT usage_sums_pk
DO UPDATE SET ${SUMS.map((sum) => `${sum} = usage_sums.${sum} + excluded.${sum}`).join(', ')}`;

/** Which rows of `calls` are new, as SQL with its values. */
export interface FreshCalls {
  readonly condition: string;
  readonly values: readonly string[];
}

/**
 * Adds calls to facts, to the sums of what is sealed and to the numbers by hour and model; numbers what was not seen before. One
 * process at a time. In steps, because a statement does not see the numbers that it gives itself, and is planned by what is there.
 */
export async function keepFacts(
  manager: EntityManager,
  { condition, values }: FreshCalls,
  sealedTo: SealedTo,
): Promise<void> {
  const [found] = await manager.query<{ any: boolean }[]>(
    `SELECT EXISTS (SELECT FROM calls WHERE ${condition}) AS any`,
    [...values],
  );
  if (found?.any !== true) return;
  await manager.query(NEW_TABLES);
  await manager.query(readFresh(condition), [...values]);
  for (const step of [NUMBER_PROJECTS, TELL_APART, NUMBER_VALUES, NUMBER_PLAIN, NUMBER_COMBINATIONS])
    await manager.query(step);
  // Nothing is known of tables that are new: what it takes for a few users or lists of tags would be gone through for each call.
  await manager.query('SET LOCAL enable_nestloop = off');
  await manager.query(KEEP, [sealedTo.map((time) => new Date(time))]);
  await manager.query('SET LOCAL enable_nestloop TO DEFAULT');
  await loosenPacks(manager, sealedTo);
  await manager.query(COUNT_MODELS);
  // Several chunks may be kept in one transaction.
  await manager.query('DROP TABLE usage_fresh, usage_plain');
}
