import type { OutReason } from './account-verdict.js';

/** What a pool asks of an account. */
export interface PooledAccount {
  readonly name: string;
  readonly weight: number;
  /** As the provider knows them; undefined: all. */
  readonly models: readonly string[] | undefined;
}

export interface AccountWish {
  /** As the provider knows it; absent: any account will do. */
  readonly model?: string | undefined;
  /** What stays with one account: a session, or a key of prompt caches. */
  readonly sticky?: string | undefined;
  /** Accounts that the call has asked already. */
  readonly not?: readonly string[] | undefined;
}

/** Of an account that is out. */
interface Outage {
  /** By the monotonic clock. */
  untilMs: number;
  reason: OutReason;
  /** `asking`: whether this process may try the account is with the database; `granted`: the next call tries it. */
  trial: 'none' | 'asking' | 'granted' | 'running';
  /** Not before this is the trial asked for again, also one that is running: it told nothing. */
  askAfterMs: number;
}

export interface AccountState {
  readonly state: 'healthy' | 'out' | 'probing';
  readonly reason: OutReason | undefined;
  readonly untilMs: number | undefined;
}

interface Member<Account extends PooledAccount> {
  readonly account: Account;
  outage: Outage | undefined;
}

/** The accounts that serve a model, as turns that they share by weight. */
interface Wheel<Account extends PooledAccount> {
  readonly members: readonly Member<Account>[];
  readonly all: readonly Member<Account>[];
  /** Of accounts in use; undefined: to be made. */
  inUse: readonly Member<Account>[] | undefined;
  /** Of accounts that are out, the one that is back first; undefined: to be looked for. */
  soonest: Member<Account> | undefined;
}

const TURNS = 256;
const MOST_WHEELS = 1_000;
const ASK_EVERY_MS = 1_000;
/** Longer than nearly all calls take. A trial of which nothing was heard, or whose process has died, is over then. */
export const TRIAL_MS = 30_000;

/**
 * The accounts of one provider, and which of them are out. A call's account is found in constant time on a wheel of turns that the
 * accounts share by their weights: at the place that its session's name hashes to, or at the next one. Where that account is out, the
 * call goes to the same place of a wheel of those that are in use, so that the other sessions stay where they are. Models that not all
 * accounts serve have wheels of their own.
 */
export class AccountPool<Account extends PooledAccount> {
  private readonly members: readonly Member<Account>[];
  private readonly byName: ReadonlyMap<string, Member<Account>>;
  private readonly wheel: Wheel<Account>;
  /** By model, when it was first asked for; empty where all accounts serve everything. */
  private readonly wheels = new Map<string, Wheel<Account>>();
  private readonly haveLists: boolean;
  private turn = 0;

  constructor(
    accounts: readonly Account[],
    private readonly nowMs: () => number,
    /** Somebody is to decide whether this process may try an account whose time is over. */
    private readonly onDue: (account: Account) => void,
  ) {
    this.members = accounts.map((account) => ({ account, outage: undefined }));
    this.byName = new Map(this.members.map((member) => [member.account.name, member]));
    this.wheel = wheelOf(this.members);
    this.haveLists = accounts.some(({ models }) => models !== undefined);
  }

  get accounts(): readonly Account[] {
    return this.members.map(({ account }) => account);
  }

  named(name: string): Account | undefined {
    return this.byName.get(name)?.account;
  }

  /** `undefined`: no account serves the model, or all that do were asked. */
  pick(wish: AccountWish): Account | undefined {
    const [only] = this.members;
    if (this.members.length === 1 && only !== undefined) return serves(only, wish) ? only.account : undefined;
    const wheel = this.wheelFor(wish.model);
    const at = (wish.sticky === undefined ? this.turn++ : hash(wish.sticky)) % TURNS;
    const first = wheel.all[at];
    if (first !== undefined && serves(first, wish) && this.isUsable(first)) return this.take(first);
    wheel.inUse ??= turnsOf(wheel.members.filter(({ outage }) => outage === undefined));
    const second = wheel.inUse[at];
    if (second !== undefined && serves(second, wish)) return second.account;
    if (wheel.inUse.length === 0 && wish.not === undefined)
      return (wheel.soonest ??= soonestOf(wheel.members))?.account;
    return this.search(wish);
  }

  /** An account that the call has not asked, and that is in use, or whose time is over: a call in need may try it. */
  hasOther(wish: AccountWish): boolean {
    const now = this.nowMs();
    return this.members.some(
      (member) => serves(member, wish) && (member.outage === undefined || member.outage.untilMs <= now),
    );
  }

  /** @returns false when nothing changed that others would want to know */
  leaveOut(name: string, outage: { readonly forMs: number; readonly reason: OutReason }): boolean {
    const member = this.byName.get(name);
    if (member === undefined) return false;
    const untilMs = this.nowMs() + outage.forMs;
    const before = member.outage;
    const isKnown =
      before !== undefined && before.trial !== 'running' && untilMs - before.untilMs < ASK_EVERY_MS;
    if (isKnown) {
      // A burst of calls hears the same refusal, each a moment after the other; and what this process told the others comes back to it.
      before.untilMs = Math.max(before.untilMs, untilMs);
      return false;
    }
    member.outage = { untilMs, reason: outage.reason, trial: 'none', askAfterMs: untilMs };
    this.forgetInUse();
    return true;
  }

