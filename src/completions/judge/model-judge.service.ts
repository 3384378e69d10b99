import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { LOGGER } from '../../http/logger.js';
import { Metrics } from '../../metrics/metrics.js';
import { Clock } from '../../lib/clock.js';
import type { PicoUsd } from '../../lib/money.js';
import type { CheckedCall } from '../cascade/answer-judge.service.js';
import { JobQueue } from './job-queue.js';
import type { JudgeDay } from './judge-day.js';
import { JudgeDaysRepository } from './judge-days.repository.js';
import { JUDGE_MODEL, type JudgeModel } from './judge-model.js';
import { JudgePolicy } from './judge-policy.js';
import { JudgeRun, type JudgeJob } from './judge-run.service.js';
import { judgedText } from './judged-text.js';
import { SampledCall } from './sampled-call.js';

/** What the operator sees of the judge model. */
export interface JudgeReport {
  readonly model: string | undefined;
  readonly sampleRate: number;
  readonly dailyBudget: PicoUsd;
  readonly budgetLeft: PicoUsd;
  /** Newest first. */
  readonly days: readonly JudgeDay[];
}

const MAX_WAITING = 100;
const CONCURRENCY = 2;
const REPORTED_DAYS = 30;

/** The judge model: a sample of the answers to grouped machine tasks goes to it, behind the calls. */
@Injectable()
export class ModelJudge {
  private readonly queue: JobQueue<JudgeJob>;

  constructor(
    @Inject(JUDGE_MODEL) private readonly judge: JudgeModel | undefined,
    private readonly policy: JudgePolicy,
    run: JudgeRun,
    private readonly days: JudgeDaysRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.queue = new JobQueue({
      name: 'judge model',
      maxWaiting: MAX_WAITING,
      concurrency: CONCURRENCY,
      run: (job, signal) => run.run(job, signal),
      logger,
    });
  }

  /** The call as far as its answer is to be judged; `undefined` for most. Costs two comparisons where nothing is sampled. */
  sample({ call, caller, request, plan }: CheckedCall): SampledCall | undefined {
    if (this.judge === undefined || plan.kind !== 'hosted' || plan.groupId === undefined) return undefined;
    if (Math.random() >= this.settings.judgeSampleRate) return undefined;
    const { projectId, organizationId, zeroRetention } = caller;
    const { chineseModels } = caller.permissions;
    if (!this.policy.allows({ chineseModels, zeroRetention })) return undefined;
    const about = {
      callId: call.id,
      groupId: plan.groupId,
      projectId,
      organizationId,
      taskAt: call.startedAt,
    };
    return new SampledCall(request.stream, (model, answer) => {
      // Behind the answer, whose last bytes are on their way; and now, so that no whole bodies wait in the queue.
      setImmediate(() => {
        const text = judgedText(request.view, answer());
        if (text !== undefined) this.enqueue({ ...about, model, text });
      });
    });
  }

  async report(): Promise<JudgeReport> {
    const days = await this.days.list(REPORTED_DAYS);
    const today = this.clock.now().toISOString().slice(0, 10);
    const current = days.find(({ day }) => day === today);
    const { judgeSampleRate: sampleRate, judgeDailyBudget: dailyBudget } = this.settings;
    const left = dailyBudget - (current === undefined ? 0n : current.spent + current.held);
    return {
      model: this.judge?.target.publicId,
      sampleRate,
      dailyBudget,
      budgetLeft: left > 0n ? left : 0n,
      days,
    };
  }

  stop(): Promise<void> {
    return this.queue.stop();
  }

  private enqueue(job: JudgeJob): void {
    if (!this.queue.add(job)) this.metrics.judgeAsked({ outcome: 'dropped' });
  }
}
