import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { Clock } from '../../lib/clock.js';
import { GatewayError } from '../../lib/gateway-error.js';
import { JudgedTasks } from '../judging/judged-tasks.service.js';
import { WINDOW_MS } from '../judging/model-record.js';

/** What a caller says about the task of one of its calls. */
export interface Feedback {
  readonly callId: string;
  readonly success: boolean;
  readonly note?: string;
}

export type FeedbackOutcome =
  | { readonly judged: true; readonly groupId: string; readonly model: string }
  /** `reason` is for people: why there is no task to judge. */
  | { readonly judged: false; readonly reason: string };

export class UnknownCallError extends GatewayError {
  constructor(callId: string) {
    super({
      status: 404,
      code: 'call_not_found',
      param: 'call_id',
      message: `This project has no call ${JSON.stringify(callId.slice(0, 100))}. The id of a call is in its answer's call-id header, and in the call log.`,
    });
  }
}

interface CallRow {
  readonly organization_id: string;
  readonly group_id: string | null;
  readonly served_model: string | null;
  readonly created_at: Date;
}

const CALL_ID = /^call_[0-9a-z]{1,64}$/;

/** Turns a caller's feedback into a verdict on its task. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly judgedTasks: JudgedTasks,
    private readonly clock: Clock,
  ) {}

  /** @throws UnknownCallError (404) for another project's call too, DatabaseUnavailableError (503) */
  async judge(projectId: string, { callId, success, note }: Feedback): Promise<FeedbackOutcome> {
    const call = await this.findCall(projectId, callId);
    if (call === undefined) throw new UnknownCallError(callId);
    const { group_id: groupId, served_model: model, created_at: taskAt } = call;
    if (groupId === null)
      return notJudged('The call belongs to no task group; only recognized machine tasks are judged.');
    if (model === null) return notJudged('No model answered the call.');
    if (this.clock.now().getTime() - taskAt.getTime() >= WINDOW_MS)
      return notJudged('The call is older than the 30 days that a record looks back.');
    const verdict = { callId, model, groupId, projectId, organizationId: call.organization_id };
    await this.judgedTasks.judge({ ...verdict, success, source: 'feedback', note, taskAt });
    return { judged: true, groupId, model };
  }

  private async findCall(projectId: string, callId: string): Promise<CallRow | undefined> {
    // What does not look like an id of ours is nobody's, and PostgreSQL could not even hold a NUL.
    if (!CALL_ID.test(callId)) return undefined;
    const rows = await this.dataSource
      .query<CallRow[]>(
        'SELECT organization_id, group_id, served_model, created_at FROM calls WHERE id = $1 AND project_id = $2',
        [callId, projectId],
      )
      .catch((error: unknown) => {
        throw asDatabaseFailure(error);
      });
    return rows[0];
  }
}

function notJudged(reason: string): FeedbackOutcome {
  return { judged: false, reason };
}
