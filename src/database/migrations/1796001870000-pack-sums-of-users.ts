import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sums of users and something else once more, those of a span as one value, and which calls they know: a mark beside that of the sums. As
 * long as it says something else than that one, they are in no report. They are made behind the calls.
 */
export class PackSumsOfUsers1796001870000 implements MigrationInterface {
  readonly name = 'PackSumsOfUsers1796001870000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "usage_packs" (
        "project" integer NOT NULL,
        "cut" smallint NOT NULL,
        "grain" smallint NOT NULL,
        "starts_at" timestamptz NOT NULL,
        "rows" integer,
        "content" bytea,
        CONSTRAINT "usage_packs_pk" PRIMARY KEY ("project", "cut", "grain", "starts_at")
      )`);
    // To be unpacked takes the database longer than to read what is not packed.
    await runner.query(`ALTER TABLE "usage_packs" ALTER COLUMN "content" SET STORAGE EXTERNAL`);
    await runner.query(
      `CREATE INDEX "usage_packs_to_make" ON "usage_packs" ("grain", "starts_at") WHERE "content" IS NULL`,
    );
    await runner.query(`
      CREATE TABLE "usage_pack_progress" (
        "folded_to" bigint NOT NULL,
        "backlog_behind" text NOT NULL,
        "listed_to" timestamptz[] NOT NULL
      )`);
    await runner.query(`INSERT INTO "usage_pack_progress" VALUES (-1, '', '{}')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "usage_packs"`);
    await runner.query(`DROP TABLE "usage_pack_progress"`);
  }
}
