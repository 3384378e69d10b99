import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TrafficMix } from './blend-price.js';
import type { GroupStanding } from './group-standing.js';
import { JudgedTasksRepository } from './judged-tasks.repository.js';
import { firstCallIdOf, WINDOW_MS } from './model-record.js';

/** How many of a group's latest calls tell what serves it. */
const CURRENT_CALLS = 200;
/** Of the groups of a project, those lately judged; the rest has nothing new to say. */
const MAX_GROUPS = 500;

/** A group's traffic of the last 30 days. */
export interface GroupTraffic extends TrafficMix {
  readonly calls: number;
}

/** A group that was judged, with what serves it. */
export interface JudgedGroup {
  readonly id: string;
  readonly currentModel: string;
  /** The router that decided most of its latest calls; `undefined` when none did. */
  readonly routerId: string | undefined;
  readonly traffic: GroupTraffic;
  readonly standing: GroupStanding;
}

/**
 * What serves a group is the model assigned to it, or else what routing decided for most of its latest calls; of those, calls
 * that the record or a former assignment decided say nothing of what serves without them.
 */
const READ_GROUPS = `
SELECT g.id, coalesce(g.assigned_model, served.model) AS current_model, decided.router_id, t.calls, t.input_tokens, t.output_tokens
  FROM (SELECT group_id FROM judged_tasks WHERE project_id = $1 AND task_at > $2
         GROUP BY group_id ORDER BY max(judged_at) DESC LIMIT ${MAX_GROUPS}) AS judged
  JOIN task_groups g ON g.id = judged.group_id AND g.project_id = $1
  LEFT JOIN LATERAL (
    SELECT model FROM (
      SELECT coalesce(decided_model, served_model) AS model FROM calls
       WHERE group_id = g.id AND id >= $3 AND created_at > $2 AND coalesce(decided_model, served_model) IS NOT NULL
         AND coalesce(tier, '') NOT IN ('group', 'group-record')
       ORDER BY created_at DESC LIMIT ${CURRENT_CALLS}) AS latest
     GROUP BY model ORDER BY count(*) DESC, model LIMIT 1
  ) AS served ON true
  LEFT JOIN LATERAL (
    SELECT router_id FROM (
      SELECT router_id FROM calls WHERE group_id = g.id AND id >= $3 AND created_at > $2 AND router_id IS NOT NULL
       ORDER BY created_at DESC LIMIT ${CURRENT_CALLS}) AS latest
     GROUP BY router_id ORDER BY count(*) DESC, router_id LIMIT 1
  ) AS decided ON true
  CROSS JOIN LATERAL (
    SELECT count(*) AS calls, coalesce(sum(input_tokens), 0) AS input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens
      FROM calls WHERE group_id = g.id AND id >= $3 AND created_at > $2
  ) AS t
 WHERE coalesce(g.assigned_model, served.model) IS NOT NULL`;

interface GroupRow {
  readonly id: string;
  readonly current_model: string;
  readonly router_id: string | null;
  readonly calls: string;
  readonly input_tokens: string;
  readonly output_tokens: string;
}

/** The judged groups of a project, for whoever recommends: from the database, not from memory. */
@Injectable()
export class JudgedGroupsReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly judgedTasks: JudgedTasksRepository,
  ) {}

  /** Those that were judged in the last 30 days and that something serves. */
  async readGroups(projectId: string, now: Date): Promise<JudgedGroup[]> {
    const since = new Date(now.getTime() - WINDOW_MS);
    const rows: GroupRow[] = await this.dataSource.query(READ_GROUPS, [
      projectId,
      since,
      firstCallIdOf(since),
    ]);
    const standings = await this.judgedTasks.readStandings(
      rows.map(({ id }) => id),
      now,
    );
    return rows.flatMap((row) => {
      const standing = standings.get(row.id);
      return standing === undefined ? [] : [toGroup(row, standing)];
    });
  }
}

function toGroup(row: GroupRow, standing: GroupStanding): JudgedGroup {
  return {
    id: row.id,
    currentModel: row.current_model,
    routerId: row.router_id ?? undefined,
    traffic: {
      calls: Number(row.calls),
      inputTokens: BigInt(row.input_tokens),
      outputTokens: BigInt(row.output_tokens),
    },
    standing,
  };
}
