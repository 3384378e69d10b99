import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Batches, their portions at providers, the requests that the hosted provider works off one by one, and callbacks. */
export class CreateBatches1764320000000 implements MigrationInterface {
  readonly name = 'CreateBatches1764320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "batches" (
        "id" text NOT NULL,
        "organization_id" text NOT NULL,
        "project_id" text NOT NULL,
        "key_id" text NOT NULL,
        "idempotency_key" text,
        "status" text NOT NULL,
        "shape" text NOT NULL,
        "request_count" integer NOT NULL,
        "estimate_usd" numeric(24,12) NOT NULL,
        "reserved_usd" numeric(24,12) NOT NULL,
        "cost_usd" numeric(24,12),
        "succeeded_count" integer NOT NULL DEFAULT 0,
        "errored_count" integer NOT NULL DEFAULT 0,
        "canceled_count" integer NOT NULL DEFAULT 0,
        "expired_count" integer NOT NULL DEFAULT 0,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "submit_lease_until" timestamptz,
        "refresh_lease_until" timestamptz,
        "cancel_requested_at" timestamptz,
        "ended_at" timestamptz,
        "results_object" text,
        "purged_at" timestamptz,
        "deleted_at" timestamptz,
        "error_message" text,
        "callback_url" text,
        "base_url" text NOT NULL,
        CONSTRAINT "batches_pk" PRIMARY KEY ("id"),
        CONSTRAINT "batches_project_fk" FOREIGN KEY ("project_id") REFERENCES "projects"("id")
      )`);
    await runner.query(`CREATE INDEX "batches_by_project" ON "batches" ("project_id", "id")`);
    await runner.query(
      `CREATE UNIQUE INDEX "batches_idempotency" ON "batches" ("project_id", "idempotency_key")`,
    );
    await runner.query(
      `CREATE INDEX "batches_running" ON "batches" ("id") WHERE "status" IN ('in_progress', 'canceling')`,
    );
    await runner.query(
      `CREATE INDEX "batches_with_results" ON "batches" ("ended_at") WHERE "results_object" IS NOT NULL`,
    );
    await runner.query(`
      CREATE TABLE "batch_portions" (
        "id" text NOT NULL,
        "batch_id" text NOT NULL,
        "ordinal" integer NOT NULL,
        "provider" text NOT NULL,
        "request_count" integer NOT NULL,
        "items_object" text NOT NULL,
        "status" text NOT NULL,
        "external_id" text,
        "submit_started_at" timestamptz,
        "cancel_sent_at" timestamptz,
        "succeeded_count" integer NOT NULL DEFAULT 0,
        "errored_count" integer NOT NULL DEFAULT 0,
        "canceled_count" integer NOT NULL DEFAULT 0,
        "expired_count" integer NOT NULL DEFAULT 0,
        "error" jsonb,
        CONSTRAINT "batch_portions_pk" PRIMARY KEY ("id"),
        CONSTRAINT "batch_portions_batch_fk" FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE CASCADE
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX "batch_portions_by_batch" ON "batch_portions" ("batch_id", "ordinal")`,
    );
    await runner.query(`
      CREATE TABLE "hosted_items" (
        "portion_id" text NOT NULL,
        "ordinal" integer NOT NULL,
        "tries" smallint NOT NULL DEFAULT 0,
        "claimed_until" timestamptz,
        "outcome" bytea,
        CONSTRAINT "hosted_items_pk" PRIMARY KEY ("portion_id", "ordinal"),
        CONSTRAINT "hosted_items_portion_fk" FOREIGN KEY ("portion_id") REFERENCES "batch_portions"("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "batch_callbacks" (
        "batch_id" text NOT NULL,
        "tries" smallint NOT NULL DEFAULT 0,
        "next_try_at" timestamptz,
        "delivered_at" timestamptz,
        "last_failure" text,
        CONSTRAINT "batch_callbacks_pk" PRIMARY KEY ("batch_id"),
        CONSTRAINT "batch_callbacks_batch_fk" FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE CASCADE
      )`);
    await runner.query(
      `CREATE INDEX "batch_callbacks_due" ON "batch_callbacks" ("next_try_at") WHERE "next_try_at" IS NOT NULL`,
    );
    await runner.query(`ALTER TABLE "projects" ADD "callback_secret_encrypted" bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "projects" DROP COLUMN "callback_secret_encrypted"`);
    for (const table of ['batch_callbacks', 'hosted_items', 'batch_portions', 'batches'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
