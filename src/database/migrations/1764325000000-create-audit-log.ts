import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who changed what in the management API. Append-only for every client, this service included. */
export class CreateAuditLog1764325000000 implements MigrationInterface {
  readonly name = 'CreateAuditLog1764325000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "audit_entries" (
        "sequence" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
        "organization_id" text NOT NULL,
        "project_id" text,
        "created_at" timestamptz NOT NULL DEFAULT now(),
        "who" text NOT NULL,
        "who_name" text,
        "request_id" text NOT NULL,
        "action" text NOT NULL,
        "target_id" text NOT NULL,
        "before" json,
        "after" json,
        CONSTRAINT "audit_entries_pk" PRIMARY KEY ("sequence")
      )`);
    await runner.query(
      `CREATE INDEX "audit_entries_by_organization" ON "audit_entries" ("organization_id", "sequence")`,
    );
    await runner.query(`
      CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'audit_entries is append-only'; END $$`);
    await runner.query(`
      CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
      FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "audit_entries"`);
    await runner.query(`DROP FUNCTION "refuse_audit_change"()`);
  }
}
