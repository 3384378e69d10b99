import { idFloor } from '../../../lib/ids.js';
import { CALL_VALUES, IS_ANYTHING, PLAIN_VALUES, summed, SUMS } from '../call-as-usage.js';
import { COMBINATIONS, type UsageCut } from '../usage-cuts.js';
import {
  DIMENSION_NUMBERS,
  isNamed,
  MOST_VALUES,
  NONE,
  NOTHING_ID,
  OTHER,
  type NamedDimension,
  type NumberedDimension,
  type PlainDimension,
  type UsageDimension,
} from '../usage-dimensions.js';
import { numberOf } from '../folding/cells.js';
import type { UsageProgress } from '../folding/usage-progress.js';
import { ID_SLACK_MS } from './usage-bounds.js';
import type { LabelledSegment, UsagePlan } from './usage-plan.js';
import type { UsageFilters } from './usage-question.js';

/** Keeps a value for the statement. @returns the words that stand for it */
export type Bind = (value: unknown) => string;

export interface SqlContext {
  readonly plan: UsagePlan;
  readonly progress: UsageProgress;
  /** Calls that are no facts yet have this id or a later one; undefined when there are none. */
  readonly firstFresh: string | undefined;
  readonly projectIds: readonly string[];
  readonly only: UsageFilters;
  readonly bind: Bind;
}

/** SQL of everything that happened in the period, each with sums. */
export interface UsageParts {
  /** Sums and facts: rows `slot, project, one, two`, one for each; what projects and values of dimensions are called has numbers. */
  readonly numbered: string;
  /** What is no fact yet, and the calls of parts of quarters: rows `slot, project_id, one, two`; values are texts, '' where there is nothing. */
  readonly fresh: string;
}

/** SQL: no rows of the call log. */
const NO_CALLS = `SELECT 0 AS slot, ''::text AS project_id, ''::text AS one, ''::text AS two, 0::bigint AS requests, 0::bigint AS input_tokens,
         0::bigint AS output_tokens, 0::numeric AS billed_usd WHERE false`;

export function partsOf(context: SqlContext): UsageParts {
  const { plan } = context;
  const { ofSums, others } = splitSlots(plan);
  const rows = [false, true].flatMap((isTakenAway) => {
    const alike = others.filter((segment) => segment.isTakenAway === isTakenAway);
    const [facts, sums] = [alike.filter(isFacts), alike.filter((segment) => !isFacts(segment))];
    const sign = isTakenAway ? '-' : '';
    return [
      ...(sums.length === 0 ? [] : [fromSums(context, sums, sign)]),
      ...(facts.length === 0 ? [] : [fromFacts(context, facts, sign)]),
    ];
  });
  const numbered = [
    ...(ofSums.length === 0 ? [] : [slotBySlot(context, ofSums)]),
    ...(rows.length === 0 ? [] : [together(rows)]),
  ];
  return {
    numbered: numbered.join(' UNION ALL ') || together([nothing(context)]),
    fresh: fromCalls(context).join(' UNION ALL ') || NO_CALLS,
  };
}

interface SplitSlots {
  /** Of slots that are read, one by one, from sums that have what is asked for. */
  readonly ofSums: readonly LabelledSegment[];
  readonly others: readonly LabelledSegment[];
}

function splitSlots({ slots, cut, segments }: UsagePlan): SplitSlots {
  const isOneEach = segments.length <= slots.length;
  if (slots.length === 1 || isOneEach || cut === COMBINATIONS) return { ofSums: [], others: segments };
  const ofFacts = new Set(segments.filter(isFacts).map(({ slot }) => slot));
  return {
    ofSums: segments.filter(({ slot }) => !ofFacts.has(slot)),
    others: segments.filter(({ slot }) => ofFacts.has(slot)),
  };
}

/** SQL: a period without sums and facts. */
const nothing = ({ plan: { dimensions } }: SqlContext): string =>
  `SELECT 0 AS slot, 0 AS project, ${twoColumns(dimensions.map((dimension) => (dimension === 'session' ? `''` : '0')))},
          0::bigint AS requests, 0::bigint AS input_tokens, 0::bigint AS output_tokens, 0::numeric AS billed_usd WHERE false`;

const isFacts = ({ grain }: LabelledSegment): boolean => grain === 'facts';

