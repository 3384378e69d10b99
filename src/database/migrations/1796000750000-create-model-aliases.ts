import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names that a project's callers write for models of the catalogue. */
export class CreateModelAliases1796000750000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "model_aliases" (
        "project_id" text NOT NULL,
        "alias" text NOT NULL,
        "model" text NOT NULL,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "model_aliases_pk" PRIMARY KEY ("project_id", "alias"),
        CONSTRAINT "model_aliases_project_fk" FOREIGN KEY ("project_id") REFERENCES "projects"("id")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "model_aliases"`);
  }
}
