import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { estimateHold, estimateUsage } from '../../billing/prices/estimate-usage.js';
import { Catalog } from '../../catalog/catalog.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { LOGGER } from '../../http/logger.js';
import { Metrics } from '../../metrics/metrics.js';
import { Clock } from '../../lib/clock.js';
import { MINUTE_MS } from '../../lib/durations.js';
import { randomChars } from '../../lib/ids.js';
import type { PicoUsd } from '../../lib/money.js';
import { JudgedTasks } from '../../records/judging/judged-tasks.service.js';
import { ProviderAccounts } from '../../upstreams/accounts/provider-accounts.service.js';
import { sendWhole, type WholeUpstreamAnswer } from '../../upstreams/send-whole.js';
import { shapeChat } from '../../upstreams/shaping/shape-chat.js';
import { UpstreamTransport, type UpstreamRequest } from '../../upstreams/upstream-transport.js';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { readAnswerFacts } from '../attempts/answer-facts.js';
import { priceAnswer } from '../settle/price-answer.js';
import { readAnthropicAnswer, readOpenAiAnswer, type ReadAnswer } from '../relay/read-answer.js';
import type { JudgeOutcome } from './judge-day.js';
import { JudgeDaysRepository } from './judge-days.repository.js';
import { JUDGE_MODEL, type JudgeModel } from './judge-model.js';
import { JudgePolicy } from './judge-policy.js';
import { judgeQuestion, maxVerdictTokens, type JudgedText } from './judge-question.js';
import { readVerdict, type ModelVerdict } from './read-verdict.js';

/** An answer to be judged, with what its verdict is recorded under. */
export interface JudgeJob {
  readonly callId: string;
  readonly groupId: string;
  readonly projectId: string;
  readonly organizationId: string;
  /** The model that gave the answer. */
  readonly model: string;
  readonly taskAt: Date;
  readonly text: JudgedText;
}

/** What became of a question. */
interface Asked {
  readonly verdict: ModelVerdict | undefined;
  readonly cost: PicoUsd;
}

const TIMEOUT_MS = MINUTE_MS;
const MAX_REPLY_BYTES = 262_144;
const MARK_LENGTH = 16;
/** Text of some scripts makes a token of two bytes: the hold is to be on the safe side. */
const SAFE_BYTES_FACTOR = 2;

