import type { Caller } from '../auth/caller.js';
import { toCallRecord, type Priced } from '../billing/call-outcome.js';
import type { Metering } from '../billing/metering.service.js';
import { cutError } from '../http/cut-error.js';
import type { CutCause, LiveCall } from '../http/live-call.js';
import { GatewayError } from '../lib/gateway-error.js';
import { formatUsd } from '../lib/money.js';
import { forwardedHeaders, interruption } from '../upstreams/upstream-answer.js';
import type { UpstreamHeaders } from '../upstreams/upstream-transport.js';
import { publicIdOf as attemptModel, type Attempt } from './attempts/attempt.js';
import { ChatAttempt, type AttemptOutcome, type AttemptServices } from './attempts/chat-attempt.js';
import { firstAttempt, nextAttempt, type AttemptResult } from './attempts/next-attempt.js';
import type { AnchoredRouters } from '../routing/anchored-routers.service.js';
import { publicIdOf, type CallPlan } from './call-plan.js';
import type { AnswerChecks } from './cascade/answer-checks.js';
import type { CallRequest } from './call-request.js';
import type { PreparedPrompt } from './compression/prepared-prompt.js';
import type { CallDialect } from './dialects/call-dialect.js';
import { FirstNaming } from './first-naming.js';
import type { SampledCall } from './judge/sampled-call.js';
import type { ReadAnswer } from './read-answer.js';
import type { StreamRelay } from './stream-relay.js';

export interface ChatCallServices extends AttemptServices {
  readonly anchoredRouters: AnchoredRouters;
  readonly metering: Metering;
  readonly headerNames: HeaderNames;
  readonly liveCallTimeoutMs: number;
}

/** The service's own answer headers, with the prefix of the settings. */
export interface HeaderNames {
  readonly model: string;
  readonly tier: string;
  readonly group: string;
  readonly router: string;
  readonly cost: string;
  readonly tokensSaved: string;
  readonly retry: string;
  readonly cascade: string;
  readonly ignored: string;
}

export interface ChatCallInputs {
  readonly call: LiveCall;
  readonly caller: Caller;
  readonly request: CallRequest;
  readonly dialect: CallDialect;
  readonly plan: CallPlan;
  /** The body that goes up: the caller's, or with its long texts shortened. */
  readonly prompt: PreparedPrompt;
  /** Checks whole answers against their `response_format`, for cascade and record; absent where nothing is to be checked. */
  readonly checks: AnswerChecks | undefined;
  /** Present when the judge model is to see the answer. */
  readonly sample: SampledCall | undefined;
  readonly traceId: string | undefined;
}

/** An attempt that is over. */
interface Ended {
  readonly run: ChatAttempt;
  readonly outcome: AttemptOutcome;
}

interface Conclusion {
  /** What the caller sees. */
  readonly status: number;
  /** Whose answer the caller gets. */
  readonly answeredBy: ChatAttempt | undefined;
}

interface Bill {
  /** What the caller's answer comes to; undefined when it was free or none was given. */
  readonly priced: Priced | undefined;
  /** Resolves when it is committed. @throws MeteringUnavailableError */
  readonly durable: Promise<void>;
}

