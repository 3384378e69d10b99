import type { Client } from 'pg';
import { fault, ok, type Finding } from './finding.js';

const CHECK = 'sequences';

/** Tables whose rows are numbered by a sequence, and how their newest number is found (all of them, a test looks). */
export const NUMBERED = [
  {
    table: 'ledger_entries',
    column: 'sequence',
    newest: `
      SELECT max(own.sequence) FROM balances b CROSS JOIN LATERAL (
        SELECT sequence FROM ledger_entries WHERE organization_id = b.organization_id ORDER BY sequence DESC LIMIT 1) AS own`,
  },
  ...[
    ['ledger_archive_files', 'number'],
    ['audit_entries', 'sequence'],
    ['alerts', 'sequence'],
    ['usage_projects', 'id'],
  ].map(([table = '', column = '']) => ({ table, column, newest: `SELECT max(${column}) FROM ${table}` })),
] as const;

/** A copy that was made row by row, as by logical replication, has rows and begins to count at 1. */
export async function checkSequences(client: Client): Promise<Finding> {
  const behind: string[] = [];
  for (const { table, column, newest } of NUMBERED) {
    const set = `pg_get_serial_sequence('${table}', '${column}')`;
    // The newest row first: what is numbered meanwhile is no fault.
    const { rows: last } = await client.query<{ newest: string | null }>(`SELECT (${newest}) AS newest`);
    const number = last[0]?.newest ?? '0';
    const { rows } = await client.query<{ behind: boolean }>(
      `SELECT coalesce(pg_sequence_last_value(${set}::regclass), 0) < $1::bigint AS behind`,
      [number],
    );
    if (rows[0]?.behind === true) behind.push(`SELECT setval(${set}, ${number});`);
  }
  if (behind.length === 0) return ok(CHECK, 'count on behind the newest rows');
  return fault(CHECK, {
    said: `${behind.length} of ${NUMBERED.length} count behind numbers that are taken, as in a copy without its sequences`,
    wayOut: `Stop all gateways and set them: ${behind.join(' ')}`,
  });
}