/** Asks the judge model about one answer: policy, budget, question, price, verdict. Never on a caller's path. */
@Injectable()
export class JudgeRun {
  constructor(
    @Inject(JUDGE_MODEL) private readonly judge: JudgeModel | undefined,
    private readonly days: JudgeDaysRepository,
    private readonly policy: JudgePolicy,
    private readonly judgedTasks: JudgedTasks,
    private readonly accounts: ProviderAccounts,
    private readonly transport: UpstreamTransport,
    private readonly catalog: Catalog,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects when the database fails; an upstream that fails gives no verdict. */
  async run(job: JudgeJob, signal: AbortSignal): Promise<void> {
    const { judge } = this;
    if (judge === undefined) return;
    // Asked again: a policy that changed while the job waited holds.
    const policy = await this.days.readPolicy(job.projectId);
    if (policy === undefined || !this.policy.allows(policy)) return;
    const { zeroRetention } = policy;
    const mark = randomChars(MARK_LENGTH);
    const question = judgeQuestion(job.text, mark, judge.model);
    const held = this.estimate(question.length, judge);
    const day = this.clock.now().toISOString().slice(0, 10);
    if (!(await this.days.hold(day, held, this.settings.judgeDailyBudget))) {
      this.metrics.judgeAsked({ outcome: 'over-budget' });
      return;
    }
    const { verdict, cost } = await this.ask({ question, mark, judge, zeroRetention, held, signal });
    const outcome: JudgeOutcome =
      verdict === undefined ? 'no-verdict' : verdict.success ? 'success' : 'failure';
    this.metrics.judgeAsked({ outcome, cost });
    await this.days.settle(day, { held, cost, outcome });
    if (verdict !== undefined) this.record(job, verdict, zeroRetention);
  }

  private estimate(bytes: number, { model }: JudgeModel): PicoUsd {
    return estimateHold({
      promptBytes: bytes * SAFE_BYTES_FACTOR,
      maxTokens: maxVerdictTokens(model),
      maxOutput: model.maxOutput,
      prices: model.prices,
    });
  }

  private async ask({
    question,
    mark,
    judge,
    zeroRetention,
    held,
    signal,
  }: {
    question: Buffer;
    mark: string;
    judge: JudgeModel;
    zeroRetention: boolean;
    held: PicoUsd;
    signal: AbortSignal;
  }): Promise<Asked> {
    let request: UpstreamRequest;
    try {
      request = this.requestOf(judge, { question, zeroRetention });
    } catch (error) {
      this.logger.warn({ err: error }, 'the judge model cannot be asked');
      return { verdict: undefined, cost: 0n };
    }
    let answer: WholeUpstreamAnswer;
    try {
      const { transport } = this;
      answer = await sendWhole({
        transport,
        request,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_REPLY_BYTES,
        signal,
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'the judge model gave no answer');
      // Once it was reached it may have worked, and charge for it: what was held counts as spent.
      return { verdict: undefined, cost: wasNeverReached(error) ? 0n : held };
    }
    // A refusal is free.
    if (answer.status !== 200) {
      this.logger.warn({ status: answer.status }, 'the judge model refused');
      return { verdict: undefined, cost: 0n };
    }
    return this.readReply(judge, { answer, question, mark, held });
  }

  private requestOf(
    { target }: JudgeModel,
    { question, zeroRetention }: { question: Buffer; zeroRetention: boolean },
  ): UpstreamRequest {
    const account = this.accounts.pickForOther(target.upstream, { model: target.upstreamModelId });
    const { origin, chatPath: path, wholeHeaders: headers } = account;
    const { body } = shapeChat({
      scan: scanTopLevel(question),
      target,
      stream: false,
      reasoning: { kind: 'absent' },
      thinkingOff: 'own',
      zeroRetention,
    });
    return { origin, path, headers, body };
  }

  private async readReply(
    { target, model }: JudgeModel,
    {
      answer: { body, headers },
      question,
      mark,
      held,
    }: { answer: WholeUpstreamAnswer; question: Buffer; mark: string; held: PicoUsd },
  ): Promise<Asked> {
    let read: ReadAnswer;
    try {
      read = await (target.upstream === 'provider_a'
        ? readAnthropicAnswer(body, { model: target.publicId, createdSeconds: 0 })
        : readOpenAiAnswer({ body, headers, ownAccount: true, sent: {} }));
    } catch {
      return { verdict: undefined, cost: held };
    }
    const usage =
      read.usage ?? estimateUsage({ promptBytes: question.length, outputCharacters: read.outputBytes });
    const { webSearchFeePicoUsd } = this.catalog;
    const { cost } = priceAnswer({ billable: true, model, usage, webSearchFeePicoUsd });
    return { verdict: readVerdict(readAnswerFacts(read.scan).text, mark), cost: cost ?? held };
  }

  private record(job: JudgeJob, { success, reason }: ModelVerdict, zeroRetention: boolean): void {
    const { callId, groupId, projectId, organizationId, model, taskAt } = job;
    this.judgedTasks.record({
      callId,
      groupId,
      projectId,
      organizationId,
      model,
      success,
      source: 'judge-model',
      // It speaks of what the caller wrote, which is not kept under zero retention.
      note: zeroRetention ? undefined : reason,
      taskAt,
    });
  }
}

/** Nothing can have been sent on a connection that never was. */
function wasNeverReached(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'UND_ERR_CONNECT_TIMEOUT';
}
