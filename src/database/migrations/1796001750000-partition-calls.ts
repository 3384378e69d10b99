import type { MigrationInterface, QueryRunner } from 'typeorm';
import { firstBound } from '../partitions/partition-bounds.js';
import { makeWhole, partitionEmptyTable } from '../partitions/id-partitions.js';

const TABLES = [
  { table: 'calls', column: 'id', prefix: 'call' },
  { table: 'call_terms', column: 'call_id', prefix: 'call' },
] as const;

/**
 * The call log, and what calls are found by, go by time. Tables that are filled stay as they are here, because proving that nothing in
 * them is later than a moment means to read them: the hourly sweep does that beside the calls. `gone_before` says since when calls are
 * there; null: since ever.
 */
export class PartitionCalls1796001750000 implements MigrationInterface {
  readonly name = 'PartitionCalls1796001750000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "usage_progress" ADD "gone_before" timestamptz`);
    for (const table of TABLES) await partitionEmptyTable(runner, table, firstBound(Date.now(), 'month'));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await makeWhole(runner, table);
    await runner.query(`ALTER TABLE "usage_progress" DROP COLUMN "gone_before"`);
  }
}
