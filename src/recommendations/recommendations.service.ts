import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import { recordChange } from '../audit/record-change.js';
import { ChangeFeed } from '../database/change-feed.js';
import { Clock } from '../lib/clock.js';
import { MINUTE_MS } from '../lib/durations.js';
import { GatewayError } from '../lib/gateway-error.js';
import { growingCache } from '../lib/growing-cache.js';
import { ProjectEntity } from '../projects/project.entity.js';
import { JudgedGroupsReader } from '../records/judging/judged-groups-reader.js';
import { RouterThresholds } from '../routing/routers/router-thresholds.service.js';
import type { RouterAuthor } from '../routing/routers/router-versions.js';
import { GroupProposals } from './group-proposals.service.js';
import { RecommendationPolicy } from './recommendation-policy.service.js';
import type { Proposal, Recommendation } from './recommendation.js';
import { RecommendationsRepository, type RecommendationOwner } from './recommendations.repository.js';
import { RouterRecords } from './router-records.service.js';
import { Thresholds } from './thresholds.service.js';

/** It went away between a reading and a decision: the record no longer speaks for it, its group or router is gone, or somebody moved the threshold. */
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
      message: `The recommendation \`${id}\` was approved and is in force. To undo that, set the group's \`assigned_model\`, or the router's \`threshold\`.`,
    });
  }
}

/** Projects of which it is known when they were last worked out. */
const MAX_REMEMBERED = 10_000;

/**
 * Recommendations: what automatic updates would do, proposed while they are off. They are worked out when they are read, so that
 * what is shown is what the records say now.
 */
@Injectable()
export class RecommendationsService {
  private readonly workedOutMs = growingCache<string, number>(MAX_REMEMBERED);

  constructor(
    private readonly repository: RecommendationsRepository,
    private readonly groups: JudgedGroupsReader,
    private readonly routers: RouterRecords,
    private readonly groupProposals: GroupProposals,
    private readonly thresholds: Thresholds,
    private readonly policy: RecommendationPolicy,
    private readonly routerThresholds: RouterThresholds,
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly clock: Clock,
  ) {}

  /** What is open, worked out a minute ago at the most: for whoever asks again and again. */
  async listOpen(project: ProjectEntity): Promise<Recommendation[]> {
    if (project.automaticUpdates) return [];
    const nowMs = this.clock.now().getTime();
    const isFresh = nowMs - (this.workedOutMs.get(project.id) ?? 0) < MINUTE_MS;
    const rows = isFresh ? await this.repository.list(project.id) : await this.list(project);
    if (!isFresh) this.workedOutMs.set(project.id, nowMs);
    return rows.filter(({ status }) => status === 'open');
  }

  /** Newest first. While automatic updates are on nothing is open: what is open would have been done already. */
  async list(project: ProjectEntity): Promise<Recommendation[]> {
    const { id: projectId, organizationId, automaticUpdates } = project;
    if (!automaticUpdates)
      await this.repository.replaceOpen(
        { projectId, organizationId },
        await this.findProposals(project),
        this.clock.now(),
      );
    const rows = await this.repository.list(projectId);
    return automaticUpdates ? rows.filter(({ status }) => status !== 'open') : rows;
  }

  /** Works them out for whoever wants to hear of new ones, and does not come to read them. */
  async workOutFor(organizationIds: readonly string[]): Promise<void> {
    const projects = await this.dataSource.getRepository(ProjectEntity).findBy({
      organizationId: In([...organizationIds]),
      automaticUpdates: false,
      deletedAt: IsNull(),
    });
    for (const project of projects) await this.listOpen(project);
  }

  /** Whose it is; `undefined`: there is none of that id. */
  findOwner(id: string): Promise<RecommendationOwner | undefined> {
    return this.repository.findOwner(id);
  }

  /**
   * Assigns the model to the group, or sets the router's threshold. Approving again changes nothing, even when the group was
   * assigned another model since.
   * @throws RecommendationGoneError (404), ChineseModelsOffError, ZeroRetentionError (403)
   */
  async approve(id: string, project: ProjectEntity, author: RouterAuthor): Promise<Recommendation> {
    const { refuseForbidden } = await this.policy.of(project);
    return this.decide(id, async (manager, recommendation) => {
      if (recommendation.status === 'approved') return recommendation;
      refuseForbidden(recommendation.recommendedModel);
      await this.apply(manager, recommendation, { project, author });
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

  private async apply(
    manager: EntityManager,
    {
      id,
      groupId,
      routerId,
      recommendedModel: model,
      currentThreshold: from,
      recommendedThreshold: to,
    }: Recommendation,
    { project, author }: { project: ProjectEntity; author: RouterAuthor },
  ): Promise<void> {
    if (groupId !== null) return this.repository.assignModel(manager, { groupId, model });
    const owner = { organizationId: project.organizationId, projectId: project.id };
    if (routerId === null || from === null || to === null) throw new RecommendationGoneError(id);
    if (!(await this.routerThresholds.set(manager, owner, { routerId, from, to, author })))
      throw new RecommendationGoneError(id);
  }

  private async findProposals(project: ProjectEntity): Promise<Proposal[]> {
    const now = this.clock.now();
    const groups = await this.groups.readGroups(project.id, now);
    const routers = await this.routers.read(project.id);
    const ofGroups = await this.groupProposals.find({ project, groups, routers });
    return [...ofGroups, ...(await this.thresholds.propose({ projectId: project.id, routers, now }))];
  }
}

function record(
  manager: EntityManager,
  { id: projectId, organizationId }: ProjectEntity,
  recommendation: Recommendation,
  decision: 'approved' | 'dismissed',
): Promise<void> {
  const { id, status } = recommendation;
  const { before, after } = decision === 'approved' ? decided(recommendation) : NOTHING_DECIDED;
  return recordChange(manager, {
    organizationId,
    projectId,
    action: decision === 'approved' ? 'recommendation.approve' : 'recommendation.dismiss',
    targetId: id,
    before: { status, ...before },
    after: { status: decision, ...after },
  });
}

const NOTHING_DECIDED = { before: {}, after: {} };

/** What an approval changes, as the audit log shows it. */
function decided(recommendation: Recommendation): { before: object; after: object } {
  const { groupId, routerId, currentModel, recommendedModel } = recommendation;
  return groupId === null
    ? {
        before: { threshold: recommendation.currentThreshold },
        after: { router_id: routerId, threshold: recommendation.recommendedThreshold },
      }
    : { before: { served_by: currentModel }, after: { group_id: groupId, assigned_model: recommendedModel } };
}
