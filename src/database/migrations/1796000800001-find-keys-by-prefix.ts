import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose refusal a wrong key is. The table has thousands of rows: the index is made in milliseconds. */
export class FindKeysByPrefix1796000800001 implements MigrationInterface {
  readonly name = 'FindKeysByPrefix1796000800001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "api_keys_by_prefix" ON "api_keys" ("prefix")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "api_keys_by_prefix"`);
  }
}
