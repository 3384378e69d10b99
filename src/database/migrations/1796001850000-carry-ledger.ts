import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `keep_archived_sums` as it was, up to where it ends. */
const KEEP_SUMS = (alsoKept: string): string => `
  CREATE OR REPLACE FUNCTION "keep_archived_sums"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    ${alsoKept}
    RETURN NULL;
  END $$`;

/** What leaves the table leaves the pieces, in the same transaction, whichever version moves it. */
const TAKE_OFF_PIECES = `
    LOCK TABLE "ledger_pieces" IN SHARE ROW EXCLUSIVE MODE;
    UPDATE "ledger_pieces" p SET "entries" = p."entries" - o."entries", "amount_usd" = p."amount_usd" - o."usd"
      FROM (SELECT g."organization_id", own."after_sequence", count(*) AS "entries", sum(g."amount_usd") AS "usd"
              FROM "gone" AS g
             CROSS JOIN LATERAL (
               SELECT "after_sequence", "to_sequence" FROM "ledger_pieces"
                WHERE "organization_id" = g."organization_id" AND "after_sequence" < g."sequence"
                ORDER BY "after_sequence" DESC LIMIT 1) AS own
             WHERE g."sequence" <= own."to_sequence" GROUP BY g."organization_id", own."after_sequence") AS o
     WHERE p."organization_id" = o."organization_id" AND p."after_sequence" = o."after_sequence";`;

/** Rows that come back are not known one by one yet: the pieces that they may be of are counted again. */
const COUNT_AGAIN = `
  CREATE FUNCTION "count_ledger_pieces_again"() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    LOCK TABLE "ledger_pieces" IN SHARE ROW EXCLUSIVE MODE;
    UPDATE "ledger_pieces" p SET "entries" = NULL, "amount_usd" = NULL, "differs_since" = NULL
      FROM "gone" AS g
     WHERE p."organization_id" = g."organization_id" AND p."after_sequence" < g."last_sequence" AND p."to_sequence" >= g."first_sequence";
    RETURN NULL;
  END $$`;

/**
 * Sums of the ledger that are carried, so that a check need not read it. Nothing is counted here: the tables are empty, and what is in no
 * piece is read. The ledger itself is not locked, and no commit has more to do.
 */
export class CarryLedger1796001850000 implements MigrationInterface {
  readonly name = 'CarryLedger1796001850000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "ledger_pieces" (
        "organization_id" text NOT NULL,
        "after_sequence" bigint NOT NULL,
        "to_sequence" bigint NOT NULL,
        "entries" bigint,
        "amount_usd" numeric,
        "proved_at" timestamptz NOT NULL DEFAULT now(),
        "differs_since" timestamptz,
        CONSTRAINT "ledger_pieces_pk" PRIMARY KEY ("organization_id", "after_sequence")
      )`);
    await runner.query(`
      CREATE TABLE "ledger_open_holds" (
        "organization_id" text NOT NULL,
        "reference" text NOT NULL,
        CONSTRAINT "ledger_open_holds_pk" PRIMARY KEY ("organization_id", "reference")
      )`);
    await runner.query(KEEP_SUMS(TAKE_OFF_PIECES));
    await runner.query(COUNT_AGAIN);
    await runner.query(`
      CREATE TRIGGER "ledger_archive_sums_gone" AFTER DELETE ON "ledger_archive_sums" REFERENCING OLD TABLE AS "gone"
      FOR EACH STATEMENT EXECUTE FUNCTION "count_ledger_pieces_again"()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER "ledger_archive_sums_gone" ON "ledger_archive_sums"`);
    await runner.query(`DROP FUNCTION "count_ledger_pieces_again"`);
    await runner.query(KEEP_SUMS(''));
    await runner.query(`DROP TABLE "ledger_open_holds"`);
    await runner.query(`DROP TABLE "ledger_pieces"`);
  }
}
