import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { Clock } from '../../lib/clock.js';
import { formsOfResponseId, readResponseId } from '../../wire/response-id.js';
import { JudgedTasks, type NewVerdict } from '../judging/judged-tasks.service.js';
import { firstCallIdOf, WINDOW_MS } from '../judging/model-record.js';
import { findCallOf, type EvaluatedCall, type Evaluation } from './find-call-of.js';

interface CallRow {
  readonly id: string;
  readonly organization_id: string;
  readonly group_id: string;
  readonly served_model: string;
  readonly created_at: Date;
  readonly trace_id: string | null;
  readonly response_id: string | null;
  readonly parent_span_id: string | null;
}

/** A trace of more calls than that does not say which one is meant. */
const MAX_CALLS = 2_000;

/** Only where something is named: the planner does not see that a partial index answers an empty list. */
const NAMED = ' OR id = ANY($5) OR response_id = ANY($6)';

/** Turns callers' evaluations of answers into verdicts on the tasks of their calls. */
@Injectable()
export class EvaluationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly judgedTasks: JudgedTasks,
    private readonly clock: Clock,
  ) {}

  /**
   * Judges the calls that the evaluations are about, of this project only; what is about none, or about a call without a task
   * group, judges nothing. Of several about one call in one request it failed when any says so.
   * @throws DatabaseUnavailableError (503)
   */
  async judge(projectId: string, evaluations: readonly Evaluation[]): Promise<void> {
    if (evaluations.length === 0) return;
    const calls = await this.findCalls(projectId, evaluations);
    const verdicts = new Map<string, NewVerdict>();
    for (const evaluation of evaluations) {
      const call = findCallOf(evaluation, calls);
      if (call === undefined) continue;
      const standing = verdicts.get(call.id);
      if (standing?.success === false) continue;
      verdicts.set(call.id, toVerdict(projectId, call, evaluation));
    }
    await this.judgedTasks.judgeAll([...verdicts.values()]);
  }

  private async findCalls(projectId: string, evaluations: readonly Evaluation[]): Promise<EvaluatedCall[]> {
    const ids = [...new Set(evaluations.flatMap(({ responseId }) => readResponseId(responseId) ?? []))];
    const traceIds = [...new Set(evaluations.map(({ traceId }) => traceId))];
    const since = new Date(this.clock.now().getTime() - WINDOW_MS);
    const rows = await this.dataSource
      .query<CallRow[]>(
        `SELECT id, organization_id, group_id, served_model, created_at, trace_id, response_id,
                detail->>'parent_span_id' AS parent_span_id
           FROM calls
          WHERE project_id = $1 AND (trace_id = ANY($2)${ids.length === 0 ? '' : NAMED})
            AND group_id IS NOT NULL AND served_model IS NOT NULL AND created_at > $3 AND id >= $4
          LIMIT ${MAX_CALLS}`,
        [
          projectId,
          traceIds,
          since,
          firstCallIdOf(since),
          ...(ids.length === 0 ? [] : [ids, ids.flatMap(formsOfResponseId)]),
        ],
      )
      .catch((error: unknown) => {
        throw asDatabaseFailure(error);
      });
    return rows.map((row) => ({
      id: row.id,
      organizationId: row.organization_id,
      groupId: row.group_id,
      model: row.served_model,
      taskAt: row.created_at,
      traceId: row.trace_id ?? undefined,
      responseId: row.response_id ?? undefined,
      parentSpanId: row.parent_span_id ?? undefined,
    }));
  }
}

function toVerdict(projectId: string, call: EvaluatedCall, { success, note }: Evaluation): NewVerdict {
  const { id: callId, organizationId, groupId, model, taskAt } = call;
  return {
    callId,
    model,
    groupId,
    projectId,
    organizationId,
    success,
    source: 'evaluation-event',
    note,
    taskAt,
  };
}
