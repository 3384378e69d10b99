import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls that the gateway refused: counts by key, code and minute in a partition a day, and the last of each project. */
export class CountRefusals1796000800000 implements MigrationInterface {
  readonly name = 'CountRefusals1796000800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "refusals" (
        "project_id" text COLLATE "C" NOT NULL,
        "id" text COLLATE "C" NOT NULL,
        "created_at" timestamptz NOT NULL,
        "key_id" text COLLATE "C" NOT NULL,
        "status" smallint NOT NULL,
        "code" text COLLATE "C" NOT NULL,
        "message" text NOT NULL,
        "model" text,
        "surface" text NOT NULL,
        "proven" boolean NOT NULL,
        CONSTRAINT "refusals_pk" PRIMARY KEY ("project_id", "id")
      ) WITH (autovacuum_vacuum_scale_factor = 0.05)`);
    await runner.query(`
      CREATE TABLE "refusal_counts" (
        "project_id" text COLLATE "C" NOT NULL,
        "minute" timestamptz NOT NULL,
        "key_id" text COLLATE "C" NOT NULL,
        "code" text COLLATE "C" NOT NULL,
        "day" date NOT NULL,
        "count" bigint NOT NULL,
        CONSTRAINT "refusal_counts_pk" PRIMARY KEY ("project_id", "minute", "key_id", "code", "day")
      ) PARTITION BY RANGE ("day")`);
    // What a process has written last: a statement that was sent again after its answer was lost counts nothing twice.
    await runner.query(`
      CREATE TABLE "refusal_writers" (
        "id" text NOT NULL,
        "flush" bigint NOT NULL,
        "written_at" timestamptz NOT NULL,
        CONSTRAINT "refusal_writers_pk" PRIMARY KEY ("id")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "refusal_writers"`);
    await runner.query(`DROP TABLE "refusal_counts"`);
    await runner.query(`DROP TABLE "refusals"`);
  }
}
