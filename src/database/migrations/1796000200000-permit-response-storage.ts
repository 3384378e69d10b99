import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether answers of the Responses API may be kept for a project. */
export class PermitResponseStorage1796000200000 implements MigrationInterface {
  readonly name = 'PermitResponseStorage1796000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "projects" ADD "response_storage" boolean NOT NULL DEFAULT true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "projects" DROP COLUMN "response_storage"`);
  }
}
