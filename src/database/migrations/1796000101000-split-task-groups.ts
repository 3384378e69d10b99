import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Groups that turned out to be several: where the younger ones come from, and what stays in the older. */
export class SplitTaskGroups1796000101000 implements MigrationInterface {
  readonly name = 'SplitTaskGroups1796000101000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "task_groups"
        ADD COLUMN "split_from" text,
        ADD COLUMN "kept_scope" bigint,
        ADD COLUMN "kept_features" bytea,
        ADD CONSTRAINT "task_groups_split_from_fk" FOREIGN KEY ("split_from") REFERENCES "task_groups"("id")`);
    await runner.query(
      `CREATE INDEX "task_groups_by_origin" ON "task_groups" ("split_from") WHERE "split_from" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "task_groups"
        DROP COLUMN "split_from",
        DROP COLUMN "kept_scope",
        DROP COLUMN "kept_features"`);
  }
}
