import type { Caller } from '../auth/caller.js';
import { toCallRecord, type Priced } from '../billing/call-outcome.js';
import { estimateUsage } from '../billing/estimate-usage.js';
import type { Metering } from '../billing/metering.service.js';
import { promptBytes } from '../billing/prompt-bytes.js';
import type { TokenUsage } from '../billing/token-usage.js';
import { readReportedCost } from '../billing/usage-from-openai.js';
import type { Catalog } from '../catalog/catalog.js';
import type { EndpointTransport } from './endpoint-transport.service.js';
import { cutError } from '../http/cut-error.js';
import type { LiveCall } from '../http/live-call.js';
import { GatewayError } from '../lib/gateway-error.js';
import { formatUsd } from '../lib/money.js';
import { decodeBody } from '../upstreams/decode-body.js';
import { exchange, type CutOutcome, type ExchangeOutcome } from '../upstreams/exchange.js';
import type { ProviderAccounts } from '../upstreams/provider-accounts.service.js';
import { shapeChat } from '../upstreams/shaping/shape-chat.js';
import { shapeForEndpoint } from '../upstreams/shaping/shape-for-endpoint.js';
import { errorFromAnswer, forwardedHeaders, UpstreamFailedError } from '../upstreams/upstream-answer.js';
import type { UpstreamHeaders, UpstreamRequest, UpstreamTransport } from '../upstreams/upstream-transport.js';
import { spliceCostIntoScan } from '../wire/json-bytes/splice-usage-cost.js';
import { AnthropicToOpenAiStream } from '../wire/translate/anthropic-to-openai-stream.js';
import { publicIdOf, type CallPlan } from './call-plan.js';
import { CHAT_PROMPT_MEMBERS, type ChatRequest } from './chat-request.js';
import { readAnthropicAnswer, readOpenAiAnswer, type ReadAnswer } from './read-answer.js';
import { priceAnswer } from './price-answer.js';
import { openAiUsage, StreamRelay } from './stream-relay.js';

export interface ChatCallServices {
  readonly metering: Metering;
  readonly accounts: ProviderAccounts;
  readonly transport: UpstreamTransport;
  readonly endpointTransport: EndpointTransport;
  readonly catalog: Catalog;
  readonly headerNames: HeaderNames;
  readonly liveCallTimeoutMs: number;
}

/** The service's own answer headers, with the prefix of the settings. */
export interface HeaderNames {
  readonly model: string;
  readonly tier: string;
  readonly router: string;
  readonly retry: string;
  readonly cost: string;
}

export interface ChatCallInputs {
  readonly call: LiveCall;
  readonly caller: Caller;
  readonly chat: ChatRequest;
  readonly plan: CallPlan;
  readonly traceId: string | undefined;
}

interface Sending {
  readonly request: UpstreamRequest;
  readonly transport: UpstreamTransport;
}

/** What a caller that left is logged as. */
const CLIENT_CLOSED = 499;

/** One chat call that was admitted: sends it, relays the answer and commits the bill before the answer ends. */
export class ChatCall {
  private readonly createdSeconds: number;
  private toolChoiceChanged = false;
  private sentAtMs = 0;

  constructor(
    private readonly services: ChatCallServices,
    private readonly inputs: ChatCallInputs,
  ) {
    this.createdSeconds = Math.floor(inputs.call.startedAt.getTime() / 1_000);
  }

  /** Rejects only when nothing has been sent to the client. */
  async run(): Promise<void> {
    const { call, chat } = this.inputs;
    let sending: Sending;
    try {
      sending = this.prepare();
    } catch (error) {
      // The caller has the id of this call, so it is in the log, although nothing was sent.
      return this.concludeFailure(error, 0);
    }
    this.sentAtMs = performance.now();
    const outcome = await exchange({
      ...sending,
      call,
      stream: chat.stream,
      openStream: (headers) => this.openStream(headers),
    });
    await this.conclude(outcome);
  }

  /** @throws when the request cannot be said to its upstream, which has no account, or whose address is refused. */
  private prepare(): Sending {
    const { plan } = this.inputs;
    const request = this.upstreamRequest();
    const transport =
      plan.kind === 'endpoint'
        ? this.services.endpointTransport.forEndpoint(plan.endpoint)
        : this.services.transport;
    return { request, transport };
  }

