import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploads of batch submissions: the step to `uploaded` decides which of several racing bodies is the upload. */
export class CreateUploadObjects1764321000000 implements MigrationInterface {
  readonly name = 'CreateUploadObjects1764321000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "upload_objects" (
        "object" text NOT NULL,
        "project_id" text NOT NULL,
        "key_id" text NOT NULL,
        "state" text NOT NULL,
        "stored_as" text,
        "bytes" bigint,
        "sha256" text,
        "created_at" timestamptz NOT NULL,
        "uploaded_at" timestamptz,
        CONSTRAINT "upload_objects_pk" PRIMARY KEY ("object"),
        CONSTRAINT "upload_objects_project_fk" FOREIGN KEY ("project_id") REFERENCES "projects"("id")
      )`);
    await runner.query(`CREATE INDEX "upload_objects_by_age" ON "upload_objects" ("created_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "upload_objects"`);
  }
}
