/** Pieces whose rows are others than were carried, that overlap or leave something out, or that are known to differ. */
const WRONG_PIECES = `
SELECT p.* FROM (
    SELECT *, lag(to_sequence, 1, 0::bigint) OVER (PARTITION BY organization_id ORDER BY after_sequence) AS before FROM ledger_pieces) AS p
  CROSS JOIN LATERAL (
    SELECT count(*) AS found, coalesce(sum(amount_usd), 0) AS found_usd FROM ledger_entries
     WHERE organization_id = p.organization_id AND sequence > p.after_sequence AND sequence <= p.to_sequence) AS rows
 WHERE differs_since IS NOT NULL OR before <> after_sequence
    OR (entries IS NOT NULL AND (entries, p.amount_usd) IS DISTINCT FROM (found, found_usd))`;

/** Of what stage the statements are that run now. The process that is killed is the only one that does such things, but for one beside it. */
const STAGES = `
SELECT DISTINCT stage FROM pg_stat_activity
  JOIN (VALUES ('carrying', '%INSERT INTO ledger_pieces%'), ('carrying', '%DELETE FROM ledger_open_holds%'), ('proving', '%UPDATE ledger_pieces p%proved_at%'),
               ('archiving', '%DELETE FROM ledger_entries%'), ('bringing back', '%INSERT INTO ledger_entries%OVERRIDING%')) AS s (stage, said)
    ON query LIKE said
 WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;

export async function wrongPieces(client) {
  return (await client.query(WRONG_PIECES)).rows;
}

export async function stagesOf(client) {
  return (await client.query(STAGES)).rows.map(({ stage }) => stage);
}

/** Balances in millionths of a dollar, by organization. */
export async function balances(client) {
  const { rows } = await client.query(
    'SELECT organization_id AS id, (balance_usd * 1000000)::bigint AS micro FROM balances',
  );
  return new Map(rows.map(({ id, micro }) => [id, Number(micro)]));
}
