import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Live calls of an hour by model: each counts once for every model that it asked for, was decided on or was served by, as the call
 * log is filtered. They are counted along with the facts of usage, behind the same marks, so where there are facts already all calls
 * become the backlog once more, which is worked off beside everything else.
 */
export class CountCallsByModel1796000651000 implements MigrationInterface {
  readonly name = 'CountCallsByModel1796000651000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "call_models" (
        "project_id" text NOT NULL,
        "model" text NOT NULL,
        "starts_at" timestamptz NOT NULL,
        "calls" bigint NOT NULL,
        "errors" bigint NOT NULL,
        CONSTRAINT "call_models_pk" PRIMARY KEY ("project_id", "model", "starts_at")
      )`);
    await runner.query(`TRUNCATE "usage_facts", "usage_sums"`);
    await runner.query(`
      UPDATE "usage_progress"
         SET "folded_to" = CASE WHEN "folded_to" > pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN "folded_to"
                                ELSE pg_snapshot_xmin(pg_current_snapshot())::text::bigint END,
             "backlog_before" = pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
             "backlog_behind" = coalesce((SELECT max("id") || '0' FROM "calls"), '')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "call_models"`);
  }
}