/** What a caller that left is logged as. */
const CLIENT_CLOSED = 499;
const SHOWN_RETRIES: ReadonlySet<string> = new Set(['thinking-disabled', 'content-filter-fallback']);
const REFUSED_STATUSES: ReadonlySet<number> = new Set([400, 422]);
const ABOUT_THINKING = /think|reason|effort|chat_template/i;
const ABOUT_FOREIGN_REASONING =
  /"code"\s*:\s*"invalid_encrypted_content"|encrypted content [^"]{0,400}could not be verified/i;

/**
 * One call of chat completions or of the Responses API that was admitted: its attempts, one after the other, until one gives what the caller gets; the bill of all of them
 * is committed before the answer ends.
 */
export class ChatCall {
  private readonly createdSeconds: number;
  private readonly started: ChatAttempt[] = [];
  private readonly tried: Attempt[] = [];
  private readonly ended: Ended[] = [];
  private readonly naming: FirstNaming | undefined;

  constructor(
    private readonly services: ChatCallServices,
    private readonly inputs: ChatCallInputs,
  ) {
    const { call, plan } = inputs;
    this.createdSeconds = Math.floor(call.startedAt.getTime() / 1_000);
    const request = plan.kind === 'hosted' ? plan.routerToCreate : undefined;
    this.naming = request && new FirstNaming(request, services.anchoredRouters);
  }

  /** Rejects only when nothing has been sent to the client. */
  async run(): Promise<void> {
    const { plan, request } = this.inputs;
    const { reasoning: control, maxTokens } = request;
    let attempt: Attempt | undefined = firstAttempt(plan, { control, maxTokens });
    while (attempt !== undefined) {
      const run = this.start(attempt);
      const ended = { run, outcome: await run.run() };
      this.ended.push(ended);
      attempt = nextAttempt({ plan, control, maxTokens, tried: this.tried, result: this.judge(ended) });
    }
    // Nothing of a call that was cut is opened any more.
    for (const { outcome } of this.ended) if (outcome.kind === 'cut') outcome.relay?.drop();
    await this.naming?.settle(this.ended.map(({ run, outcome }) => ({ attempt: run.attempt, outcome })));
    await this.conclude(this.chosen());
  }

  private start(attempt: Attempt): ChatAttempt {
    const { call, caller, request, dialect, prompt, sample } = this.inputs;
    sample?.restart();
    const run = new ChatAttempt(this.services, {
      call,
      attempt,
      dialect,
      scan: prompt.scan,
      hasForeignMembers: request.view.hasForeignMembers,
      stream: request.stream,
      reasoning: request.reasoning,
      zeroRetention: caller.zeroRetention,
      createdSeconds: this.createdSeconds,
      sendHead: (running, headers) => this.sendStreamHead(running, headers),
      watch: sample?.watch,
      beforeStream: this.naming && (() => this.naming?.create()),
    });
    this.started.push(run);
    this.tried.push(attempt);
    return run;
  }

  /** What came of an attempt, as far as another one may follow. */
  private judge({ run, outcome }: Ended): AttemptResult {
    switch (outcome.kind) {
      case 'answer':
        run.learnFromReasoning('taken');
        return this.judgeAnswer(run, outcome.answer);
      case 'stream': {
        const { relay } = outcome;
        relay.hold();
        if (!relay.carriedError) run.learnFromReasoning('taken');
        const empty = !relay.isOpen && !relay.sawVisible && !relay.carriedError;
        return { kind: 'answered', empty, finishReason: relay.finishReason };
      }
      case 'failed': {
        const kind = judgeFailure(run, outcome);
        if (kind === 'reasoning-refused') run.learnFromReasoning('refused');
        return { kind };
      }
      case 'broken':
        return { kind: outcome.relay.isOpen ? 'over' : 'failed' };
      case 'cut':
        return { kind: 'over' };
    }
  }

  private judgeAnswer({ attempt, dialect }: ChatAttempt, answer: ReadAnswer): AttemptResult {
    const { checks } = this.inputs;
    if (checks !== undefined) {
      const facts = dialect.readFacts(answer);
      const check = checks.check(attemptModel(attempt), facts);
      if (attempt.kind === 'hosted' && attempt.cascadeFirst && check !== 'unanswered') {
        checks.cascaded(attemptModel(attempt), check === 'broken');
        if (check === 'broken') return { kind: 'violation' };
      }
      return { kind: 'answered', empty: facts.empty, finishReason: facts.finishReason };
    }
    if (!dialect.mayNeedRetry(answer)) return { kind: 'answered', empty: false, finishReason: undefined };
    const { empty, finishReason } = dialect.readFacts(answer);
    return { kind: 'answered', empty, finishReason };
  }

  /**
   * The attempt whose answer the caller gets: the last one, or, when a retry after an empty answer gave nothing, that empty answer.
   * After an escalation it is always the last: its failure reaches the caller (contract section 5).
   */
  private chosen(): Ended {
    const last = this.ended.at(-1);
    if (last === undefined) throw new Error('a call without an attempt');
    const { outcome } = last;
    if (outcome.kind !== 'failed' && outcome.kind !== 'broken') return last;
    if (outcome.kind === 'broken' && outcome.relay.isOpen) return last;
    const earlier = this.ended.findLast(
      ({ run, outcome: { kind } }) => isUsable(kind) && !isCascadeFirst(run),
    );
    return earlier ?? last;
  }

  private conclude(chosen: Ended): Promise<void> {
    const { outcome } = chosen;
    switch (outcome.kind) {
      case 'answer':
        return this.concludeAnswer(chosen.run, outcome);
      case 'stream':
        return this.concludeStream(chosen.run, outcome.relay);
      case 'broken':
        return this.concludeBrokenStream(chosen.run, outcome);
      case 'failed':
        return this.concludeFailure(outcome.error);
      case 'cut':
        return this.concludeCut(outcome.cause);
    }
  }

  private async concludeAnswer(
    run: ChatAttempt,
    { headers, answer }: AttemptOutcome & { kind: 'answer' },
  ): Promise<void> {
    const { call, sample, checks } = this.inputs;
    const { dialect } = run;
    const { priced, durable } = this.commit({ status: answer.errorStatus ?? 200, answeredBy: run });
    const cost = costText(priced);
    const estimate = answer.usage === undefined ? priced?.usage : undefined;
    const body = dialect.render(answer, { cost, estimate });
    const kept = dialect.keep?.(this.inputs.call.id);
    try {
      await durable;
    } catch (error) {
      await dialect.forget?.();
      throw error;
    }
    if (kept !== undefined) await kept;
    const answerHeaders = this.answerHeaders(run, headers);
    answerHeaders['content-type'] = 'application/json';
    if (cost !== undefined) answerHeaders[this.services.headerNames.cost] = cost;
    call.sendWhole({ status: 200, headers: answerHeaders, body });
    // What breaks its contract is judged already, and no reading of it makes it usable.
    const model = attemptModel(run.attempt);
    if (checks?.isBroken(model) !== true) sample?.answered(model, () => dialect.readFacts(answer).text);
  }

  /** The closing event, or the upstream's last byte, has come. The bill is committed before the client gets its end. */
  private async concludeStream(run: ChatAttempt, relay: StreamRelay): Promise<void> {
    const { dialect } = run;
    const { priced, durable } = this.commit({ status: relay.errorStatus ?? 200, answeredBy: run });
    const rest = relay.finish({ cost: costText(priced), estimate: relay.estimateToTell(priced?.usage) });
    const kept = dialect.keep?.(this.inputs.call.id);
    try {
      await durable;
    } catch (error) {
      await dialect.forget?.();
      this.endWithError(error, (known) => relay.failInstead(rest, known));
      return;
    }
    if (kept !== undefined) await kept;
    relay.open();
    relay.close();
    this.inputs.call.endStream(rest);
    if (!relay.carriedError)
      this.inputs.sample?.streamed(attemptModel(run.attempt), (bytes) => dialect.textOfStream(bytes));
  }

  /** The upstream broke off: what arrived is billed, and the client is told, in the stream when it has begun. */
  private async concludeBrokenStream(
    run: ChatAttempt,
    { relay, error }: AttemptOutcome & { kind: 'broken' },
  ): Promise<void> {
    relay.drop();
    const { priced, durable } = this.commit({ status: 502, answeredBy: run });
    await durable.catch(() => undefined);
    this.endBroken(interruption(error), relay, priced);
  }

  private async concludeFailure(error: unknown): Promise<void> {
    const status =
      error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 502;
    const durable = this.commit({ status, answeredBy: undefined }).durable.catch(() => undefined);
    // A single attempt that failed costs nothing, so nobody has to wait for its row, unless a stream had reported its input.
    const reported = this.ended.some(
      ({ outcome }) => outcome.kind === 'failed' && outcome.relay !== undefined,
    );
    if (this.ended.length > 1 || reported) await durable;
    throw asError(error);
  }

  /** We closed the upstream: what it may charge for is billed. */
  private async concludeCut(cause: CutCause): Promise<void> {
    const { call } = this.inputs;
    const error = cutError(cause, this.services.liveCallTimeoutMs);
    const last = this.ended.at(-1);
    const { priced, durable } = this.commit({
      status: error?.status ?? CLIENT_CLOSED,
      answeredBy: last?.run,
    });
    await durable.catch(() => undefined);
    if (error === undefined) call.breakOff();
    else this.endBroken(error, last?.outcome.kind === 'cut' ? last.outcome.relay : undefined, priced);
  }

  /** What came of a stream is on the bill, and its end tells of both. */
  private endBroken(error: Error, relay: StreamRelay | undefined, priced: Priced | undefined): void {
    const bill = { cost: costText(priced), estimate: priced?.usage };
    this.endWithError(error, (known) => relay?.fail(known, bill));
  }

  /** An error once the stream has begun is told in it, and nothing follows. */
  private endWithError(error: unknown, render: (known: GatewayError) => Buffer | undefined): void {
    const { call } = this.inputs;
    if (!call.headSent) throw asError(error);
    const known =
      error instanceof GatewayError
        ? error
        : new GatewayError({
            status: 500,
            code: 'internal_error',
            message: 'Something failed on our side.',
            cause: error,
          });
    call.endStream(render(known));
  }

  private sendStreamHead(run: ChatAttempt, headers: UpstreamHeaders): void {
    const head = this.answerHeaders(run, headers);
    head['content-type'] = 'text/event-stream; charset=utf-8';
    head['cache-control'] = 'no-cache, no-transform';
    head['x-accel-buffering'] = 'no';
    this.inputs.call.startStream(200, head);
  }

  private answerHeaders(run: ChatAttempt, headers: UpstreamHeaders): Record<string, string> {
    const { plan, prompt } = this.inputs;
    const { headerNames } = this.services;
    const answer = forwardedHeaders(headers, run.sent);
    answer[headerNames.model] = attemptModel(run.attempt);
    answer[headerNames.tier] = plan.tier;
    if (plan.kind === 'hosted') {
      const routerId = plan.routerId ?? this.naming?.routerId;
      if (routerId !== undefined) answer[headerNames.router] = routerId;
      if (plan.groupId !== undefined) answer[headerNames.group] = plan.groupId;
      if (plan.cascadeFirst !== undefined)
        answer[headerNames.cascade] = isCascadeFirst(run) ? 'served-small' : 'escalated';
    }
    if (prompt.tokensSaved !== undefined) answer[headerNames.tokensSaved] = String(prompt.tokensSaved);
    if (run.ignored.length > 0) answer[headerNames.ignored] = run.ignored.join(',');
    const retries = retryHeader(this.started);
    if (retries !== '') answer[headerNames.retry] = retries;
    return answer;
  }

  /** Commits every attempt. */
  private commit({ status, answeredBy }: Conclusion): Bill {
    const { call, caller, request, dialect, plan, traceId, checks } = this.inputs;
    let answer: Priced | undefined;
    let responseId: string | undefined;
    const attempts = this.ended.map(({ run, outcome }) => {
      const priced = run.priceOf(outcome);
      if (run === answeredBy) {
        answer = priced;
        responseId = run.responseIdOf(outcome);
      }
      return run.record(outcome, priced);
    });
    const isHosted = plan.kind === 'hosted';
    const durable = this.services.metering.commit(
      toCallRecord({
        caller,
        call,
        surface: dialect.surface,
        requestedModel: request.model === '' ? 'auto' : request.model,
        decidedModel: publicIdOf(plan),
        servedModel:
          answeredBy === undefined || answer === undefined ? undefined : attemptModel(answeredBy.attempt),
        tier: plan.tier,
        routerId: isHosted ? (plan.routerId ?? this.naming?.routerId) : undefined,
        groupId: isHosted ? plan.groupId : undefined,
        complexity: isHosted ? plan.complexity : undefined,
        decidedBy: isHosted ? plan.decidedBy : undefined,
        reasons: checks === undefined ? plan.reasons : [...plan.reasons, ...checks.notes],
        stream: request.stream,
        status,
        priced: answer,
        attempts,
        traceId,
        responseId,
      }),
    );
    return { priced: answer, durable };
  }
}

/** What fired, comma-separated, in order (contract section 5). */
function retryHeader(started: readonly ChatAttempt[]): string {
  const fired: string[] = [];
  for (const { attempt, toolChoiceChanged } of started) {
    if (attempt.retryReason !== undefined && SHOWN_RETRIES.has(attempt.retryReason))
      fired.push(attempt.retryReason);
    if (toolChoiceChanged) fired.push('tool-choice-auto');
  }
  return fired.length === 0 ? '' : [...new Set(fired)].join(',');
}

/** Two refusals are about what goes up beside the caller's words, and the same model may be asked without it. */
function judgeFailure(
  { ownThinkingOff, replaysReasoning }: ChatAttempt,
  { status, refusal }: AttemptOutcome & { kind: 'failed' },
): 'override-refused' | 'reasoning-refused' | 'failed' {
  if (!REFUSED_STATUSES.has(status)) return 'failed';
  if (replaysReasoning && ABOUT_FOREIGN_REASONING.test(refusal)) return 'reasoning-refused';
  return ownThinkingOff && ABOUT_THINKING.test(refusal) ? 'override-refused' : 'failed';
}

function isUsable(kind: AttemptOutcome['kind']): boolean {
  return kind === 'answer' || kind === 'stream';
}

function isCascadeFirst({ attempt }: ChatAttempt): boolean {
  return attempt.kind === 'hosted' && attempt.cascadeFirst;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function costText(priced: Priced | undefined): string | undefined {
  return priced?.cost === undefined ? undefined : formatUsd(priced.cost);
}