  /** @returns whether it was out */
  heal(name: string): boolean {
    const member = this.byName.get(name);
    if (member?.outage === undefined) return false;
    member.outage = undefined;
    this.forgetInUse();
    return true;
  }

  isOut(name: string): boolean {
    return this.byName.get(name)?.outage !== undefined;
  }

  /** Whether this process's calls are a trial of the account. */
  isTried(name: string): boolean {
    return this.byName.get(name)?.outage?.trial === 'running';
  }

  /** What came of asking whether this process may try the account, or of a trial that told nothing. */
  settleTrial(name: string, trial: 'granted' | 'none'): void {
    const outage = this.byName.get(name)?.outage;
    if (outage === undefined) return;
    // It may have gone out anew while the database was asked.
    if (trial === 'granted' && outage.trial !== 'asking') return;
    outage.trial = trial;
    outage.askAfterMs = this.nowMs() + ASK_EVERY_MS;
  }

  get areAllOut(): boolean {
    return this.members.length > 0 && this.members.every(({ outage }) => outage !== undefined);
  }

  stateOf(name: string): AccountState {
    const outage = this.byName.get(name)?.outage;
    if (outage === undefined) return { state: 'healthy', reason: undefined, untilMs: undefined };
    const { trial, reason, untilMs } = outage;
    return { state: trial === 'running' ? 'probing' : 'out', reason, untilMs };
  }

  private wheelFor(model: string | undefined): Wheel<Account> {
    if (!this.haveLists || model === undefined) return this.wheel;
    let wheel = this.wheels.get(model);
    if (wheel === undefined) {
      wheel = wheelOf(this.members.filter((member) => serves(member, { model })));
      // Callers may write names that no list has.
      if (this.wheels.size < MOST_WHEELS) this.wheels.set(model, wheel);
    }
    return wheel;
  }

  private forgetInUse(): void {
    for (const wheel of [this.wheel, ...this.wheels.values()]) {
      wheel.inUse = undefined;
      wheel.soonest = undefined;
    }
  }

  private isUsable(member: Member<Account>): boolean {
    const { outage } = member;
    if (outage === undefined || outage.trial === 'granted') return true;
    if (outage.trial === 'asking') return false;
    const now = this.nowMs();
    if (now < outage.untilMs || now < outage.askAfterMs) return false;
    outage.trial = 'asking';
    this.onDue(member.account);
    return false;
  }

  private take({ account, outage }: Member<Account>): Account {
    if (outage?.trial === 'granted') {
      outage.trial = 'running';
      outage.askAfterMs = this.nowMs() + TRIAL_MS;
    }
    return account;
  }

  /** Accounts that were asked leave some: the first in use; when all are out, the one that is back soonest. */
  private search(wish: AccountWish): Account | undefined {
    const left = this.members.filter((member) => serves(member, wish));
    const usable = left.filter((member) => this.isUsable(member));
    const start = wish.sticky === undefined ? this.turn : hash(wish.sticky);
    const chosen = usable[start % Math.max(1, usable.length)];
    if (chosen !== undefined) return this.take(chosen);
    return soonestOf(left)?.account;
  }
}

function soonestOf<M extends { readonly outage: Outage | undefined }>(members: readonly M[]): M | undefined {
  return members.reduce<M | undefined>((soonest, member) => {
    const isSooner = (member.outage?.untilMs ?? 0) < (soonest?.outage?.untilMs ?? Number.POSITIVE_INFINITY);
    return isSooner ? member : soonest;
  }, undefined);
}

function serves<Account extends PooledAccount>(
  { account }: Member<Account>,
  { model, not }: AccountWish,
): boolean {
  if (not?.includes(account.name) === true) return false;
  return account.models === undefined || model === undefined || account.models.includes(model);
}

function wheelOf<Account extends PooledAccount>(members: readonly Member<Account>[]): Wheel<Account> {
  return { members, all: turnsOf(members), inUse: undefined, soonest: undefined };
}

/** Turns by weight, each account's spread as evenly as they go: the one that is furthest behind its part is next. */
function turnsOf<M extends { readonly account: PooledAccount }>(members: readonly M[]): readonly M[] {
  if (members.length === 0) return [];
  const total = members.reduce((sum, { account }) => sum + account.weight, 0);
  const credit = members.map(() => 0);
  return Array.from({ length: TURNS }, () => {
    let best = 0;
    for (const [at, { account }] of members.entries()) {
      credit[at] = (credit[at] ?? 0) + account.weight / total;
      if ((credit[at] ?? 0) > (credit[best] ?? 0)) best = at;
    }
    credit[best] = (credit[best] ?? 0) - 1;
    return members[best] as M;
  });
}

/** FNV-1a: it spreads short names well, and nothing depends on nobody finding two alike. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
