import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A pin that a machine-shaped decision made does not answer a conversation. Null: a version that did not know made it. */
export class KeepShapeOfPins1764333000000 implements MigrationInterface {
  readonly name = 'KeepShapeOfPins1764333000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "session_pins" ADD COLUMN "shape" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "session_pins" DROP COLUMN "shape"`);
  }
}
