import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a hosted request that was put off may be tried again: every process keeps to it. Null: at once. */
export class PauseHostedItems1764332000001 implements MigrationInterface {
  readonly name = 'PauseHostedItems1764332000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "hosted_items" ADD "not_before" TIMESTAMP WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "hosted_items" DROP COLUMN "not_before"`);
  }
}
