import type { Caller } from '../../auth/caller.js';
import type { Attribution } from '../../billing/calls/attribution.js';
import { toCallRecord, type Priced } from '../../billing/metering/call-outcome.js';
import type { Metering } from '../../billing/metering/metering.service.js';
import { cutError } from '../../live-calls/cut-error.js';
import type { CutCause, LiveCall } from '../../live-calls/live-call.js';
import { asGatewayError, type GatewayError } from '../../lib/gateway-error.js';
import { formatUsd } from '../../lib/money.js';
import { interruption } from '../../upstreams/upstream-answer.js';
import type { UpstreamHeaders } from '../../upstreams/upstream-transport.js';
import { publicIdOf as attemptModel, type Attempt } from '../attempts/attempt.js';
import { ChatAttempt, type AttemptOutcome, type AttemptServices } from '../attempts/chat-attempt.js';
import { firstAttempt, nextAttempt, type AttemptResult } from '../attempts/next-attempt.js';
import type { AnchoredRouters } from '../../routing/routers/anchored-routers.service.js';
import { publicIdOf, type CallPlan } from '../plan/call-plan.js';
import type { AnswerChecks } from '../cascade/answer-checks.js';
import { requestedModelOf, type CallRequest } from '../plan/call-request.js';
import type { PreparedPrompt } from '../compression/prepared-prompt.js';
import type { CallDialect } from '../dialects/call-dialect.js';
import { FirstNaming } from '../plan/first-naming.js';
import type { CachedHead, CacheTurn } from '../../cached-answers/cache-turn.js';
import { priceStreamEnd } from '../../wire/sse/price-stream-end.js';
import { isOnOwnKey, type CallWish } from '../../upstreams/accounts/provider-accounts.service.js';
import type { ChatTarget } from '../../upstreams/shaping/chat-target.js';
import { stickyKey } from '../plan/sticky-key.js';
import type { SampledCall } from '../judge/sampled-call.js';
import { answerHead, cachedHead, type HeaderNames } from './answer-head.js';
import { chosenAttempt, type Ended } from './chosen-attempt.js';
import { judgeAttempt } from './judge-attempt.js';
import type { StreamRelay } from './stream-relay.js';

