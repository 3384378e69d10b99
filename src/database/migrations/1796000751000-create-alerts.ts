import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What organizations ask to be told of, what there was to tell, and failed calls in a row of providers' accounts. */
export class CreateAlerts1796000751000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "organizations" ADD COLUMN "alert_secret_encrypted" bytea`);
    await runner.query(`
      CREATE TABLE "alert_settings" (
        "organization_id" text NOT NULL,
        "url" text NOT NULL,
        "events" text[] NOT NULL,
        "balance_below_usd" numeric(24,12),
        "below_since" timestamptz,
        "looked_sequence" bigint,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "updated_at" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "alert_settings_pk" PRIMARY KEY ("organization_id"),
        CONSTRAINT "alert_settings_organization_fk" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id")
      )`);
    await runner.query(`
      CREATE TABLE "alerts" (
        "sequence" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
        "organization_id" text NOT NULL,
        "event" text NOT NULL,
        "subject" text NOT NULL,
        "window_key" text NOT NULL,
        "facts" json NOT NULL,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "tries" smallint NOT NULL DEFAULT 0,
        "next_try_at" timestamptz,
        "tried_at" timestamptz,
        "delivered_at" timestamptz,
        "last_status" smallint,
        "last_failure" text,
        CONSTRAINT "alerts_pk" PRIMARY KEY ("sequence"),
        CONSTRAINT "alerts_organization_fk" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id")
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX "alerts_once" ON "alerts" ("organization_id", "event", "subject", "window_key")`,
    );
    await runner.query(`CREATE INDEX "alerts_by_organization" ON "alerts" ("organization_id", "sequence")`);
    await runner.query(
      `CREATE INDEX "alerts_due" ON "alerts" ("next_try_at") WHERE "next_try_at" IS NOT NULL`,
    );
    await runner.query(`
      CREATE TABLE "provider_runs" (
        "provider" text NOT NULL,
        "account" text NOT NULL,
        "failed_in_row" integer NOT NULL,
        "began_at" timestamptz NOT NULL,
        CONSTRAINT "provider_runs_pk" PRIMARY KEY ("provider", "account")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['provider_runs', 'alerts', 'alert_settings'])
      await runner.query(`DROP TABLE "${table}"`);
    await runner.query(`ALTER TABLE "organizations" DROP COLUMN "alert_secret_encrypted"`);
  }
}
