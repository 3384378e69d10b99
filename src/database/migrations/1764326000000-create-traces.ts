import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ingested traces: spans in a partition a day, one summary row a trace, and the link from the call log. */
export class CreateTraces1764326000000 implements MigrationInterface {
  readonly name = 'CreateTraces1764326000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "projects" ADD "trace_content" text NOT NULL DEFAULT 'keep'`);
    await runner.query(`ALTER TABLE "calls" ADD "trace_id" text`);
    await runner.query(
      `UPDATE "calls" SET "trace_id" = "detail"->>'trace_id' WHERE "detail"->>'trace_id' IS NOT NULL`,
    );
    // Calls without a trace, most of them, do not pay for the index.
    await runner.query(
      `CREATE INDEX "calls_by_trace" ON "calls" ("trace_id", "project_id") WHERE "trace_id" IS NOT NULL`,
    );
    // The key begins with what is random, so that hardly a comparison reaches the second column. A span that is sent again has
    // the same start, so the same day, and meets itself.
    await runner.query(`
      CREATE TABLE "trace_spans" (
        "project_id" text NOT NULL,
        "trace_id" uuid NOT NULL,
        "span_id" bigint NOT NULL,
        "day" date NOT NULL,
        "start_nano" bigint NOT NULL,
        "end_nano" bigint NOT NULL,
        "flags" smallint NOT NULL,
        "input_tokens" bigint,
        "output_tokens" bigint,
        "cost_pico_usd" bigint,
        "body" text NOT NULL,
        CONSTRAINT "trace_spans_pk" PRIMARY KEY ("trace_id", "span_id", "project_id", "day")
      ) PARTITION BY RANGE ("day")`);
    // Not partitioned: a trace has one row, whichever days its spans fall on.
    await runner.query(`
      CREATE TABLE "traces" (
        "project_id" text NOT NULL,
        "trace_id" uuid NOT NULL,
        "start_nano" bigint NOT NULL,
        "end_nano" bigint NOT NULL,
        "first_day" date NOT NULL,
        "last_day" date NOT NULL,
        "entry_rank" smallint NOT NULL,
        "entry_nano" bigint NOT NULL,
        "root_name" text NOT NULL,
        "service" text,
        "status" smallint NOT NULL,
        "models" text[] NOT NULL,
        "span_count" integer NOT NULL,
        "input_tokens" bigint NOT NULL,
        "output_tokens" bigint NOT NULL,
        "cost_pico_usd" numeric,
        "own_input_tokens" bigint NOT NULL,
        "own_output_tokens" bigint NOT NULL,
        "own_cost_pico_usd" numeric,
        "terms" tsvector NOT NULL,
        CONSTRAINT "traces_pk" PRIMARY KEY ("trace_id", "project_id")
      ) WITH (fillfactor = 85)`);
    await runner.query(
      `CREATE INDEX "traces_newest" ON "traces" ("project_id", "start_nano" DESC, "trace_id" DESC)`,
    );
    await runner.query(`CREATE INDEX "traces_by_terms" ON "traces" USING gin ("terms")`);
    await runner.query(`CREATE INDEX "traces_by_age" ON "traces" ("last_day")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "traces"`);
    await runner.query(`DROP TABLE "trace_spans"`);
    await runner.query(`DROP INDEX "calls_by_trace"`);
    await runner.query(`ALTER TABLE "calls" DROP COLUMN "trace_id"`);
    await runner.query(`ALTER TABLE "projects" DROP COLUMN "trace_content"`);
  }
}
