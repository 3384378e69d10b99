import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keys and projects with limits. What is spent is kept by day (UTC) for those that ever had a limit, in the statements that bill:
 * periods are made of whole days, so nothing has to be reset. `balances.counted_version` tells a process whose list of counted
 * purses is old: the commit that comes with it is refused and sent again.
 */
export class LimitKeys1796000700000 implements MigrationInterface {
  readonly name = 'LimitKeys1796000700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "api_keys"
        ADD COLUMN "disabled" boolean NOT NULL DEFAULT false,
        ADD COLUMN "expires_at" timestamptz,
        ADD COLUMN "limit_usd" numeric(24,12),
        ADD COLUMN "limit_period" text,
        ADD COLUMN "models" jsonb,
        ADD COLUMN "rate_limits" jsonb`);
    await runner.query(`
      ALTER TABLE "projects" ADD COLUMN "limit_usd" numeric(24,12), ADD COLUMN "limit_period" text`);
    await runner.query(`ALTER TABLE "balances" ADD COLUMN "counted_version" integer NOT NULL DEFAULT 0`);
    await runner.query(`
      CREATE TABLE "spend_purses" (
        "id" text NOT NULL,
        "organization_id" text NOT NULL,
        "project_id" text NOT NULL,
        CONSTRAINT "spend_purses_pk" PRIMARY KEY ("id"),
        CONSTRAINT "spend_purses_organization_fk" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id")
      )`);
    await runner.query(`CREATE INDEX "spend_purses_by_organization" ON "spend_purses" ("organization_id")`);
    await runner.query(`
      CREATE TABLE "spend_days" (
        "purse_id" text NOT NULL,
        "day" date NOT NULL,
        "spent_usd" numeric(24,12) NOT NULL,
        CONSTRAINT "spend_days_pk" PRIMARY KEY ("purse_id", "day")
      )`);
    // What batches under way may cost, also those of purses without a limit: one may be set while they run.
    await runner.query(`
      CREATE TABLE "spend_holds" (
        "purse_id" text NOT NULL,
        "reference" text NOT NULL,
        "amount_usd" numeric(24,12) NOT NULL,
        CONSTRAINT "spend_holds_pk" PRIMARY KEY ("purse_id", "reference")
      )`);
    await runner.query(`CREATE INDEX "spend_holds_by_reference" ON "spend_holds" ("reference")`);
    await runner.query(`
      INSERT INTO "spend_holds" ("purse_id", "reference", "amount_usd")
      SELECT purse.id, b.id, b.estimate_usd
        FROM "batches" b CROSS JOIN LATERAL (VALUES (b.key_id), (b.project_id)) AS purse (id)
       WHERE b.status IN ('in_progress', 'canceling')`);
    // One place that says what time it is for limits, so that tests can move it.
    await runner.query(
      `CREATE FUNCTION "billing_time"() RETURNS timestamptz LANGUAGE sql STABLE RETURN now()`,
    );
    await runner.query(`
      CREATE FUNCTION "billing_day"() RETURNS date LANGUAGE sql STABLE RETURN (billing_time() AT TIME ZONE 'UTC')::date`);
    await runner.query(`
      CREATE FUNCTION "period_start"("period" text, "day" date) RETURNS date LANGUAGE sql IMMUTABLE RETURN
        CASE WHEN period = 'total' THEN '-infinity'::date ELSE date_trunc(period, day::timestamp)::date END`);
    await runner.query(`
      CREATE FUNCTION "period_end"("period" text, "day" date) RETURNS date LANGUAGE sql IMMUTABLE RETURN
        CASE WHEN period = 'total' THEN 'infinity'::date
             ELSE (date_trunc(period, day::timestamp) + ('1 ' || period)::interval)::date END`);
    await runner.query(`
      CREATE FUNCTION "refuse_old_purses"() RETURNS numeric LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        RAISE EXCEPTION 'the purses that are counted have changed' USING ERRCODE = 'GW001';
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION "refuse_old_purses"()`);
    await runner.query(`DROP FUNCTION "period_end"(text, date)`);
    await runner.query(`DROP FUNCTION "period_start"(text, date)`);
    await runner.query(`DROP FUNCTION "billing_day"()`);
    await runner.query(`DROP FUNCTION "billing_time"()`);
    await runner.query(`DROP TABLE "spend_holds"`);
    await runner.query(`DROP TABLE "spend_days"`);
    await runner.query(`DROP TABLE "spend_purses"`);
    await runner.query(`ALTER TABLE "balances" DROP COLUMN "counted_version"`);
    await runner.query(`ALTER TABLE "projects" DROP COLUMN "limit_period", DROP COLUMN "limit_usd"`);
    await runner.query(`
      ALTER TABLE "api_keys" DROP COLUMN "rate_limits", DROP COLUMN "models", DROP COLUMN "limit_period", DROP COLUMN "limit_usd",
        DROP COLUMN "expires_at", DROP COLUMN "disabled"`);
  }
}
