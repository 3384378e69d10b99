import type { EntityManager } from 'typeorm';
import { DAY_MS } from '../../../lib/durations.js';
import { binOf } from '../call-as-usage.js';
import { COMBINATIONS } from '../usage-cuts.js';
import { grainNumber, type GrainName, type SealedTo } from '../usage-grains.js';
import type { UsageFilters } from './usage-question.js';
import { conditionsOnCombination, type Bind } from './usage-sql.js';

export interface HoursQuestion {
  readonly projectId: string;
  /** The beginning of an hour. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly only: UsageFilters;
}

/** What makes up more than this of all calls is not worth looking for. */
const RARE = 1 / 50;

const PROJECT = '(SELECT id FROM usage_projects WHERE project_id = $1)';

interface FoundSpan {
  readonly grain: number;
  readonly starts_at: Date;
  readonly found: string;
  readonly whole: string;
  /** The combinations that pass. */
  readonly combinations: readonly number[] | null;
}

/**
 * The hours in which there are live calls that pass, but for what is in no sum and no fact; undefined where they are many. By way of
 * the days, which are few; what is not summed by days yet, by less.
 */
export async function hoursWith(
  manager: EntityManager,
  question: HoursQuestion,
  sealedTo: SealedTo,
): Promise<number[] | undefined> {
  const parameters: unknown[] = [question.projectId];
  const bind: Bind = (value) => `$${parameters.push(value)}`;
  const only = { ...question.only, live: undefined };
  const spans = await manager.query<FoundSpan[]>(
    `WITH s AS MATERIALIZED (${partsOf(question, sealedTo, bind).join(' UNION ALL ')}),
          passing AS MATERIALIZED (
            SELECT c.id, ${conditionsOnCombination({ only, bind })} AS passes
              FROM (SELECT DISTINCT combination FROM s) AS used
              JOIN usage_combinations AS c ON c.project = ${PROJECT} AND c.id = used.combination
             WHERE ${conditionsOnCombination({ only: { live: true }, bind })})
     SELECT grain, starts_at, coalesce(sum(requests) FILTER (WHERE passes), 0) AS found, sum(requests) AS whole,
            array_agg(DISTINCT combination) FILTER (WHERE passes) AS combinations
       FROM s JOIN passing ON passing.id = s.combination GROUP BY 1, 2`,
    parameters,
  );
  const sum = (name: 'found' | 'whole'): number =>
    spans.reduce((total, span) => total + Number(span[name]), 0);
  if (sum('found') > sum('whole') * RARE) return undefined;
  const found = spans.filter(({ combinations }) => combinations !== null);
  const days = found.filter(({ grain }) => grain === grainNumber('day'));
  const hours = found.filter(({ grain }) => grain === grainNumber('hour'));
  return [...hours.map(timeOf), ...(await hoursOfDays(manager, question, days))];
}

const timeOf = ({ starts_at: time }: { readonly starts_at: Date }): number => time.getTime();

/** SQL: rows `grain, starts_at, combination, requests`, each of the longest grain, of days and hours, that tells it. */
function partsOf({ from, to }: HoursQuestion, sealedTo: SealedTo, bind: Bind): string[] {
  const end = bind(to);
  const [days, hours] = [grainNumber('day'), grainNumber('hour')];
  const since = (grain: GrainName): string =>
    bind(new Date(Math.max(from.getTime(), sealedTo[grainNumber(grain)] ?? 0)));
  const hour = binOf(`interval '1 hour'`, 'starts_at');
  const sums = (grain: GrainName): string => `FROM usage_sums
    WHERE project = ${PROJECT} AND cut = ${COMBINATIONS.number} AND grain = ${grainNumber(grain)} AND starts_at < ${end}`;
  const firstDay = bind(new Date(from.getTime() - DAY_MS));
  return [
    `SELECT ${days} AS grain, starts_at, first AS combination, requests ${sums('day')} AND starts_at > ${firstDay}`,
    `SELECT ${hours}, starts_at, first, requests ${sums('hour')} AND starts_at >= ${since('day')}`,
    `SELECT ${hours}, ${hour}, first, requests ${sums('quarter')} AND starts_at >= ${since('hour')}`,
    `SELECT ${hours}, ${hour}, combination, requests FROM usage_facts
      WHERE project = ${PROJECT} AND starts_at < ${end} AND starts_at >= ${since('quarter')}`,
  ];
}

async function hoursOfDays(
  manager: EntityManager,
  { projectId, from, to }: HoursQuestion,
  days: readonly FoundSpan[],
): Promise<number[]> {
  if (days.length === 0) return [];
  const rows = await manager.query<{ starts_at: Date }[]>(
    `SELECT DISTINCT s.starts_at FROM unnest($2::timestamptz[]) AS day
      CROSS JOIN LATERAL (SELECT starts_at, first FROM usage_sums
                           WHERE project = ${PROJECT} AND cut = ${COMBINATIONS.number} AND grain = ${grainNumber('hour')}
                             AND starts_at >= day AND starts_at < day + interval '1 day' OFFSET 0) AS s
      WHERE s.starts_at >= $3 AND s.starts_at < $4 AND s.first = ANY($5::integer[])`,
    [
      projectId,
      days.map(({ starts_at: day }) => day),
      from,
      to,
      [...new Set(days.flatMap(({ combinations }) => combinations ?? []))],
    ],
  );
  return rows.map(timeOf);
}
