import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import type { Caller } from '../auth/caller.js';
import { BalanceBook, type Hold } from '../billing/balance-book.service.js';
import { estimateHold } from '../billing/estimate-usage.js';
import { Metering } from '../billing/metering.service.js';
import { Catalog } from '../catalog/catalog.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { EndpointDirectory } from '../endpoints/endpoint-directory.service.js';
import type { LiveCall } from '../http/live-call.js';
import { LiveCalls } from '../http/live-calls.service.js';
import { andThen } from '../lib/and-then.js';
import { readTraceId } from '../http/read-trace-id.js';
import { utf8Header } from '../http/utf8-header.js';
import { release } from '../lib/large-memory.js';
import { AnchoredRouters } from '../routing/anchored-routers.service.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { ProviderAccounts } from '../upstreams/provider-accounts.service.js';
import { UpstreamTransport } from '../upstreams/upstream-transport.js';
import type { CallPlan } from './call-plan.js';
import { ThinkingMakers } from './attempts/thinking-makers.js';
import { AnswerJudge } from './cascade/answer-judge.service.js';
import { ChatCall, type ChatCallServices, type HeaderNames } from './chat-call.js';
import { readChatRequest, type ChatRequest } from './chat-request.js';
import { PromptCompression } from './compression/prompt-compression.service.js';
import { EndpointTransport } from './endpoint-transport.service.js';
import { ModelJudge } from './judge/model-judge.service.js';
import { CallPlanner } from './plan-call.service.js';

export const CHAT_CAP_BYTES = 1_048_576;

interface Admission {
  readonly caller: Caller;
  readonly chat: ChatRequest;
  readonly plan: CallPlan;
  readonly call: LiveCall;
}

/** Chat completions from body to last byte: read, plan, hold money, run, settle. */
@Injectable()
export class CompletionsService {
  private readonly services: ChatCallServices;

  constructor(
    @Inject(CallBodies) private readonly bodies: CallBodies,
    @Inject(EndpointDirectory) private readonly endpoints: EndpointDirectory,
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
  async complete(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const arriving = this.readBody(request, reply, caller);
    const body = arriving instanceof Promise ? await arriving : arriving;
    const sessionHeader = textHeader(request.headers['x-session-id']);
    const chat = readChatRequest(body, sessionHeader === undefined ? undefined : utf8Header(sessionHeader));
    const planning = this.planner.plan(caller, chat);
    const planned = planning instanceof Promise ? await planning : planning;
    this.services.metering.refuseWhileFailing();
    const call = this.liveCalls.open(reply);
    let hold: Hold | undefined;
    try {
      const admission = this.admit({ caller, chat, plan: planned, call });
      hold = admission instanceof Promise ? await admission : admission;
      const traceId = readTraceId(textHeader(request.headers.traceparent));
      const admitted = this.judge.admitCascade(planned, call.id);
      const plan = admitted instanceof Promise ? await admitted : admitted;
      await this.run({ call, caller, chat, plan, traceId });
    } finally {
      this.judge.end(call.id);
      hold?.release();
      call.settle();
      release(body);
    }
  }

  /** A call on a registered endpoint is never gated, and only the body names its model. */
  private readBody(request: FastifyRequest, reply: FastifyReply, caller: Caller): Buffer | Promise<Buffer> {
    return this.bodies.read(request, reply, {
      capBytes: CHAT_CAP_BYTES,
      isPaid: true,
      mayBeFree: () => this.endpoints.hasAny(caller.projectId),
    });
  }

  private run(
    admitted: Omit<ConstructorParameters<typeof ChatCall>[1], 'prompt' | 'checks' | 'sample'>,
  ): void | Promise<void> {
    const { call, caller, chat, plan, traceId } = admitted;
    const checks = this.judge.checksFor(admitted);
    return andThen(this.compression.prepare(caller, chat.scan), (prompt) => {
      const sample = this.modelJudge.sample(admitted);
      const inputs = { call, caller, chat, plan, prompt, checks, sample, traceId };
      return new ChatCall(this.services, inputs).run();
    });
  }

  /** The spend gate: before anything is sent, and not for the caller's own endpoints. */
  private admit({ caller, chat, plan, call }: Admission): Hold | undefined | Promise<Hold> {
    if (plan.kind === 'endpoint') return undefined;
    const { model } = plan.target;
    const estimate = estimateHold({
      promptBytes: chat.promptBytes,
      maxTokens: chat.maxTokens,
      choices: chat.choices,
      maxOutput: model?.maxOutput,
      prices: model?.prices,
    });
    return this.balances.admit(caller, estimate, call);
  }
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
  };
}

function textHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
