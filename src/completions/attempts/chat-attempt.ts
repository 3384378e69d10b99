import { toAttemptRecord, type Priced } from '../../billing/metering/call-outcome.js';
import type { AttemptRecord } from '../../billing/calls/call-record.js';
import { estimateUsage } from '../../billing/prices/estimate-usage.js';
import type { TokenUsage } from '../../billing/metering/token-usage.js';
import { readReportedCost } from '../../billing/metering/usage-from-openai.js';
import type { LiveCall } from '../../live-calls/live-call.js';
import { andThen } from '../../lib/and-then.js';
import type { PicoUsd } from '../../lib/money.js';
import { decodeBody } from '../../upstreams/decode-body.js';
import { exchange, type CutOutcome, type ExchangeOutcome } from '../../upstreams/exchange.js';
import { isOutage, isTrouble } from '../../upstreams/accounts/is-outage.js';
import {
  ProviderNotConfiguredError,
  type PickedAccount,
  type ProviderAccounts,
} from '../../upstreams/accounts/provider-accounts.service.js';
import { fallsBackToSystem } from '../../upstreams/own-keys/falls-back-to-system.js';
import type { ProviderKey, ProviderKeys } from '../../projects/provider-keys/provider-key.js';
import { refusalOf } from '../../upstreams/accounts/refusal-of.js';
import { errorFromAnswer } from '../../upstreams/upstream-answer.js';
import type { SentHeaders } from '../../upstreams/strike-credentials.js';
import type {
  UpstreamHeaders,
  UpstreamRequest,
  UpstreamTransport,
} from '../../upstreams/upstream-transport.js';
import { errorEventStatus } from '../../wire/anthropic/error-event-status.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { ReasoningControl } from '../../wire/openai/read-reasoning-control.js';
import type { AttemptDialect, CallDialect, ReadingAttempt } from '../dialects/call-dialect.js';
import type { EndpointTransport } from '../relay/endpoint-transport.service.js';
import { priceAnswer } from '../settle/price-answer.js';
import type { ReadAnswer } from '../relay/read-answer.js';
import { StreamRelay } from '../relay/stream-relay.js';
import { makerOf, modelOf, providerOf, publicIdOf, type Attempt, type HostedAttempt } from './attempt.js';
import type { ThinkingMakers, UnprovenThinking } from './thinking-makers.js';

export interface AttemptServices {
  readonly accounts: ProviderAccounts;
  readonly transport: UpstreamTransport;
  readonly endpointTransport: EndpointTransport;
  readonly webSearchFeePicoUsd: PicoUsd;
  readonly thinkingMakers: ThinkingMakers;
  readonly firstByteTimeoutMs: number;
}

export interface AttemptInputs {
  readonly call: LiveCall;
  readonly attempt: Attempt;
  readonly dialect: CallDialect;
  /** The body to send, before it is shaped. */
  readonly scan: TopLevelMembers;
  /** Messages of it hold members of other vendors' dialects. */
  readonly hasForeignMembers: boolean;
  readonly stream: boolean;
  readonly reasoning: ReasoningControl;
  readonly zeroRetention: boolean;
  /** The project's own keys. */
  readonly providerKeys: ProviderKeys | undefined;
  /** What keeps its calls on one account. */
  readonly sticky: string | undefined;
  /** Accounts that have failed this model. */
  readonly notAccounts: readonly string[];
  /** Of a stream that stays silent: whether somebody else may be asked. */
  readonly mayGiveUp: () => boolean | Promise<boolean>;
  readonly createdSeconds: number;
  /** Sends the head of a stream to the client. */
  readonly sendHead: (attempt: ChatAttempt, headers: UpstreamHeaders) => void;
  /** Sees the bytes of a stream in the dialect that it is billed by. */
  readonly watch: ((bytes: Buffer) => void) | undefined;
  /** What the head of a stream waits for, asked when the provider has accepted the request. */
  readonly beforeStream: (() => Promise<void> | undefined) | undefined;
}

