import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { recordAlert } from '../../alert-facts/record-alert.js';
import { takeFreeTurn } from '../../database/advisory-locks.js';
import { SlowQueries } from '../../database/slow-queries.service.js';
import { LOGGER } from '../../http/logger.js';
import { Metrics } from '../../metrics/metrics.js';
import { ArchiveProofs } from './archive/archive-proofs.service.js';
import { ledgerAlert } from './ledger-alert.js';
import { CHECK, DIFFERENCES, type CheckRow } from './ledger-check-statement.js';
import { addsUp, toCheck, type LedgerCheck } from './ledger-check.js';
import { PieceProofs } from './pieces/piece-proofs.service.js';

/** Where little is carried yet it is of millions of rows; it reads one moment and locks nothing. */
const EVERYONE_WITHIN = '15min';
/**
 * The planner takes what came last for a third of all, and would read all of it. What it is kept from looks dear enough to compile to
 * servers before PostgreSQL 18, which takes seconds for a statement of a quarter of one.
 */
const BY_INDEX = 'SET LOCAL enable_seqscan = off; SET LOCAL jit = off';

/** Proves that the balance is the sum of the entries, carried, read and archived, that what is held is what was reserved, and that limits count what was billed. */
@Injectable()
export class LedgerChecks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly slowQueries: SlowQueries,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly archive: ArchiveProofs,
    private readonly pieces: PieceProofs,
  ) {}

  /**
   * One organization, now: what is carried and what came since, with some of the carried entries and of its archived files read again.
   * A difference is logged and counted.
   * @param isFull all of them are read again
   * @returns `undefined` when it has no balance
   */
  async check(organizationId: string, isFull = false): Promise<LedgerCheck | undefined> {
    await this.pieces.check(organizationId, isFull);
    const rows = await this.slowQueries.read(async (manager) => {
      await manager.query(BY_INDEX);
      return manager.query<CheckRow[]>(CHECK, [organizationId]);
    });
    const check = rows[0] && toCheck(rows[0]);
    if (check === undefined) return undefined;
    if (!addsUp(check)) await this.complain(check);
    return { ...check, archiveFaults: await this.archive.check(organizationId, isFull) };
  }

  /**
   * Everyone, in one statement.
   * @returns those whose money does not add up; `undefined`, and a line in the log, when another process is at it
   */
  async reconcile(): Promise<readonly LedgerCheck[] | undefined> {
    const rows = await this.dataSource.transaction(async (manager) => {
      if (!(await takeFreeTurn(manager, 'ledgerCheck'))) return undefined;
      await manager.query(`SET LOCAL statement_timeout = '${EVERYONE_WITHIN}'`);
      await manager.query(BY_INDEX);
      return manager.query<CheckRow[]>(DIFFERENCES, [null]);
    });
    if (rows === undefined) {
      this.logger.warn('the ledger check is left to another process, which is at it');
      return undefined;
    }
    const differences = rows.map(toCheck);
    for (const difference of differences) await this.complain(difference);
    return differences;
  }

  private async complain(check: LedgerCheck): Promise<void> {
    this.metrics.ledgerDiffered();
    this.logger.error(
      {
        organization_id: check.organizationId,
        balance_pico_usd: String(check.balance),
        difference_pico_usd: String(check.difference),
        reserved_pico_usd: String(check.reserved),
        open_pico_usd: String(check.openReservations),
        negative_holds: check.negativeHolds,
        double_settlements: check.doubleSettlements,
        limit_differences: check.limitDifferences,
        piece_faults: check.pieceFaults.map(({ after, upTo }) => `${after}-${upTo}`),
      },
      'the balance of an organization is not what its ledger says',
    );
    await recordAlert(this.dataSource.manager, ledgerAlert(check)).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a difference of the ledger was not noted; the next check notes it');
    });
  }
}