  private conclude(outcome: ExchangeOutcome<StreamRelay>): Promise<void> {
    switch (outcome.kind) {
      case 'whole':
        return this.concludeWhole(outcome.status, outcome.headers, outcome.body);
      case 'stream-ended':
        return this.concludeStream(outcome.relay);
      case 'stream-broken':
        return this.concludeBrokenStream(outcome.relay);
      case 'failed':
        return this.concludeFailure(outcome.error, outcome.status);
      case 'cut':
        return this.concludeCut(outcome);
    }
  }

  private async concludeWhole(status: number, headers: UpstreamHeaders, raw: Buffer): Promise<void> {
    const { plan, call } = this.inputs;
    const ownAccount = plan.kind === 'hosted';
    let answer: ReadAnswer;
    try {
      const body = await decodeBody(raw, headers);
      if (status !== 200) throw errorFromAnswer({ status, headers, body, ownAccount });
      answer = this.isAnthropic()
        ? readAnthropicAnswer(body, publicIdOf(plan), this.createdSeconds)
        : readOpenAiAnswer({ body, headers, ownAccount });
    } catch (error) {
      return this.concludeFailure(error, status);
    }
    const { reportedCost, outputBytes } = answer;
    const usage = answer.usage ?? { ...this.estimate(outputBytes), reportedCost };
    const priced = this.price(usage);
    await this.commit({ status: 200, upstreamStatus: 200, priced });
    const cost = costText(priced);
    const body = spliceCostIntoScan(answer.scan, {
      cost,
      usageIfMissing: answer.usage === undefined ? openAiUsage(usage) : undefined,
    });
    const answerHeaders = this.answerHeaders(headers);
    answerHeaders['content-type'] = 'application/json';
    if (cost !== undefined) answerHeaders[this.services.headerNames.cost] = cost;
    call.sendWhole({ status: 200, headers: answerHeaders, body });
  }

  /** `[DONE]`, or the upstream's last byte, has come. The bill is committed before the client gets its end. */
  private async concludeStream(relay: StreamRelay): Promise<void> {
    if (!relay.sawDone && !relay.finishedAnswer && !relay.carriedError)
      return this.concludeBrokenStream(relay);
    const reported = relay.usage;
    const usage = reported ?? this.estimateStream(relay);
    const priced = this.price(usage);
    try {
      await this.commit({ status: 200, upstreamStatus: 200, priced });
    } catch (error) {
      this.endWithError(error);
      return;
    }
    // After an error of the upstream nothing is made up: no usage chunk, no finish.
    const usageIfMissing = reported === undefined && !relay.carriedError ? usage : undefined;
    this.inputs.call.endStream(relay.finish({ cost: costText(priced), usageIfMissing }));
  }

  /** The upstream broke off: what arrived is billed, the client is told in the stream. */
  private async concludeBrokenStream(relay: StreamRelay): Promise<void> {
    const priced = this.price(relay.usage ?? this.estimateStream(relay));
    await this.commit({ status: 502, upstreamStatus: 200, priced }).catch(() => undefined);
    this.endWithError(
      new UpstreamFailedError({
        code: 'upstream_interrupted',
        message: 'The provider broke off in the middle of its answer.',
      }),
    );
  }

  private concludeFailure(error: unknown, upstreamStatus: number): Promise<void> {
    const status =
      error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 502;
    // Nothing is charged, so nobody has to wait for the row.
    void this.commit({ status, upstreamStatus, priced: undefined }).catch(() => undefined);
    return Promise.reject(asError(error));
  }

  /** We closed the upstream. The provider charges for what it read and wrote, and so do we, once; a refusal was free. */
  private async concludeCut({ cause, relay, status, sent }: CutOutcome<StreamRelay>): Promise<void> {
    const { call } = this.inputs;
    const error = cutError(cause, this.services.liveCallTimeoutMs);
    const usage = relay === undefined ? this.estimate(0) : (relay.usage ?? this.estimateStream(relay));
    const commit = this.commit({
      status: error?.status ?? CLIENT_CLOSED,
      upstreamStatus: status,
      priced: sent && (status === 0 || status === 200) ? this.price(usage) : undefined,
    });
    await commit.catch(() => undefined);
    if (error === undefined) call.breakOff();
    else if (call.headSent) this.endWithError(error);
    else throw error;
  }