/** How an attempt ended. */
export type AttemptOutcome =
  | { readonly kind: 'answer'; readonly headers: UpstreamHeaders; readonly answer: ReadAnswer }
  | { readonly kind: 'stream'; readonly relay: StreamRelay }
  /** `error`: what was wrong, when it is more than a connection that broke. */
  | { readonly kind: 'broken'; readonly relay: StreamRelay; readonly error: Error | undefined }
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      readonly status: number;
      readonly refusal: string;
      /** Of a stream that was refused in its first events: what it reported is billed. */
      readonly relay?: StreamRelay;
    }
  | CutOutcome<StreamRelay>;

interface Sending {
  readonly request: UpstreamRequest;
  readonly transport: UpstreamTransport;
}

type WholeAnswer = Extract<ExchangeOutcome<StreamRelay>, { kind: 'whole' }>;

/** How much of an upstream's refusal is looked at for what it is about. */
const REFUSAL_BYTES = 4_096;

const NOTHING_REFUSED = { refusal: '', retryAfterMs: undefined };
const ACCEPTED = { status: 200, refusal: '', retryAfterMs: undefined };
const NOTHING_IGNORED: readonly string[] = [];

/** One upstream request: shaped, sent, read to its end and priced. */
export class ChatAttempt implements ReadingAttempt {
  /** The model refuses a forced tool choice, so `auto` was sent instead. */
  toolChoiceChanged = false;
  /** Our own thinking-off went up: the model may refuse it. */
  ownThinkingOff = false;
  /** Reasoning of the history went up: a model that did not make it refuses it. */
  replaysReasoning = false;

  /** Fields of the caller's that the upstream could not be told. */
  ignored: readonly string[] = NOTHING_IGNORED;
  legacyFunctions = false;
  readonly dialect: AttemptDialect;
  /** Thinking of the history whose maker nobody here has seen. */
  private readonly unproven: UnprovenThinking[] = [];
  private streamHeaders: UpstreamHeaders = {};
  /** Of the service's own, that the request went to. */
  private picked: PickedAccount | undefined;
  /** Headers of the request. */
  sent: SentHeaders = {};
  private sentAtMs = 0;
  private durationMs = 0;

  constructor(
    private readonly services: AttemptServices,
    private readonly inputs: AttemptInputs,
  ) {
    this.dialect = inputs.dialect.forAttempt(inputs.attempt);
  }

  get createdSeconds(): number {
    return this.inputs.createdSeconds;
  }

  get attempt(): Attempt {
    return this.inputs.attempt;
  }

  /** Never rejects. */
  async run(): Promise<AttemptOutcome> {
    const { call, stream } = this.inputs;
    let sending: Sending;
    try {
      const preparing = this.prepare();
      sending = preparing instanceof Promise ? await preparing : preparing;
    } catch (error) {
      if (this.picked?.isTrial === true) this.services.accounts.giveTrialBack(this.picked.account);
      return { kind: 'failed', error, status: 0, refusal: '' };
    }
    this.sent = sending.request.headers;
    this.sentAtMs = performance.now();
    const outcome = await exchange({
      transport: sending.transport,
      request: sending.request,
      call,
      stream,
      firstByte: { withinMs: this.services.firstByteTimeoutMs, mayGiveUp: this.inputs.mayGiveUp },
      openStream: (headers, resume) => this.openStream(headers, resume),
    });
    this.durationMs = performance.now() - this.sentAtMs;
    const read = this.read(outcome);
    return read instanceof Promise ? this.told(await read) : this.told(read);
  }

  /** What came of it says something of the account. */
  private told(outcome: AttemptOutcome): AttemptOutcome {
    if (this.picked === undefined) return outcome;
    const { refusal, retryAfterMs } =
      outcome.kind === 'failed' ? refusalOf(outcome.error, Date.now()) : NOTHING_REFUSED;
    // Written out: a copy with a member added is a hidden class of its own for each call.
    this.services.accounts.report(this.picked, { status: statusOf(outcome), refusal, retryAfterMs });
    return outcome;
  }

