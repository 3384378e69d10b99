import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { formatUsd, parseUsd, type PicoUsd } from '../../../lib/money.js';
import type { Purse } from '../../../projects/purse.js';
import { AccountReader, type AccountFacts } from '../account-reader.service.js';
import { expiryTime } from './database-time.js';
import { LEASE_CHANNEL, printNotice, type LeaseNotice } from './lease-notices.service.js';
import { ProcessLease } from './process-lease.service.js';

/** An account as it is while its purse is locked. */
export interface LockedAccount {
  readonly facts: AccountFacts;
  /** What each other process that is alive was granted. */
  readonly others: ReadonlyMap<string, PicoUsd>;
}

export interface Grant {
  /** What this process may hold from now on, what it holds already included. */
  readonly granted: PicoUsd;
  readonly notices: readonly LeaseNotice['kind'][];
}

interface LeaseRow {
  process_id: string;
  granted_usd: string;
}

const OTHERS = `
SELECT l.process_id, l.granted_usd FROM balance_leases l JOIN gateway_processes p ON p.id = l.process_id
 WHERE l.account_id = $1 AND l.process_id <> $2 AND l.granted_usd > 0 AND p.expires_at > ${expiryTime('$3')}`;

const WRITE = `
INSERT INTO balance_leases (account_id, process_id, granted_usd) VALUES ($1, $2, $3)
ON CONFLICT (account_id, process_id) DO UPDATE SET granted_usd = excluded.granted_usd`;

/** What processes may hold of a purse. All grants of one purse are decided one after the other, under its lock. */
@Injectable()
export class BalanceLeases {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: AccountReader,
    private readonly process: ProcessLease,
  ) {}

  /**
   * @param decide is asked once, while the lock is held: it must be quick
   * @returns what was decided; undefined when the life that it was granted to has ended meanwhile: it does not count
   * @throws the database's own error: then the grant of before may hold, or this one
   */
  async change<Decision extends Grant>(
    purse: Purse,
    decide: (account: LockedAccount) => Decision,
  ): Promise<Decision | undefined> {
    const processId = await this.process.current();
    try {
      const decided = await this.dataSource.transaction(async (manager) => {
        const decision = decide(await this.lock(manager, purse, processId));
        await this.write(manager, { accountId: purse.id, processId, grant: decision });
        return decision;
      });
      return (await this.process.current()) === processId ? decided : undefined;
    } catch (error) {
      if (isForgotten(error)) this.process.endLife(processId);
      throw error;
    }
  }

  private async lock(manager: EntityManager, purse: Purse, processId: string): Promise<LockedAccount> {
    const facts = await this.reader.lock(manager, purse);
    // A statement of its own: it sees what was granted while the lock was waited for.
    const rows = await manager.query<LeaseRow[]>(OTHERS, [
      purse.id,
      processId,
      this.process.databaseTimeMs(),
    ]);
    return { facts, others: new Map(rows.map((row) => [row.process_id, parseUsd(row.granted_usd)])) };
  }

  private async write(
    manager: EntityManager,
    { accountId, processId, grant }: { accountId: string; processId: string; grant: Grant },
  ): Promise<void> {
    const granted = formatUsd(grant.granted > 0n ? grant.granted : 0n);
    await manager.query(WRITE, [accountId, processId, granted]);
    for (const kind of grant.notices)
      await manager.query('SELECT pg_notify($1, $2)', [
        LEASE_CHANNEL,
        printNotice({ kind, accountId, from: processId }),
      ]);
  }
}

const FOREIGN_KEY_VIOLATION = '23503';

/** The row of this process is gone. */
function isForgotten(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION;
}
