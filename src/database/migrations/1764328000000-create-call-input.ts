import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How calls come to the statement that commits them: an array of this type, in binary, which costs less to read than JSON. */
export class CreateCallInput1764328000000 implements MigrationInterface {
  readonly name = 'CreateCallInput1764328000000';

  async up(runner: QueryRunner): Promise<void> {
    // Numbers come as JavaScript has them; the insert casts them, so that one out of range is refused with its row.
    await runner.query(`
      CREATE TYPE "call_input" AS (
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
        "detail" json
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TYPE "call_input"`);
  }
}
