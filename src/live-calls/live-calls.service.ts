import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { newId } from '../lib/ids.js';
import { ShuttingDownError } from '../http/http-errors.js';
import { pendingHeaders } from '../http/pending-headers.js';
import { LAST_BYTES_MS, LiveCall } from './live-call.js';

interface Transfer {
  cut(): void;
}

/** Every call that runs in this process: what a graceful stop waits for. */
@Injectable()
export class LiveCalls {
  /** Each call knows its place. Not a set: see `forget`. */
  private readonly calls: LiveCall[] = [];
  private readonly transfers = new Set<Transfer>();
  private readonly callIdHeader: string;
  private stopping = false;
  private draining = false;
  private whenIdle: (() => void) | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    this.callIdHeader = `${settings.headerPrefix}call-id`;
  }

  /**
   * Begins a call and names it in `x-svc-call-id`.
   * @throws ShuttingDownError (503) once the process is stopping.
   */
  open(reply: FastifyReply): LiveCall {
    if (this.stopping) throw new ShuttingDownError();
    const id = newId('call');
    const headers = pendingHeaders(reply);
    headers[this.callIdHeader] = id;
    headers['x-request-id'] = reply.request.id;
    const call = new LiveCall(id, reply, this.settings.liveCallTimeoutMs, this.forget);
    call.place = this.calls.push(call) - 1;
    return call;
  }

  /**
   * Announces a transfer that is no call of a model: it has no deadline and no call id, but a graceful stop waits for it too.
   * @param cut ends it, at the end of the grace
   * @returns to be called when it is over, cut or not
   * @throws ShuttingDownError (503) once the process is stopping.
   */
  hold(cut: () => void): () => void {
    if (this.stopping) throw new ShuttingDownError();
    const transfer = { cut };
    this.transfers.add(transfer);
    return () => {
      this.transfers.delete(transfer);
      this.noteEnd();
    };
  }

  get count(): number {
    return this.calls.length;
  }

  /** The process is about to stop and says so to probes; calls are still taken. */
  drain(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Takes no new calls, lets the running ones end, and cuts what is left after the grace. Resolves when all are over. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    if (this.isIdle()) return;
    for (const call of this.calls) call.closeConnectionAfterwards();
    const idle = new Promise<void>((resolve) => {
      this.whenIdle = resolve;
    });
    const cutAll = (): void => {
      for (const call of [...this.calls]) call.cut('shutdown');
      for (const transfer of this.transfers) transfer.cut();
    };
    // The second round gives up clients that do not take the end of what was cut.
    const timers = [setTimeout(cutAll, graceMs), setTimeout(cutAll, graceMs + LAST_BYTES_MS)];
    await idle;
    for (const timer of timers) clearTimeout(timer);
  }

  /**
   * The last call takes the place. A set that calls come to and go from replaces its table every few dozen calls, and each
   * old table, once it is in the old generation, keeps the next one alive with the calls that it held: every call would
   * outlive the young collections.
   */
  private readonly forget = (call: LiveCall): void => {
    const last = this.calls.pop();
    if (last !== undefined && last !== call) {
      this.calls[call.place] = last;
      last.place = call.place;
    }
    this.noteEnd();
  };

  private isIdle(): boolean {
    return this.calls.length === 0 && this.transfers.size === 0;
  }

  private noteEnd(): void {
    if (this.isIdle()) this.whenIdle?.();
  }
}