  /** Whether somebody else may do better: nothing of the outcome is visible, and it says nothing of the request. */
  isOutage(outcome: AttemptOutcome): boolean {
    const { attempt } = this;
    if (attempt.kind !== 'hosted') return false;
    if (outcome.kind === 'broken') return !outcome.relay.isOpen;
    if (outcome.kind !== 'failed') return false;
    // What was never sent is no failure of the provider's, unless there is nobody to send it to.
    if (this.sentAtMs === 0) return outcome.error instanceof ProviderNotConfiguredError;
    const failure = { provider: attempt.target.upstream, ...outcome };
    if (!this.isOnOwnKey) return isOutage(failure);
    // What the provider says of the key itself is the project's to hear.
    return this.ownKey?.fallBackToSystem === true ? fallsBackToSystem(failure) : isTrouble(failure);
  }

  /** The request went to the project's own account. */
  get isOnOwnKey(): boolean {
    return this.picked?.isOwn === true;
  }

  /** Whether it was one of the service's own, whose refusals are no business of the caller's and whose answers are billed. */
  get isOnOurAccount(): boolean {
    return this.attempt.kind === 'hosted' && !this.isOnOwnKey;
  }

  private get ownKey(): ProviderKey | undefined {
    const { attempt, providerKeys } = this.inputs;
    return attempt.kind === 'hosted' ? providerKeys?.get(attempt.target.upstream) : undefined;
  }

  get account(): string | undefined {
    return this.picked?.account.name;
  }

  /** The usage that an outcome is billed by; `undefined` when the attempt was free. */
  priceOf(outcome: AttemptOutcome): Priced | undefined {
    switch (outcome.kind) {
      case 'answer':
        return this.price(this.usageOfAnswer(outcome.answer));
      case 'stream':
      case 'broken':
        return this.price(this.usageOfStream(outcome.relay));
      case 'failed':
        return outcome.relay?.knownInput && this.price(this.usageOfStream(outcome.relay));
      case 'cut':
        // The provider charges for what it read and wrote, and so do we, once; a refusal was free.
        if (!outcome.sent || (outcome.status !== 0 && outcome.status !== 200)) return undefined;
        return this.price(outcome.relay === undefined ? this.estimate(0) : this.usageOfStream(outcome.relay));
    }
  }

  /** Of one that gave nothing while others were asked: what its provider said that it read, and no estimate. */
  reportedPriceOf(outcome: AttemptOutcome): Priced | undefined {
    const relay = outcome.kind === 'broken' || outcome.kind === 'failed' ? outcome.relay : undefined;
    return relay?.usage === undefined && relay?.knownInput === undefined
      ? undefined
      : this.price(this.usageOfStream(relay));
  }

  /** The `id` of the answer as the caller sees it. */
  responseIdOf(outcome: AttemptOutcome): string | undefined {
    return outcome.kind === 'answer' ? this.dialect.responseIdOf(outcome.answer) : outcome.relay?.responseId;
  }

  record(outcome: AttemptOutcome, priced: Priced | undefined): AttemptRecord {
    const { attempt } = this;
    return toAttemptRecord({
      model: publicIdOf(attempt),
      provider: providerOf(attempt),
      account: this.picked?.account.name,
      billable: this.isOnOurAccount,
      status: statusOf(outcome),
      retryReason: attempt.retryReason,
      priced,
      durationMs: this.durationMs,
      startMs: this.sentAtMs === 0 ? undefined : this.sentAtMs - this.inputs.call.startedMs,
    });
  }

