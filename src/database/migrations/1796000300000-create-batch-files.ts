import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files as OpenAI's clients know them, the batches that are made of them, and the endpoint that a portion is for. */
export class CreateBatchFiles1796000300000 implements MigrationInterface {
  readonly name = 'CreateBatchFiles1796000300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "batches"
        ADD "endpoint" text,
        ADD "input_file_id" text,
        ADD "metadata" jsonb,
        ADD "output_expires_seconds" integer,
        ADD "validation_errors" jsonb,
        ADD "in_progress_at" timestamptz,
        ADD "output_file_id" text,
        ADD "error_file_id" text`);
    await runner.query(`CREATE INDEX "batches_validating" ON "batches" ("id") WHERE "status" = 'validating'`);
    await runner.query(`ALTER TABLE "batch_portions" ADD "endpoint" text`);
    await runner.query(`
      CREATE TABLE "batch_files" (
        "id" text NOT NULL,
        "project_id" text NOT NULL,
        "key_id" text,
        "batch_id" text,
        "kind" text NOT NULL,
        "filename" text NOT NULL,
        "bytes" bigint NOT NULL,
        "stored_as" text,
        "created_at" timestamptz NOT NULL,
        "expires_at" timestamptz NOT NULL,
        CONSTRAINT "batch_files_pk" PRIMARY KEY ("id"),
        CONSTRAINT "batch_files_project_fk" FOREIGN KEY ("project_id") REFERENCES "projects"("id"),
        CONSTRAINT "batch_files_batch_fk" FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "batch_files_by_project" ON "batch_files" ("project_id", "id")`);
    await runner.query(`CREATE INDEX "batch_files_by_batch" ON "batch_files" ("batch_id")`);
    await runner.query(`CREATE INDEX "batch_files_by_end" ON "batch_files" ("expires_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "batch_files"`);
    await runner.query(`ALTER TABLE "batch_portions" DROP COLUMN "endpoint"`);
    await runner.query(`DROP INDEX "batches_validating"`);
    await runner.query(`
      ALTER TABLE "batches"
        DROP COLUMN "endpoint",
        DROP COLUMN "input_file_id",
        DROP COLUMN "metadata",
        DROP COLUMN "output_expires_seconds",
        DROP COLUMN "validation_errors",
        DROP COLUMN "in_progress_at",
        DROP COLUMN "output_file_id",
        DROP COLUMN "error_file_id"`);
  }
}
