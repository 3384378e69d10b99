import { idFloor } from '../../../lib/ids.js';
import { CALL_VALUES, IS_ANYTHING, PLAIN_VALUES, summed, SUMS } from '../call-as-usage.js';
import { COMBINATIONS, holds, type UsageCut } from '../usage-cuts.js';
import { ALL_GRAINS } from '../usage-grains.js';
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
import { kindsOf, slicesTo, type Slice, type SpanKind } from './usage-pieces.js';
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
  /** No value of the first dimension of the plan's cut has a higher number; 0 where the plan is not read in slices. */
  readonly highest: number;
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
  return {
    numbered: numberedOf(context) || together([nothing(context)]),
    fresh: freshOf(context),
  };
}

/** SQL: what is no fact yet, as in `UsageParts`. */
export const freshOf = (context: SqlContext): string => fromCalls(context).join(' UNION ALL ') || NO_CALLS;

/** SQL: what segments hold, rows `one, two`, one for each: those of a project in which no slots are told apart. */
export const pairsOf = (context: SqlContext, segments: readonly LabelledSegment[]): string =>
  together(segments.length === 0 ? [nothing(context)] : rowsOf(context, segments), 'one, two');

function numberedOf(context: SqlContext): string {
  const slices = slicesTo(context.highest);
  if (slices.length > 1) return sliceBySlice(context, slices);
  const { ofSums, others } = splitSlots(context.plan);
  const rows = rowsOf(context, others);
  return [
    ...(ofSums.length === 0 ? [] : [slotBySlot(context, ofSums)]),
    ...(rows.length === 0 ? [] : [together(rows)]),
  ].join(' UNION ALL ');
}

/** SQL: rows of segments, those of sums and of facts, what is added and what is taken away. */
function rowsOf(context: SqlContext, segments: readonly LabelledSegment[]): string[] {
  return [false, true].flatMap((isTakenAway) => {
    const alike = segments.filter((segment) => segment.isTakenAway === isTakenAway);
    const [facts, sums] = [alike.filter(isFacts), alike.filter((segment) => !isFacts(segment))];
    const sign = isTakenAway ? '-' : '';
    return [
      ...(sums.length === 0 ? [] : [fromSums(context, sums, sign)]),
      ...(facts.length === 0 ? [] : [fromFacts(context, facts, sign)]),
    ];
  });
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
  const { bind } = context;
  const grains = segments.map(({ grain }) => (isNumber(grain) ? grain : 0));
  const arrays = [
    `${numbersIn(
      bind,
      segments.map(({ slot }) => slot),
    )}::integer[]`,
    `${numbersIn(bind, grains)}::smallint[]`,
    `${numbersIn(
      bind,
      segments.map(({ from }) => from),
    )}::bigint[]`,
    `${numbersIn(
      bind,
      segments.map(({ to }) => to),
    )}::bigint[]`,
  ];
  return `${projectsOf(context)}
    CROSS JOIN unnest(${arrays.join(', ')}) AS seg (slot, grain, starts, ends)
    CROSS JOIN LATERAL (${rows} OFFSET 0) AS`;
}

/**
 * SQL: an array of numbers, moments in milliseconds. As one text: of an array the driver prints each element by itself, and a date
 * takes it longer than what happened then takes the database.
 */
const numbersIn = (bind: Bind, numbers: readonly (number | undefined)[]): string =>
  bind(`{${numbers.map((number) => number ?? 'NULL').join(',')}}`);

/** SQL: a moment in milliseconds, exact to the microsecond. */
const momentOf = (column: string): string => `to_timestamp(${column}::float8 / 1000)`;

/** SQL: whether a sum or a fact begins in a segment. */
const BEGINS_IN_SEGMENT = `starts_at >= ${momentOf('seg.starts')} AND starts_at < ${momentOf('seg.ends')}`;

const isNumber = (grain: LabelledSegment['grain']): grain is number => grain !== 'facts';

/** SQL: sums of a cut in a segment. */
const sumsOf = (cut: UsageCut = COMBINATIONS): string => `
  SELECT first, second, ${SUMS.join(', ')} FROM usage_sums
   WHERE project = p.id AND cut = ${cut.number} AND grain = seg.grain AND ${BEGINS_IN_SEGMENT}`;

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
 * SQL: what `together` makes of a period without days and hours, some values of the first dimension after the others: the groups of
 * these fit a processor's cache, those of all users do not. No index tells facts by these values, so they are grouped before.
 */
