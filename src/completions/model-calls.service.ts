import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.js';
import { BalanceBook, type Hold } from '../billing/holds/balance-book.service.js';
import { estimateHold } from '../billing/prices/estimate-usage.js';
import { Metering } from '../billing/metering/metering.service.js';
import { AnswerCache } from '../cached-answers/answer-cache.service.js';
import type { CacheTurn } from '../cached-answers/cache-turn.js';
import type { CacheWish } from '../cached-answers/cache-wish.js';
import type { CachedAnswer } from '../cached-answers/cached-answer.js';
import { CallContents, type KeptCall } from '../contents/call-contents.service.js';
import { Catalog } from '../catalog/catalog.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import type { LiveCall } from '../live-calls/live-call.js';
import { LiveCalls } from '../live-calls/live-calls.service.js';
import { readTraceId } from '../http/read-trace-id.js';
import type { Attribution } from '../billing/calls/attribution.js';
import { andThen } from '../lib/and-then.js';
import { AnchoredRouters } from '../routing/routers/anchored-routers.service.js';
import { ServableModels } from '../routing/decision/servable-models.service.js';
import { answerFromCache } from '../surface/answer-from-cache.js';
import { ProviderAccounts } from '../upstreams/accounts/provider-accounts.service.js';
import { attributionHeaders, type AttributionHeaders } from '../surface/attribution/attribution-headers.js';
import { readAttribution } from '../surface/attribution/read-attribution.js';
import { UpstreamTransport } from '../upstreams/upstream-transport.js';
import { ThinkingMakers } from './attempts/thinking-makers.js';
import { addresseeOf } from './plan/addressee-of.js';
import { publicIdOf, type CallPlan } from './plan/call-plan.js';
import { requestedModelOf, type CallRequest } from './plan/call-request.js';
import { AnswerJudge } from './cascade/answer-judge.service.js';
import type { HeaderNames } from './relay/answer-head.js';
import { ChatCall, type ChatCallInputs, type ChatCallServices } from './relay/chat-call.js';
import { PromptCompression } from './compression/prompt-compression.service.js';
import type { PreparedPrompt } from './compression/prepared-prompt.js';
import type { CallDialect } from './dialects/call-dialect.js';
import { EndpointTransport } from './relay/endpoint-transport.service.js';
import { ModelJudge } from './judge/model-judge.service.js';
import { CallPlanner } from './plan/plan-call.service.js';

/** A call whose body was read. */
export interface AskedCall {
  readonly caller: Caller;
  readonly request: CallRequest;
  readonly dialect: CallDialect;
}

/** The HTTP exchange that a call is made in. */
export interface CallExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What the caller sent, as it came. */
  readonly sent: Buffer;
  /** Its memory is given up once the call is over; absent: somebody may still read it then. */
  readonly body?: Buffer | undefined;
}

/** Members of a chat body that are the gateway's own: they say whom a call is for, and go to no provider. */
const OWN_MEMBERS: ReadonlySet<string> = new Set(['session_id']);

type CallToAnswer = AskedCall & Pick<ChatCallInputs, 'call' | 'plan' | 'traceId' | 'attribution'>;

/** Calls of chat completions and of the Responses API once they are read: plan, hold money, run, settle. */
@Injectable()
export class ModelCalls {
  private readonly services: ChatCallServices;
  private readonly attributionHeaders: AttributionHeaders;

  constructor(
    private readonly planner: CallPlanner,
    private readonly balances: BalanceBook,
    private readonly liveCalls: LiveCalls,
    private readonly compression: PromptCompression,
    private readonly judge: AnswerJudge,
    private readonly modelJudge: ModelJudge,
    anchoredRouters: AnchoredRouters,
    metering: Metering,
    accounts: ProviderAccounts,
    transport: UpstreamTransport,
    endpointTransport: EndpointTransport,
    private readonly catalog: Catalog,
    private readonly contents: CallContents,
    private readonly cache: AnswerCache,
    private readonly models: ServableModels,
    @Inject(SETTINGS) { headerPrefix, liveCallTimeoutMs, firstByteTimeoutMs }: Settings,
  ) {
    this.attributionHeaders = attributionHeaders(headerPrefix);
    this.services = {
      metering,
      anchoredRouters,
      accounts,
      transport,
      endpointTransport,
      webSearchFeePicoUsd: catalog.webSearchFeePicoUsd,
      thinkingMakers: new ThinkingMakers(),
      headerNames: headerNames(headerPrefix),
      liveCallTimeoutMs,
      firstByteTimeoutMs,
    };
  }

  /** Answers by itself; rejects with what the exception filter renders when nothing was sent to the client. */
  async run(asked: AskedCall, exchange: CallExchange): Promise<void> {
    const attribution = this.attributionOf(asked, exchange);
    const wish = this.cacheWishOf(asked, exchange);
    const planning = this.planner.plan(asked.caller, asked.request, asked.dialect.surface);
    const planned = planning instanceof Promise ? await planning : planning;
    this.services.metering.refuseWhileFailing();
    const call = this.liveCalls.open(exchange.reply);
    const cache = wish && this.cacheTurnOf(wish, asked, planned);
    let hold: Hold | undefined;
    let kept: KeptCall | undefined;
    try {
      const found = cache && (await cache.find((answer) => this.mayHave(asked.caller, answer.model)));
      if (found !== undefined) {
        kept = this.contents.begin(asked.caller, call);
        await this.answerAgain(found, {
          ...asked,
          call,
          plan: planned,
          traceId: traceIdOf(exchange),
          attribution,
        });
        return;
      }
      if (asked.request.stream) cache?.collect(call);
      const isOnOwnKey = beginsOnOwnKey(asked.caller, planned);
      const admission = isOnOwnKey ? undefined : this.admit(asked, planned, call);
      hold = admission instanceof Promise ? await admission : admission;
      const holdLater = async (): Promise<void> => {
        hold ??= await this.admit(asked, planned, call);
      };
      kept = this.contents.begin(asked.caller, call);
      const admitted = this.judge.admitCascade(planned, call.id);
      const plan = admitted instanceof Promise ? await admitted : admitted;
      await this.answer(asked, {
        call,
        plan,
        traceId: traceIdOf(exchange),
        attribution,
        cache,
        hold: isOnOwnKey ? holdLater : undefined,
      });
    } finally {
      cache?.end();
      this.judge.end(call.id);
      hold?.release();
      call.settle();
      kept?.end(exchange.sent);
      if (exchange.body !== undefined) call.releaseWhenOver(exchange.body);
    }
  }

