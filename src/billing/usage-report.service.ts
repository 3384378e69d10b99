import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SlowQueries } from '../database/slow-queries.service.js';
import { MINUTE_MS } from '../lib/durations.js';
import { idFloor } from '../lib/ids.js';
import { splitPeriod, type UsageSegment } from './usage-period.js';
import { CALL_AS_USAGE } from './usage-rollup.repository.js';

export const USAGE_GROUPS = ['day', 'hour', 'model', 'key', 'tier', 'router', 'group', 'surface'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** The key of what there is nothing to group by. */
export const NONE = 'none';
/** Batches go through no router; their spend is named as if they did. */
export const ROUTER_OF_BATCHES = 'Router (batch)';

export interface UsageRow {
  readonly key: string;
  /** Of the second grouping; null where there is one alone. */
  readonly second_key: string | null;
  readonly requests: string;
  readonly input_tokens: string;
  readonly output_tokens: string;
  /** Exact decimal text: the sum of what the ledger took. */
  readonly cost_usd: string;
}

export interface UsageQuestion {
  readonly projectId: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly groupBy: UsageGroup;
  /** Cuts each group once more. */
  readonly thenBy?: UsageGroup;
  readonly only?: UsageFilters;
}

/** What is counted; absent members let everything pass. `none` stands for those that have none. */
export interface UsageFilters {
  /** Without the requests of batches. */
  readonly live?: boolean;
  readonly key?: string;
  readonly surface?: string;
  readonly tier?: string;
  readonly router?: string;
  readonly group?: string;
}

/** What each grouping reads; a call without one is counted under `none`, so that every grouping sums to the spend. */
const GROUP_EXPRESSIONS: Readonly<Record<UsageGroup, string>> = {
  day: `to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  hour: `to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":00:00Z"')`,
  model: 'model',
  key: 'key_id',
  tier: 'tier',
  router: `CASE WHEN surface = 'batch' THEN '${ROUTER_OF_BATCHES}' ELSE router_id END`,
  group: 'group_id',
  surface: 'surface',
};

const COLUMNS =
  'starts_at, key_id, surface, tier, router_id, group_id, model, requests, input_tokens, output_tokens, billed_usd';
const NO_ROWS = `SELECT ${COLUMNS} FROM usage_rollups WHERE false AND project_id = $1 AND requests = $2::bigint`;
/** A call's id and its time are taken one after the other. */
const ID_SLACK_MS = MINUTE_MS;

/** Usage of a project: sums kept by hour and by day, and the calls that are in none of them yet, all of one moment. */
@Injectable()
export class UsageReports {
  constructor(@Inject(SlowQueries) private readonly slowQueries: SlowQueries) {}

  usage(question: UsageQuestion): Promise<UsageRow[]> {
    return this.slowQueries.read((manager) => this.usageIn(manager, question));
  }

  /** In a transaction of one moment: the mark is read first, so that what comes behind it is found by an index. */
  async usageIn(
    manager: EntityManager,
    { projectId, from, to, groupBy, thenBy, only = {} }: UsageQuestion,
  ): Promise<UsageRow[]> {
    const segments = splitPeriod({ from, to }, [groupBy, thenBy].includes('hour') ? 'hour' : 'day');
    const [progress] = await manager.query<{ folded_to: string }[]>('SELECT folded_to FROM usage_progress');
    const parameters: unknown[] = [projectId, progress?.folded_to ?? '0'];
    const bind: Bind = (value) => `$${parameters.push(value)}`;
    const parts = segments.flatMap((segment) => partsOf(segment, bind));
    return manager.query<UsageRow[]>(
      `SELECT ${keyOf(groupBy)} AS key, ${thenBy === undefined ? 'NULL' : keyOf(thenBy)} AS second_key, sum(requests) AS requests,
              sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, sum(billed_usd) AS cost_usd
         FROM (${[NO_ROWS, ...parts].join(' UNION ALL ')}) AS parts WHERE ${conditionsOf(only, bind)} GROUP BY 1, 2 ORDER BY 1, 2`,
      parameters,
    );
  }
}

const keyOf = (group: UsageGroup): string => `coalesce(nullif(${GROUP_EXPRESSIONS[group]}, ''), '${NONE}')`;

function conditionsOf({ live, key, surface, tier, router, group }: UsageFilters, bind: Bind): string {
  const equals = (column: string, value: string | undefined): string =>
    value === undefined ? '' : ` AND ${column} = ${bind(value === NONE ? '' : value)}`;
  return [
    live === true ? `surface <> 'batch'` : 'true',
    equals('key_id', key),
    equals('surface', surface),
    equals('tier', tier),
    equals('router_id', router),
    equals('group_id', group),
  ].join('');
}

type Bind = (value: unknown) => string;

function partsOf(segment: UsageSegment, bind: Bind): string[] {
  const within = (column: string): string =>
    `${column} >= ${bind(segment.from)} AND ${column} < ${bind(segment.to)}`;
  if (segment.source === 'calls') return callParts(segment, bind, within('created_at'));
  return [
    `SELECT ${COLUMNS} FROM usage_rollups
      WHERE project_id = $1 AND grain = '${segment.source}' AND ${within('starts_at')}`,
    calls(`written_in >= $2 AND ${within('created_at')}`),
  ];
}

/** A part of an hour, from the index that ids are in; only those of live calls tell their time. */
function callParts({ from, to }: UsageSegment, bind: Bind, within: string): string[] {
  const first = bind(idFloor('call', from.getTime() - ID_SLACK_MS));
  const last = bind(idFloor('call', to.getTime() + ID_SLACK_MS));
  return [
    calls(`surface <> 'batch' AND id >= ${first} AND id < ${last} AND ${within}`),
    calls(`surface = 'batch' AND ${within}`),
  ];
}

const calls = (condition: string): string =>
  `SELECT ${COLUMNS} FROM (SELECT ${CALL_AS_USAGE} FROM calls WHERE project_id = $1 AND ${condition}) AS read`;
