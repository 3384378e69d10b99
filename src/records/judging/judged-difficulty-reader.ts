import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { GroupTraffic } from './judged-groups-reader.js';
import { firstCallIdOf, WINDOW_MS } from './model-record.js';

/** Of each group and model the newest, so that no group speaks for all the others. */
const TASKS_OF_A_GROUP = 20;
/** Of those lately judged. */
const MAX_GROUPS = 500;

/** How one model did at tasks of one group and one difficulty. */
export interface DifficultyRecord {
  readonly groupId: string;
  readonly model: string;
  /** 0 to 1, as it was scored when the task was served. */
  readonly complexity: number;
  readonly judged: number;
  readonly succeeded: number;
  /** The routers that decided these tasks. */
  readonly routerIds: readonly string[];
}

const READ_RECORDS = `
SELECT j.group_id, j.model, (c.detail->>'complexity')::double precision AS complexity, count(*)::int AS judged,
       (count(*) FILTER (WHERE j.success))::int AS succeeded,
       coalesce(array_agg(DISTINCT c.router_id) FILTER (WHERE c.router_id IS NOT NULL), '{}') AS router_ids
  FROM (SELECT group_id FROM judged_tasks WHERE project_id = $1 AND task_at > $2
         GROUP BY group_id ORDER BY max(judged_at) DESC LIMIT ${MAX_GROUPS}) AS g
  CROSS JOIN LATERAL (
    SELECT DISTINCT model FROM judged_tasks WHERE group_id = g.group_id AND task_at > $2
  ) AS m
  CROSS JOIN LATERAL (
    SELECT group_id, model, call_id, success FROM judged_tasks
     WHERE group_id = g.group_id AND model = m.model AND task_at > $2 ORDER BY task_at DESC, call_id DESC LIMIT ${TASKS_OF_A_GROUP}
  ) AS j
  JOIN calls c ON c.id = j.call_id
 WHERE c.detail->>'complexity' IS NOT NULL
 GROUP BY j.group_id, j.model, 3`;

const READ_TRAFFIC = `
SELECT count(*) AS calls, coalesce(sum(input_tokens), 0) AS input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens
  FROM calls
 WHERE group_id = ANY($1) AND id >= $7 AND created_at > $2 AND router_id = $3 AND tier = $4
   AND (detail->>'complexity')::double precision > $5 AND (detail->>'complexity')::double precision <= $6`;

interface RecordRow {
  readonly group_id: string;
  readonly model: string;
  readonly complexity: number;
  readonly judged: number;
  readonly succeeded: number;
  readonly router_ids: string[];
}

/** The calls that a threshold sends to one tier. */
export interface DifficultyTraffic {
  readonly groupIds: readonly string[];
  readonly routerId: string;
  readonly tier: 'strong' | 'default';
  readonly above: number;
  readonly upTo: number;
}

/** Judged tasks by how hard they looked, for whoever asks what difficulty a model is good for. */
@Injectable()
export class JudgedDifficultyReader {
  constructor(private readonly dataSource: DataSource) {}

  /** Of the last 30 days. Tasks whose difficulty was not written down are left out. */
  async readRecords(projectId: string, now: Date): Promise<DifficultyRecord[]> {
    const rows: RecordRow[] = await this.dataSource.query(READ_RECORDS, [projectId, windowOf(now)]);
    return rows.map(({ group_id: groupId, router_ids: routerIds, ...row }) => ({
      ...row,
      groupId,
      routerIds,
    }));
  }

  /** Of the last 30 days. */
  async readTraffic(traffic: DifficultyTraffic, now: Date): Promise<GroupTraffic> {
    const { groupIds, routerId, tier, above, upTo } = traffic;
    const [row] = await this.dataSource.query<
      { calls: string; input_tokens: string; output_tokens: string }[]
    >(READ_TRAFFIC, [groupIds, windowOf(now), routerId, tier, above, upTo, firstCallIdOf(windowOf(now))]);
    return {
      calls: Number(row?.calls ?? 0),
      inputTokens: BigInt(row?.input_tokens ?? 0),
      outputTokens: BigInt(row?.output_tokens ?? 0),
    };
  }

  /** Projects that have judged tasks in the window, by id. */
  async readProjects(now: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ project_id: string }[]>(
      'SELECT DISTINCT project_id FROM judged_tasks WHERE task_at > $1 ORDER BY project_id',
      [windowOf(now)],
    );
    return rows.map(({ project_id: projectId }) => projectId);
  }
}

function windowOf(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}
