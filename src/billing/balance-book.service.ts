import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import { ChangeFeed } from '../database/change-feed.js';
import { asDatabaseFailure } from '../database/database-unavailable.error.js';
import { Clock } from '../lib/clock.js';
import { SECOND_MS } from '../lib/durations.js';
import type { PicoUsd } from '../lib/money.js';
import { AccountReader } from './account-reader.service.js';
import { judgeAdmission } from './judge-admission.js';
import { CardDeclinedError, PaymentUnavailableError } from './payments/payment-errors.js';
import { Reloads, type ReloadOutcome } from './payments/reloads.service.js';
import { InsufficientBalanceError, ReservedInFlightError } from './spend-gate-errors.js';

/** What a call in flight may cost, held against the balance until the call is recorded. */
export interface Hold {
  release(): void;
}

interface Account {
  readonly organizationId: string;
  balance: PicoUsd;
  /** Auto reload tops up under this; absent: it is off, or there is no card. */
  reloadThreshold: PicoUsd | undefined;
  /** The card was declined: no reload is started before, by the monotonic clock. */
  reloadPausedUntil: number;
  /** The last reload brought nothing: none is started before, but for a call that has no money left. */
  reloadQuietUntil: number;
  cardDeclined: boolean;
  /** The reload that runs for this process's calls. */
  reloading: Promise<ReloadOutcome> | undefined;
  held: PicoUsd;
  readAt: number;
  /** Counts the balances learnt, so that a slower read never overwrites a newer one. */
  version: number;
  /** Counts the changes announced: a read that began before one is worthless. A commit tells the balance, not the settings. */
  changes: number;
  /** Read since the last change. */
  isKnown: boolean;
  reading: Promise<void> | undefined;
}

const MAX_IDLE_ACCOUNTS = 50_000;
/** After a reload that brought nothing, calls with money left do not ask for another one before. */
const RELOAD_QUIET_MS = SECOND_MS;

/**
 * The spend gate. Balances are remembered and learnt anew from every commit, so that a call with money to spare asks nobody.
 * Close to zero the database is asked first. Holds are this process's own: concurrent calls overdraw by at most one call each replica.
 * Under its threshold an account is topped up: beside the calls while there is money, before them when there is none.
 */
@Injectable()
export class BalanceBook {
  private readonly accounts = new Map<string, Account>();

  constructor(
    @Inject(AccountReader) private readonly reader: AccountReader,
    @Inject(Reloads) private readonly reloads: Reloads,
    @Inject(ChangeFeed) feed: ChangeFeed,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    feed.onChange((change) => this.distrust(change === 'everything' ? undefined : change.organizationId));
  }

  /**
   * Lets a call pass and holds its estimate; at once, unless the database or the card has to be asked.
   * @throws InsufficientBalanceError, ReservedInFlightError, CardDeclinedError (402), PaymentUnavailableError,
   *   DatabaseUnavailableError (503); rejects with them when it waits.
   */
  admit(caller: Caller, estimate: PicoUsd): Hold | Promise<Hold> {
    const account = this.accounts.get(caller.organizationId) ?? this.open(caller.organizationId);
    const ageMs = account.isKnown ? this.clock.monotonicMs() - account.readAt : Number.POSITIVE_INFINITY;
    const { balance, held } = account;
    const judgement = judgeAdmission({
      balance,
      held,
      estimate,
      ageMs,
      payAsYouGo: onCredit(caller, account),
    });
    if (judgement === 'admit-and-refresh') void this.read(account).catch(() => undefined);
    const asksFirst = judgement === 'ask-first';
    if (asksFirst || isUnderThreshold(account))
      return this.admitLater(caller, { account, estimate, asksFirst });
    return this.admitNow(caller, account, estimate);
  }

  /** The balance that a commit left. */
  learn(organizationId: string, balance: PicoUsd): void {
    const account = this.accounts.get(organizationId);
    if (account === undefined) return;
    account.balance = balance;
    account.readAt = this.clock.monotonicMs();
    account.version += 1;
    if (isUnderThreshold(account)) this.topUpBeside(account);
  }

  private admitNow(caller: Caller, account: Account, estimate: PicoUsd): Hold {
    if (!onCredit(caller, account)) refuseWithoutMoney(account);
    return this.hold(account, estimate);
  }

