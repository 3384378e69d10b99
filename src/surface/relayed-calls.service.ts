import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BalanceBook, type Hold } from '../billing/balance-book.service.js';
import { estimateHold } from '../billing/estimate-usage.js';
import { Metering } from '../billing/metering.service.js';
import { Catalog } from '../catalog/catalog.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import type { LiveCall } from '../http/live-call.js';
import { LiveCalls } from '../http/live-calls.service.js';
import { release } from '../lib/large-memory.js';
import { UpstreamTransport } from '../upstreams/upstream-transport.js';
import { RelayedCall, type RelayedCallInputs, type RelayedCallServices } from './relayed-call.js';

/** A call as a surface has checked it, with what it may cost. */
export interface CheckedCall extends RelayedCallInputs {
  /** The caller's bytes: not looked at any more once the call is over. */
  readonly body: Buffer;
  /** The caller's own limit of the answer; absent: 4,096 is assumed. */
  readonly maxTokens?: number;
  /** The most that the model answers. */
  readonly maxOutput: number;
}

/** Runs calls of the surfaces that relay bytes untouched: hold money, send, relay, commit. */
@Injectable()
export class RelayedCalls {
  private readonly services: RelayedCallServices;

  constructor(
    @Inject(LiveCalls) private readonly liveCalls: LiveCalls,
    @Inject(BalanceBook) private readonly balances: BalanceBook,
    @Inject(Metering) metering: Metering,
    @Inject(UpstreamTransport) transport: UpstreamTransport,
    @Inject(Catalog) { webSearchFeePicoUsd }: Catalog,
    @Inject(SETTINGS) { headerPrefix, liveCallTimeoutMs }: Settings,
  ) {
    this.services = {
      metering,
      transport,
      webSearchFeePicoUsd,
      costHeader: `${headerPrefix}cost`,
      modelHeader: `${headerPrefix}model`,
      liveCallTimeoutMs,
    };
  }

  /**
   * Answers by itself; rejects with what the exception filter renders when nothing was sent to the client.
   * @throws InsufficientBalanceError, ReservedInFlightError (402) before anything is sent upstream.
   */
  async run(reply: FastifyReply, checked: CheckedCall): Promise<void> {
    if (checked.metering === 'billed') this.services.metering.refuseWhileFailing();
    const call = this.liveCalls.open(reply);
    let hold: Hold | undefined;
    try {
      const admitted = this.admit(checked, call);
      hold = admitted instanceof Promise ? await admitted : admitted;
      await new RelayedCall(this.services, call, checked).run();
    } finally {
      hold?.release();
      call.settle();
      release(checked.body);
    }
  }

  private admit(checked: CheckedCall, call: LiveCall): Hold | undefined | Promise<Hold> {
    if (checked.metering === 'free') return undefined;
    const { promptBytes, maxTokens, maxOutput, target } = checked;
    const estimate = estimateHold({ promptBytes, maxTokens, maxOutput, prices: target.model.prices });
    return this.balances.admit(checked.caller, estimate, call);
  }
}
