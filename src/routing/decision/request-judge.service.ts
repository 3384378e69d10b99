import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Caller } from '../../auth/caller.js';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { LOGGER } from '../../http/logger.js';
import { isOnList } from '../../projects/model-list.js';
import { isModelAllowed } from '../../projects/is-model-allowed.js';
import { isRetentionAllowed } from '../../projects/is-retention-allowed.js';
import { TaskGroups, type RecognizedGroup } from '../../records/groups/task-groups.service.js';
import { JudgedTasks, type PickRequest } from '../../records/judging/judged-tasks.service.js';
import type { ServableModelId } from '../../catalog/ids/parsed-model-id.js';
import type { Classification } from '../classify/classification.js';
import { classify } from '../classify/classify.js';
import { scoreComplexity } from '../complexity/score-complexity.js';
import { anchorIdOf } from '../routers/router-rules.js';
import type { RouteQuestion } from './decision.js';

/** What was read off a request. */
export interface Judgement {
  readonly classification: Classification;
  readonly complexity: number;
  readonly group: RecognizedGroup | undefined;
  readonly reasons: readonly string[];
}

/** Reads a request once: its kind, task, difficulty and task group, and what the group's record says. */
@Injectable()
export class RequestJudge {
  constructor(
    private readonly groups: TaskGroups,
    private readonly records: JudgedTasks,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Without the task group: nothing is counted. */
  read({ view, explain }: RouteQuestion): Judgement {
    const classification = classify(view);
    // A conversation is served by the top of the router however hard it is: only an explanation wants to know.
    if (classification.kind === 'conversation' && !explain)
      return { classification, complexity: 0, group: undefined, reasons: classification.reasons };
    const { complexity, reasons } = scoreComplexity(view, classification.kind);
    return {
      classification,
      complexity,
      group: undefined,
      reasons: [...classification.reasons, ...reasons],
    };
  }

  /** With the task group, which is looked for in machine-shaped requests only. To be asked once a request. */
  judge(caller: Caller, question: RouteQuestion): Judgement | Promise<Judgement> {
    const read = this.read(question);
    const mayHaveGroup = read.classification.kind === 'machine' && caller.permissions.smartRouting;
    return mayHaveGroup ? this.withGroup(caller, question, read) : read;
  }

  private async withGroup(
    { projectId, organizationId }: Caller,
    { view, preview }: RouteQuestion,
    read: Judgement,
  ): Promise<Judgement> {
    const { classification, complexity, reasons } = read;
    const { task } = classification;
    const asked = { projectId, organizationId, view, task };
    const found = preview === true ? this.groups.look(asked) : this.groups.recognize(asked);
    const group = await found.catch((error: unknown) => {
      this.logger.warn({ err: error }, 'task group not recognized');
      return undefined;
    });
    if (group !== undefined) await this.records.prepare(group.id);
    return { classification, complexity, group, reasons };
  }

  /** The model that the record of a group without an assigned model speaks for, while automatic updates is on. */
  recordPick(
    { permissions, models, zeroRetention }: Caller,
    { preview }: RouteQuestion,
    group: RecognizedGroup | undefined,
    isCapable: (model: CatalogModel) => boolean,
  ): string | undefined {
    if (!mayFollowRecord(permissions, group)) return undefined;
    const { chineseModels } = permissions;
    const retention = { zeroRetention, agreed: this.settings.zeroRetentionProviders };
    const request: PickRequest = {
      allowed: (model) =>
        isModelAllowed({ chineseLab: model.chineseLab, chineseModels }) &&
        isOnList(models, { publicId: model.id, model }) &&
        isRetentionAllowed(retention, model.upstream),
      capable: isCapable,
    };
    if (preview === true) return this.records.peekPick(group.id, request)?.model;
    return this.records.pickFor(group.id, request)?.model;
  }

  /** What the record of a group without an assigned model says against a model, while automatic updates is on. */
  failuresOf(
    { permissions }: Caller,
    group: RecognizedGroup | undefined,
  ): ((candidate: ServableModelId) => string | undefined) | undefined {
    if (!mayFollowRecord(permissions, group)) return undefined;
    return (candidate) => this.records.failureOf(group.id, anchorIdOf(candidate));
  }

  /** The contract cascade of spec 4.2, unless the group's guardrail stopped it. */
  mayCascade(caller: Caller, question: RouteQuestion, judgement: Judgement): boolean {
    const { group } = judgement;
    return (
      this.isCheckable(caller, question, judgement) &&
      (group === undefined || this.records.mayCascade(group.id))
    );
  }

  /** A whole answer to a machine-shaped request that promises JSON, where automatic updates let it be checked. */
  isCheckable(
    { permissions }: Caller,
    { stream, view }: RouteQuestion,
    { classification }: Judgement,
  ): boolean {
    const type = view.responseFormat?.type;
    return (
      permissions.smartRouting &&
      permissions.automaticUpdates &&
      !stream &&
      classification.kind === 'machine' &&
      (type === 'json_object' || type === 'json_schema')
    );
  }
}

/** A model that was assigned to the group wins over its record. */
function mayFollowRecord(
  { automaticUpdates }: Caller['permissions'],
  group: RecognizedGroup | undefined,
): group is RecognizedGroup {
  return group !== undefined && group.assignedModel === undefined && automaticUpdates;
}
