import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Saved cards, and the payments taken from them. The indexes decide the races: one payment of an organization at a time, one charge an hour. */
export class CreatePayments1764322000000 implements MigrationInterface {
  readonly name = 'CreatePayments1764322000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "payment_accounts" (
        "organization_id" text NOT NULL,
        "provider" text NOT NULL,
        "customer" text NOT NULL,
        "payment_method" text,
        "card" jsonb,
        "saved_at" timestamptz,
        "declined_at" timestamptz,
        "declined_until" timestamptz,
        CONSTRAINT "payment_accounts_pk" PRIMARY KEY ("organization_id", "provider"),
        CONSTRAINT "payment_accounts_organization_fk" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id")
      )`);
    await runner.query(`
      CREATE TABLE "payments" (
        "id" text NOT NULL,
        "organization_id" text NOT NULL,
        "kind" text NOT NULL,
        "period" text,
        "amount_usd" numeric(24,12) NOT NULL,
        "provider" text NOT NULL,
        "customer" text NOT NULL,
        "payment_method" text NOT NULL,
        "status" text NOT NULL DEFAULT 'pending',
        "attempts" integer NOT NULL DEFAULT 1,
        "retry_at" timestamptz NOT NULL,
        "is_unanswered" boolean NOT NULL DEFAULT false,
        "provider_reference" text,
        "failure" text,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "ended_at" timestamptz,
        CONSTRAINT "payments_pk" PRIMARY KEY ("id"),
        CONSTRAINT "payments_organization_fk" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id")
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX "payments_one_pending" ON "payments" ("organization_id", "provider") WHERE "status" = 'pending'`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "payments_once_a_period" ON "payments" ("organization_id", "kind", "period")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "payments"`);
    await runner.query(`DROP TABLE "payment_accounts"`);
  }
}
