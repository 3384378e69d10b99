import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { takeFreeTurn } from '../../../database/advisory-locks.js';
import { LOGGER } from '../../../http/logger.js';
import { Clock } from '../../../lib/clock.js';
import { MINUTE_MS } from '../../../lib/durations.js';
import { PacedWork } from '../../../lib/paced-work.js';
import { FORGET_CLOSED_HOLDS, NOTE_OPEN_HOLDS } from './hold-statements.js';
import { holdPieces } from './hold-pieces.js';
import { heldUp, type HoldUp } from './hold-up.js';
import { settledMark, type OpenTransaction } from './settled-mark.js';

/** What came since is read with each check, so it should stay little. */
const CARRY_EVERY_MS = 5 * MINUTE_MS;
/** Of one run; the next one goes on. */
const AT_IT_FOR_MS = 3 * MINUTE_MS;
/** Of a piece, and of a transaction: some fifty milliseconds of reading. */
const ENTRIES_A_PIECE = 50_000;
const ORGANIZATIONS_AT_ONCE = 100;

/** Whose ledger goes on behind their last piece. `$1`: where all of them are to end. */
const BEHIND = `
SELECT b.organization_id AS id FROM balances b
  LEFT JOIN LATERAL (
    SELECT to_sequence FROM ledger_pieces WHERE organization_id = b.organization_id ORDER BY after_sequence DESC LIMIT 1) AS last ON true
 CROSS JOIN LATERAL (
    SELECT sequence FROM ledger_entries WHERE organization_id = b.organization_id AND sequence > coalesce(last.to_sequence, 0)
     ORDER BY sequence LIMIT 1) AS next
 WHERE next.sequence <= $1 ORDER BY b.organization_id`;

/** The next `$3` rows of each of the organizations, at most: into their last piece while it has room, or into a new one. */
const CARRY = `
WITH last AS (
  SELECT o.id, coalesce(p.to_sequence, 0) AS mark, p.entries < $4 AND p.differs_since IS NULL AS has_room,
         p.after_sequence, $4 - p.entries AS room
    FROM unnest($1::text[]) AS o (id)
    LEFT JOIN LATERAL (SELECT * FROM ledger_pieces WHERE organization_id = o.id ORDER BY after_sequence DESC LIMIT 1) AS p ON true
), counted AS (
  SELECT last.id, last.mark, CASE WHEN last.has_room THEN last.after_sequence ELSE last.mark END AS after_sequence, rows.*
    FROM last CROSS JOIN LATERAL (
      SELECT count(*) AS entries, sum(amount_usd) AS total, max(sequence) AS to_sequence FROM (
        SELECT sequence, amount_usd FROM ledger_entries
         WHERE organization_id = last.id AND sequence > last.mark AND sequence <= $2
         ORDER BY sequence LIMIT CASE WHEN last.has_room THEN least(last.room, $3) ELSE $3 END) AS next) AS rows
   WHERE rows.entries > 0
), kept AS (
  INSERT INTO ledger_pieces AS p (organization_id, after_sequence, to_sequence, entries, amount_usd)
  SELECT id, after_sequence, to_sequence, entries, total FROM counted
  ON CONFLICT (organization_id, after_sequence) DO UPDATE
     SET to_sequence = excluded.to_sequence, entries = p.entries + excluded.entries, amount_usd = p.amount_usd + excluded.amount_usd
)
SELECT id, mark, to_sequence FROM counted`;

interface CarriedRun {
  readonly id: string;
  readonly mark: string;
  readonly to_sequence: string;
}

/** How much is carried in one go, and for how long; tests take less. */
export interface CarrySteps {
  readonly entries: number;
  readonly forMs: number;
}

/**
 * Carries sums of the ledger on behind the commits, in pieces, so that a check reads what came since and not all that ever was. Checks are
 * exact at every moment; this only decides how much of them is a reading of the ledger.
 */
@Injectable()
export class LedgerCarry {
  private holdUp: HoldUp | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly pace: PacedWork,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(CARRY_EVERY_MS)
  async runNow(): Promise<void> {
    await this.run().catch((error: unknown) => {
      this.logger.warn(
        { err: error },
        'sums of the ledger could not be carried on; checks read more of it meanwhile',
      );
    });
  }

  /** To the newest entry that nothing can come before any more. One process at a time; another one that comes meanwhile leaves it to the first. */
  async run(
    { entries, forMs }: CarrySteps = { entries: ENTRIES_A_PIECE, forMs: AT_IT_FOR_MS },
  ): Promise<void> {
    const { manager } = this.dataSource;
    const settled = await settledMark(manager);
    if (!settled.isSettled) {
      this.noteHoldUp(settled.open);
      return;
    }
    this.holdUp = undefined;
    const { mark } = settled;
    if (mark === undefined) return;
    const behind = (await manager.query<{ id: string }[]>(BEHIND, [mark])).map(({ id }) => id);
    if (behind.length === 0) return;
    await this.pace.run(forMs, async () => {
      const runs = await this.carry(behind.splice(0, ORGANIZATIONS_AT_ONCE), mark, entries);
      if (runs === undefined) return false;
      // Of whom something was left there may be more.
      behind.push(...runs.map(({ id }) => id));
      return behind.length > 0;
    });
  }

  private noteHoldUp(transactions: readonly OpenTransaction[]): void {
    const { holdUp, isToBeTold } = heldUp(this.holdUp, this.clock.monotonicMs());
    this.holdUp = holdUp;
    if (isToBeTold)
      this.logger.warn(
        { transactions },
        'transactions that wrote to the ledger stay open, so its sums are not carried on; checks read more of it meanwhile',
      );
  }

  /** @returns undefined when another process is at it */
  private carry(
    organizationIds: readonly string[],
    mark: string,
    entries: number,
  ): Promise<CarriedRun[] | undefined> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await takeFreeTurn(manager, 'ledgerPieces'))) return undefined;
      await holdPieces(manager);
      const each = Math.ceil(entries / organizationIds.length);
      const runs = await manager.query<CarriedRun[]>(CARRY, [organizationIds, mark, each, entries]);
      await manager.query(NOTE_OPEN_HOLDS, [
        runs.map(({ id }) => id),
        runs.map((run) => run.mark),
        runs.map((run) => run.to_sequence),
      ]);
      await manager.query(FORGET_CLOSED_HOLDS, [organizationIds]);
      return runs;
    });
  }
}