  /** An error after the head has gone out: an event that provider B's clients know, then the end, without `[DONE]`. */
  private endWithError(error: unknown): void {
    const { call } = this.inputs;
    const known =
      error instanceof GatewayError
        ? error
        : new GatewayError({
            status: 500,
            code: 'internal_error',
            message: 'Something failed on our side.',
            cause: error,
          });
    const { message, code } = known;
    call.endStream(
      Buffer.from(
        `data: ${JSON.stringify({ error: { message, type: 'api_error', code, param: null } })}\n\n`,
      ),
    );
  }

  private openStream(headers: UpstreamHeaders): StreamRelay {
    const { call, plan } = this.inputs;
    call.startStream(200, {
      ...this.answerHeaders(headers),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const translator = this.isAnthropic()
      ? new AnthropicToOpenAiStream({ model: publicIdOf(plan), createdSeconds: this.createdSeconds })
      : undefined;
    return new StreamRelay(call, translator);
  }

  private upstreamRequest(): UpstreamRequest {
    const { chat, plan, caller } = this.inputs;
    if (plan.kind === 'endpoint') {
      return this.services.endpointTransport.request(
        plan.endpoint,
        shapeForEndpoint({
          scan: chat.scan,
          model: plan.endpoint.upstreamModel ?? plan.endpoint.model,
          stream: chat.stream,
        }),
      );
    }
    const { target } = plan;
    const account = this.services.accounts.get(target.upstream);
    const shaped = shapeChat({
      scan: chat.scan,
      target,
      stream: chat.stream,
      reasoning: chat.reasoning,
      zeroRetention: caller.zeroRetention,
    });
    this.toolChoiceChanged = shaped.toolChoiceChanged;
    const { origin, chatPath, wholeHeaders, streamHeaders } = account;
    return { origin, path: chatPath, headers: chat.stream ? streamHeaders : wholeHeaders, body: shaped.body };
  }

  private answerHeaders(headers: UpstreamHeaders): Record<string, string> {
    const { plan } = this.inputs;
    const { headerNames } = this.services;
    const answer = forwardedHeaders(headers);
    answer[headerNames.model] = publicIdOf(plan);
    answer[headerNames.tier] = plan.tier;
    if (plan.kind === 'hosted' && plan.routerId !== undefined) answer[headerNames.router] = plan.routerId;
    if (this.toolChoiceChanged) answer[headerNames.retry] = 'tool-choice-auto';
    return answer;
  }

  private isAnthropic(): boolean {
    const { plan } = this.inputs;
    return plan.kind === 'hosted' && plan.target.upstream === 'provider_a';
  }

  private estimateStream(relay: StreamRelay): TokenUsage {
    const estimate = this.estimate(relay.outputBytes);
    const known = relay.knownInput;
    return known === undefined
      ? { ...estimate, reportedCost: readReportedCost(relay.rawUsage) }
      : { ...known, outputTokens: Math.max(known.outputTokens, estimate.outputTokens) };
  }

  private estimate(outputBytes: number): TokenUsage {
    return estimateUsage({
      promptBytes: promptBytes(this.inputs.chat.scan, CHAT_PROMPT_MEMBERS),
      outputCharacters: outputBytes,
    });
  }

  private price(usage: TokenUsage): Priced {
    return priceAnswer({
      plan: this.inputs.plan,
      usage,
      webSearchFeePicoUsd: this.services.catalog.webSearchFeePicoUsd,
    });
  }

  private commit({
    status,
    upstreamStatus,
    priced,
  }: {
    status: number;
    upstreamStatus: number;
    priced: Priced | undefined;
  }): Promise<void> {
    const { call, caller, chat, plan, traceId } = this.inputs;
    const upstreamMs = this.sentAtMs === 0 ? 0 : performance.now() - this.sentAtMs;
    return this.services.metering.commit(
      toCallRecord({
        caller,
        call,
        surface: 'chat',
        requestedModel: chat.model === '' ? 'auto' : chat.model,
        publicId: publicIdOf(plan),
        provider: plan.kind === 'hosted' ? plan.target.upstream : 'endpoint',
        billable: plan.kind === 'hosted',
        tier: plan.tier,
        routerId: plan.kind === 'hosted' ? plan.routerId : undefined,
        reasons: plan.reasons,
        stream: chat.stream,
        status,
        upstreamStatus,
        priced,
        upstreamMs,
        traceId,
      }),
    );
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function costText({ cost }: Priced): string | undefined {
  return cost === undefined ? undefined : formatUsd(cost);
}
