import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What lists are searched by. Nothing of it is written by a call that succeeds: the indexes of calls leave those out, and that of
 * the ledger leaves charges out.
 */
export class FindCallsFaster1796000550000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "calls" ADD "batch_id" text`);
    await runner.query(`
      UPDATE "calls" SET "batch_id" = substring("detail" -> 'reasons' ->> 0 FROM '^Requests of the batch (batch_[0-9a-z]+)')
       WHERE "surface" = 'batch'`);
    await runner.query(
      `CREATE INDEX "calls_by_batch" ON "calls" ("batch_id", "id") WHERE "batch_id" IS NOT NULL`,
    );
    await runner.query(`
      CREATE INDEX "calls_failed" ON "calls" ("project_id", "id")
        INCLUDE ("created_at", "status", "key_id", "surface", "tier", "router_id", "group_id") WHERE "status" >= 400`);
    await runner.query(`
      CREATE INDEX "ledger_entries_but_usage" ON "ledger_entries" ("organization_id", "sequence") WHERE "kind" <> 'usage'`);
    await runner.query(`CREATE INDEX "audit_entries_by_target" ON "audit_entries" ("target_id", "sequence")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of [
      'audit_entries_by_target',
      'ledger_entries_but_usage',
      'calls_failed',
      'calls_by_batch',
    ])
      await runner.query(`DROP INDEX "${index}"`);
    await runner.query(`ALTER TABLE "calls" DROP COLUMN "batch_id"`);
  }
}
