import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The headers of the Messages API that a facade's caller sent: a portion that is created again is created with them. */
export class KeepMessageHeaders1764332000002 implements MigrationInterface {
  readonly name = 'KeepMessageHeaders1764332000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "batch_portions" ADD "message_headers" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "batch_portions" DROP COLUMN "message_headers"`);
  }
}
