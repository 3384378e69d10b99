import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets of links that sign in to the console once. */
export class CreateConsoleSignIns1796000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "console_sign_ins" (
        "hash" text NOT NULL,
        "token_hash" text NOT NULL,
        "expires_at" timestamptz NOT NULL,
        CONSTRAINT "console_sign_ins_pk" PRIMARY KEY ("hash")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "console_sign_ins"`);
  }
}
