import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Headers that a registered endpoint is called with: their names to be read, all of it encrypted. */
export class EndpointHeaders1796001250000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "registered_endpoints" ADD "header_names" jsonb NOT NULL DEFAULT '[]', ADD "headers_encrypted" bytea`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "registered_endpoints" DROP COLUMN "headers_encrypted", DROP COLUMN "header_names"`,
    );
  }
}
