import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of people who signed in to the console with an admin token. */
export class CreateConsoleSessions1796000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "console_sessions" (
        "hash" text NOT NULL,
        "token_hash" text NOT NULL,
        "admin_token_id" text,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "expires_at" timestamptz NOT NULL,
        CONSTRAINT "console_sessions_pk" PRIMARY KEY ("hash"),
        CONSTRAINT "console_sessions_token_fk" FOREIGN KEY ("admin_token_id") REFERENCES "admin_tokens"("id") ON DELETE CASCADE
      )`);
    await runner.query(
      `CREATE INDEX "console_sessions_by_token" ON "console_sessions" ("token_hash", "created_at")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "console_sessions"`);
  }
}
