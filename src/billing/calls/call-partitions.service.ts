import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { takeFreeTurn } from '../../database/advisory-locks.js';
import { IdPartitions } from '../../database/partitions/id-partitions.js';
import { lengthFor } from '../../database/partitions/partition-bounds.js';
import { nextOf, type AgedTable, type Partition } from '../../database/partitions/partition-sql.js';
import { LOGGER } from '../../http/logger.js';
import { Metrics } from '../../metrics/metrics.js';
import { Clock } from '../../lib/clock.js';
import { MINUTE_MS } from '../../lib/durations.js';
import { idFloor } from '../../lib/ids.js';
import { readProgress } from '../usage/folding/usage-progress.js';

const CALLS: AgedTable = { table: 'calls', column: 'id', prefix: 'call' };
const TERMS: AgedTable = { table: 'call_terms', column: 'call_id', prefix: 'call' };
/** A call's id and its time are taken one after the other. */
const ID_SLACK_MS = MINUTE_MS;

/**
 * For the hourly sweep: the partitions of the call log are made before they are needed, and with `CALL_RETENTION` dropped whole when
 * all of their calls are older. What the calls were used for and what they cost stays: it is in the sums of usage and on the ledger.
 */
@Injectable()
export class CallPartitions {
  private readonly calls: IdPartitions;
  private readonly terms: IdPartitions;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.calls = new IdPartitions(dataSource, CALLS);
    this.terms = new IdPartitions(dataSource, TERMS);
  }

  /** One process at a time; another one that comes meanwhile leaves it to the first. */
  sweep(): Promise<void> {
    return this.dataSource.transaction(async (turn) => {
      if (!(await takeFreeTurn(turn, 'callPartitions'))) return;
      if (!(await this.calls.canBeKept())) {
        this.logger.warn(
          'this database does not sort ids by their time, so the call log stays in one piece for good',
        );
        return;
      }
      await this.keepAhead();
      await this.letGo();
    });
  }

  private async keepAhead(): Promise<void> {
    const nowMs = this.clock.now().getTime();
    const length = lengthFor(this.settings.callRetentionMs);
    for (const [{ table }, partitions] of [
      [CALLS, this.calls],
      [TERMS, this.terms],
    ] as const) {
      if (!(await partitions.keepAhead(nowMs, length))) continue;
      this.metrics.partitionsWereLate();
      this.logger.warn({ table }, 'partitions were not made ahead; what came meanwhile is in one of them');
    }
  }

  /** Not in the transaction of the turn, which would hold what it reads to its end. */
  private async letGo(): Promise<void> {
    const { manager } = this.dataSource;
    const { callRetentionMs } = this.settings;
    if (callRetentionMs === undefined) return;
    const { backlog, isFromElsewhere } = await readProgress(manager);
    // Calls that are in no sum yet are all that usage has of them.
    if (isFromElsewhere || backlog.behind !== '') return;
    const before = this.clock.now().getTime() - callRetentionMs;
    const gone = await this.calls.dropBefore(before, beforeCallsGo);
    if (gone !== undefined)
      this.logger.info({ before: new Date(gone).toISOString() }, 'calls past their retention were dropped');
    const { goneBefore } = await readProgress(manager);
    if (goneBefore !== undefined) await this.terms.dropBefore(goneBefore);
  }
}

/**
 * Nothing goes that is in no sum yet. Calls that count for a later time than their ids say stay, so that all that went is before the
 * bound, which is kept.
 */
function beforeCallsGo(gone: readonly Partition[], bound: number): readonly string[] {
  const newest = gone.map(({ name }) => `(SELECT max(written_in) FROM "${name}")`).join(', ');
  const first = idFloor('call', bound - ID_SLACK_MS);
  const time = `'${new Date(bound).toISOString()}'`;
  return [
    `DO $$ BEGIN
       IF greatest(${newest}) >= (SELECT folded_to FROM usage_progress) THEN
         RAISE EXCEPTION 'calls would go that usage does not know yet';
       END IF;
     END $$`,
    `INSERT INTO "${nextOf(CALLS)}" SELECT * FROM "${gone.at(-1)?.name}" WHERE id >= '${first}' AND id < '${idFloor('call', bound)}' AND created_at >= ${time}`,
    `UPDATE usage_progress SET gone_before = greatest(gone_before, ${time}::timestamptz)`,
  ];
}
