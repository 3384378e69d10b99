import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers that calls asked to have kept for the same question: sealed, of one API key, for a day at most. */
export class CreateCachedAnswers1796001350000 implements MigrationInterface {
  readonly name = 'CreateCachedAnswers1796001350000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "cached_answers" (
        "key_id" text COLLATE "C" NOT NULL,
        "digest" bytea NOT NULL,
        "project_id" text COLLATE "C" NOT NULL,
        "created_at" timestamptz NOT NULL,
        "expires_at" timestamptz NOT NULL,
        "sealed_bytes" integer NOT NULL,
        "sealed" bytea NOT NULL,
        CONSTRAINT "cached_answers_pk" PRIMARY KEY ("key_id", "digest")
      )`);
    // What is encrypted cannot be compressed any more; uncompressed it is read in slices. PostgreSQL 15 does not know it within CREATE
    // TABLE.
    await runner.query(`ALTER TABLE "cached_answers" ALTER "sealed" SET STORAGE EXTERNAL`);
    await runner.query(`CREATE INDEX "cached_answers_by_expiry" ON "cached_answers" ("expires_at")`);
    await runner.query(
      `CREATE INDEX "cached_answers_by_project" ON "cached_answers" ("project_id") INCLUDE ("sealed_bytes")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "cached_answers"`);
  }
}
