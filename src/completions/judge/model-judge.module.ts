import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { ModelIds } from '../../catalog/ids/model-ids.service.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { JudgingModule } from '../../records/judging/judging.module.js';
import { JudgeDaysRepository } from './judge-days.repository.js';
import { findJudgeModel, JUDGE_MODEL } from './judge-model.js';
import { JudgePolicy } from './judge-policy.js';
import { JudgeRun } from './judge-run.service.js';
import { ModelJudge } from './model-judge.service.js';

/** The judge model: sampling, its queue, budget and report. */
@Module({
  imports: [JudgingModule],
  providers: [
    {
      provide: JUDGE_MODEL,
      inject: [SETTINGS, ModelIds],
      useFactory: ({ judgeModel }: Settings, modelIds: ModelIds) => findJudgeModel(judgeModel, modelIds),
    },
    JudgeDaysRepository,
    JudgePolicy,
    JudgeRun,
    ModelJudge,
  ],
  exports: [ModelJudge],
})
export class ModelJudgeModule implements BeforeApplicationShutdown {
  constructor(private readonly judge: ModelJudge) {}

  /** Verdicts may be lost; a question on its way is settled before the database connection goes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.judge.stop();
  }
}