/** Before the sums of a segment: what is taken away is negative. */
type Sign = '' | '-';

/** SQL: the sums of a row of a table. */
const sumsFrom = (table: string, sign: Sign = ''): string =>
  SUMS.map((sum) => `${sign}${table}.${sum} AS ${sum}`).join(', ');

/** SQL: one row for each slot, project and two numbers. Rows are summed once, of whichever part they are. */
const together = (parts: readonly string[], columns = 'slot, project, one, two'): string =>
  `SELECT ${columns}, ${summed('part')}
     FROM (${parts.join(' UNION ALL ')}) AS part
    GROUP BY ${columns} HAVING ${IS_ANYTHING}`;

/** SQL: the projects that are asked for. */
const projectsOf = ({ bind, projectIds }: SqlContext): string =>
  `(SELECT id FROM usage_projects WHERE project_id = ANY(${bind(projectIds)}::text[]) OFFSET 0) AS p`;

/** SQL: `s`, rows of a table in the segments, with `p` and `seg`; each segment by the index. */
function inSegments(context: SqlContext, segments: readonly LabelledSegment[], rows: string): string {
  const { grains, starts, ends } = arraysOf(context, segments);
  const slots = context.bind(segments.map(({ slot }) => slot));
  return `${projectsOf(context)}
    CROSS JOIN unnest(${slots}::integer[], ${grains}, ${starts}, ${ends}) AS seg (slot, grain, starts, ends)
    CROSS JOIN LATERAL (${rows} OFFSET 0) AS`;
}

/** SQL: arrays with an element for each segment. */
function arraysOf(
  { bind }: SqlContext,
  segments: readonly LabelledSegment[],
): { readonly grains: string; readonly starts: string; readonly ends: string } {
  const times = (valueOf: (segment: LabelledSegment) => number): string =>
    `${bind(segments.map((segment) => new Date(valueOf(segment))))}::timestamptz[]`;
  return {
    grains: `${bind(segments.map(({ grain }) => (isNumber(grain) ? grain : 0)))}::smallint[]`,
    starts: times(({ from }) => from),
    ends: times(({ to }) => to),
  };
}

const isNumber = (grain: LabelledSegment['grain']): grain is number => grain !== 'facts';

/** SQL: sums of a cut in a segment. */
const sumsOf = (
  cut: UsageCut = COMBINATIONS,
  segment = { grain: 'seg.grain', starts: 'seg.starts', ends: 'seg.ends' },
): string => `
  SELECT first, second, ${SUMS.join(', ')} FROM usage_sums
   WHERE project = p.id AND cut = ${cut.number} AND grain = ${segment.grain} AND starts_at >= ${segment.starts} AND starts_at < ${segment.ends}`;

function fromSums(context: SqlContext, segments: readonly LabelledSegment[], sign: Sign): string {
  return context.plan.cut === COMBINATIONS
    ? combined(context, segments, sign)
    : paired(context, segments, sign);
}

/** One sum has what is asked for. */
function paired(context: SqlContext, segments: readonly LabelledSegment[], sign: Sign): string {
  return `SELECT seg.slot, p.id AS project, ${pairedColumns(context.plan)}, ${sumsFrom('s', sign)}
    FROM ${inSegments(context, segments, sumsOf(context.plan.cut))} s`;
}

function pairedColumns({ dimensions, cut }: UsagePlan): string {
  return twoColumns(dimensions.map((one) => (cut?.dimensions[0] === one ? 's.first' : 's.second')));
}

/**
 * SQL: what `together` makes of sums that have what is asked for, one day or hour after the other: the groups of one fit a processor's
 * cache, those of a year do not. What is taken away is read in the same place, behind what is not: of two places the planner expects
 * a thousand times as many groups, and the room for those is made each time.
 */
