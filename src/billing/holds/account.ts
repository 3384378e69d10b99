import type { Caller } from '../../auth/caller.js';
import type { PicoUsd } from '../../lib/money.js';
import type { Purse } from '../../projects/purse.js';
import { LimitReachedError, LimitReservedError } from '../limits/limit-errors.js';
import type { SpendLimit } from '../limits/spend-limit.js';
import type { AccountFacts } from './account-reader.service.js';
import type { Recall } from './leases/recall.js';
import { CardDeclinedError } from '../payments/payment-errors.js';
import type { ReloadOutcome } from '../payments/reloads.service.js';
import {
  EstimateNotCoveredError,
  InsufficientBalanceError,
  ReservedInFlightError,
} from './spend-gate-errors.js';
import type { Wish } from './judge-waiting.js';

/** What is held against the balance until it is spent, or was not needed. */
export interface Hold {
  release(): void;
}

/** Who does not fit from memory. */
export interface Waiter extends Wish {
  readonly caller: Caller;
  /** By the monotonic clock: until then it waits. */
  readonly deadlineMs: number;
  /** Was part of a look: who came during one is not refused by it. */
  isJudged: boolean;
  /** Without a hold: it goes on without cover, or its client has left. */
  admit(hold: Hold | undefined): void;
  refuse(error: unknown): void;
}

/** What one process remembers of an organization's money, or of what is left of a limit. */
export interface Account {
  readonly purse: Purse;
  /** Whose change makes it doubtful; absent until a caller has told. */
  organizationId: string | undefined;
  /** Of a limit: what nothing that runs now has taken. */
  balance: PicoUsd;
  /** The limit as it was last seen; none of an organization. */
  bound: SpendLimit | undefined;
  reloadThreshold: PicoUsd | undefined;
  reloadAmount: PicoUsd;
  /** The card was declined: no reload is started before, by the monotonic clock. */
  reloadPausedUntil: number;
  /** The last reload brought nothing: none is started before, but for who has no money left. */
  reloadQuietUntil: number;
  cardDeclined: boolean;
  /** The reload that runs for this process. */
  reloading: Promise<ReloadOutcome> | undefined;

  /** What calls in flight and submissions of this process may cost. */
  held: PicoUsd;
  /** What this process may hold without asking; the database knows of as much, or more. */
  granted: PicoUsd;
  /** With less than this free, more is asked for beside the calls. */
  lowWater: PicoUsd;
  /** What the other processes were granted when last asked. */
  others: PicoUsd;
  /** Another process needs the rest: until then nothing is granted ahead. */
  sparingUntil: number;

  readAt: number;
  /** Counts the balances learnt, so that a slower read never overwrites a newer one. */
  version: number;
  /** Counts the changes announced: a read that began before one is worthless. A commit tells the balance, not the settings. */
  changes: number;
  /** Read since the last change. */
  isKnown: boolean;
  reading: Promise<void> | undefined;

  waiting: Waiter[];
  /** Somebody sees to who waits, and to the rest of this block. */
  isServed: boolean;
  wantsMore: boolean;
  owesReturn: boolean;
  recall: Recall | undefined;
  /** Since when somebody waits for more than there is. */
  shortSince: number | undefined;
  /** Who asks now is refused without another look, until then. */
  refusedUntil: number;
  /** Counts what may let somebody pass: a hold released, a change announced. */
  turns: number;
  onTurn: (() => void) | undefined;
}

export function openAccount(purse: Purse): Account {
  return {
    purse,
    organizationId: purse.kind === 'organization' ? purse.id : undefined,
    balance: 0n,
    bound: undefined,
    reloadThreshold: undefined,
    reloadAmount: 0n,
    reloadPausedUntil: Number.NEGATIVE_INFINITY,
    reloadQuietUntil: Number.NEGATIVE_INFINITY,
    cardDeclined: false,
    reloading: undefined,
    held: 0n,
    granted: 0n,
    lowWater: 0n,
    others: 0n,
    sparingUntil: Number.NEGATIVE_INFINITY,
    readAt: Number.NEGATIVE_INFINITY,
    version: 0,
    changes: 0,
    isKnown: false,
    reading: undefined,
    waiting: [],
    isServed: false,
    wantsMore: false,
    owesReturn: false,
    recall: undefined,
    shortSince: undefined,
    refusedUntil: Number.NEGATIVE_INFINITY,
    turns: 0,
    onTurn: undefined,
  };
}