  /** @throws when the request cannot be said to its upstream, which has no account, or whose address is refused. */
  private prepare(): Sending | Promise<Sending> {
    const { attempt } = this;
    const { endpointTransport, transport } = this.services;
    if (attempt.kind === 'hosted')
      return andThen(this.hostedRequest(attempt), (request) => ({ request, transport }));
    const { endpoint } = attempt;
    const shaping = this.dialect.shapeForEndpoint({
      scan: this.inputs.scan,
      model: endpoint.upstreamModel ?? endpoint.model,
      stream: this.inputs.stream,
    });
    return andThen(shaping, ({ body, ignored }) => {
      if (ignored !== undefined) this.ignored = ignored;
      return {
        request: endpointTransport.request(endpoint, body),
        transport: endpointTransport.forEndpoint(endpoint),
      };
    });
  }

  private hostedRequest({
    target,
    thinkingOff,
    withoutThinking,
  }: HostedAttempt): UpstreamRequest | Promise<UpstreamRequest> {
    const {
      scan,
      hasForeignMembers,
      stream,
      reasoning,
      zeroRetention,
      sticky,
      notAccounts: not,
    } = this.inputs;
    this.picked = this.services.accounts.pick(target.upstream, {
      model: target.upstreamModelId,
      sticky,
      not,
      own: this.ownKey,
    });
    const { account } = this.picked;
    const shaping = this.dialect.shape({
      scan,
      hasForeignMembers,
      target,
      stream,
      reasoning,
      thinkingOff,
      withoutThinking,
      isForeignThinking: (proof) => this.isForeignThinking(proof, target),
      zeroRetention,
    });
    return andThen(shaping, (shaped) => {
      this.toolChoiceChanged = shaped.toolChoiceChanged;
      this.ownThinkingOff = shaped.ownThinkingOff;
      this.replaysReasoning = shaped.replaysReasoning === true;
      this.legacyFunctions = shaped.legacyFunctions === true;
      if (shaped.ignored !== undefined) this.ignored = shaped.ignored;
      const { origin, wholeHeaders, streamHeaders } = account;
      return {
        origin,
        path: this.dialect.pathAt(account),
        headers: stream ? streamHeaders : wholeHeaders,
        body: shaped.body,
      };
    });
  }

  private openStream(headers: UpstreamHeaders, resume: () => void): StreamRelay {
    const { call, sendHead, watch, beforeStream } = this.inputs;
    this.streamHeaders = headers;
    // A long answer keeps nobody waiting for the account.
    if (this.picked?.isTrial === true) this.services.accounts.report(this.picked, ACCEPTED);
    return new StreamRelay(call, this.dialect.openStream(this), {
      sendHead: () => sendHead(this, headers),
      ready: beforeStream?.(),
      resume,
      watch,
      sent: this.sent,
    });
  }

  private read(outcome: ExchangeOutcome<StreamRelay>): AttemptOutcome | Promise<AttemptOutcome> {
    switch (outcome.kind) {
      case 'whole':
        return this.readWhole(outcome);
      case 'stream-ended':
        return this.readStream(outcome.relay);
      case 'stream-broken':
        return { kind: 'broken', relay: outcome.relay, error: outcome.error };
      case 'failed':
        return { kind: 'failed', error: outcome.error, status: outcome.status, refusal: '' };
      case 'cut':
        return outcome;
    }
  }

  private readStream(relay: StreamRelay): AttemptOutcome {
    const refused = relay.refusedUnseen;
    if (refused === undefined) {
      const isWhole = relay.sawDone || relay.finishedAnswer || relay.carriedError;
      if (isWhole && !relay.broke) return { kind: 'stream', relay };
      return { kind: 'broken', relay, error: undefined };
    }
    relay.drop();
    const status = errorEventStatus(refused);
    const body = Buffer.from(refused.json);
    const error = errorFromAnswer({
      status,
      headers: this.streamHeaders,
      body,
      ownAccount: !this.isOnOwnKey,
      sent: this.sent,
    });
    return { kind: 'failed', error, status, refusal: refused.json.slice(0, REFUSAL_BYTES), relay };
  }

  private readWhole(whole: WholeAnswer): AttemptOutcome | Promise<AttemptOutcome> {
    const body = decodeBody(whole.body, whole.headers);
    if (!(body instanceof Promise)) return this.readDecoded(whole, body);
    return body.then(
      (decoded) => this.readDecoded(whole, decoded),
      (error: unknown) => ({ kind: 'failed', error, status: whole.status, refusal: '' }),
    );
  }

