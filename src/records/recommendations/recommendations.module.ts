import { Module } from '@nestjs/common';
import { JudgingModule } from '../judging/judging.module.js';
import { JudgedGroupsRepository } from './judged-groups.repository.js';
import { RecommendationsRepository } from './recommendations.repository.js';
import { RecommendationsService } from './recommendations.service.js';

@Module({
  imports: [JudgingModule],
  providers: [RecommendationsService, RecommendationsRepository, JudgedGroupsRepository],
  exports: [RecommendationsService],
})
export class RecommendationsModule {}
