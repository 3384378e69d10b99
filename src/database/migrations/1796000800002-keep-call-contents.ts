import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests and answers of calls, for projects that want them kept: sealed, in a partition for each day on which they expire. */
export class KeepCallContents1796000800002 implements MigrationInterface {
  readonly name = 'KeepCallContents1796000800002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "projects" ADD "call_content" jsonb`);
    // What is encrypted cannot be compressed any more.
    await runner.query(`
      CREATE TABLE "call_contents" (
        "project_id" text COLLATE "C" NOT NULL,
        "call_id" text COLLATE "C" NOT NULL,
        "expires_on" date NOT NULL,
        "expires_at" timestamptz NOT NULL,
        "created_at" timestamptz NOT NULL,
        "request" bytea NOT NULL,
        "response" bytea NOT NULL,
        "request_bytes" bigint NOT NULL,
        "response_bytes" bigint NOT NULL,
        "request_cut" boolean NOT NULL,
        "response_cut" boolean NOT NULL,
        CONSTRAINT "call_contents_pk" PRIMARY KEY ("project_id", "call_id", "expires_on")
      ) PARTITION BY RANGE ("expires_on")`);
    // PostgreSQL 15 does not know it within CREATE TABLE.
    await runner.query(
      `ALTER TABLE "call_contents" ALTER "request" SET STORAGE EXTERNAL, ALTER "response" SET STORAGE EXTERNAL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "call_contents"`);
    await runner.query(`ALTER TABLE "projects" DROP COLUMN "call_content"`);
  }
}