  private async admitLater(
    caller: Caller,
    { account, estimate, asksFirst }: { account: Account; estimate: PicoUsd; asksFirst: boolean },
  ): Promise<Hold> {
    if (asksFirst) await this.readNow(account);
    if (isUnderThreshold(account)) await this.topUpFor(caller, account);
    return this.admitNow(caller, account, estimate);
  }

  /** A call without money waits for the reload; any other goes on beside it. */
  private async topUpFor(caller: Caller, account: Account): Promise<void> {
    if (account.balance - account.held > 0n || onCredit(caller, account)) {
      this.topUpBeside(account);
      return;
    }
    const outcome = await this.reload(account);
    if (outcome === 'unanswered' && account.balance <= 0n) throw new PaymentUnavailableError();
  }

  private topUpBeside(account: Account): void {
    if (this.clock.monotonicMs() < account.reloadQuietUntil) return;
    this.reload(account)?.catch(() => undefined);
  }

  /** Starts a reload, or joins the one that runs; nothing while the card is left alone. */
  private reload(account: Account): Promise<ReloadOutcome> | undefined {
    if (account.reloading !== undefined) return account.reloading;
    if (this.clock.monotonicMs() < account.reloadPausedUntil) return undefined;
    const reloading = this.topUp(account).finally(() => {
      account.reloading = undefined;
    });
    account.reloading = reloading;
    return reloading;
  }

  private async topUp(account: Account): Promise<ReloadOutcome> {
    const outcome = await this.reloads.topUp(account.organizationId).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
    // What another process brought may not have been heard of yet.
    this.distrust(account.organizationId);
    await this.readNow(account);
    if (isUnderThreshold(account)) account.reloadQuietUntil = this.clock.monotonicMs() + RELOAD_QUIET_MS;
    return outcome;
  }

  private hold(account: Account, estimate: PicoUsd): Hold {
    account.held += estimate;
    let held = true;
    return {
      release: () => {
        if (held) account.held -= estimate;
        held = false;
      },
    };
  }

  private open(organizationId: string): Account {
    if (this.accounts.size >= MAX_IDLE_ACCOUNTS) this.dropIdle();
    const account: Account = {
      organizationId,
      balance: 0n,
      reloadThreshold: undefined,
      reloadPausedUntil: Number.NEGATIVE_INFINITY,
      reloadQuietUntil: Number.NEGATIVE_INFINITY,
      cardDeclined: false,
      reloading: undefined,
      held: 0n,
      readAt: Number.NEGATIVE_INFINITY,
      version: 0,
      changes: 0,
      isKnown: false,
      reading: undefined,
    };
    this.accounts.set(organizationId, account);
    return account;
  }

  /** A change that is announced while a read runs makes its answer worthless: then it is read again. */
  private async readNow(account: Account): Promise<void> {
    do await this.read(account);
    while (!account.isKnown);
  }

  private read(account: Account): Promise<void> {
    if (account.reading !== undefined) return account.reading;
    const reading = this.query(account).finally(() => {
      if (account.reading === reading) account.reading = undefined;
    });
    account.reading = reading;
    return reading;
  }

  private async query(account: Account): Promise<void> {
    const { version, changes } = account;
    const { balance, reload, cardDeclined } = await this.reader.read(account.organizationId);
    if (account.changes !== changes) return;
    const now = this.clock.monotonicMs();
    account.isKnown = true;
    account.cardDeclined = cardDeclined;
    account.reloadThreshold = reload?.threshold;
    account.reloadPausedUntil = now + (reload?.pausedMs ?? 0);
    if (account.version !== version) return;
    account.balance = balance;
    account.readAt = now;
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
    }
  }

  private dropIdle(): void {
    for (const [organizationId, account] of this.accounts)
      if (account.held === 0n) this.accounts.delete(organizationId);
  }
}

/** Runs past zero, unless its card gives nothing any more. */
function onCredit(caller: Caller, account: Account): boolean {
  return caller.payAsYouGo && !account.cardDeclined;
}

function isUnderThreshold({ balance, reloadThreshold }: Account): boolean {
  return reloadThreshold !== undefined && balance < reloadThreshold;
}

function refuseWithoutMoney({ balance, held, cardDeclined }: Account): void {
  if (balance <= 0n) throw cardDeclined ? new CardDeclinedError() : new InsufficientBalanceError();
  if (balance - held <= 0n) throw new ReservedInFlightError();
}
