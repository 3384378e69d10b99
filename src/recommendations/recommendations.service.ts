import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordChange } from '../audit/record-change.js';
import { Catalog } from '../catalog/catalog.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { ChangeFeed } from '../database/change-feed.js';
import { Clock } from '../lib/clock.js';
import { GatewayError } from '../lib/gateway-error.js';
import { ChineseModelsOffError, isModelAllowed } from '../projects/is-model-allowed.js';
import {
  isRetentionAllowed,
  ZeroRetentionError,
  type RetentionPolicy,
} from '../projects/is-retention-allowed.js';
import type { ProjectEntity } from '../projects/project.entity.js';
import { canonicalModel } from '../records/judging/canonical-model.js';
import { JudgedGroupsReader } from '../records/judging/judged-groups-reader.js';
import { recommendModel } from './recommend-model.js';
import type { Recommendation } from './recommendation.js';
import {
  RecommendationsRepository,
  type ProjectChange,
  type RecommendationOwner,
} from './recommendations.repository.js';

/** It went away between a reading and a decision: the record no longer speaks for it, or its group is gone. */
export class RecommendationGoneError extends GatewayError {
  constructor(id: string) {
    super({
      status: 404,
      code: 'not_found',
      message: `There is no recommendation ${JSON.stringify(id.slice(0, 100))} any more. List the project's recommendations again.`,
    });
  }
}

export class RecommendationApprovedError extends GatewayError {
  constructor(id: string) {
    super({
      status: 409,
      code: 'recommendation_approved',
      message: `The recommendation \`${id}\` was approved: its model is assigned to the group. To undo that, set the group's \`assigned_model\`.`,
    });
  }
}

/**
 * Recommendations: what automatic updates would do, proposed while they are off. They are worked out when they are read, so that
 * what is shown is what the records say now.
 */
@Injectable()
export class RecommendationsService {
  constructor(
    @Inject(RecommendationsRepository) private readonly repository: RecommendationsRepository,
    @Inject(JudgedGroupsReader) private readonly groups: JudgedGroupsReader,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly feed: ChangeFeed,
    @Inject(Catalog) private readonly catalog: Catalog,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Newest first. While automatic updates are on nothing is open: what is open would have been done already. */
  async list(project: ProjectEntity): Promise<Recommendation[]> {
    const { id: projectId, organizationId, automaticUpdates } = project;
    if (!automaticUpdates)
      await this.repository.replaceOpen(
        { projectId, organizationId },
        await this.findChanges(project),
        this.clock.now(),
      );
    const rows = await this.repository.list(projectId);
    return automaticUpdates ? rows.filter(({ status }) => status !== 'open') : rows;
  }

  /** Whose it is; `undefined`: there is none of that id. */
  findOwner(id: string): Promise<RecommendationOwner | undefined> {
    return this.repository.findOwner(id);
  }

  /**
   * Assigns the model to the group. Approving again changes nothing, even when the group was assigned another model since.
   * @throws RecommendationGoneError (404), ChineseModelsOffError, ZeroRetentionError (403)
   */
  async approve(id: string, project: ProjectEntity): Promise<Recommendation> {
    const retention = await this.retentionOf(project);
    return this.decide(id, async (manager, recommendation) => {
      if (recommendation.status === 'approved') return recommendation;
      const { group, recommendedModel: model } = recommendation;
      if (!this.isAllowed(model, project)) throw new ChineseModelsOffError(model);
      if (!this.keepsNothing(model, retention)) throw new ZeroRetentionError(model);
      await this.repository.assignModel(manager, { groupId: group.id, model });
      await this.repository.setStatus(manager, { id, status: 'approved', now: this.clock.now() });
      await this.feed.publish(manager, { organizationId: project.organizationId });
      await record(manager, project, recommendation, 'approved');
      return { ...recommendation, status: 'approved' };
    });
  }

  /** It stays dismissed until its evidence changes. @throws RecommendationGoneError (404), RecommendationApprovedError (409) */
  dismiss(id: string, project: ProjectEntity): Promise<Recommendation> {
    return this.decide(id, async (manager, recommendation) => {
      if (recommendation.status === 'approved') throw new RecommendationApprovedError(id);
      if (recommendation.status === 'open') {
        await this.repository.setStatus(manager, { id, status: 'dismissed', now: this.clock.now() });
        await record(manager, project, recommendation, 'dismissed');
      }
      return { ...recommendation, status: 'dismissed' };
    });
  }

  /** For the hourly sweep. */
  purge(): Promise<void> {
    return this.repository.purge(this.clock.now());
  }

  private decide(
    id: string,
    transition: (manager: EntityManager, recommendation: Recommendation) => Promise<Recommendation>,
  ): Promise<Recommendation> {
    return this.dataSource.transaction(async (manager) => {
      const recommendation = await this.repository.lock(manager, id);
      if (recommendation === undefined) throw new RecommendationGoneError(id);
      return transition(manager, recommendation);
    });
  }

  private async findChanges(project: ProjectEntity): Promise<ProjectChange[]> {
    const now = this.clock.now();
    const retention = await this.retentionOf(project);
    const groups = await this.groups.readGroups(project.id, now);
    return groups.flatMap(({ id, currentModel, traffic, standing }) => {
      const change = recommendModel({
        records: standing.records,
        currentModel: canonicalModel(currentModel, this.catalog),
        stopped: new Set(standing.guardrail.stoppedModels),
        traffic,
        allowed: (model) => this.isAllowed(model, project) && this.keepsNothing(model, retention),
        prices: (model) => this.catalog.find(model)?.prices,
      });
      return change === undefined ? [] : [{ ...change, groupId: id }];
    });
  }

  private async retentionOf({ organizationId }: ProjectEntity): Promise<RetentionPolicy> {
    return {
      zeroRetention: await this.repository.readZeroRetention(organizationId),
      agreed: this.settings.zeroRetentionProviders,
    };
  }

  private keepsNothing(model: string, retention: RetentionPolicy): boolean {
    const known = this.catalog.find(model);
    return known !== undefined && isRetentionAllowed(retention, known.upstream);
  }

  private isAllowed(model: string, { chineseModels }: ProjectEntity): boolean {
    const known = this.catalog.find(model);
    return (
      known !== undefined &&
      known.surfaces.includes('chat') &&
      isModelAllowed({ chineseLab: known.chineseLab, chineseModels })
    );
  }
}

function record(
  manager: EntityManager,
  { id: projectId, organizationId }: ProjectEntity,
  { id, group, status, currentModel, recommendedModel }: Recommendation,
  decision: 'approved' | 'dismissed',
): Promise<void> {
  const model = decision === 'approved' ? { group_id: group.id, assigned_model: recommendedModel } : {};
  return recordChange(manager, {
    organizationId,
    projectId,
    action: decision === 'approved' ? 'recommendation.approve' : 'recommendation.dismiss',
    targetId: id,
    before: { status, ...(decision === 'approved' ? { served_by: currentModel } : {}) },
    after: { status: decision, ...model },
  });
}
