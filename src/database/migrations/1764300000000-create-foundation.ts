import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations, projects, keys, routers, registered endpoints, balances, the ledger and the call log. */
export class CreateFoundation1764300000000 implements MigrationInterface {
  readonly name = 'CreateFoundation1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "organizations" (
        "id" text NOT NULL,
        "name" text NOT NULL,
        "pay_as_you_go" boolean NOT NULL DEFAULT false,
        "rate_limits" jsonb NOT NULL DEFAULT '{}',
        "zero_retention" boolean NOT NULL DEFAULT false,
        "auto_reload" jsonb,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "organizations_pk" PRIMARY KEY ("id")
      )`);
    await runner.query(`
      CREATE TABLE "projects" (
        "id" text NOT NULL,
        "organization_id" text NOT NULL,
        "name" text NOT NULL,
        "smart_routing" boolean NOT NULL DEFAULT true,
        "automatic_updates" boolean NOT NULL DEFAULT true,
        "token_compression" boolean NOT NULL DEFAULT true,
        "chinese_models" boolean NOT NULL DEFAULT true,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "deleted_at" timestamptz,
        CONSTRAINT "projects_pk" PRIMARY KEY ("id"),
        CONSTRAINT "projects_organization_fk" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id")
      )`);
    await runner.query(`CREATE INDEX "projects_by_organization" ON "projects" ("organization_id", "id")`);
    await runner.query(`
      CREATE TABLE "api_keys" (
        "id" text NOT NULL,
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "prefix" text NOT NULL,
        "hash" text NOT NULL,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "revoked_at" timestamptz,
        CONSTRAINT "api_keys_pk" PRIMARY KEY ("id"),
        CONSTRAINT "api_keys_project_fk" FOREIGN KEY ("project_id") REFERENCES "projects"("id")
      )`);
    await runner.query(`CREATE UNIQUE INDEX "api_keys_by_hash" ON "api_keys" ("hash")`);
    await runner.query(`CREATE INDEX "api_keys_by_project" ON "api_keys" ("project_id", "id")`);
    await runner.query(`
      CREATE TABLE "admin_tokens" (
        "id" text NOT NULL,
        "organization_id" text NOT NULL,
        "name" text NOT NULL,
        "hash" text NOT NULL,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "revoked_at" timestamptz,
        CONSTRAINT "admin_tokens_pk" PRIMARY KEY ("id"),
        CONSTRAINT "admin_tokens_organization_fk" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id")
      )`);
    await runner.query(`CREATE UNIQUE INDEX "admin_tokens_by_hash" ON "admin_tokens" ("hash")`);
    await runner.query(
      `CREATE INDEX "admin_tokens_by_organization" ON "admin_tokens" ("organization_id", "id")`,
    );
    await runner.query(`
      CREATE TABLE "routers" (
        "id" text NOT NULL,
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "origin" text NOT NULL,
        "auto" boolean NOT NULL DEFAULT false,
        "anchor_model" text,
        "big_model" text,
        "medium_model" text,
        "small_model" text,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "updated_at" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "routers_pk" PRIMARY KEY ("id"),
        CONSTRAINT "routers_project_fk" FOREIGN KEY ("project_id") REFERENCES "projects"("id")
      )`);
    await runner.query(`CREATE INDEX "routers_by_project" ON "routers" ("project_id", "id")`);
    await runner.query(`CREATE UNIQUE INDEX "routers_auto" ON "routers" ("project_id") WHERE "auto"`);
    await runner.query(`CREATE UNIQUE INDEX "routers_anchor" ON "routers" ("project_id", "anchor_model")`);
    await runner.query(`
      CREATE TABLE "registered_endpoints" (
        "id" text NOT NULL,
        "project_id" text NOT NULL,
        "model" text NOT NULL,
        "base_url" text NOT NULL,
        "upstream_model" text,
        "api_key_encrypted" bytea,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "registered_endpoints_pk" PRIMARY KEY ("id"),
        CONSTRAINT "registered_endpoints_project_fk" FOREIGN KEY ("project_id") REFERENCES "projects"("id")
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX "registered_endpoints_by_model" ON "registered_endpoints" ("project_id", "model")`,
    );
    // Every call updates its organization's row in place: the spare room keeps those updates off the index.
    await runner.query(`
      CREATE TABLE "balances" (
        "organization_id" text NOT NULL,
        "balance_usd" numeric(24,12) NOT NULL DEFAULT 0,
        "reserved_usd" numeric(24,12) NOT NULL DEFAULT 0,
        CONSTRAINT "balances_pk" PRIMARY KEY ("organization_id"),
        CONSTRAINT "balances_organization_fk" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id")
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE "ledger_entries" (
        "sequence" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
        "organization_id" text NOT NULL,
        "kind" text NOT NULL,
        "amount_usd" numeric(24,12) NOT NULL,
        "reference" text NOT NULL,
        "part" smallint NOT NULL DEFAULT 0,
        "note" text,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "ledger_entries_pk" PRIMARY KEY ("organization_id", "sequence")
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" ("kind", "reference", "part")`,
    );
    await runner.query(`
      CREATE TABLE "calls" (
        "id" text NOT NULL,
        "created_at" timestamptz NOT NULL,
        "organization_id" text NOT NULL,
        "project_id" text NOT NULL,
        "key_id" text NOT NULL,
        "surface" text NOT NULL,
        "stream" boolean NOT NULL,
        "status" smallint NOT NULL,
        "tier" text,
        "router_id" text,
        "group_id" text,
        "requested_model" text NOT NULL,
        "decided_model" text,
        "served_model" text,
        "input_tokens" bigint NOT NULL,
        "output_tokens" bigint NOT NULL,
        "cost_usd" numeric(24,12),
        "billed_usd" numeric(24,12) NOT NULL,
        "detail" json NOT NULL,
        CONSTRAINT "calls_pk" PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE INDEX "calls_by_project" ON "calls" ("project_id", "id")`);
    // The ledger is append-only for every client, this service included.
    await runner.query(`
      CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'ledger_entries is append-only'; END $$`);
    await runner.query(`
      CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
      FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'calls',
      'ledger_entries',
      'balances',
      'registered_endpoints',
      'routers',
      'admin_tokens',
      'api_keys',
      'projects',
      'organizations',
    ]) {
      await runner.query(`DROP TABLE "${table}"`);
    }
    await runner.query(`DROP FUNCTION "refuse_ledger_change"()`);
  }
}
