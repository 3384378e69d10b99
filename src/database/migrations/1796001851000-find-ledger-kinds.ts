import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is found by its kind is read in order. A ledger that is filled gets the index from the hourly sweep, beside the commits: made here,
 * it would keep them waiting.
 */
export class FindLedgerKinds1796001851000 implements MigrationInterface {
  readonly name = 'FindLedgerKinds1796001851000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM "ledger_entries") THEN
          CREATE INDEX "ledger_entries_by_kind" ON "ledger_entries" ("organization_id", "kind", "sequence") WHERE "kind" <> 'usage';
        END IF;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX IF EXISTS "ledger_entries_by_kind"`);
  }
}
