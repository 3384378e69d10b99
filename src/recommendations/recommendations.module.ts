import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { JudgingModule } from '../records/judging/judging.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { GroupProposals } from './group-proposals.service.js';
import { RecommendationPolicy } from './recommendation-policy.service.js';
import { RecommendationsRepository } from './recommendations.repository.js';
import { RecommendationsService } from './recommendations.service.js';
import { RouterRecords } from './router-records.service.js';
import { ThresholdUpdates } from './threshold-updates.service.js';
import { Thresholds } from './thresholds.service.js';

/** What the records say against what is in force: proposed while automatic updates is off, and applied while it is on. */
@Module({
  imports: [ProjectsModule, JudgingModule, RoutingModule],
  providers: [
    RecommendationsService,
    RecommendationsRepository,
    RecommendationPolicy,
    RouterRecords,
    GroupProposals,
    Thresholds,
    ThresholdUpdates,
  ],
  exports: [RecommendationsService, ThresholdUpdates],
})
export class RecommendationsModule {}
