import { Injectable } from '@nestjs/common';
import { Catalog } from '../catalog/catalog.js';
import type { ProjectEntity } from '../projects/project.entity.js';
import { canonicalModel } from '../records/judging/canonical-model.js';
import type { JudgedGroup } from '../records/judging/judged-groups-reader.js';
import { explainGroup } from './explain.js';
import type { RouterRecord } from './router-records.service.js';
import { recommendForGroup, type GroupChange, type TierRecordIds } from './recommend-for-group.js';
import { RecommendationPolicy } from './recommendation-policy.service.js';
import type { Proposal } from './recommendation.js';

export interface GroupQuestion {
  readonly project: ProjectEntity;
  readonly groups: readonly JudgedGroup[];
  readonly routers: readonly RouterRecord[];
}

/** What the records of groups speak for: another model, which is another tier where the router has it. */
@Injectable()
export class GroupProposals {
  constructor(
    private readonly policy: RecommendationPolicy,
    private readonly catalog: Catalog,
  ) {}

  async find({ project, groups, routers }: GroupQuestion): Promise<Proposal[]> {
    const { allows } = await this.policy.of(project);
    return groups.flatMap((group) => {
      const router = routers.find(({ id }) => id === group.routerId);
      const change = recommendForGroup({
        records: group.standing.records,
        currentModel: canonicalModel(group.currentModel, this.catalog),
        tiers: router?.serving ?? NO_TIERS,
        stopped: new Set(group.standing.guardrail.stoppedModels),
        traffic: group.traffic,
        allowed: allows,
        prices: (model) => this.catalog.find(model)?.prices,
      });
      return change === undefined ? [] : [toProposal(group, change)];
    });
  }
}

const NO_TIERS: TierRecordIds = {};

function toProposal({ id, routerId }: JudgedGroup, change: GroupChange): Proposal {
  const { tiers, currentModel, recommendedModel, evidence, monthlySaving } = change;
  return {
    kind: tiers === undefined ? 'group_model' : 'group_tier',
    groupId: id,
    routerId: routerId ?? null,
    currentModel,
    recommendedModel,
    currentTier: tiers?.current ?? null,
    recommendedTier: tiers?.recommended ?? null,
    currentThreshold: null,
    recommendedThreshold: null,
    reason: explainGroup(change),
    evidence,
    monthlySaving,
  };
}
