import { Injectable } from '@nestjs/common';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { atMost } from '../../lib/at-most.js';
import { Clock } from '../../lib/clock.js';
import { SECOND_MS } from '../../lib/durations.js';
import type { PicoUsd } from '../../lib/money.js';
import {
  adopt,
  canReload,
  dropAhead,
  hold,
  isOfLimit,
  nextTurn,
  onCredit,
  refusalOf,
  type Account,
  type Waiter,
} from './account.js';
import { AccountReloads } from './account-reloads.service.js';
import { judgeWaiting } from './judge-waiting.js';
import { BalanceLeases, type Grant, type LockedAccount } from './leases/balance-leases.repository.js';
import type { LeaseNotice } from './leases/lease-notices.service.js';
import { Recall } from './leases/recall.js';
import { PaymentUnavailableError } from '../payments/payment-errors.js';

/** How long somebody waits for money that may come. */
export const MAX_WAIT_MS = 30 * SECOND_MS;
/**
 * How long other processes have to give back what they do not hold: one that is busy is waited for, one that was killed cannot be told
 * from it. Who answers at once is waited for no longer.
 */
const RECALL_MS = 2 * SECOND_MS;
/** A process that was asked to give back takes nothing ahead for so long: not while another one is still waited for. */
export const SPARING_MS = RECALL_MS + SECOND_MS;
/** What was spent leaves the balance a moment before it leaves the holds: no card is charged for that moment. */
const SETTLE_MS = 25;
/** Who is refused for want of money is refused again for so long, without another look. */
const REFUSED_MS = 25;
/** One submission never makes more reloads than this: its estimate is taken for a mistake. */
const MAX_RELOADS = 20n;

interface Decision extends Grant {
  readonly admitted: readonly Waiter[];
  /** What this process may hold beside what it held when the decision fell. */
  readonly more: PicoUsd;
  readonly overdraws: boolean;
}

/**
 * Sees to whoever does not fit into what this process may hold: asks the database for more, one question at a time for each
 * account however many wait; has other processes give back what they do not hold; has the card charged; refuses at last.
 */
@Injectable()
export class WaitingRoom {
  constructor(
    private readonly leases: BalanceLeases,
    private readonly reloads: AccountReloads,
    private readonly clock: Clock,
  ) {}

  /** Begins to see to the account, unless somebody does. Never rejects: who waits is told. */
  serve(account: Account): void {
    if (account.isServed) return;
    account.isServed = true;
    void this.run(account).catch((error: unknown) => {
      this.leave(account);
      for (const waiter of account.waiting.splice(0)) waiter.refuse(asDatabaseFailure(error));
    });
  }

  private async run(account: Account): Promise<void> {
    while (account.waiting.length > 0 || account.wantsMore || account.owesReturn) {
      const { turns } = account;
      await this.ask(account);
      if (account.waiting.length > 0) await this.seek(account, turns);
    }
    this.leave(account);
  }

  private leave(account: Account): void {
    account.recall?.finish();
    Object.assign(account, {
      isServed: false,
      wantsMore: false,
      owesReturn: false,
      recall: undefined,
      shortSince: undefined,
    });
  }

  /** One look under the lock of the balance; who fits passes. */
  private async ask(account: Account): Promise<void> {
    const { changes } = account;
    const decided = await this.leases.change(account.purse, (locked) => {
      adopt(account, locked.facts, { changes, nowMs: this.clock.monotonicMs() });
      return this.decide(account, locked);
    });
    if (decided === undefined) return;
    // What was spent meanwhile is off already.
    account.granted += decided.more;
    for (const waiter of decided.admitted) {
      const at = account.waiting.indexOf(waiter);
      if (at < 0) continue;
      account.waiting.splice(at, 1);
      waiter.admit(hold(account, waiter.estimate));
    }
    if (account.waiting.length === 0) account.shortSince = undefined;
    if (isOfLimit(account)) {
      // The limit was changed during the look: what was granted ahead of it may not be there.
      if (account.changes !== changes) dropAhead(account);
      return;
    }
    void this.reloads.keepUp(account, { needed: decided.overdraws ? account.held : undefined });
  }

