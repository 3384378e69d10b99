import { IS_ANYTHING, summed, SUMS } from '../call-as-usage.js';
import {
  DIMENSION_NUMBERS,
  isTime,
  NONE,
  NOTHING_ID,
  OTHER,
  OTHER_ID,
  type UsageGroup,
} from '../usage-dimensions.js';
import type { UsagePlan } from './usage-plan.js';
import type { UsageParts } from './usage-sql.js';

/** Of users and sessions there may be millions; the dearest are told apart in an answer. */
export const MOST_NAMES = 10_000;
const MANY: readonly UsageGroup[] = ['user', 'session'];
/** Numbers that are shown by words which a user may be called by too. */
const UNNAMED = [NOTHING_ID, OTHER_ID];
const KEYS_A_TEXT = 2_000;

/** A grouping that has keys: where its numbers stand in rows of `numbered`, its keys in those of `fresh`, and what it is called here. */
interface KeyedGroup {
  readonly group: UsageGroup;
  /** Its place among the groupings, from 1. */
  readonly at: number;
  readonly number: 'project' | 'one' | 'two';
  /** Only those who may be told apart are looked up; what has no key then is shown as `other`. */
  readonly isRankedBefore: boolean;
}

interface StatementOptions {
  /** One row more than these may be told, which says that there are more. */
  readonly most: number;
  readonly isOfOneProject: boolean;
}

/**
 * SQL: a report as texts (see `UsageTexts`). Whatever a period is made of is added up by numbers. Keys have places in their order, so that
 * rows are sorted and told without their keys: texts are touched once for each different one. Rows are added up once more only where
 * their places are shared: by several projects, by what is shown as `other`, or by what is no fact yet.
 *
 * Every number has its key and every key its place, so the joins are full in name only: full ones are never made by going through
 * everything for each row, as others are where the planner expects a few. What they have beside the rows is left out behind a fence
 * (`OFFSET 0`), where the planner does not make other joins of them.
 */
