import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts at providers that are left out for a while, for all processes. */
export class CreateProviderOutages1796001100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "provider_outages" (
        "provider" text NOT NULL,
        "account" text NOT NULL,
        "fingerprint" text NOT NULL,
        "out_until" timestamptz NOT NULL,
        "reason" text NOT NULL,
        "trial_until" timestamptz,
        CONSTRAINT "provider_outages_pk" PRIMARY KEY ("provider", "account", "fingerprint")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "provider_outages"`);
  }
}