export interface ChatCallServices extends AttemptServices {
  readonly anchoredRouters: AnchoredRouters;
  readonly metering: Metering;
  readonly headerNames: HeaderNames;
  readonly liveCallTimeoutMs: number;
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
  readonly attribution: Attribution | undefined;
  /** Present when the answer was looked for in the cache, and is to be kept there. */
  readonly cache: CacheTurn | undefined;
  /** Present when no money is held yet, because the call begins on the project's own key. @throws what `BalanceBook.admit` throws */
  readonly hold: (() => Promise<void>) | undefined;
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
const WHOLE_HEADERS = { 'content-type': 'application/json' } as const;
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;
/** What an answer costs that is given again. */
const FREE = '0';
const NO_ACCOUNTS: readonly string[] = [];
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
      attempt = this.next(judgeAttempt(ended, this.inputs.checks));
      if (attempt !== undefined && !(await this.isPaidFor(attempt))) attempt = undefined;
    }
    // Nothing of a call that was cut is opened any more.
    for (const { outcome } of this.ended) if (outcome.kind === 'cut') outcome.relay?.drop();
    await this.naming?.settle(this.ended.map(({ run, outcome }) => ({ attempt: run.attempt, outcome })));
    await this.conclude(chosenAttempt(this.ended));
  }

  private next(result: AttemptResult): Attempt | undefined {
    const { plan, request } = this.inputs;
    return nextAttempt({
      plan,
      control: request.reasoning,
      maxTokens: request.maxTokens,
      tried: this.tried,
      result,
      hasOtherAccount: (target) => this.services.accounts.hasOther(target.upstream, this.wishFor(target)),
    });
  }

  private wishFor({ publicId, upstream, upstreamModelId }: ChatTarget): CallWish {
    const own = this.inputs.caller.providerKeys?.get(upstream);
    return { model: upstreamModelId, not: this.accountsAsked(publicId), own };
  }

  /** A call that began on the project's own key is held for when it turns to an account of ours; without money it does not. */
  private isPaidFor(attempt: Attempt): boolean | Promise<boolean> {
    const { hold } = this.inputs;
    if (hold === undefined || attempt.kind !== 'hosted' || isOnOwnKey(this.wishFor(attempt.target)))
      return true;
    return hold().then(
      () => true,
      () => false,
    );
  }

  /** By this call, for the model. @param inVain only those that gave nothing: the others may be asked again for another answer */
  private accountsAsked(publicId: string, inVain = false): readonly string[] {
    return this.started.flatMap((run, at) => {
      const ended = this.ended[at];
      const counts = !inVain || ended === undefined || run.isOutage(ended.outcome);
      return counts && run.account !== undefined && attemptModel(run.attempt) === publicId
        ? [run.account]
        : [];
    });
  }

  /** A way around goes to an account that was not asked; any other retry to one that did not fail. */
  private accountsNotFor(attempt: Attempt): readonly string[] {
    if (this.ended.length === 0) return NO_ACCOUNTS;
    return this.accountsAsked(attemptModel(attempt), attempt.retryReason !== 'outage-fallback');
  }

  private start(attempt: Attempt): ChatAttempt {
    const { call, caller, request, dialect, prompt, sample } = this.inputs;
    sample?.restart();
    const run: ChatAttempt = new ChatAttempt(this.services, {
      call,
      attempt,
      dialect,
      scan: prompt.scan,
      hasForeignMembers: request.view.hasForeignMembers,
      stream: request.stream,
      reasoning: request.reasoning,
      zeroRetention: caller.zeroRetention,
      providerKeys: caller.providerKeys,
      sticky: stickyKey(request),
      notAccounts: this.accountsNotFor(attempt),
      mayGiveUp: () => {
        const next = this.next({ kind: 'outage', ofOwnKey: run.isOnOwnKey });
        return next !== undefined && this.isPaidFor(next);
      },
      createdSeconds: this.createdSeconds,
      sendHead: (running, headers) => this.sendStreamHead(running, headers),
      watch: sample?.watch,
      beforeStream: this.naming && (() => this.naming?.create()),
    });
    this.started.push(run);
    this.tried.push(attempt);
    return run;
  }

  private conclude(chosen: Ended): Promise<void> {
    const { run, outcome } = chosen;
    // Errors say it too.
    if (run.isOnOwnKey) this.inputs.call.setHeader(this.services.headerNames.billedTo, 'own-key');
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
    const { call, sample, checks, cache } = this.inputs;
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
    if (cache !== undefined && answer.errorStatus === undefined)
      await cache.keepWhole(
        this.cachedHead(run, WHOLE_HEADERS),
        dialect.render(answer, { cost: FREE, estimate }),
      );
    const answerHeaders = this.answerHeaders(run, headers);
    Object.assign(answerHeaders, WHOLE_HEADERS);
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
    const ends = relay.finish({ cost: costText(priced), estimate: relay.estimateToTell(priced?.usage) });
    const kept = dialect.keep?.(this.inputs.call.id);
    try {
      await durable;
    } catch (error) {
      await dialect.forget?.();
      this.endWithError(error, (known) => relay.failInstead(ends, known));
      return;
    }
    if (kept !== undefined) await kept;
    relay.open();
    relay.close();
    const { cache } = this.inputs;
    if (cache !== undefined && relay.isWhole)
      await cache.keepStream(this.cachedHead(run, STREAM_HEADERS), priceStreamEnd(Buffer.concat(ends), FREE));
    this.inputs.call.endStream(...ends);
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
    call.endStream(render(asGatewayError(error)));
  }

  private sendStreamHead(run: ChatAttempt, headers: UpstreamHeaders): void {
    const head = this.answerHeaders(run, headers);
    Object.assign(head, STREAM_HEADERS);
    this.inputs.call.startStream(200, head);
  }

  private answerHeaders(run: ChatAttempt, headers: UpstreamHeaders): Record<string, string> {
    const { plan, prompt, cache } = this.inputs;
    return answerHead(this.services.headerNames, run, headers, {
      plan,
      prompt,
      isCacheMiss: cache !== undefined,
      routerId: this.routerId(),
      started: this.started,
    });
  }

  private cachedHead(run: ChatAttempt, ofForm: Readonly<Record<string, string>>): CachedHead {
    return cachedHead(this.services.headerNames, run, this.inputs.plan.tier, ofForm);
  }

  private routerId(): string | undefined {
    const { plan } = this.inputs;
    return plan.kind === 'hosted' ? (plan.routerId ?? this.naming?.routerId) : undefined;
  }

  /** Commits every attempt. */
  private commit({ status, answeredBy }: Conclusion): Bill {
    const { call, caller, request, dialect, plan, traceId, checks } = this.inputs;
    let answer: Priced | undefined;
    let responseId: string | undefined;
    const attempts = this.ended.map(({ run, outcome }) => {
      const priced =
        this.ended.length > 1 && run.isOutage(outcome) ? run.reportedPriceOf(outcome) : run.priceOf(outcome);
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
        requestedModel: requestedModelOf(request),
        decidedModel: publicIdOf(plan),
        servedModel:
          answeredBy === undefined || answer === undefined ? undefined : attemptModel(answeredBy.attempt),
        tier: plan.tier,
        routerId: this.routerId(),
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
        attribution: this.inputs.attribution,
      }),
    );
    return { priced: answer, durable };
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function costText(priced: Priced | undefined): string | undefined {
  return priced?.cost === undefined ? undefined : formatUsd(priced.cost);
}
