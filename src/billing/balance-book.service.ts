import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../auth/caller.js';
import { ChangeFeed } from '../database/change-feed.js';
import { asDatabaseFailure } from '../database/database-unavailable.error.js';
import { Clock } from '../lib/clock.js';
import { GatewayError } from '../lib/gateway-error.js';
import { parseUsd, type PicoUsd } from '../lib/money.js';
import { judgeAdmission } from './judge-admission.js';

export class InsufficientBalanceError extends GatewayError {
  constructor() {
    super({
      status: 402,
      code: 'insufficient_balance',
      message:
        'The organization has no balance left, so nothing was sent. Add credits, or save a card with auto reload.',
    });
  }
}

export class ReservedInFlightError extends GatewayError {
  constructor() {
    super({
      status: 402,
      code: 'reserved_in_flight',
      message:
        'Calls in flight hold the rest of the balance. Nothing was sent; try again when they have ended.',
      headers: { 'retry-after': '1' },
    });
  }
}

/** What a call in flight may cost, held against the balance until the call is recorded. */
export interface Hold {
  release(): void;
}

interface Account {
  balance: PicoUsd;
  held: PicoUsd;
  readAt: number;
  /** Counts the balances learnt, so that a slower read never overwrites a newer one. */
  version: number;
  reading: Promise<void> | undefined;
}

const MAX_IDLE_ACCOUNTS = 50_000;

/**
 * The spend gate. Balances are remembered and learnt anew from every commit, so that a call with money to spare asks nobody.
 * Close to zero the database is asked first. Holds are this process's own: concurrent calls overdraw by at most one call each replica.
 */
@Injectable()
export class BalanceBook {
  private readonly accounts = new Map<string, Account>();

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) feed: ChangeFeed,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    feed.onChange((change) => this.distrust(change === 'everything' ? undefined : change.organizationId));
  }

  /**
   * Lets a call pass and holds its estimate.
   * @throws InsufficientBalanceError, ReservedInFlightError (402), DatabaseUnavailableError (503).
   */
  async admit(caller: Caller, estimate: PicoUsd): Promise<Hold> {
    const account = this.accounts.get(caller.organizationId) ?? this.open(caller.organizationId);
    const ageMs = this.clock.monotonicMs() - account.readAt;
    const { balance, held } = account;
    const judgement = judgeAdmission({ balance, held, estimate, ageMs, payAsYouGo: caller.payAsYouGo });
    if (judgement === 'admit-and-refresh')
      void this.read(caller.organizationId, account).catch(() => undefined);
    else if (judgement === 'ask-first') await this.readNow(caller.organizationId, account);
    if (!caller.payAsYouGo) refuseWithoutMoney(account);
    return this.hold(account, estimate);
  }

  /** The balance that a commit left. */
  learn(organizationId: string, balance: PicoUsd): void {
    const account = this.accounts.get(organizationId);
    if (account === undefined) return;
    account.balance = balance;
    account.readAt = this.clock.monotonicMs();
    account.version += 1;
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
      balance: 0n,
      held: 0n,
      readAt: Number.NEGATIVE_INFINITY,
      version: 0,
      reading: undefined,
    };
    this.accounts.set(organizationId, account);
    return account;
  }

  /** A change that is announced while a read runs makes its answer worthless: then it is read again. */
  private async readNow(organizationId: string, account: Account): Promise<void> {
    do await this.read(organizationId, account);
    while (account.readAt === Number.NEGATIVE_INFINITY);
  }

  private read(organizationId: string, account: Account): Promise<void> {
    if (account.reading !== undefined) return account.reading;
    const reading = this.query(organizationId, account).finally(() => {
      if (account.reading === reading) account.reading = undefined;
    });
    account.reading = reading;
    return reading;
  }

  private async query(organizationId: string, account: Account): Promise<void> {
    const { version } = account;
    const rows = await this.dataSource
      .query<{ balance_usd: string }[]>('SELECT balance_usd FROM balances WHERE organization_id = $1', [
        organizationId,
      ])
      .catch((error: unknown) => {
        throw asDatabaseFailure(error);
      });
    if (account.version !== version) return;
    account.balance = parseUsd(rows[0]?.balance_usd ?? '0');
    account.readAt = this.clock.monotonicMs();
  }

  private distrust(organizationId: string | undefined): void {
    for (const account of organizationId === undefined
      ? this.accounts.values()
      : [this.accounts.get(organizationId)]) {
      if (account === undefined) continue;
      account.readAt = Number.NEGATIVE_INFINITY;
      account.version += 1;
      account.reading = undefined;
    }
  }

  private dropIdle(): void {
    for (const [organizationId, account] of this.accounts)
      if (account.held === 0n) this.accounts.delete(organizationId);
  }
}

function refuseWithoutMoney({ balance, held }: Account): void {
  if (balance <= 0n) throw new InsufficientBalanceError();
  if (balance - held <= 0n) throw new ReservedInFlightError();
}
