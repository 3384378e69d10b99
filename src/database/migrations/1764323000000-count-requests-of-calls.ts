import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many requests a row of the call log stands for: one, but for batches, which have one row a model. */
export class CountRequestsOfCalls1764323000000 implements MigrationInterface {
  readonly name = 'CountRequestsOfCalls1764323000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "calls" ADD COLUMN "requests" integer NOT NULL DEFAULT 1`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "calls" DROP COLUMN "requests"`);
  }
}
