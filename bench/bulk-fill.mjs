// Millions of rows in a fraction of the time that `INSERT … SELECT` takes: `COPY … FREEZE` into a table without indexes, which are made
// afterwards. For databases of their own only: the table is emptied first, triggers do not fire, and the server writes a file.

const ROWS_A_FILE = 500_000;

const KEYS = `
SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
 WHERE conrelid = $1::regclass AND contype IN ('p', 'u')`;
const INDEXES = `
SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
 WHERE indrelid = $1::regclass AND indexrelid NOT IN (SELECT conindid FROM pg_constraint WHERE conrelid = $1::regclass)`;

/**
 * @param client of a superuser, on the machine of the server
 * @param columns what `select` gives, in its order
 * @param select SQL of the rows with numbers from `first` to `last`
 */
export async function bulkFill(client, { table, columns, select, rows }) {
  const { rows: settings } = await client.query('SHOW data_directory');
  // The server may be another user's, who may write nowhere else.
  const file = `${settings[0].data_directory}/bulk-fill.rows`;
  const { rows: keys } = await client.query(KEYS, [table]);
  const { rows: indexes } = await client.query(INDEXES, [table]);
  await client.query('BEGIN');
  await client.query(`SET LOCAL session_replication_role = 'replica'`);
  for (const { name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  // In the same transaction, or rows could not be written as old ones.
  await client.query(`TRUNCATE ${table}`);
  for (let first = 0; first < rows; first += ROWS_A_FILE) {
    const last = Math.min(rows, first + ROWS_A_FILE) - 1;
    await client.query(`COPY (${select(first, last)}) TO '${file}'`);
    await client.query(`COPY ${table} (${columns.join(', ')}) FROM '${file}' (FREEZE)`);
  }
  // It cannot be removed from here, but it can be made empty.
  await client.query(`COPY (SELECT WHERE false) TO '${file}'`);
  for (const { definition } of indexes) await client.query(definition);
  for (const { name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
  await client.query('COMMIT');
  await client.query(`VACUUM ANALYZE ${table}`);
}
