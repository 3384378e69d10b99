import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Attribution } from '../../billing/calls/attribution.js';
import { BalanceBook, type Hold } from '../../billing/holds/balance-book.service.js';
import { estimateHold } from '../../billing/prices/estimate-usage.js';
import { Metering } from '../../billing/metering/metering.service.js';
import { AnswerCache } from '../../cached-answers/answer-cache.service.js';
import type { CacheTurn } from '../../cached-answers/cache-turn.js';
import type { CachedAnswer } from '../../cached-answers/cached-answer.js';
import { CallContents, type KeptCall } from '../../contents/call-contents.service.js';
import { Catalog } from '../../catalog/catalog.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import type { LiveCall } from '../../live-calls/live-call.js';
import { LiveCalls } from '../../live-calls/live-calls.service.js';
import { release } from '../../lib/large-memory.js';
import { ProviderAccounts } from '../../upstreams/accounts/provider-accounts.service.js';
import { UpstreamTransport } from '../../upstreams/upstream-transport.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { answerFromCache } from '../answer-from-cache.js';
import { attributionHeaders, type AttributionHeaders } from '../attribution/attribution-headers.js';
import { readAttribution } from '../attribution/read-attribution.js';
import { readSessionHeader } from '../attribution/session-id.js';
import {
  RelayedCall,
  type RelayedCallInputs,
  type RelayedCallServices,
  type RunningCall,
} from './relayed-call.js';

/** A call as a surface has checked it, with what it may cost. */
export interface CheckedCall extends RelayedCallInputs {
  /** The caller's body: its bytes are not looked at any more once the call is over. */
  readonly scan: TopLevelMembers;
  /** The caller's own limit of the answer; absent: 4,096 is assumed. */
  readonly maxTokens?: number;
  /** The most that the model answers. */
  readonly maxOutput: number;
}

const NOTHING_ASIDE: ReadonlySet<string> = new Set();

/** Runs calls of the surfaces that relay bytes untouched: hold money, send, relay, commit. */
@Injectable()
export class RelayedCalls {
  private readonly services: RelayedCallServices;
  private readonly attributionHeaders: AttributionHeaders;

  constructor(
    private readonly liveCalls: LiveCalls,
    private readonly balances: BalanceBook,
    metering: Metering,
    accounts: ProviderAccounts,
    transport: UpstreamTransport,
    private readonly contents: CallContents,
    { webSearchFeePicoUsd }: Catalog,
    private readonly cache: AnswerCache,
    @Inject(SETTINGS) { headerPrefix, liveCallTimeoutMs, firstByteTimeoutMs }: Settings,
  ) {
    this.attributionHeaders = attributionHeaders(headerPrefix);
    this.services = {
      metering,
      accounts,
      transport,
      webSearchFeePicoUsd,
      costHeader: `${headerPrefix}cost`,
      modelHeader: `${headerPrefix}model`,
      retryHeader: `${headerPrefix}retry`,
      billedToHeader: `${headerPrefix}billed-to`,
      cacheHeader: this.cache.header,
      firstByteTimeoutMs,
      liveCallTimeoutMs,
    };
  }

  /**
   * Answers by itself; rejects with what the exception filter renders when nothing was sent to the client.
   * @throws InvalidRequestError (400) for what says badly whom the call is for, InsufficientBalanceError, ReservedInFlightError (402) before anything is sent upstream.
   */
  async run(reply: FastifyReply, checked: CheckedCall): Promise<void> {
    const attribution = this.attributionOf(reply, checked);
    const cache = this.cacheTurnOf(reply, checked);
    if (checked.metering === 'billed') this.services.metering.refuseWhileFailing();
    const call = this.liveCalls.open(reply);
    let hold: Hold | undefined;
    let kept: KeptCall | undefined;
    try {
      const found = cache && (await cache.find());
      if (found !== undefined) {
        kept = this.contents.begin(checked.caller, call);
        await this.answerAgain(found, checked, { call, attribution });
        return;
      }
      const isOnOwnKey = checked.caller.providerKeys?.has(checked.target.upstream) === true;
      const holdLater = async (): Promise<void> => {
        hold ??= await this.admit(checked, call);
      };
      const admitted = isOnOwnKey ? undefined : this.admit(checked, call);
      hold = admitted instanceof Promise ? await admitted : admitted;
      // What is free has no row that its content could belong to.
      if (checked.metering === 'billed') kept = this.contents.begin(checked.caller, call);
      const running = { call, attribution, cache, hold: isOnOwnKey ? holdLater : undefined };
      await new RelayedCall(this.services, running, checked).run();
    } finally {
      hold?.release();
      call.settle();
      kept?.end(checked.scan.bytes);
      release(checked.scan.bytes);
    }
  }

  private attributionOf(
    { request: { headers } }: FastifyReply,
    { scan, surface }: CheckedCall,
  ): Attribution | undefined {
    return readAttribution({
      headers,
      names: this.attributionHeaders,
      scan,
      dialect: surface === 'messages' ? 'messages' : 'openai',
      sessionId: readSessionHeader(headers),
    });
  }

  /** Embeddings alone are cached; the header says nothing elsewhere. */
  private cacheTurnOf(
    { request: { headers } }: FastifyReply,
    { caller, surface, scan, target }: CheckedCall,
  ): CacheTurn | undefined {
    const wish = surface === 'embeddings' ? this.cache.wishOf(headers, caller) : undefined;
    if (wish === undefined) return undefined;
    const addressee = `model ${target.publicId}`;
    return this.cache.turnOf(wish, caller, { surface, addressee, scan, aside: NOTHING_ASIDE });
  }

  private answerAgain(
    found: CachedAnswer,
    { caller, surface, requestedModel, target, stream, traceId }: CheckedCall,
    { call, attribution }: Pick<RunningCall, 'call' | 'attribution'>,
  ): Promise<void> {
    const { metering, cacheHeader: cache, costHeader: cost } = this.services;
    return answerFromCache(
      found,
      {
        call,
        caller,
        surface,
        requestedModel,
        decidedModel: target.publicId,
        tier: undefined,
        stream,
        traceId,
        attribution,
      },
      { metering, names: { cache, cost } },
    );
  }

  private admit(checked: CheckedCall, call: LiveCall): Hold | undefined | Promise<Hold> {
    if (checked.metering === 'free') return undefined;
    const { promptBytes, maxTokens, maxOutput, target } = checked;
    const estimate = estimateHold({ promptBytes, maxTokens, maxOutput, prices: target.model.prices });
    return this.balances.admit(checked.caller, estimate, call);
  }
}