export function usageStatement(
  groups: readonly UsageGroup[],
  { dimensions, slots }: UsagePlan,
  { numbered, fresh }: UsageParts,
  { most, isOfOneProject }: StatementOptions,
): string {
  const keyed = groups.flatMap((group, index): KeyedGroup[] => {
    if (isTime(group)) return [];
    const number = group === 'project' ? group : dimensions[0] === group ? 'one' : 'two';
    return [{ group, at: index + 1, number, isRankedBefore: isOfOneProject && group === 'user' }];
  });
  const perGroup = (toSql: (group: KeyedGroup) => string, separator = ''): string =>
    keyed.map(toSql).join(separator);
  const placeOf = (at: number): string => (keyed.some((one) => one.at === at) ? `keys_${at}.place` : '0');
  const placeOfNumber = (at: number): string =>
    keyed.some((one) => one.at === at && one.isRankedBefore)
      ? `coalesce(keys_${at}.place, (SELECT min(place) FROM keys_${at} WHERE shown = '${OTHER}'))`
      : placeOf(at);
  // Each number is in one row.
  const isOnce = slots.length === 1 && dimensions.length === 1 && keyed.length === 1;
  const order = groups.map((group, index) => (isTime(group) ? 'slot' : `place_${index + 1}`)).join(', ');
  return `
WITH numbered AS MATERIALIZED (${numbered}),
fresh AS MATERIALIZED (
  SELECT slot, ${[1, 2].map((at) => `${freshKeyOf(keyed, at)} AS key_${at}`).join(', ')}, ${summed('made')}
    FROM (${fresh}) AS made GROUP BY 1, 2, 3
), ${perGroup((group) => `${keysOf(group, isOnce)}, `)}placed AS MATERIALIZED (
  SELECT n.slot, ${placeOfNumber(1)} AS place_1, ${placeOfNumber(2)} AS place_2, ${mayMeet(keyed)} AS may_meet, ${sumsOf('n')}
    FROM numbered AS n ${perGroup(({ at, number }) => `FULL JOIN keys_${at} ON keys_${at}.project = n.project AND keys_${at}.number = n.${number} `)}
), told AS (
  SELECT slot, place_1, place_2, ${SUMS.join(', ')} FROM placed WHERE slot IS NOT NULL AND NOT may_meet
   UNION ALL
  SELECT slot, place_1, place_2, ${summed('part')} FROM (
    SELECT slot, place_1, place_2, ${SUMS.join(', ')} FROM placed WHERE may_meet
     UNION ALL
    SELECT * FROM (
      SELECT f.slot, ${placeOf(1)}, ${placeOf(2)}, ${sumsOf('f')}
        FROM fresh AS f ${perGroup(({ at }) => `FULL JOIN (SELECT key, place FROM keys_${at} WHERE project IS NULL) AS keys_${at} ON keys_${at}.key = f.key_${at} `)}
      OFFSET 0) AS joined
     WHERE slot IS NOT NULL) AS part
   GROUP BY 1, 2, 3 HAVING ${IS_ANYTHING}
)
SELECT 0 AS part, 0 AS piece, count(*)::integer AS rows,
       string_agg(concat_ws(',', slot, place_1, place_2, requests, input_tokens, output_tokens, trim_scale(billed_usd)), E'\\n' ORDER BY ${order}) AS text,
       sum(requests)::text AS requests, sum(input_tokens)::text AS input_tokens, sum(output_tokens)::text AS output_tokens,
       sum(billed_usd)::text AS cost_usd
  FROM (SELECT * FROM told LIMIT ${most + 1}) AS told HAVING count(*) > 0
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

/**
 * SQL of a row of `placed`: whether another one may have the same places. One of the same project has where several of its numbers are
 * shown as one key, whatever its other key is; one of another project, or what is no fact yet, only where it may have both keys.
 */
function mayMeet(keyed: readonly KeyedGroup[]): string {
  if (keyed.length === 0) return 'true';
  const whether = ({ at, isRankedBefore }: KeyedGroup, column: string): string =>
    isRankedBefore ? `coalesce(keys_${at}.${column}, true)` : `keys_${at}.${column}`;
  const isShared = keyed.map((group) => whether(group, 'is_shared')).join(' AND ');
  return [`(${isShared})`, ...keyed.map((group) => whether(group, 'is_of_several'))].join(' OR ');
}

/**
 * SQL: `used_…` and `values_…` (numbers, with their keys), and `keys_…`: these and, without a number, the keys of what is no fact yet; how they are
 * shown, the places of that, and whether something else has the same place.
 */
function keysOf(group: KeyedGroup, isOnce: boolean): string {
  const { at } = group;
  return `used_${at} AS MATERIALIZED (${usedOf(group, isOnce)}),
named_${at} AS MATERIALIZED (${namedOf(group)}),
values_${at} AS MATERIALIZED (${valuesOf(group)}),
keys_${at} AS MATERIALIZED (
  SELECT project, number, key, shown, (dense_rank() OVER (ORDER BY shown) - 1)::integer AS place,
         count(*) OVER (PARTITION BY shown) > 1 AS is_shared, count(*) OVER (PARTITION BY shown, project) > 1 AS is_of_several
    FROM (${shownOf(group)}) AS shown
)`;
}

/** SQL: the numbers that there are. Where there are many, with what was spent under them. */
function usedOf({ group, number }: KeyedGroup, isOnce: boolean): string {
  if (isOnce) return `SELECT project, ${number} AS number, ${SUMS.join(', ')} FROM numbered`;
  const spent = MANY.includes(group)
    ? ', usage_total(requests) AS requests, sum(billed_usd) AS billed_usd'
    : '';
  return `SELECT project, ${number} AS number${spent} FROM numbered GROUP BY 1, 2`;
}

/**
 * SQL: those that are looked up. Of the users of one project nobody can be among the dearest before whom there are as many by number,
 * unless something else has the same key, which adds to it: what is no fact yet, and what is \`none\` or \`other\` without a name.
 */
function namedOf({ at, isRankedBefore }: KeyedGroup): string {
  if (!isRankedBefore) return `SELECT * FROM used_${at}`;
  return `
  SELECT used.* FROM used_${at} AS used LEFT JOIN (
    SELECT billed_usd, requests FROM used_${at} ORDER BY billed_usd DESC, requests DESC OFFSET ${MOST_NAMES + UNNAMED.length - 1} LIMIT 1) AS last ON true
   WHERE last.requests IS NULL OR (used.billed_usd, used.requests) >= (last.billed_usd, last.requests) OR number IN (${UNNAMED.join(', ')})
      OR number IN (SELECT id FROM usage_values WHERE value = ANY(ARRAY(SELECT key_${at} FROM fresh) || '{${NONE},${OTHER}}'::text[])
                       AND project = ANY(ARRAY(SELECT DISTINCT project FROM used_${at})) AND dimension = ${DIMENSION_NUMBERS.user})`;
}

/** SQL: these with their keys, which are looked up all at once: neighbours of an index in one search. */
function valuesOf({ group, at }: KeyedGroup): string {
  if (group === 'project')
    return `SELECT project, number, p.project_id AS key FROM named_${at} JOIN usage_projects AS p ON p.id = number`;
  if (group === 'session') return `SELECT *, ${orNone('number')} AS key FROM named_${at}`;
  const key = `coalesce(value, CASE number WHEN ${OTHER_ID} THEN '${OTHER}' END)`;
  return `SELECT *, ${orNone(key)} AS key FROM (
    SELECT used.*, known.value FROM named_${at} AS used FULL JOIN (
      SELECT project, id, value FROM usage_values
       WHERE id = ANY(ARRAY(SELECT number FROM named_${at})) AND project = ANY(ARRAY(SELECT DISTINCT project FROM named_${at}))
         AND dimension = ${numberOfDimension(group)} OFFSET 0) AS known ON known.project = used.project AND known.id = used.number
    OFFSET 0) AS named WHERE number IS NOT NULL`;
}

const numberOfDimension = (group: UsageGroup): number =>
  DIMENSION_NUMBERS[group as keyof typeof DIMENSION_NUMBERS];

/** SQL: how keys are shown: as themselves, or as `other` where there are many and it is none of the dearest. */
function shownOf({ group, at, isRankedBefore }: KeyedGroup): string {
  if (!MANY.includes(group))
    return `SELECT project, number, key, key AS shown FROM values_${at} UNION ALL SELECT DISTINCT NULL::integer, NULL::integer, key_${at}, key_${at} FROM fresh`;
  return `
    SELECT *, CASE WHEN dense_rank() OVER (ORDER BY spent DESC, called DESC, key) <= ${MOST_NAMES} THEN key ELSE '${OTHER}' END AS shown FROM (
      SELECT project, number, key, sum(billed_usd) OVER (PARTITION BY key) AS spent, usage_total(requests) OVER (PARTITION BY key) AS called FROM (
        SELECT project, number, key, requests, billed_usd FROM values_${at} UNION ALL
        SELECT NULL, NULL, key_${at}, usage_total(requests), sum(billed_usd) FROM fresh GROUP BY 3) AS one) AS each${isRankedBefore ? unnamedOf(at) : ''}`;
}

/** SQL behind keys: that of those who were not looked up. */
const unnamedOf = (at: number): string => `
     UNION ALL (SELECT project, NULL, '${OTHER}', NULL, NULL, '${OTHER}' FROM used_${at}
                 WHERE (SELECT count(*) FROM used_${at}) > (SELECT count(*) FROM named_${at}) LIMIT 1)`;
