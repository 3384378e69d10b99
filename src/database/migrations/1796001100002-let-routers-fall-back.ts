import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Routers may go on at another tier when a provider fails; those that are there do not, until somebody says so. */
export class LetRoutersFallBack1796001100002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['routers', 'router_versions'])
      await runner.query(`ALTER TABLE "${table}" ADD "outage_fallback" boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['router_versions', 'routers'])
      await runner.query(`ALTER TABLE "${table}" DROP COLUMN "outage_fallback"`);
  }
}