  /**
   * Another process may have seen this thinking come.
   * @param model as callers write it; what the catalogue does not know is not remembered
   */
  rememberThinking(proof: string, model: string): void {
    const maker = this.catalog.find(model);
    if (maker !== undefined) this.services.thinkingMakers.remember(proof, maker.id);
  }

  private attributionOf(
    { request: { scan, sessionId } }: AskedCall,
    { request: { headers } }: CallExchange,
  ): Attribution | undefined {
    return readAttribution({ headers, names: this.attributionHeaders, scan, dialect: 'openai', sessionId });
  }

  /** Chat completions alone are cached; the header says nothing elsewhere. */
  private cacheWishOf({ caller, dialect }: AskedCall, { request }: CallExchange): CacheWish | undefined {
    return dialect.surface === 'chat' ? this.cache.wishOf(request.headers, caller) : undefined;
  }

  private cacheTurnOf(wish: CacheWish, { caller, request, dialect }: AskedCall, plan: CallPlan): CacheTurn {
    return this.cache.turnOf(wish, caller, {
      surface: dialect.surface,
      addressee: addresseeOf(plan, caller.aliases.get(request.model)?.model),
      scan: request.scan,
      aside: OWN_MEMBERS,
    });
  }

  /** What a router chose then may be what the caller may not call now. */
  private mayHave(caller: Caller, model: string): boolean {
    try {
      this.models.refuseForbidden(this.models.parserOf('chat')(model), caller);
      return true;
    } catch {
      return false;
    }
  }

  private answerAgain(found: CachedAnswer, { request, dialect, plan, ...of }: CallToAnswer): Promise<void> {
    const { metering, headerNames: names } = this.services;
    return answerFromCache(
      found,
      {
        ...of,
        surface: dialect.surface,
        requestedModel: requestedModelOf(request),
        decidedModel: publicIdOf(plan),
        tier: plan.tier,
        stream: request.stream,
      },
      { metering, names },
    );
  }

  private answer(
    { caller, request, dialect }: AskedCall,
    {
      call,
      plan,
      traceId,
      attribution,
      cache,
      hold,
    }: Pick<ChatCallInputs, 'call' | 'plan' | 'traceId' | 'attribution' | 'cache' | 'hold'>,
  ): void | Promise<void> {
    const checked = { call, caller, request, dialect, plan };
    const checks = this.judge.checksFor(checked);
    return andThen(this.prepare({ caller, request, dialect }), (prompt) => {
      const sample = this.modelJudge.sample(checked);
      const inputs = {
        call,
        caller,
        request,
        dialect,
        plan,
        prompt,
        checks,
        sample,
        traceId,
        attribution,
        cache,
        hold,
      };
      return new ChatCall(this.services, inputs).run();
    });
  }

  private prepare({ caller, request, dialect }: AskedCall): PreparedPrompt | Promise<PreparedPrompt> {
    const { scan } = request;
    return dialect.compresses === undefined
      ? { scan, tokensSaved: undefined }
      : this.compression.prepare(caller, scan);
  }

  /** The spend gate: before anything is sent, and not for the caller's own endpoints. */
  private admit(
    { caller, request }: AskedCall,
    plan: CallPlan,
    call: LiveCall,
  ): Hold | undefined | Promise<Hold> {
    if (plan.kind === 'endpoint') return undefined;
    const { model } = plan.target;
    const estimate = estimateHold({
      promptBytes: request.promptBytes,
      maxTokens: request.maxTokens,
      choices: request.choices,
      maxOutput: model?.maxOutput,
      prices: model?.prices,
    });
    return this.balances.admit(caller, estimate, call);
  }
}

/** A cascade may be left out, so both of its models must be on keys of the project's. */
function beginsOnOwnKey({ providerKeys }: Caller, plan: CallPlan): boolean {
  if (providerKeys === undefined || plan.kind === 'endpoint') return false;
  const { target, cascadeFirst } = plan;
  return (
    providerKeys.has(target.upstream) &&
    (cascadeFirst === undefined || providerKeys.has(cascadeFirst.upstream))
  );
}

function traceIdOf({ request }: CallExchange): string | undefined {
  const { traceparent } = request.headers;
  return readTraceId(Array.isArray(traceparent) ? traceparent[0] : traceparent);
}

function headerNames(prefix: string): HeaderNames {
  return {
    model: `${prefix}model`,
    tier: `${prefix}tier`,
    group: `${prefix}group`,
    router: `${prefix}router`,
    cost: `${prefix}cost`,
    tokensSaved: `${prefix}tokens-saved`,
    retry: `${prefix}retry`,
    cascade: `${prefix}cascade`,
    ignored: `${prefix}ignored`,
    billedTo: `${prefix}billed-to`,
    cache: `${prefix}cache`,
  };
}
