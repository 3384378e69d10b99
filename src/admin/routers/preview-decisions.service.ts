import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { UNBOUND_KEY, type Caller } from '../../auth/caller.js';
import { estimateHold } from '../../billing/prices/estimate-usage.js';
import { rawBodyOf } from '../body/raw-body.js';
import { toUsdNumber } from '../../lib/money.js';
import type { OrganizationEntity } from '../../projects/organization.entity.js';
import { ModelAliases } from '../../projects/aliases/model-aliases.service.js';
import { OrganizationsService } from '../../projects/organizations.service.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import type { RouteOutcome, RouteQuestion } from '../../routing/decision/decision.js';
import type { RouterToPreview } from '../../routing/decision/asked.js';
import { DecisionService } from '../../routing/decision/decision.service.js';
import { presentOutcome } from '../../routing/decision/present-decision.js';
import { toRouter } from '../../routing/routers/router-directory.service.js';
import { RoutersService } from '../../routing/routers/routers.service.js';
import { NotFoundError } from '../admin-scope.js';
import type { RouterDraft } from './preview-requests.dto.js';
import { inside, readPreview, type PreviewedRouter } from './read-preview.js';

/** What a router, or a draft of one, would decide: by the code that decides calls. Nothing is kept of it. */
@Injectable()
export class PreviewDecisions {
  constructor(
    private readonly decisions: DecisionService,
    private readonly routers: RoutersService,
    private readonly organizations: OrganizationsService,
    private readonly aliases: ModelAliases,
  ) {}

  /** @throws NotFoundError (404), InvalidRequestError (400) that names the field, and what calls are refused with */
  async preview(request: FastifyRequest, project: ProjectEntity): Promise<object> {
    const { router: previewed, question } = await readPreview(rawBodyOf(request));
    const router = await this.routerOf(previewed, project);
    const organization = await this.organizations.find(project.organizationId);
    if (organization === null) throw new NotFoundError('project', project.id);
    const caller = callerOf(project, organization, await this.aliases.namesOf(project.id));
    const outcome = await this.decisions.preview(caller, question, router);
    return { ...presentOutcome(outcome), ...estimateOf(outcome, question) };
  }

  private async routerOf(previewed: PreviewedRouter, project: ProjectEntity): Promise<RouterToPreview> {
    if (previewed.kind === 'draft') return this.planDraft(previewed.draft, project);
    const row = await this.routers.find(previewed.id);
    if (row === null || row.projectId !== project.id) throw new NotFoundError('router', previewed.id);
    return toRouter(row);
  }

  private planDraft(
    { name = 'Draft', tiers, threshold, anchor_model: anchorModel }: RouterDraft,
    { chineseModels }: ProjectEntity,
  ): RouterToPreview {
    try {
      return this.routers.planDraft({ name, tiers, threshold, anchorModel }, chineseModels);
    } catch (error) {
      throw inside('router', error);
    }
  }
}

/** As a key of the project would call. */
function callerOf(
  project: ProjectEntity,
  organization: OrganizationEntity,
  aliases: Caller['aliases'],
): Caller {
  const { payAsYouGo, zeroRetention, rateLimits } = organization;
  return {
    keyId: '',
    projectId: project.id,
    organizationId: organization.id,
    permissions: {
      smartRouting: project.smartRouting,
      automaticUpdates: project.automaticUpdates,
      tokenCompression: project.tokenCompression,
      chineseModels: project.chineseModels,
      responseStorage: project.responseStorage,
    },
    aliases,
    traceContent: project.traceContent,
    contentPolicy: undefined,
    payAsYouGo,
    zeroRetention,
    rateLimits,
    ...UNBOUND_KEY,
  };
}

/** What would be held while such a call runs; nothing where no price is known. */
function estimateOf(
  outcome: RouteOutcome,
  { promptBytes, maxTokens }: RouteQuestion,
): { readonly estimate_usd?: number } {
  const model = outcome.kind === 'decision' ? outcome.candidate.model : undefined;
  if (model === undefined) return {};
  const { prices, maxOutput } = model;
  return { estimate_usd: toUsdNumber(estimateHold({ promptBytes, maxTokens, maxOutput, prices })) };
}
