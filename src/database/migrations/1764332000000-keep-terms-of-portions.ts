import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a portion was submitted under: its models with their prices. Null for those of before. */
export class KeepTermsOfPortions1764332000000 implements MigrationInterface {
  readonly name = 'KeepTermsOfPortions1764332000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "batch_portions" ADD "terms" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "batch_portions" DROP COLUMN "terms"`);
  }
}
