/** Of which kinds the entries are that hold money, give it back and settle. */
export const HOLD_KINDS = `('reservation', 'release', 'settlement')`;

/** SQL: `held` and `settlements` of one reference, by all of its entries. */
export const holdOf = (organizationId: string, reference: string): string => `
  SELECT -coalesce(sum(amount_usd) FILTER (WHERE kind <> 'settlement'), 0) AS held,
         count(*) FILTER (WHERE kind = 'settlement') AS settlements
    FROM ledger_entries
   WHERE kind IN ${HOLD_KINDS} AND reference = ${reference} AND organization_id = ${organizationId}`;

/** Given back whole and settled at most once: only a further entry can make anything else of it. */
const IS_CLOSED = 'held = 0 AND settlements <= 1';

/** `$1` to `$3`: organizations, and where the runs of their entries begin and end. What is not closed of them is looked at with each check. */
export const NOTE_OPEN_HOLDS = `
INSERT INTO ledger_open_holds (organization_id, reference)
SELECT DISTINCT run.organization_id, touched.reference
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS run (organization_id, after_sequence, to_sequence)
 CROSS JOIN LATERAL (
   SELECT reference FROM ledger_entries
    WHERE organization_id = run.organization_id AND sequence > run.after_sequence AND sequence <= run.to_sequence
      AND kind IN ${HOLD_KINDS} OFFSET 0) AS touched
 CROSS JOIN LATERAL (${holdOf('run.organization_id', 'touched.reference')}) AS hold
 WHERE NOT (${IS_CLOSED})
ON CONFLICT DO NOTHING`;

/** `$1`: organizations. What was closed by an entry that is in no piece yet is found again by that one. */
export const FORGET_CLOSED_HOLDS = `
DELETE FROM ledger_open_holds AS open USING ledger_open_holds AS known
 CROSS JOIN LATERAL (${holdOf('known.organization_id', 'known.reference')}) AS hold
 WHERE known.organization_id = ANY($1) AND ${IS_CLOSED}
   AND open.organization_id = known.organization_id AND open.reference = known.reference`;
