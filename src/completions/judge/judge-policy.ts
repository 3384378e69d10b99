import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { isModelAllowed } from '../../projects/is-model-allowed.js';
import { isRetentionAllowed } from '../../projects/is-retention-allowed.js';
import { JUDGE_MODEL, type JudgeModel } from './judge-model.js';

/** Whose text the judge model may be sent: a project's policy holds for it as for every other model. */
@Injectable()
export class JudgePolicy {
  constructor(
    @Inject(JUDGE_MODEL) private readonly judge: JudgeModel | undefined,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  allows({
    chineseModels,
    zeroRetention,
  }: {
    readonly chineseModels: boolean;
    readonly zeroRetention: boolean;
  }): boolean {
    if (this.judge === undefined) return false;
    const { target, model } = this.judge;
    const { zeroRetentionProviders: agreed } = this.settings;
    return (
      isModelAllowed({ chineseLab: model.chineseLab, chineseModels }) &&
      isRetentionAllowed({ zeroRetention, agreed }, target.upstream)
    );
  }
}
