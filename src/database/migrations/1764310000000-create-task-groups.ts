import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Task groups: templates that were recognized in a project's machine-shaped traffic. */
export class CreateTaskGroups1764310000000 implements MigrationInterface {
  readonly name = 'CreateTaskGroups1764310000000';

  async up(runner: QueryRunner): Promise<void> {
    // The id is a hash of project and template: whichever process finds a template first, it is one row.
    await runner.query(`
      CREATE TABLE "task_groups" (
        "id" text NOT NULL,
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "task" text NOT NULL,
        "fingerprint" text NOT NULL,
        "basis" text NOT NULL,
        "scope" bigint NOT NULL,
        "features" bytea NOT NULL,
        "seen_in" smallint NOT NULL,
        "weak" boolean NOT NULL,
        "assigned_model" text,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "updated_at" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "task_groups_pk" PRIMARY KEY ("id"),
        CONSTRAINT "task_groups_project_fk" FOREIGN KEY ("project_id") REFERENCES "projects"("id")
      )`);
    await runner.query(
      `CREATE INDEX "task_groups_by_project" ON "task_groups" ("project_id", "created_at", "id")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "task_groups"`);
  }
}
