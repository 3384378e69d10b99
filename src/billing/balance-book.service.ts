import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import { ChangeFeed } from '../database/change-feed.js';
import type { LiveCall } from '../http/live-call.js';
import { Clock } from '../lib/clock.js';
import { SECOND_MS } from '../lib/durations.js';
import type { PicoUsd } from '../lib/money.js';
import {
  hold,
  isUnderThreshold,
  onCredit,
  openAccount,
  refusalOf,
  turn,
  type Account,
  type Hold,
  type Waiter,
} from './account.js';
import { AccountReloads } from './account-reloads.service.js';
import { LeaseNotices, type LeaseNotice } from './leases/lease-notices.service.js';
import { ProcessLease } from './leases/process-lease.service.js';
import type { NewBalance } from './usage-commit.repository.js';
import { MAX_WAIT_MS, SPARING_MS, WaitingRoom } from './waiting-room.service.js';

export type { Hold };

/** What covers a batch until it is reserved. */
export interface Cover {
  /** It was reserved: the money is off the balance. */
  spend(): void;
  release(): void;
}

const MAX_IDLE_ACCOUNTS = 50_000;
/** A balance that nobody told us of for so long is looked at beside the next call. */
const STALE_MS = SECOND_MS;

/**
 * The spend gate, and the one book of what is held: for live calls and for submissions, over all processes. The database grants
 * each process a part of what is left, which it may hold from memory; a call that fits into that asks nobody. Who does not fit
 * goes to the waiting room.
 */
@Injectable()
export class BalanceBook {
  private readonly accounts = new Map<string, Account>();

  constructor(
    @Inject(AccountReloads) private readonly reloads: AccountReloads,
    @Inject(WaitingRoom) private readonly room: WaitingRoom,
    @Inject(ProcessLease) private readonly process: ProcessLease,
    @Inject(LeaseNotices) notices: LeaseNotices,
    @Inject(ChangeFeed) feed: ChangeFeed,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    feed.onChange((change) => this.distrust(change === 'everything' ? undefined : change.organizationId));
    notices.onNotice((notice) => this.hear(notice));
    process.onNewLife(() => this.loseGrants());
  }

  /**
   * Lets a call pass and holds its estimate: at once while it fits into what is granted; otherwise when the database, another
   * process or the card has made room. A call that is cut meanwhile passes with nothing held, to be ended.
   * @throws InsufficientBalanceError, ReservedInFlightError, CardDeclinedError (402), PaymentUnavailableError,
   *   DatabaseUnavailableError (503); rejects with them when it waits.
   */
  admit(caller: Caller, estimate: PicoUsd, call: LiveCall): Hold | Promise<Hold> {
    const account = this.open(caller.organizationId);
    if (onCredit(caller, account) || this.fits(account, estimate)) {
      this.lookAhead(account, caller);
      return hold(account, estimate);
    }
    if (this.clock.monotonicMs() < account.refusedUntil) throw refusalOf({ kind: 'call', estimate }, account);
    return this.wait(account, { kind: 'call', caller, estimate, call }).then((held) => held ?? NOTHING_HELD);
  }

  /**
   * Holds what a batch may cost until it is reserved.
   * @returns undefined for pay as you go without cover: the batch goes on without a reservation
   * @throws EstimateNotCoveredError, ReservedInFlightError, CardDeclinedError (402), PaymentUnavailableError,
   *   DatabaseUnavailableError (503)
   */
  async cover(caller: Caller, estimate: PicoUsd): Promise<Cover | undefined> {
    const account = this.open(caller.organizationId);
    const held = await this.wait(account, { kind: 'batch', caller, estimate });
    if (held === undefined) return undefined;
    return {
      spend: () => {
        account.granted -= estimate;
        held.release();
      },
      release: () => held.release(),
    };
  }

  /** What a commit left, and what it took. */
  learn(organizationId: string, { balance, charged }: NewBalance): void {
    const account = this.accounts.get(organizationId);
    if (account === undefined) return;
    account.granted -= charged;
    account.balance = balance;
    account.readAt = this.clock.monotonicMs();
    account.version += 1;
    this.keepUp(account);
  }

  /** What may have been taken. */
  spend(organizationId: string, amount: PicoUsd): void {
    const account = this.accounts.get(organizationId);
    if (account !== undefined) account.granted -= amount;
  }

  private fits({ granted, held }: Account, estimate: PicoUsd): boolean {
    const free = granted - held;
    return free >= estimate && free > 0n && this.process.isValid();
  }

  /** Beside the call that passes. */
  private lookAhead(account: Account, caller: Caller): void {
    if (account.granted - account.held < account.lowWater && !onCredit(caller, account)) {
      account.wantsMore = true;
      this.room.serve(account);
    }
    const isStale = this.clock.monotonicMs() - account.readAt > STALE_MS;
    if (isStale) void this.reloads.keepUp(account, { isStale });
    else this.keepUp(account);
  }

  private keepUp(account: Account): void {
    if (!account.isKnown || isUnderThreshold(account)) void this.reloads.keepUp(account);
  }

  private wait(
    account: Account,
    { call, ...wish }: Pick<Waiter, 'kind' | 'caller' | 'estimate'> & { call?: LiveCall },
  ): Promise<Hold | undefined> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        ...wish,
        onCredit: false,
        isJudged: false,
        deadlineMs: this.clock.monotonicMs() + MAX_WAIT_MS,
        admit: resolve,
        refuse: reject,
      };
      account.waiting.push(waiter);
      call?.onCut(() => {
        account.waiting = account.waiting.filter((one) => one !== waiter);
        turn(account);
        resolve(undefined);
      });
      turn(account);
      this.room.serve(account);
    });
  }

  private open(organizationId: string): Account {
    const known = this.accounts.get(organizationId);
    if (known !== undefined) return known;
    if (this.accounts.size >= MAX_IDLE_ACCOUNTS) this.dropIdle();
    const account = openAccount(organizationId);
    this.accounts.set(organizationId, account);
    return account;
  }

  /** Another process gives back, or wants what is free here. */
  private hear({ kind, accountId, from }: LeaseNotice): void {
    if (from === this.process.id) return;
    if (kind === 'returned') {
      this.accounts.get(accountId)?.recall?.returned(from);
      return;
    }
    const account = this.open(accountId);
    account.sparingUntil = this.clock.monotonicMs() + SPARING_MS;
    account.owesReturn = true;
    turn(account);
    this.room.serve(account);
  }

  /** What is held still is asked for anew. */
  private loseGrants(): void {
    for (const account of this.accounts.values()) {
      account.granted = 0n;
      if (account.held === 0n) continue;
      account.wantsMore = true;
      this.room.serve(account);
    }
  }

  private distrust(organizationId: string | undefined): void {
    for (const account of organizationId === undefined
      ? this.accounts.values()
      : [this.accounts.get(organizationId)]) {
      if (account === undefined) continue;
      account.isKnown = false;
      account.changes += 1;
      account.version += 1;
      account.reading = undefined;
      account.refusedUntil = Number.NEGATIVE_INFINITY;
      turn(account);
    }
  }

  private dropIdle(): void {
    for (const [organizationId, account] of this.accounts)
      if (account.held === 0n && !account.isServed) this.accounts.delete(organizationId);
  }
}

const NOTHING_HELD: Hold = { release: () => undefined };
