import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Session pins: the primary key decides which of two racing first calls chose the model. */
export class CreateSessionPins1764313000000 implements MigrationInterface {
  readonly name = 'CreateSessionPins1764313000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "session_pins" (
        "project_id" text NOT NULL,
        "router_id" text NOT NULL,
        "session_id" text NOT NULL,
        "model" text NOT NULL,
        "tier" text NOT NULL,
        "decision_id" text NOT NULL,
        "pinned_until" timestamptz NOT NULL,
        CONSTRAINT "session_pins_pk" PRIMARY KEY ("project_id", "router_id", "session_id")
      )`);
    await runner.query(`CREATE INDEX "session_pins_by_end" ON "session_pins" ("pinned_until")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "session_pins"`);
  }
}
