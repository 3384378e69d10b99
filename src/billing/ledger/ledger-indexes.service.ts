import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type QueryRunner } from 'typeorm';
import { inFreeSession } from '../../database/advisory-locks.js';
import { LOGGER } from '../../http/logger.js';

const INDEX = 'ledger_entries_by_kind';
const CREATE = `
CREATE INDEX CONCURRENTLY ${INDEX} ON ledger_entries (organization_id, kind, sequence) WHERE kind <> 'usage'`;
/** It waits for transactions that were there before; the other steps of a sweep do not wait for one that stays. */
const PATIENCE = '60s';

/** For the hourly sweep: an index that a ledger had to be filled without is made beside the commits, which wait for nothing. */
@Injectable()
export class LedgerIndexes {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One process at a time; another one that comes meanwhile leaves it to the first. */
  async sweep(): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      if (await isThere(runner)) return;
      const isMade = await inFreeSession(runner.manager, 'ledgerIndexes', () => make(runner));
      if (isMade) this.logger.info({ index: INDEX }, 'an index of the ledger was made');
    } finally {
      await runner.release();
    }
  }
}

async function isThere(runner: QueryRunner): Promise<boolean> {
  const [index] = await runner.manager.query<{ valid: boolean }[]>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [INDEX],
  );
  return index?.valid === true;
}

/** Not in a transaction, which would hold the table to its end. One that was not finished goes first. */
async function make(runner: QueryRunner): Promise<void> {
  if (await isThere(runner)) return;
  await runner.query(`SET lock_timeout = '${PATIENCE}'`);
  try {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${INDEX}`);
    await runner.query(CREATE);
  } finally {
    await runner.query('RESET lock_timeout');
  }
}
