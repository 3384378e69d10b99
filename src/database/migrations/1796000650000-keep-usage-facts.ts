import type { MigrationInterface, QueryRunner } from 'typeorm';

const SUMS = `
        "requests" bigint NOT NULL,
        "input_tokens" bigint NOT NULL,
        "output_tokens" bigint NOT NULL,
        "billed_usd" numeric(24,12) NOT NULL`;

/**
 * Usage by quarters of an hour and by more dimensions. Facts are the calls, narrow: what tells them apart has numbers. Sums are made
 * of them, for each pair that is asked for. Nothing is counted here, however many calls there are: those that are there become the
 * backlog, which is worked off beside everything else, and reports read it from the log until then.
 */
export class KeepUsageFacts1796000650000 implements MigrationInterface {
  readonly name = 'KeepUsageFacts1796000650000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "usage_rollups"`);
    await runner.query(`
      CREATE TABLE "usage_projects" (
        "id" integer GENERATED ALWAYS AS IDENTITY,
        "project_id" text NOT NULL,
        CONSTRAINT "usage_projects_pk" PRIMARY KEY ("id"),
        CONSTRAINT "usage_projects_of" UNIQUE ("project_id")
      )`);
    // Numbers run from 1 in each dimension, so the bounds of tags (9) and users (10) are bounds of their number. The indexes begin with
    // what is looked up: by what they have in common the planner would take the wrong one of a table that it does not know yet.
    await runner.query(`
      CREATE TABLE "usage_values" (
        "project" integer NOT NULL,
        "dimension" smallint NOT NULL,
        "id" integer NOT NULL,
        "value" text NOT NULL,
        CONSTRAINT "usage_values_pk" PRIMARY KEY ("id", "project", "dimension"),
        CONSTRAINT "usage_values_once" UNIQUE ("value", "project", "dimension"),
        CONSTRAINT "usage_values_tags" CHECK ("dimension" <> 9 OR "id" <= 10000),
        CONSTRAINT "usage_values_users" CHECK ("dimension" <> 10 OR "id" <= 1000000)
      )`);
    await runner.query(`
      CREATE TABLE "usage_combinations" (
        "project" integer NOT NULL,
        "id" integer NOT NULL,
        "key" integer NOT NULL,
        "model" integer NOT NULL,
        "tier" integer NOT NULL,
        "router" integer NOT NULL,
        "group" integer NOT NULL,
        "surface" integer NOT NULL,
        "provider" integer NOT NULL,
        "status" integer NOT NULL,
        CONSTRAINT "usage_combinations_pk" PRIMARY KEY ("id", "project"),
        CONSTRAINT "usage_combinations_once" UNIQUE ("key", "model", "tier", "router", "group", "surface", "provider", "status",
          "project")
      )`);
    // The highest number of each dimension; 0 stands for combinations.
    await runner.query(`
      CREATE TABLE "usage_counts" (
        "project" integer NOT NULL,
        "dimension" smallint NOT NULL,
        "highest" integer NOT NULL,
        CONSTRAINT "usage_counts_pk" PRIMARY KEY ("project", "dimension")
      )`);
    await runner.query(`
      CREATE TABLE "usage_facts" (
        "starts_at" timestamptz NOT NULL,
        "project" integer NOT NULL,
        "combination" integer NOT NULL,
        "end_user" integer NOT NULL,${SUMS},
        "tags" integer[],
        "session" text
      )`);
    await runner.query(`CREATE INDEX "usage_facts_by_project" ON "usage_facts" ("project", "starts_at")`);
    // They come in the order of time, more or less, for which this one needs next to nothing.
    await runner.query(`CREATE INDEX "usage_facts_by_time" ON "usage_facts" USING brin ("starts_at")`);
    await runner.query(`
      CREATE TABLE "usage_sums" (
        "starts_at" timestamptz NOT NULL,
        "project" integer NOT NULL,
        "cut" smallint NOT NULL,
        "grain" smallint NOT NULL,
        "first" integer NOT NULL,
        "second" integer NOT NULL,${SUMS},
        CONSTRAINT "usage_sums_pk" PRIMARY KEY ("project", "cut", "grain", "starts_at", "first", "second")
      )`);
    await this.makeBacklog(runner);
  }

  /** What is below the oldest open transaction is complete. A mark from another server stays, so that the first fold sees it. */
  private async makeBacklog(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "usage_progress"
        ADD "backlog_before" bigint NOT NULL DEFAULT 0,
        ADD "backlog_behind" text NOT NULL DEFAULT '',
        ADD "sealed_to" timestamptz[] NOT NULL DEFAULT '{}'`);
    await runner.query(`
      UPDATE "usage_progress"
         SET "folded_to" = CASE WHEN "folded_to" > pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN "folded_to"
                                ELSE pg_snapshot_xmin(pg_current_snapshot())::text::bigint END,
             "backlog_before" = pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
             "backlog_behind" = coalesce((SELECT max("id") || '0' FROM "calls"), ''),
             "sealed_to" = ARRAY(SELECT date_bin("length", now(), '1970-01-01T00:00:00Z')
                                   FROM unnest(ARRAY['15 minutes', '1 hour', '6 hours', '1 day', '8 days', '32 days']::interval[])
                                        WITH ORDINALITY AS "grain" ("length", "number") ORDER BY "number")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['sealed_to', 'backlog_behind', 'backlog_before'])
      await runner.query(`ALTER TABLE "usage_progress" DROP COLUMN "${column}"`);
    for (const table of ['sums', 'facts', 'counts', 'combinations', 'values', 'projects'])
      await runner.query(`DROP TABLE "usage_${table}"`);
    await runner.query(`UPDATE "usage_progress" SET "folded_to" = 0`);
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
        "model" text NOT NULL,${SUMS},
        CONSTRAINT "usage_rollups_pk" PRIMARY KEY ("project_id", "grain", "starts_at", "key_id", "surface", "tier", "router_id",
          "group_id", "model")
      )`);
  }
}
