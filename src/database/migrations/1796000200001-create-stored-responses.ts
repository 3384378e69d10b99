import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers of the Responses API that callers may come back to, in a partition a day; and where an item of theirs is to be found. */
export class CreateStoredResponses1796000200001 implements MigrationInterface {
  readonly name = 'CreateStoredResponses1796000200001';

  async up(runner: QueryRunner): Promise<void> {
    // Ids are compared byte by byte: they are no language. What is encrypted cannot be compressed any more.
    await runner.query(`
      CREATE TABLE "stored_responses" (
        "project_id" text COLLATE "C" NOT NULL,
        "id" text COLLATE "C" NOT NULL,
        "day" date NOT NULL,
        "created_at" timestamptz NOT NULL,
        "call_id" text NOT NULL,
        "model" text NOT NULL,
        "previous_id" text COLLATE "C",
        "previous_day" date,
        "wanted_items" text[] NOT NULL,
        "context_bytes" bigint NOT NULL,
        "input" bytea NOT NULL,
        "output" bytea NOT NULL,
        "frame" bytea NOT NULL,
        CONSTRAINT "stored_responses_pk" PRIMARY KEY ("project_id", "id", "day")
      ) PARTITION BY RANGE ("day")`);
    // PostgreSQL 15 does not know it within CREATE TABLE.
    await runner.query(
      `ALTER TABLE "stored_responses" ALTER "input" SET STORAGE EXTERNAL, ALTER "output" SET STORAGE EXTERNAL, ALTER "frame" SET STORAGE EXTERNAL`,
    );
    await runner.query(`
      CREATE TABLE "stored_response_items" (
        "project_id" text COLLATE "C" NOT NULL,
        "item_id" text COLLATE "C" NOT NULL,
        "day" date NOT NULL,
        "response_id" text COLLATE "C" NOT NULL,
        "is_output" boolean NOT NULL,
        CONSTRAINT "stored_response_items_pk" PRIMARY KEY ("project_id", "item_id", "day")
      ) PARTITION BY RANGE ("day")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "stored_response_items"`);
    await runner.query(`DROP TABLE "stored_responses"`);
  }
}
