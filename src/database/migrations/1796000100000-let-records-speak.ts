import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Recommendations of a group's tier and of a router's threshold, and the threshold that a router's record speaks for: what it
 * is and for which models. An older version that still runs writes rows of groups, whose new columns have defaults.
 */
export class LetRecordsSpeak1796000100000 implements MigrationInterface {
  readonly name = 'LetRecordsSpeak1796000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "recommendations"
        ALTER COLUMN "group_id" DROP NOT NULL,
        ADD "kind" text NOT NULL DEFAULT 'group_model',
        ADD "router_id" text,
        ADD "current_tier" text,
        ADD "recommended_tier" text,
        ADD "current_threshold" double precision,
        ADD "recommended_threshold" double precision,
        ADD "reason" text NOT NULL DEFAULT ''`);
    // Of what is still to decide there is one row a router.
    await runner.query(
      `CREATE UNIQUE INDEX "recommendations_of_routers" ON "recommendations" ("router_id")
        WHERE "kind" = 'router_threshold' AND "status" <> 'approved'`,
    );
    await runner.query(`ALTER TABLE "routers" ADD "record_threshold" jsonb`);
    await runner.query(`ALTER TABLE "router_versions" ADD "record_threshold" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "router_versions" DROP COLUMN "record_threshold"`);
    await runner.query(`ALTER TABLE "routers" DROP COLUMN "record_threshold"`);
    await runner.query(`DELETE FROM "recommendations" WHERE "group_id" IS NULL`);
    await runner.query(`DROP INDEX "recommendations_of_routers"`);
    await runner.query(`
      ALTER TABLE "recommendations"
        DROP COLUMN "reason", DROP COLUMN "recommended_threshold", DROP COLUMN "current_threshold",
        DROP COLUMN "recommended_tier", DROP COLUMN "current_tier", DROP COLUMN "router_id", DROP COLUMN "kind",
        ALTER COLUMN "group_id" SET NOT NULL`);
  }
}
