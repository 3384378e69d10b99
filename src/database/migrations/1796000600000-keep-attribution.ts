import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whom a call was made for. The columns are null in every row that is there, so adding them touches none, and what calls are found
 * by has a table of its own, which is filled behind the calls. Rows come as `call_input_3`: an older version that still runs
 * writes `call_input_2`, whose fields are therefore left as they are.
 */
export class KeepAttribution1796000600000 implements MigrationInterface {
  readonly name = 'KeepAttribution1796000600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['"tags" text[]', '"end_user" text', '"session_id" text', '"metadata" jsonb'])
      await runner.query(`ALTER TABLE "calls" ADD COLUMN ${column}`);
    await runner.query(`ALTER TABLE "batches" ADD COLUMN "attribution" jsonb`);
    await runner.query(`
      CREATE TABLE "call_terms" (
        "project_id" text NOT NULL,
        "term" text NOT NULL,
        "call_id" text NOT NULL,
        CONSTRAINT "call_terms_pk" PRIMARY KEY ("project_id", "term", "call_id")
      )`);
    await runner.query(`CREATE TABLE "call_terms_progress" ("folded_to" bigint NOT NULL)`);
    // Rows that are there already have nothing to be found by.
    await runner.query(
      `INSERT INTO "call_terms_progress" SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
    );
    await runner.query(`
      CREATE TYPE "call_input_3" AS (
        "id" text,
        "part" double precision,
        "created_at" timestamptz,
        "organization_id" text,
        "charge_usd" text,
        "project_id" text,
        "key_id" text,
        "surface" text,
        "stream" boolean,
        "status" double precision,
        "tier" text,
        "router_id" text,
        "group_id" text,
        "requested_model" text,
        "decided_model" text,
        "served_model" text,
        "input_tokens" double precision,
        "output_tokens" double precision,
        "cost_usd" text,
        "billed_usd" text,
        "trace_id" text,
        "response_id" text,
        "detail" json,
        "tags" text,
        "end_user" text,
        "session_id" text,
        "metadata" json
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TYPE "call_input_3"`);
    await runner.query(`DROP TABLE "call_terms_progress"`);
    await runner.query(`DROP TABLE "call_terms"`);
    await runner.query(`ALTER TABLE "batches" DROP COLUMN "attribution"`);
    for (const column of ['metadata', 'session_id', 'end_user', 'tags'])
      await runner.query(`ALTER TABLE "calls" DROP COLUMN "${column}"`);
  }
}
