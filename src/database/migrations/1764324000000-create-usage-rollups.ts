import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Usage by hour and by day, and how far it has been added up. `calls.written_in` is the transaction that wrote a row: those
 * below the oldest one still open are complete, whatever the time at which their calls began.
 */
export class CreateUsageRollups1764324000000 implements MigrationInterface {
  readonly name = 'CreateUsageRollups1764324000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION "current_transaction"() RETURNS bigint LANGUAGE sql STABLE RETURN pg_current_xact_id()::text::bigint`);
    // Rows that are there already count as written by this transaction, so the first fold takes them all.
    await runner.query(
      `ALTER TABLE "calls" ADD COLUMN "written_in" bigint NOT NULL DEFAULT current_transaction()`,
    );
    await runner.query(`CREATE INDEX "calls_by_transaction" ON "calls" ("written_in")`);
    // The ids of live calls tell when they began; those of batches need not.
    await runner.query(
      `CREATE INDEX "calls_of_batches" ON "calls" ("project_id", "created_at") WHERE "surface" = 'batch'`,
    );
    // What there is not is '': a key holds no nulls.
    await runner.query(`
      CREATE TABLE "usage_rollups" (
        "project_id" text NOT NULL,
        "grain" text NOT NULL,
        "starts_at" timestamptz NOT NULL,
        "key_id" text NOT NULL,
        "surface" text NOT NULL,
        "tier" text NOT NULL,
        "router_id" text NOT NULL,
        "group_id" text NOT NULL,
        "model" text NOT NULL,
        "requests" bigint NOT NULL,
        "input_tokens" bigint NOT NULL,
        "output_tokens" bigint NOT NULL,
        "billed_usd" numeric(24,12) NOT NULL,
        CONSTRAINT "usage_rollups_pk" PRIMARY KEY ("project_id", "grain", "starts_at", "key_id", "surface", "tier", "router_id",
          "group_id", "model")
      )`);
    await runner.query(`CREATE TABLE "usage_progress" ("folded_to" bigint NOT NULL)`);
    await runner.query(`INSERT INTO "usage_progress" VALUES (0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "usage_progress"`);
    await runner.query(`DROP TABLE "usage_rollups"`);
    await runner.query(`DROP INDEX "calls_of_batches"`);
    await runner.query(`DROP INDEX "calls_by_transaction"`);
    await runner.query(`ALTER TABLE "calls" DROP COLUMN "written_in"`);
    await runner.query(`DROP FUNCTION "current_transaction"()`);
  }
}
