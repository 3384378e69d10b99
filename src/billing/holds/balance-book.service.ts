import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { ChangeFeed } from '../../database/change-feed.js';
import type { LiveCall } from '../../live-calls/live-call.js';
import { Clock } from '../../lib/clock.js';
import { SECOND_MS } from '../../lib/durations.js';
import type { PicoUsd } from '../../lib/money.js';
import { purseOf, type Purse } from '../../projects/purse.js';
import type { CallRecord } from '../calls/call-record.js';
import { billedTotal } from '../metering/call-input.js';
import {
  dropAhead,
  hold,
  isOfLimit,
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
import { HoldSurvey } from './leases/hold-survey.service.js';
import { LeaseNotices, type LeaseNotice } from './leases/lease-notices.service.js';
import { ProcessLease } from './leases/process-lease.service.js';
import type { NewBalance } from '../metering/usage-commit.repository.js';
import { MAX_WAIT_MS, SPARING_MS, WaitingRoom } from './waiting-room.service.js';

export type { Hold };

/** What covers a batch until it is reserved. */
export interface Cover {
  /** False for pay as you go without cover: the batch goes on without a reservation. */
  readonly isOfBalance: boolean;
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
 * goes to the waiting room. An account is any purse: a call must fit into the limits of its key and its project, where they have
 * one, and then into the balance.
 */
@Injectable()
export class BalanceBook {
  private readonly accounts = new Map<string, Account>();
  /** Those of limits among them. */
  private readonly limits = new Map<string, Account>();

  constructor(
    private readonly reloads: AccountReloads,
    private readonly room: WaitingRoom,
    private readonly process: ProcessLease,
    notices: LeaseNotices,
    survey: HoldSurvey,
    feed: ChangeFeed,
    private readonly clock: Clock,
  ) {
    feed.onChange((change) => {
      const organizationId = change === 'everything' ? undefined : change.organizationId;
      this.distrust(organizationId);
      this.distrustLimits(organizationId);
    });
    notices.onNotice((notice) => this.hear(notice));
    process.onNewLife(() => this.loseGrants());
    survey.answerBy((id) => this.accounts.get(id)?.held ?? 0n);
  }

  /**
   * Lets a call pass and holds its estimate: at once while it fits into what is granted; otherwise when the database, another
   * process or the card has made room. A call that is cut meanwhile passes with nothing held, to be ended.
   * @throws InsufficientBalanceError, ReservedInFlightError, CardDeclinedError, LimitReachedError, LimitReservedError (402),
   *   PaymentUnavailableError, DatabaseUnavailableError (503); rejects with them when it waits.
   */
  admit(caller: Caller, estimate: PicoUsd, call: LiveCall): Hold | Promise<Hold> {
    const balance = this.open({ id: caller.organizationId, kind: 'organization' });
    const { limits } = caller;
    // As most calls: nothing is made for what they do not have.
    if (limits.length === 0) return this.enter(balance, { caller, estimate, call });
    // The balance is the last: no card is charged for a call that a limit refuses.
    return enterAll(
      [...this.openLimits(caller), balance].map(
        (account) => () => this.enter(account, { caller, estimate, call }),
      ),
    );
  }

  private enter(
    account: Account,
    { caller, estimate, call }: { caller: Caller; estimate: PicoUsd; call: LiveCall },
  ): Hold | Promise<Hold> {
    if (onCredit(caller, account) || this.fits(account, estimate)) {
      this.lookAhead(account, caller);
      return hold(account, estimate);
    }
    if (this.clock.monotonicMs() < account.refusedUntil) throw refusalOf({ kind: 'call', estimate }, account);
    return this.wait(account, { kind: 'call', caller, estimate, call }).then((held) => held ?? NOTHING_HELD);
  }

  /**
   * Holds what a batch may cost until it is reserved.
   * @throws EstimateNotCoveredError, ReservedInFlightError, CardDeclinedError, LimitReachedError, LimitReservedError (402),
   *   PaymentUnavailableError, DatabaseUnavailableError (503)
   */
  async cover(caller: Caller, estimate: PicoUsd): Promise<Cover> {
    const taken: { account: Account; held: Hold }[] = [];
    const release = (): void => {
      for (const { held } of taken) held.release();
    };
    const balance = this.open({ id: caller.organizationId, kind: 'organization' });
    try {
      for (const account of [...this.openLimits(caller), balance]) {
        const held = await this.wait(account, { kind: 'batch', caller, estimate });
        if (held !== undefined) taken.push({ account, held });
      }
    } catch (error) {
      release();
      throw error;
    }
    return {
      isOfBalance: taken.at(-1)?.account === balance,
      spend: () => {
        for (const { account } of taken) account.granted -= estimate;
        release();
      },
      release,
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

  /** What a call that is committed took of limits. */
  learnLimits(record: CallRecord): void {
    if (this.limits.size > 0) this.spendLimits(record);
  }

  /** What may have been taken. */
  spend(record: CallRecord): void {
    const account = this.accounts.get(record.organizationId);
    if (account !== undefined) account.granted -= billedTotal(record);
    this.spendLimits(record);
  }

  private spendLimits(record: CallRecord): void {
    for (const id of [record.keyId, record.projectId]) {
      const account = this.limits.get(id);
      if (account !== undefined) account.granted -= billedTotal(record);
    }
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
    if (isOfLimit(account)) return;
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

  private openLimits({ limits, organizationId }: Caller): Account[] {
    return limits.map((purse) => {
      const account = this.open(purse);
      account.organizationId = organizationId;
      return account;
    });
  }

  private open(purse: Purse): Account {
    const known = this.accounts.get(purse.id);
    if (known !== undefined) return known;
    if (this.accounts.size >= MAX_IDLE_ACCOUNTS) this.dropIdle();
    const account = openAccount(purse);
    this.accounts.set(purse.id, account);
    if (isOfLimit(account)) this.limits.set(purse.id, account);
    return account;
  }

  /** Another process gives back, or wants what is free here. */
  private hear({ kind, accountId, from }: LeaseNotice): void {
    if (from === this.process.id) return;
    if (kind === 'returned') {
      this.accounts.get(accountId)?.recall?.returned(from);
      return;
    }
    if (kind !== 'recall') return;
    const purse = purseOf(accountId);
    if (purse === undefined) return;
    const account = this.open(purse);
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
      noteChange(account);
    }
  }

  /** A limit may have been lowered: what was granted ahead of it is not believed any more. */
  private distrustLimits(organizationId: string | undefined): void {
    for (const account of this.limits.values()) {
      const isOther = account.organizationId !== undefined && account.organizationId !== organizationId;
      if (organizationId !== undefined && isOther) continue;
      noteChange(account);
      dropAhead(account);
    }
  }

  private dropIdle(): void {
    for (const [id, account] of this.accounts)
      if (account.held === 0n && !account.isServed) {
        this.accounts.delete(id);
        this.limits.delete(id);
      }
  }
}

function noteChange(account: Account): void {
  account.isKnown = false;
  account.changes += 1;
  account.version += 1;
  account.reading = undefined;
  account.refusedUntil = Number.NEGATIVE_INFINITY;
  turn(account);
}

/** One after the other; whoever is refused by a later one holds nothing of those before. At once where all fit from memory. */
function enterAll(entries: readonly (() => Hold | Promise<Hold>)[]): Hold | Promise<Hold> {
  const holds: Hold[] = [];
  const all: Hold = {
    release: () => {
      for (const held of holds) held.release();
    },
  };
  const enterFrom = (first: number): Hold | Promise<Hold> => {
    for (let at = first; at < entries.length; at += 1) {
      const entered = entries[at]?.() ?? NOTHING_HELD;
      if (entered instanceof Promise)
        return entered.then((held) => {
          holds.push(held);
          return enterFrom(at + 1);
        });
      holds.push(entered);
    }
    return all;
  };
  const giveUp = (error: unknown): never => {
    all.release();
    throw error;
  };
  try {
    const entered = enterFrom(0);
    return entered instanceof Promise ? entered.catch(giveUp) : entered;
  } catch (error) {
    return giveUp(error);
  }
}

const NOTHING_HELD: Hold = { release: () => undefined };
