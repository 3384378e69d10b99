import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far sums of further grains have come, and which calls they know: a mark beside that of the others, in a table of its own, so that
 * nobody waits for a lock. As long as it says something else than that one, they are in no report. They are made behind the calls.
 */
export class KeepFurtherSums1796001810000 implements MigrationInterface {
  readonly name = 'KeepFurtherSums1796001810000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "usage_further_progress" (
        "folded_to" bigint NOT NULL,
        "backlog_behind" text NOT NULL,
        "sealed_to" timestamptz[] NOT NULL
      )`);
    await runner.query(`INSERT INTO "usage_further_progress" VALUES (-1, '', '{}')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "usage_further_progress"`);
    await runner.query(`DELETE FROM "usage_sums" WHERE "grain" > 5`);
  }
}