  private readDecoded(
    { status, headers }: WholeAnswer,
    body: Buffer,
  ): AttemptOutcome | Promise<AttemptOutcome> {
    const ownAccount = this.isOnOurAccount;
    let refusal = '';
    try {
      if (status !== 200) {
        refusal = body.toString('utf8', 0, REFUSAL_BYTES);
        throw errorFromAnswer({ status, headers, body, ownAccount, sent: this.sent });
      }
      const reading = this.dialect.readWhole(body, headers, this);
      if (!(reading instanceof Promise)) return { kind: 'answer', headers, answer: reading };
      return reading.then(
        (answer) => ({ kind: 'answer', headers, answer }),
        (error: unknown) => failureBehind(status, error),
      );
    } catch (error) {
      return status === 200 ? failureBehind(status, error) : { kind: 'failed', error, status, refusal };
    }
  }

  /** What the model said to reasoning of which nobody knows who made it: it took it back, or refused it as another's. */
  learnFromReasoning(said: 'taken' | 'refused'): void {
    const { attempt, services, unproven } = this;
    if (attempt.kind !== 'hosted' || !this.replaysReasoning) return;
    const maker = makerOf(attempt.target);
    for (const thinking of unproven.splice(0))
      if (said === 'taken') services.thinkingMakers.taken(thinking, maker);
      else services.thinkingMakers.refusedBy(thinking, maker);
  }

  private isForeignThinking(proof: string, target: HostedAttempt['target']): boolean {
    const { thinkingMakers } = this.services;
    if (thinkingMakers.isForeign(proof, makerOf(target))) return true;
    const unproven = thinkingMakers.unproven(proof);
    if (unproven !== undefined) this.unproven.push(unproven);
    return false;
  }

  rememberThinking(proof: string): void {
    const { attempt, services } = this;
    if (attempt.kind === 'hosted') services.thinkingMakers.remember(proof, makerOf(attempt.target));
  }

  private usageOfAnswer({ usage, outputBytes, reportedCost, webSearches }: ReadAnswer): TokenUsage {
    return usage ?? { ...this.estimate(outputBytes, webSearches), reportedCost };
  }

  private usageOfStream(relay: StreamRelay): TokenUsage {
    if (relay.usage !== undefined) return relay.usage;
    const estimate = this.estimate(relay.outputBytes, relay.webSearches);
    const known = relay.knownInput;
    return known === undefined
      ? { ...estimate, reportedCost: readReportedCost(relay.rawUsage) }
      : { ...known, outputTokens: Math.max(known.outputTokens, estimate.outputTokens) };
  }

  private estimate(outputBytes: number, webSearches = 0): TokenUsage {
    const { dialect, scan } = this.inputs;
    const usage = estimateUsage({ promptBytes: dialect.promptBytes(scan), outputCharacters: outputBytes });
    return webSearches === 0 ? usage : { ...usage, webSearchRequests: webSearches };
  }

  private price(usage: TokenUsage): Priced {
    return priceAnswer({
      billable: this.isOnOurAccount,
      model: modelOf(this.attempt),
      usage,
      webSearchFeePicoUsd: this.services.webSearchFeePicoUsd,
    });
  }
}

/** An answer of 200 that is an error has the status that it tells. */
function failureBehind(status: number, error: unknown): AttemptOutcome & { kind: 'failed' } {
  const { status: told, refusal } = refusalOf(error, Date.now());
  return { kind: 'failed', error, status: told === 0 ? status : told, refusal };
}

/** What the upstream said, also where it said so behind a 200. */
function statusOf(outcome: AttemptOutcome): number {
  if (outcome.kind === 'failed' || outcome.kind === 'cut') return outcome.status;
  const { errorStatus } = outcome.kind === 'answer' ? outcome.answer : outcome.relay;
  return errorStatus ?? 200;
}
