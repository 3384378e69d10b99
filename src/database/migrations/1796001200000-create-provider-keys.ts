import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys at providers that projects bring themselves. */
export class CreateProviderKeys1796001200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "provider_keys" (
        "project_id" text NOT NULL,
        "provider" text NOT NULL,
        "api_key_encrypted" bytea NOT NULL,
        "fall_back_to_system" boolean NOT NULL DEFAULT false,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "provider_keys_pk" PRIMARY KEY ("project_id", "provider"),
        CONSTRAINT "provider_keys_project_fk" FOREIGN KEY ("project_id") REFERENCES "projects"("id")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "provider_keys"`);
  }
}
