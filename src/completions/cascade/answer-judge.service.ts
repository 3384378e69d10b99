import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import type { LiveCall } from '../../live-calls/live-call.js';
import { JudgedTasks } from '../../records/judging/judged-tasks.service.js';
import type { CallPlan } from '../plan/call-plan.js';
import type { CallRequest } from '../plan/call-request.js';
import type { CallDialect } from '../dialects/call-dialect.js';
import { AnswerChecks } from './answer-checks.js';

export interface CheckedCall {
  readonly call: LiveCall;
  readonly caller: Caller;
  readonly request: CallRequest;
  readonly dialect: CallDialect;
  readonly plan: CallPlan;
}

/** Connects the mechanical checks of answers with the records of their task groups. */
@Injectable()
export class AnswerJudge {
  constructor(private readonly records: JudgedTasks) {}

  /** The plan without its cascade when the group's guardrail lets no more of them start. `end` must follow. */
  admitCascade(plan: CallPlan, callId: string): CallPlan | Promise<CallPlan> {
    if (plan.kind !== 'hosted' || plan.cascadeFirst === undefined || plan.groupId === undefined) return plan;
    const started = this.records.startCascade(plan.groupId, callId);
    const withoutCascade = { ...plan, cascadeFirst: undefined };
    if (started instanceof Promise) return started.then((may) => (may ? plan : withoutCascade));
    return started ? plan : withoutCascade;
  }

  /** The call is over, however it ended. */
  end(callId: string): void {
    this.records.endCascade(callId);
  }

  /** What checks the call's answers: those that decide a cascade, and those of a task group. Streams are not checked. */
  checksFor({ call, caller, request, dialect, plan }: CheckedCall): AnswerChecks | undefined {
    if (plan.kind !== 'hosted' || request.stream) return undefined;
    const { groupId } = plan;
    if (groupId === undefined && plan.cascadeFirst === undefined) return undefined;
    const contract = dialect.readContract(request.scan);
    if (contract === undefined) return undefined;
    const { projectId, organizationId } = caller;
    return new AnswerChecks(contract, {
      judged: (model, success) => {
        if (groupId === undefined) return;
        this.records.record({
          callId: call.id,
          projectId,
          organizationId,
          groupId,
          model,
          success,
          source: 'contract-check',
          taskAt: call.startedAt,
        });
      },
      cascaded: (model, escalated) => {
        if (groupId !== undefined) this.records.recordCascade({ callId: call.id, groupId, model, escalated });
      },
    });
  }
}
