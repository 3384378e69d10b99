import { Injectable } from '@nestjs/common';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { Clock } from '../../lib/clock.js';
import { SECOND_MS } from '../../lib/durations.js';
import type { PicoUsd } from '../../lib/money.js';
import { canReload, isUnderThreshold, type Account } from './account.js';
import { AccountReads } from './account-reads.service.js';
import { ProcessLease } from './leases/process-lease.service.js';
import { Reloads, type ReloadOutcome } from '../payments/reloads.service.js';

/** After a reload that brought nothing, calls with money left do not ask for another one before. */
const RELOAD_QUIET_MS = SECOND_MS;

/** The reloads that this process asks for: one at a time for each account, which whoever needs money joins. */
@Injectable()
export class AccountReloads {
  constructor(
    private readonly reloads: Reloads,
    private readonly reads: AccountReads,
    private readonly process: ProcessLease,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a reload, or joins the one that runs.
   * @param needed what this process must be able to hold; absent: the threshold alone decides
   * @returns undefined when none is possible now
   */
  run(account: Account, needed?: PicoUsd): Promise<ReloadOutcome> | undefined {
    if (account.reloading !== undefined) return account.reloading;
    if (!canReload(account, this.clock.monotonicMs())) return undefined;
    const reloading = this.topUp(account, needed).finally(() => {
      account.reloading = undefined;
    });
    account.reloading = reloading;
    return reloading;
  }

  /** Beside the calls: tops up who is short, after a look at the account when it is stale or its settings are not known. */
  async keepUp(
    account: Account,
    { needed, isStale = false }: { needed?: PicoUsd | undefined; isStale?: boolean } = {},
  ): Promise<void> {
    try {
      if (isStale || !account.isKnown) await this.reads.readNow(account);
      const isShort = needed !== undefined || isUnderThreshold(account);
      if (isShort && this.clock.monotonicMs() >= account.reloadQuietUntil) await this.run(account, needed);
    } catch {
      // Whoever needs the money asks again, and is told.
    }
  }

  private async topUp(account: Account, needed: PicoUsd | undefined): Promise<ReloadOutcome> {
    const outcome = await this.ask(account, needed).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
    // What another process brought may not have been heard of yet.
    account.isKnown = false;
    await this.reads.readNow(account);
    if (isUnderThreshold(account)) account.reloadQuietUntil = this.clock.monotonicMs() + RELOAD_QUIET_MS;
    return outcome;
  }

  private async ask({ purse }: Account, needed: PicoUsd | undefined): Promise<ReloadOutcome> {
    if (needed === undefined) return this.reloads.topUp(purse.id);
    const processId = await this.process.current();
    const databaseTimeMs = this.process.databaseTimeMs();
    return this.reloads.topUp(purse.id, { amount: needed, processId, databaseTimeMs });
  }
}
