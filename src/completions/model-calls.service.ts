import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.js';
import { BalanceBook, type Hold } from '../billing/balance-book.service.js';
import { estimateHold } from '../billing/estimate-usage.js';
import { Metering } from '../billing/metering.service.js';
import { Catalog } from '../catalog/catalog.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import type { LiveCall } from '../http/live-call.js';
import { LiveCalls } from '../http/live-calls.service.js';
import { readTraceId } from '../http/read-trace-id.js';
import { andThen } from '../lib/and-then.js';
import { release } from '../lib/large-memory.js';
import { AnchoredRouters } from '../routing/anchored-routers.service.js';
import { ProviderAccounts } from '../upstreams/provider-accounts.service.js';
import { UpstreamTransport } from '../upstreams/upstream-transport.js';
import { ThinkingMakers } from './attempts/thinking-makers.js';
import type { CallPlan } from './call-plan.js';
import type { CallRequest } from './call-request.js';
import { AnswerJudge } from './cascade/answer-judge.service.js';
import { ChatCall, type ChatCallInputs, type ChatCallServices, type HeaderNames } from './chat-call.js';
import { PromptCompression } from './compression/prompt-compression.service.js';
import type { PreparedPrompt } from './compression/prepared-prompt.js';
import type { CallDialect } from './dialects/call-dialect.js';
import { EndpointTransport } from './endpoint-transport.service.js';
import { ModelJudge } from './judge/model-judge.service.js';
import { CallPlanner } from './plan-call.service.js';

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
  /** Its memory is given up once the call is over; absent: somebody may still read it then. */
  readonly body?: Buffer | undefined;
}

/** Calls of chat completions and of the Responses API once they are read: plan, hold money, run, settle. */
@Injectable()
export class ModelCalls {
  private readonly services: ChatCallServices;

  constructor(
    @Inject(CallPlanner) private readonly planner: CallPlanner,
    @Inject(BalanceBook) private readonly balances: BalanceBook,
    @Inject(LiveCalls) private readonly liveCalls: LiveCalls,
    @Inject(PromptCompression) private readonly compression: PromptCompression,
    @Inject(AnswerJudge) private readonly judge: AnswerJudge,
    @Inject(ModelJudge) private readonly modelJudge: ModelJudge,
    @Inject(AnchoredRouters) anchoredRouters: AnchoredRouters,
    @Inject(Metering) metering: Metering,
    @Inject(ProviderAccounts) accounts: ProviderAccounts,
    @Inject(UpstreamTransport) transport: UpstreamTransport,
    @Inject(EndpointTransport) endpointTransport: EndpointTransport,
    @Inject(Catalog) { webSearchFeePicoUsd }: Catalog,
    @Inject(SETTINGS) { headerPrefix, liveCallTimeoutMs }: Settings,
  ) {
    this.services = {
      metering,
      anchoredRouters,
      accounts,
      transport,
      endpointTransport,
      webSearchFeePicoUsd,
      thinkingMakers: new ThinkingMakers(),
      headerNames: headerNames(headerPrefix),
      liveCallTimeoutMs,
    };
  }

  /** Answers by itself; rejects with what the exception filter renders when nothing was sent to the client. */
  async run(asked: AskedCall, exchange: CallExchange): Promise<void> {
    const planning = this.planner.plan(asked.caller, asked.request, asked.dialect.surface);
    const planned = planning instanceof Promise ? await planning : planning;
    this.services.metering.refuseWhileFailing();
    const call = this.liveCalls.open(exchange.reply);
    let hold: Hold | undefined;
    try {
      const admission = this.admit(asked, planned, call);
      hold = admission instanceof Promise ? await admission : admission;
      const admitted = this.judge.admitCascade(planned, call.id);
      const plan = admitted instanceof Promise ? await admitted : admitted;
      await this.answer(asked, { call, plan, traceId: traceIdOf(exchange) });
    } finally {
      this.judge.end(call.id);
      hold?.release();
      call.settle();
      if (exchange.body !== undefined) release(exchange.body);
    }
  }

  private answer(
    { caller, request, dialect }: AskedCall,
    { call, plan, traceId }: Pick<ChatCallInputs, 'call' | 'plan' | 'traceId'>,
  ): void | Promise<void> {
    const checked = { call, caller, request, dialect, plan };
    const checks = this.judge.checksFor(checked);
    return andThen(this.prepare({ caller, request, dialect }), (prompt) => {
      const sample = this.modelJudge.sample(checked);
      const inputs = { call, caller, request, dialect, plan, prompt, checks, sample, traceId };
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
  };
}
