import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A portion stays with the account that took it. */
export class KeepAccountsOfPortions1796001100001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "batch_portions" ADD "account" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "batch_portions" DROP COLUMN "account"`);
  }
}
