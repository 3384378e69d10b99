import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Judged tasks, the picks and the cascade guardrail that follow from them, and recommendations. */
export class CreateJudgedTasks1764311000000 implements MigrationInterface {
  readonly name = 'CreateJudgedTasks1764311000000';

  async up(runner: QueryRunner): Promise<void> {
    // One row for each answer that was judged, whoever judged it and how often. Bounded by the hourly sweep.
    await runner.query(`
      CREATE TABLE "judged_tasks" (
        "call_id" text NOT NULL,
        "model" text NOT NULL,
        "group_id" text NOT NULL,
        "project_id" text NOT NULL,
        "organization_id" text NOT NULL,
        "success" boolean NOT NULL,
        "source" text NOT NULL,
        "strength" smallint NOT NULL,
        "note" text,
        "task_at" timestamptz NOT NULL,
        "judged_at" timestamptz NOT NULL,
        CONSTRAINT "judged_tasks_pk" PRIMARY KEY ("call_id", "model")
      )`);
    await runner.query(
      `CREATE INDEX "judged_tasks_window" ON "judged_tasks" ("group_id", "model", "task_at" DESC, "call_id" DESC)`,
    );
    await runner.query(`CREATE INDEX "judged_tasks_by_project" ON "judged_tasks" ("project_id", "group_id")`);
    await runner.query(`CREATE INDEX "judged_tasks_by_age" ON "judged_tasks" ("task_at")`);
    await runner.query(`
      CREATE TABLE "group_picks" (
        "group_id" text NOT NULL,
        "model" text,
        "left_models" jsonb NOT NULL DEFAULT '{}',
        "changed_at" timestamptz NOT NULL,
        CONSTRAINT "group_picks_pk" PRIMARY KEY ("group_id")
      )`);
    await runner.query(`
      CREATE TABLE "cascade_guardrails" (
        "group_id" text NOT NULL,
        "outcomes" jsonb NOT NULL DEFAULT '[]',
        "stopped_until" timestamptz,
        "stopped_models" jsonb NOT NULL DEFAULT '[]',
        "changed_at" timestamptz NOT NULL,
        CONSTRAINT "cascade_guardrails_pk" PRIMARY KEY ("group_id")
      )`);
    await runner.query(`
      CREATE TABLE "recommendations" (
        "id" text NOT NULL,
        "organization_id" text NOT NULL,
        "project_id" text NOT NULL,
        "group_id" text NOT NULL,
        "current_model" text NOT NULL,
        "recommended_model" text NOT NULL,
        "evidence" jsonb NOT NULL,
        "monthly_saving_usd" numeric(24,12) NOT NULL,
        "status" text NOT NULL,
        "created_at" timestamptz NOT NULL,
        "changed_at" timestamptz NOT NULL,
        CONSTRAINT "recommendations_pk" PRIMARY KEY ("id")
      )`);
    // What was approved is history; of what is still to decide there is one row a group and model.
    await runner.query(
      `CREATE UNIQUE INDEX "recommendations_undecided" ON "recommendations" ("group_id", "recommended_model") WHERE "status" <> 'approved'`,
    );
    await runner.query(`CREATE INDEX "recommendations_by_project" ON "recommendations" ("project_id", "id")`);
    // A group's own traffic weighs prices. Calls without a group, most of them conversation, do not pay for the index.
    await runner.query(
      `CREATE INDEX "calls_by_group" ON "calls" ("group_id", "created_at") WHERE "group_id" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "calls_by_group"`);
    for (const table of ['recommendations', 'cascade_guardrails', 'group_picks', 'judged_tasks'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