function slotBySlot(context: SqlContext, segments: readonly LabelledSegment[]): string {
  const { plan, bind } = context;
  const ordered = segments.toSorted(
    (one, other) => one.slot - other.slot || Number(one.isTakenAway) - Number(other.isTakenAway),
  );
  const places = placesOf(ordered);
  const placed = (toNumber: (place: SlotPlace) => number): string =>
    `${bind(places.map(toNumber))}::integer[]`;
  const { grains, starts, ends } = arraysOf(context, ordered);
  const rows = sumsOf(plan.cut, { grain: `(${grains})[i]`, starts: `(${starts})[i]`, ends: `(${ends})[i]` });
  const sums = segments.some(({ isTakenAway }) => isTakenAway)
    ? SUMS.map((sum) => `CASE WHEN i > slot.added_to THEN -s.${sum} ELSE s.${sum} END AS ${sum}`).join(', ')
    : sumsFrom('s');
  const part = `SELECT p.id AS project, ${pairedColumns(plan)}, ${sums}
      FROM ${projectsOf(context)} CROSS JOIN generate_series(slot.first, slot.last) AS i CROSS JOIN LATERAL (${rows} OFFSET 0) AS s`;
  return `SELECT slot.number AS slot, part.*
    FROM unnest(${placed(({ slot }) => slot)}, ${placed(({ first }) => first)}, ${placed(({ addedTo }) => addedTo)}, ${placed(({ last }) => last)})
         AS slot (number, first, added_to, last)
   CROSS JOIN LATERAL (${together([part], 'project, one, two')}) AS part`;
}

/** Where the segments of a slot are among all of them, from 1: those that are added, then those that are taken away. */
interface SlotPlace {
  readonly slot: number;
  readonly first: number;
  readonly addedTo: number;
  readonly last: number;
}

function placesOf(ordered: readonly LabelledSegment[]): SlotPlace[] {
  const places: SlotPlace[] = [];
  for (const [index, { slot, isTakenAway }] of ordered.entries()) {
    const before = places.at(-1)?.slot === slot ? places.pop() : undefined;
    const last = index + 1;
    const addedTo = isTakenAway ? (before?.addedTo ?? index) : last;
    places.push({ slot, first: before?.first ?? last, addedTo, last });
  }
  return places;
}

function combined(context: SqlContext, segments: readonly LabelledSegment[], sign: Sign): string {
  const { dimensions } = context.plan;
  return `SELECT s.slot, s.project, ${twoColumns(dimensions.map((one) => `c."${one}"`))}, ${sumsFrom('s', sign)}
    FROM (SELECT seg.slot, p.id AS project, s.first AS combination, ${summed('s')}
            FROM ${inSegments(context, segments, sumsOf(COMBINATIONS))} s GROUP BY 1, 2, 3) AS s
    JOIN usage_combinations AS c ON c.project = s.project AND c.id = s.combination
   WHERE ${conditionsOnCombination(context)}`;
}

function fromFacts(context: SqlContext, segments: readonly LabelledSegment[], sign: Sign): string {
  const { dimensions } = context.plan;
  const columnOf = (dimension: UsageDimension): string => {
    if (dimension === 'session') return `coalesce(f.session, '')`;
    return dimension === 'tag' ? 'f.tag' : numberOf(dimension);
  };
  // Told apart while they are read, which takes a third of what a join to each row's tags does.
  const tag = dimensions.includes('tag') ? `unnest(coalesce(tags, '{${NOTHING_ID}}')) AS tag, ` : '';
  const rows = `SELECT ${tag}combination, end_user, session, ${SUMS.join(', ')} FROM usage_facts
                 WHERE project = p.id AND starts_at >= seg.starts AND starts_at < seg.ends`;
  return `SELECT seg.slot, p.id AS project, ${twoColumns(dimensions.map(columnOf))}, ${sumsFrom('f', sign)}
    FROM ${inSegments(context, segments, rows)} f
    JOIN usage_combinations AS c ON c.project = p.id AND c.id = f.combination
   WHERE ${conditionsOnCombination(context)}`;
}

function twoColumns([one = 'NULL::integer', two = 'NULL::integer']: readonly string[]): string {
  return `${one} AS one, ${two} AS two`;
}

const filtersOf = ({
  key,
  surface,
  tier,
  router,
  group,
}: UsageFilters): readonly [PlainDimension, string][] =>
  Object.entries({ key, surface, tier, router, group }).flatMap(([dimension, value]) =>
    value === undefined ? [] : [[dimension as PlainDimension, value === NONE ? '' : value]],
  );

