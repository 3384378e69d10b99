import { IS_ANYTHING, summed, SUMS } from '../call-as-usage.js';
import { DIMENSION_NUMBERS, isTime, NONE, OTHER, OTHER_ID, type UsageGroup } from '../usage-dimensions.js';
import type { UsagePlan } from './usage-plan.js';
import type { UsageParts } from './usage-sql.js';

/** Of users and sessions there may be millions; the dearest are told apart in an answer. */
export const MOST_NAMES = 10_000;
const MANY: readonly UsageGroup[] = ['user', 'session'];
const ROWS_A_TEXT = 250;
const KEYS_A_TEXT = 2_000;

/** A grouping that has keys: where its numbers stand in rows of `numbered`, its keys in those of `fresh`, and what it is called here. */
interface KeyedGroup {
  readonly group: UsageGroup;
  /** Its place among the groupings, from 1. */
  readonly at: number;
  readonly number: 'project' | 'one' | 'two';
}

/**
 * SQL: a report as texts (see `UsageTexts`). Whatever a period is made of is added up by numbers. Keys have places in their order, so that
 * rows are sorted and told without their keys: texts are touched once for each different one. Rows are added up once more only where
 * their places are shared: by several projects, by what is shown as `other`, or by what is no fact yet. One row more than `most`
 * may be told, which says that there are more.
 *
 * Every number has its key and every key its place, so the joins are full in name only: full ones are never made by going through
 * everything for each row, as others are where the planner expects a few.
 */
export function usageStatement(
  groups: readonly UsageGroup[],
  { dimensions }: UsagePlan,
  { numbered, fresh }: UsageParts,
  most: number,
): string {
  const keyed = groups.flatMap((group, index): KeyedGroup[] => {
    if (isTime(group)) return [];
    const number = group === 'project' ? group : dimensions[0] === group ? 'one' : 'two';
    return [{ group, at: index + 1, number }];
  });
  const perGroup = (toSql: (group: KeyedGroup) => string, separator = ''): string =>
    keyed.map(toSql).join(separator);
  const placeOf = (at: number, table: string): string =>
    keyed.some((one) => one.at === at) ? `${table}_${at}.place` : '0';
  const isShared = keyed.length === 0 ? 'true' : perGroup(({ at }) => `placed_${at}.is_shared`, ' AND ');
  const order = groups.map((group, index) => (isTime(group) ? 'slot' : `place_${index + 1}`)).join(', ');
  return `
WITH numbered AS MATERIALIZED (${numbered}),
fresh AS MATERIALIZED (
  SELECT slot, ${[1, 2].map((at) => `${freshKeyOf(keyed, at)} AS key_${at}`).join(', ')}, ${summed('made')}
    FROM (${fresh}) AS made GROUP BY 1, 2, 3
), ${perGroup((group) => `${keysOf(group)}, `)}placed AS MATERIALIZED (
  SELECT n.slot, ${placeOf(1, 'placed')} AS place_1, ${placeOf(2, 'placed')} AS place_2, ${isShared} AS is_shared, ${sumsOf('n')}
    FROM numbered AS n ${perGroup(({ at, number }) => `FULL JOIN placed_${at} ON placed_${at}.project = n.project AND placed_${at}.number = n.${number} `)}
), told AS MATERIALIZED (
  SELECT slot, place_1, place_2, ${SUMS.join(', ')} FROM placed WHERE slot IS NOT NULL AND NOT is_shared
   UNION ALL
  SELECT slot, place_1, place_2, ${summed('part')} FROM (
    SELECT slot, place_1, place_2, ${SUMS.join(', ')} FROM placed WHERE is_shared
     UNION ALL
    SELECT f.slot, ${placeOf(1, 'keys')}, ${placeOf(2, 'keys')}, ${sumsOf('f')}
      FROM fresh AS f ${perGroup(({ at }) => `FULL JOIN keys_${at} ON keys_${at}.key = f.key_${at} `)}) AS part
   GROUP BY 1, 2, 3 HAVING ${IS_ANYTHING}
), ordered AS (
  SELECT row_number() OVER (ORDER BY ${order}) - 1 AS n, slot, place_1, place_2, ${SUMS.join(', ')} FROM told ORDER BY 1 LIMIT ${most + 1}
)
SELECT 0 AS part, n / ${ROWS_A_TEXT} AS piece, count(*)::integer AS rows,
       string_agg(concat_ws(',', slot, place_1, place_2, requests, input_tokens, output_tokens, trim_scale(billed_usd)), ',' ORDER BY n) AS text,
       sum(requests)::text AS requests, sum(input_tokens)::text AS input_tokens, sum(output_tokens)::text AS output_tokens,
       sum(billed_usd)::text AS cost_usd
  FROM ordered GROUP BY 2
${perGroup(
  ({ at }) => `UNION ALL
SELECT ${at}, place / ${KEYS_A_TEXT}, 0, json_agg(shown ORDER BY place)::text, '0', '0', '0', '0'
  FROM (SELECT DISTINCT place, shown FROM keys_${at}) AS shown GROUP BY 2
`,
)}ORDER BY 1, 2`;
}

