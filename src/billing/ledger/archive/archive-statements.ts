/** As a manifest says it (`ArchivedSum`): the same members in the same order. */
export const SUMS_OF_FILE = `
SELECT organization_id, entries, trim_scale(amount_usd)::text AS amount_usd, carried_entries::float8 AS carried_entries,
       trim_scale(carried_usd)::text AS carried_usd
  FROM ledger_archive_sums WHERE file = $1 ORDER BY organization_id COLLATE "C"`;