function sliceBySlice(context: SqlContext, slices: readonly Slice[]): string {
  const { plan, bind } = context;
  const ends = (end: 'low' | 'high'): string => `${bind(slices.map((slice) => slice[end]))}::integer[]`;
  const sums = plan.segments.filter((segment) => !isFacts(segment));
  const facts = rowsOf(context, plan.segments.filter(isFacts));
  const first = plan.cut?.dimensions[0] === plan.dimensions[0] ? 'f.one' : 'f.two';
  const ofFacts = `SELECT one, two, ${SUMS.join(', ')} FROM facts AS f WHERE f.project = p.id AND ${inSlice(first)}`;
  const parts = sums.map((segment) => spansOf(plan, segment, isInSpans(segment, bind)));
  return `WITH facts AS MATERIALIZED (${together(facts.length === 0 ? [nothing(context)] : facts)})
  SELECT 0 AS slot, p.id AS project, part.*
    FROM ${projectsOf(context)} CROSS JOIN unnest(${ends('low')}, ${ends('high')}) AS slice (low, high)
   CROSS JOIN LATERAL (${together([...parts, ofFacts], 'one, two')}) AS part`;
}

const inSlice = (column: string): string => `${column} >= slice.low AND ${column} < slice.high`;

/** SQL: whether sums are of a slice and of the spans of a segment, one by one: so the index leads to the slice in each. */
function isInSpans({ grain, from, to }: LabelledSegment, bind: Bind): string {
  const length = ALL_GRAINS.find(({ number }) => number === grain)?.ms ?? Infinity;
  const starts = Array.from({ length: (to - from) / length }, (_, index) => new Date(from + index * length));
  return `s.starts_at = ANY(${bind(starts)}::timestamptz[]) AND ${inSlice('s.first')}`;
}

/** SQL: those sums of the plan's cut in spans of one length that a condition lets pass. */
const spansOf = (
  plan: UsagePlan,
  { grain, isTakenAway }: Pick<LabelledSegment, 'grain' | 'isTakenAway'>,
  condition: string,
): string => `SELECT ${pairedColumns(plan)}, ${sumsFrom('s', isTakenAway ? '-' : '')} FROM usage_sums AS s
       WHERE s.project = p.id AND s.cut = ${plan.cut?.number} AND s.grain = ${grain} AND ${condition}`;

/** SQL: what `together` makes of sums that have what is asked for, one day or hour after the other, for the same reason. */
function slotBySlot(context: SqlContext, segments: readonly LabelledSegment[]): string {
  const { plan, bind } = context;
  const slots = [...new Set(segments.map(({ slot }) => slot))];
  const kinds = kindsOf(segments);
  const times = (kind: SpanKind, end: 'from' | 'to'): string =>
    `${numbersIn(
      bind,
      slots.map((slot) => kind.bySlot.get(slot)?.[end]),
    )}::bigint[]`;
  const columns = kinds.flatMap((_, index) => [`from_${index}`, `to_${index}`]);
  const arrays = kinds.flatMap((kind) => [times(kind, 'from'), times(kind, 'to')]);
  const parts = kinds.map((kind, index) =>
    spansOf(
      plan,
      kind,
      `s.starts_at >= ${momentOf(`slot.from_${index}`)} AND s.starts_at < ${momentOf(`slot.to_${index}`)}`,
    ),
  );
  return `SELECT slot.number AS slot, p.id AS project, part.*
    FROM ${projectsOf(context)}
   CROSS JOIN unnest(${[`${numbersIn(bind, slots)}::integer[]`, ...arrays].join(', ')}) AS slot (${['number', ...columns].join(', ')})
   CROSS JOIN LATERAL (${together(parts, 'one, two')}) AS part`;
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
  const { plan } = context;
  const rows = `SELECT ${columnsOfFacts(plan)} FROM usage_facts
                 WHERE project = p.id AND ${BEGINS_IN_SEGMENT}`;
  return `SELECT seg.slot, p.id AS project, ${twoColumns(plan.dimensions.map(columnOfFact))}, ${sumsFrom('f', sign)}
    FROM ${inSegments(context, segments, rows)} f ${ofCombination(context)}`;
}

/** SQL: what is read of facts. Tags are told apart while they are read, which takes a third of what a join to each row's tags does. */
const columnsOfFacts = ({ dimensions }: UsagePlan): string =>
  `${dimensions.includes('tag') ? `unnest(coalesce(tags, '{${NOTHING_ID}}')) AS tag, ` : ''}combination, end_user, session, ${SUMS.join(', ')}`;

function columnOfFact(dimension: UsageDimension): string {
  if (dimension === 'session') return `coalesce(f.session, '')`;
  return dimension === 'tag' ? 'f.tag' : numberOf(dimension);
}

/** SQL behind facts `f`: their combinations where these say what is asked for, and the condition. */
function ofCombination(context: SqlContext): string {
  const { plan, only } = context;
  const isAsked =
    filtersOf(only).length > 0 ||
    only.live === true ||
    plan.dimensions.some((one) => holds(COMBINATIONS, one));
  if (!isAsked) return 'WHERE true';
  return `JOIN usage_combinations AS c ON c.project = p.id AND c.id = f.combination WHERE ${conditionsOnCombination(context)}`;
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
      : `width_bucket(floor(extract(epoch FROM created_at) * 1000)::bigint, ${numbersIn(
          bind,
          slots.map(({ from }) => from),
        )}::bigint[]) - 1`;
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
