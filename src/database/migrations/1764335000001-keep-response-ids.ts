import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The id that an answer went out with. Rows come as `call_input_2`: an older version that still runs writes `call_input`, whose
 * fields are therefore left as they are. Column and index may be there already, made beforehand without holding up a large log.
 */
export class KeepResponseIds1764335000001 implements MigrationInterface {
  readonly name = 'KeepResponseIds1764335000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "calls" ADD COLUMN IF NOT EXISTS "response_id" text`);
    await runner.query(
      `CREATE INDEX IF NOT EXISTS "calls_by_response" ON "calls" ("project_id", "response_id") WHERE "response_id" IS NOT NULL`,
    );
    await runner.query(`
      CREATE TYPE "call_input_2" AS (
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
        "detail" json
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TYPE "call_input_2"`);
    await runner.query(`DROP INDEX "calls_by_response"`);
    await runner.query(`ALTER TABLE "calls" DROP COLUMN "response_id"`);
  }
}
