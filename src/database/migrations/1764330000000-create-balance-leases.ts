import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each process may hold of a balance from memory, for as long as the process is alive. */
export class CreateBalanceLeases1764330000000 implements MigrationInterface {
  readonly name = 'CreateBalanceLeases1764330000000';

  async up(runner: QueryRunner): Promise<void> {
    // One row a process, renewed by it: its leases need no expiry of their own.
    await runner.query(`
      CREATE TABLE "gateway_processes" (
        "id" text NOT NULL,
        "expires_at" timestamptz NOT NULL,
        CONSTRAINT "gateway_processes_pk" PRIMARY KEY ("id")
      )`);
    await runner.query(`
      CREATE TABLE "balance_leases" (
        "account_id" text NOT NULL,
        "process_id" text NOT NULL,
        "granted_usd" numeric(24,12) NOT NULL,
        CONSTRAINT "balance_leases_pk" PRIMARY KEY ("account_id", "process_id"),
        CONSTRAINT "balance_leases_process_fk" FOREIGN KEY ("process_id") REFERENCES "gateway_processes"("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "balance_leases_by_process" ON "balance_leases" ("process_id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "balance_leases"`);
    await runner.query(`DROP TABLE "gateway_processes"`);
  }
}
