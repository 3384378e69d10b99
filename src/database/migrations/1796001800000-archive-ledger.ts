import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows may leave the ledger, but only into the sums of a file that is recorded in the same transaction. */
const REFUSE_BUT_FOR_ARCHIVE = `
  CREATE OR REPLACE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' AND coalesce(current_setting('gateway.ledger_archive', true), '') <> '' THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'ledger_entries is append-only';
  END $$`;
const REFUSE_ALL = `
  CREATE OR REPLACE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'ledger_entries is append-only'; END $$`;

const KEEP_SUMS = `
  CREATE FUNCTION "keep_archived_sums"() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE "into_file" bigint := current_setting('gateway.ledger_archive')::bigint;
  BEGIN
    IF NOT EXISTS (SELECT FROM "ledger_archive_files" WHERE "number" = "into_file" AND "archived_at" = now()) THEN
      RAISE EXCEPTION 'ledger_entries is append-only: file % is not being archived', "into_file";
    END IF;
    IF EXISTS (SELECT FROM "gone" WHERE "kind" <> 'usage') THEN
      RAISE EXCEPTION 'ledger_entries is append-only: only charges of calls are archived';
    END IF;
    INSERT INTO "ledger_archive_sums" AS s ("organization_id", "file", "entries", "amount_usd", "carried_entries", "carried_usd",
                                            "first_sequence", "last_sequence", "first_at", "last_at")
    SELECT g."organization_id", "into_file", g."entries", g."usd", g."entries" + coalesce(p."carried_entries", 0),
           g."usd" + coalesce(p."carried_usd", 0), g."first_sequence", g."last_sequence", g."first_at", g."last_at"
      FROM (SELECT "organization_id", count(*) AS "entries", sum("amount_usd") AS "usd", min("sequence") AS "first_sequence",
                   max("sequence") AS "last_sequence", min("created_at") AS "first_at", max("created_at") AS "last_at"
              FROM "gone" GROUP BY "organization_id") AS g
      LEFT JOIN LATERAL (
        SELECT "carried_entries", "carried_usd" FROM "ledger_archive_sums"
         WHERE "organization_id" = g."organization_id" AND "file" < "into_file" ORDER BY "file" DESC LIMIT 1) AS p ON true
    ON CONFLICT ("organization_id", "file") DO UPDATE
       SET "entries" = s."entries" + excluded."entries", "amount_usd" = s."amount_usd" + excluded."amount_usd",
           "carried_entries" = s."carried_entries" + excluded."entries", "carried_usd" = s."carried_usd" + excluded."amount_usd",
           "first_sequence" = least(s."first_sequence", excluded."first_sequence"),
           "last_sequence" = greatest(s."last_sequence", excluded."last_sequence"),
           "first_at" = least(s."first_at", excluded."first_at"), "last_at" = greatest(s."last_at", excluded."last_at");
    RETURN NULL;
  END $$`;

/** Where charges go that leave the ledger. No row of it is touched; it is locked for as long as a trigger is made. */
export class ArchiveLedger1796001800000 implements MigrationInterface {
  readonly name = 'ArchiveLedger1796001800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "ledger_archive_files" (
        "number" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
        "started_at" timestamptz NOT NULL DEFAULT now(),
        "is_abandoned" boolean NOT NULL DEFAULT false,
        "archived_at" timestamptz,
        "sha256" text,
        "bytes" integer,
        "entries" integer,
        "first_reference" text,
        "last_reference" text,
        "proved_at" timestamptz,
        "fault" text,
        CONSTRAINT "ledger_archive_files_pk" PRIMARY KEY ("number")
      )`);
    await runner.query(`
      CREATE TABLE "ledger_archive_sums" (
        "organization_id" text NOT NULL,
        "file" bigint NOT NULL,
        "entries" integer NOT NULL,
        "amount_usd" numeric(24,12) NOT NULL,
        "carried_entries" bigint NOT NULL,
        "carried_usd" numeric(24,12) NOT NULL,
        "first_sequence" bigint NOT NULL,
        "last_sequence" bigint NOT NULL,
        "first_at" timestamptz NOT NULL,
        "last_at" timestamptz NOT NULL,
        CONSTRAINT "ledger_archive_sums_pk" PRIMARY KEY ("organization_id", "file"),
        CONSTRAINT "ledger_archive_sums_file_fk" FOREIGN KEY ("file") REFERENCES "ledger_archive_files"("number")
      )`);
    await runner.query(`CREATE INDEX "ledger_archive_sums_by_file" ON "ledger_archive_sums" ("file")`);
    await runner.query(
      `CREATE INDEX "ledger_archive_sums_by_sequence" ON "ledger_archive_sums" ("organization_id", "last_sequence")`,
    );
    await runner.query(REFUSE_BUT_FOR_ARCHIVE);
    await runner.query(KEEP_SUMS);
    await runner.query(`
      CREATE TRIGGER "ledger_entries_archived" AFTER DELETE ON "ledger_entries" REFERENCING OLD TABLE AS "gone"
      FOR EACH STATEMENT EXECUTE FUNCTION "keep_archived_sums"()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM "ledger_archive_sums") THEN
          RAISE EXCEPTION 'bring the archived entries of the ledger back first';
        END IF;
      END $$`);
    await runner.query(`DROP TRIGGER "ledger_entries_archived" ON "ledger_entries"`);
    await runner.query(`DROP FUNCTION "keep_archived_sums"`);
    await runner.query(REFUSE_ALL);
    await runner.query(`DROP TABLE "ledger_archive_sums"`);
    await runner.query(`DROP TABLE "ledger_archive_files"`);
  }
}