/** Takes over what was read; the settings only when no change was announced since `changes`. */
export function adopt(
  account: Account,
  facts: AccountFacts,
  { changes, nowMs }: { changes: number; nowMs: number },
): void {
  account.balance = facts.balance;
  account.bound = facts.bound;
  account.readAt = nowMs;
  if (account.changes !== changes) return;
  const { reload, cardDeclined } = facts;
  account.isKnown = true;
  account.cardDeclined = cardDeclined;
  account.reloadThreshold = reload?.threshold;
  account.reloadAmount = reload?.amount ?? 0n;
  account.reloadPausedUntil = nowMs + (reload?.pausedMs ?? 0);
}

export function hold(account: Account, estimate: PicoUsd): Hold {
  account.held += estimate;
  let isHeld = true;
  return {
    release: () => {
      if (!isHeld) return;
      isHeld = false;
      account.held -= estimate;
      account.refusedUntil = Number.NEGATIVE_INFINITY;
      if (account.isServed) turn(account);
    },
  };
}

/** Nothing is held but what is held already: the next one asks. */
export function dropAhead(account: Account): void {
  if (account.granted > account.held) account.granted = account.held;
}

/** Something changed that may let somebody pass. */
export function turn(account: Account): void {
  account.turns += 1;
  const { onTurn } = account;
  account.onTurn = undefined;
  onTurn?.();
}

/** Resolves at the next turn; at once when there was one since `turns`. */
export function nextTurn(account: Account, turns: number): Promise<void> {
  return new Promise((resolve) => {
    if (account.turns === turns) account.onTurn = resolve;
    else resolve();
  });
}

/** Runs past zero, unless its card gives nothing any more. */
export function onCredit(caller: Caller, account: Account): boolean {
  return caller.payAsYouGo && account.isKnown && !account.cardDeclined && !isOfLimit(account);
}

export function isOfLimit({ purse }: Account): boolean {
  return purse.kind !== 'organization';
}

export function isUnderThreshold({ balance, reloadThreshold }: Account): boolean {
  return reloadThreshold !== undefined && balance < reloadThreshold;
}

export function canReload({ reloadThreshold, reloadPausedUntil }: Account, nowMs: number): boolean {
  return reloadThreshold !== undefined && nowMs >= reloadPausedUntil;
}

/** Why somebody who does not fit is refused when no money is to come. */
export function refusalOf({ kind, estimate }: Pick<Wish, 'kind' | 'estimate'>, account: Account): Error {
  const { balance, cardDeclined, bound } = account;
  if (bound !== undefined) return refusalOfLimit({ kind, estimate }, bound);
  if (balance <= 0n && cardDeclined) return new CardDeclinedError();
  if (kind === 'call') return balance <= 0n ? new InsufficientBalanceError() : new ReservedInFlightError();
  return balance >= estimate && balance > 0n
    ? new ReservedInFlightError({ estimate, balance })
    : new EstimateNotCoveredError({ estimate, balance, cardDeclined });
}

function refusalOfLimit({ kind, estimate }: Pick<Wish, 'kind' | 'estimate'>, bound: SpendLimit): Error {
  const unspent = bound.limit - bound.spent;
  if (kind === 'call') return unspent <= 0n ? new LimitReachedError(bound) : new LimitReservedError(bound);
  return unspent < estimate || unspent <= 0n
    ? new LimitReachedError(bound, estimate)
    : new LimitReservedError(bound, estimate);
}