/** SQL: what filters ask of a combination `c`. */
export function conditionsOnCombination({ only, bind }: Pick<SqlContext, 'only' | 'bind'>): string {
  const numberFor = (dimension: NumberedDimension, value: string): string =>
    `(SELECT id FROM usage_values AS v WHERE v.project = c.project AND v.dimension = ${DIMENSION_NUMBERS[dimension]} AND v.value = ${value})`;
  return [
    only.live === true ? `c.surface IS DISTINCT FROM ${numberFor('surface', `'batch'`)}` : 'true',
    ...filtersOf(only).map(([dimension, value]) => `c."${dimension}" = ${numberFor(dimension, bind(value))}`),
  ].join(' AND ');
}

/** What is in no fact: newly written, of the backlog, or of a part of a quarter. */
function fromCalls(context: SqlContext): string[] {
  const { plan, progress, firstFresh, bind } = context;
  const { span, inner, edges } = plan;
  const { backlog, foldedTo } = progress;
  const backlogParts =
    backlog.behind === '' || inner === undefined
      ? []
      : byId(bind, inner).map(
          (where) => `${where} AND written_in < ${bind(backlog.before)} AND id < ${bind(backlog.behind)}`,
        );
  const freshParts =
    firstFresh === undefined
      ? []
      : [`id >= ${bind(firstFresh)} AND written_in >= ${bind(foldedTo)} AND ${during(bind, span)}`];
  return [
    ...freshParts,
    ...backlogParts,
    ...edges.flatMap((edge) =>
      byId(bind, edge).map((where) => `${where} AND written_in < ${bind(foldedTo)}`),
    ),
  ].map((condition) => calls(context, condition));
}

const during = (bind: Bind, { from, to }: { from: number; to: number }): string =>
  `created_at >= ${bind(new Date(from))} AND created_at < ${bind(new Date(to))}`;

/** From the index that ids are in; only those of live calls tell their time. */
function byId(bind: Bind, span: { from: number; to: number }): string[] {
  const within = during(bind, span);
  const first = bind(idFloor('call', span.from - ID_SLACK_MS));
  const last = bind(idFloor('call', span.to + ID_SLACK_MS));
  return [
    `surface <> 'batch' AND id >= ${first} AND id < ${last} AND ${within}`,
    `surface = 'batch' AND ${within}`,
  ];
}

function calls({ plan, projectIds, only, bind }: SqlContext, condition: string): string {
  const { dimensions, slots } = plan;
  const slot =
    slots.length < 2
      ? '0'
      : `width_bucket(created_at, ${bind(slots.map(({ from }) => new Date(from)))}::timestamptz[]) - 1`;
  const valueOf = (dimension: UsageDimension | undefined): string => {
    if (dimension === undefined) return `''`;
    if (dimension === 'tag') return 'tag.value';
    return isNamed(dimension) ? bounded(dimension, CALL_VALUES[dimension]) : CALL_VALUES[dimension];
  };
  const filters = filtersOf(only).map(([dimension, value]) => `${PLAIN_VALUES[dimension]} = ${bind(value)}`);
  return `SELECT ${slot} AS slot, project_id, ${valueOf(dimensions[0])} AS one, ${valueOf(dimensions[1])} AS two, ${SUMS.join(', ')}
    FROM calls ${dimensions.includes('tag') ? TAGS_OF_CALL : ''}
   WHERE ${[`project_id = ANY(${bind(projectIds)}::text[])`, condition, only.live === true ? `surface <> 'batch'` : 'true', ...filters].join(' AND ')}`;
}

/**
 * SQL: a value of a call, or `other` where facts would say so: their values are full and it is none of them. Each is looked up by
 * itself: put as `EXISTS`, all values of the project would be read.
 */
function bounded(dimension: NamedDimension, value: string): string {
  const number = DIMENSION_NUMBERS[dimension];
  const project = `(SELECT known.id FROM usage_projects AS known WHERE known.project_id = calls.project_id)`;
  return `CASE WHEN ${value} = ''
                 OR coalesce((SELECT highest FROM usage_counts WHERE project = ${project} AND dimension = ${number}), 0) < ${MOST_VALUES[dimension]}
                 OR (SELECT v.id FROM usage_values AS v WHERE v.value = ${value} AND v.project = ${project} AND v.dimension = ${number}) IS NOT NULL
               THEN ${value} ELSE '${OTHER}' END`;
}

const TAGS_OF_CALL = `CROSS JOIN LATERAL (
  SELECT DISTINCT ${bounded('tag', 't.value')} AS value FROM unnest(coalesce(nullif(calls.tags, '{}'), '{""}')) AS t (value)) AS tag`;
