import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions of routers, and a complexity threshold of a router's own. A router without a row here is at its first version. */
export class CreateRouterVersions1764312000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "routers" ADD "threshold" double precision`);
    await runner.query(`
      CREATE TABLE "router_versions" (
        "router_id" text NOT NULL,
        "number" integer NOT NULL,
        "who" text NOT NULL,
        "who_name" text,
        "name" text NOT NULL,
        "auto" boolean NOT NULL,
        "threshold" double precision,
        "big_model" text,
        "medium_model" text,
        "small_model" text,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "router_versions_pk" PRIMARY KEY ("router_id", "number"),
        CONSTRAINT "router_versions_router_fk" FOREIGN KEY ("router_id") REFERENCES "routers"("id") ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "router_versions"`);
    await runner.query(`ALTER TABLE "routers" DROP COLUMN "threshold"`);
  }
}