  private decide(account: Account, { others }: LockedAccount): Decision {
    const { waiting, owesReturn } = account;
    // While somebody waits or another process needs it, what is free here is given back first; otherwise calls go on by it.
    const isTight = waiting.length > 0 || owesReturn;
    if (isTight || account.granted < account.held) account.granted = account.held;
    account.others = sum(others.values());
    const judgement = judgeWaiting({
      balance: account.balance,
      others: account.others,
      held: account.granted,
      wishes: waiting.map((waiter) => ({ ...wishOf(waiter, account), waiter })),
      isSparing: this.clock.monotonicMs() < account.sparingUntil,
    });
    for (const waiter of waiting) waiter.isJudged = true;
    account.lowWater = judgement.ahead / 2n;
    account.wantsMore = false;
    account.owesReturn = false;
    const notices: LeaseNotice['kind'][] = owesReturn ? ['returned'] : [];
    if (judgement.admitted.length < waiting.length && others.size > 0 && account.recall === undefined) {
      account.recall = new Recall(others.keys(), RECALL_MS);
      notices.push('recall');
    }
    const overdrawn = judgement.left < 0n ? judgement.left : 0n;
    // What others hold ahead may be given back yet.
    const isSure = others.size === 0 || account.recall?.isOver === true;
    return {
      admitted: judgement.admitted.map(({ waiter }) => waiter),
      // What the last call overdraws is nobody's to hold.
      more: judgement.granted + overdrawn - account.granted,
      overdraws: overdrawn < 0n && isSure,
      granted: judgement.granted,
      notices,
    };
  }

  /** Somebody does not fit: waits for what may let them pass, or refuses them. */
  private async seek(account: Account, turns: number): Promise<void> {
    if (account.recall !== undefined && !account.recall.isOver) {
      await Promise.race([account.recall.over, nextTurn(account, turns)]);
      return;
    }
    // A change was announced during the look: another one.
    if (!account.isKnown) return;
    this.refuseHopeless(account);
    const first = account.waiting.find(({ isJudged }) => isJudged);
    if (first === undefined) return;
    const nowMs = this.clock.monotonicMs();
    account.shortSince ??= nowMs;
    const settledMs = account.shortSince + SETTLE_MS;
    if (nowMs < settledMs) {
      await atMost(settledMs - nowMs, nextTurn(account, turns));
      return;
    }
    await this.reload(account, { needed: needOf(first, account), turns, limitMs: first.deadlineMs - nowMs });
  }

  private async reload(
    account: Account,
    { needed, turns, limitMs }: { needed: PicoUsd; turns: number; limitMs: number },
  ): Promise<void> {
    const reloading = this.reloads.run(account, needed);
    if (reloading === undefined) return;
    const outcome = await atMost(limitMs, Promise.race([reloading, nextTurn(account, turns)]));
    switch (outcome) {
      case undefined:
      case 'declined':
        return;
      case 'unanswered':
        for (const waiter of account.waiting.filter(({ isJudged }) => isJudged))
          waiter.refuse(new PaymentUnavailableError());
        account.waiting = account.waiting.filter(({ isJudged }) => !isJudged);
        return;
      case 'credited':
      case 'not-needed':
        account.shortSince = undefined;
        account.recall = undefined;
        return;
    }
  }

  private refuseHopeless(account: Account): void {
    const nowMs = this.clock.monotonicMs();
    const mayReload = canReload(account, nowMs);
    const stay: Waiter[] = [];
    for (const waiter of account.waiting.splice(0)) {
      if (!waiter.isJudged) stay.push(waiter);
      else if (waiter.kind === 'batch' && onCredit(waiter.caller, account)) waiter.admit(undefined);
      else if (nowMs >= waiter.deadlineMs && account.reloading !== undefined)
        waiter.refuse(new PaymentUnavailableError());
      else if (mayReload && nowMs < waiter.deadlineMs && isReachable(waiter, account)) stay.push(waiter);
      else {
        if (!mayReload && waiter.kind === 'call') account.refusedUntil = nowMs + REFUSED_MS;
        waiter.refuse(refusalOf(waiter, account));
      }
    }
    account.waiting = stay;
  }
}

function wishOf({ kind, estimate, caller }: Waiter, account: Account) {
  return { kind, estimate, onCredit: onCredit(caller, account) };
}

/** What this process must be able to hold for the waiter to pass. */
function needOf({ kind, estimate }: Waiter, { held }: Account): PicoUsd {
  return held + (kind === 'call' ? 1n : estimate);
}

/** No card is charged for a refusal. */
function isReachable(waiter: Waiter, account: Account): boolean {
  if (waiter.kind === 'call') return true;
  const missing = needOf(waiter, account) + account.others - account.balance;
  return missing <= account.reloadAmount * MAX_RELOADS;
}

function sum(amounts: Iterable<PicoUsd>): PicoUsd {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}