const sumsOf = (table: string): string => SUMS.map((sum) => `${table}.${sum}`).join(', ');

const orNone = (value: string): string => `coalesce(nullif(${value}, ''), '${NONE}')`;

/** Of rows of calls, which have keys already. */
function freshKeyOf(keyed: readonly KeyedGroup[], at: number): string {
  const group = keyed.find((one) => one.at === at);
  if (group === undefined) return 'NULL::text';
  return group.number === 'project' ? 'project_id' : orNone(group.number);
}

/** SQL: `values_…` (numbers with their keys), `keys_…` (keys, how they are shown, and the places of that), `placed_…` (numbers with their places). */
function keysOf(group: KeyedGroup): string {
  const { at, number } = group;
  return `values_${at} AS MATERIALIZED (${valuesOf(group)}),
keys_${at} AS MATERIALIZED (
  SELECT key, shown, (dense_rank() OVER (ORDER BY shown) - 1)::integer AS place, key IN (SELECT key_${at} FROM fresh) AS is_fresh
    FROM (${shownOf(group)}) AS shown
), placed_${at} AS MATERIALIZED (
  SELECT v.project, v.${number} AS number, k.place,
         count(*) OVER (PARTITION BY k.place) > 1 OR bool_or(k.is_fresh) OVER (PARTITION BY k.place) AS is_shared
    FROM values_${at} AS v FULL JOIN keys_${at} AS k ON k.key = v.key
)`;
}

/** Each number is looked up once. */
function valuesOf({ group, number }: KeyedGroup): string {
  const used = `(SELECT DISTINCT project, ${number} AS number FROM numbered) AS used`;
  if (group === 'project')
    return `SELECT p.id AS project, p.project_id AS key FROM usage_projects AS p WHERE p.id IN (SELECT project FROM numbered)`;
  if (group === 'session')
    return `SELECT project, number AS ${number}, ${orNone('number')} AS key FROM ${used}`;
  const value = `coalesce((SELECT v.value FROM usage_values AS v WHERE v.project = used.project AND v.dimension = ${numberOfDimension(group)} AND v.id = used.number),
                          CASE used.number WHEN ${OTHER_ID} THEN '${OTHER}' END)`;
  return `SELECT project, number AS ${number}, ${orNone(value)} AS key FROM ${used}`;
}

const numberOfDimension = (group: UsageGroup): number =>
  DIMENSION_NUMBERS[group as keyof typeof DIMENSION_NUMBERS];

/** SQL: each key once, and how it is shown: as itself, or as `other` where there are many and it is none of the dearest. */
function shownOf(group: KeyedGroup): string {
  const { at, number } = group;
  if (!MANY.includes(group.group))
    return `SELECT key, key AS shown FROM values_${at} UNION SELECT key_${at}, key_${at} FROM fresh`;
  const isDear = `row_number() OVER (ORDER BY sum(billed_usd) DESC, sum(requests) DESC, key) <= ${MOST_NAMES}`;
  return `
    SELECT key, CASE WHEN ${isDear} THEN key ELSE '${OTHER}' END AS shown FROM (
      SELECT v.key, n.requests, n.billed_usd
        FROM (SELECT project, ${number}, sum(requests) AS requests, sum(billed_usd) AS billed_usd FROM numbered GROUP BY 1, 2) AS n
        FULL JOIN values_${at} AS v ON v.project = n.project AND v.${number} = n.${number}
       UNION ALL SELECT key_${at}, requests, billed_usd FROM fresh) AS spent
     GROUP BY key`;
}
