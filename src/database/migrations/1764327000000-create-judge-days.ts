import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the judge model cost and said by day, and the probes of a cascade guardrail that are on their way. */
export class CreateJudgeDays1764327000000 implements MigrationInterface {
  readonly name = 'CreateJudgeDays1764327000000';

  async up(runner: QueryRunner): Promise<void> {
    // One row a day: the budget of all processes is decided by an update of it.
    await runner.query(`
      CREATE TABLE "judge_days" (
        "day" date NOT NULL,
        "spent_usd" numeric(24,12) NOT NULL DEFAULT 0,
        "held_usd" numeric(24,12) NOT NULL DEFAULT 0,
        "succeeded" integer NOT NULL DEFAULT 0,
        "failed" integer NOT NULL DEFAULT 0,
        "no_verdict" integer NOT NULL DEFAULT 0,
        CONSTRAINT "judge_days_pk" PRIMARY KEY ("day")
      )`);
    await runner.query(`ALTER TABLE "cascade_guardrails" ADD "probes" jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "cascade_guardrails" DROP COLUMN "probes"`);
    await runner.query(`DROP TABLE "judge_days"`);
  }
}
