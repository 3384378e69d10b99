import { allKeysOf, openSecret, sealingKeyOf, sealSecret, type SealingKeys } from '../lib/secret-box.js';

/** Where secrets are kept sealed, one a row. Names of our own, never of a caller. */
export interface SealedColumn {
  readonly table: string;
  /** The primary key. */
  readonly ids: readonly string[];
  readonly column: string;
  /** Whom a row's secret is sealed for. @param ids in the order of `ids` */
  readonly ownerOf: (ids: readonly string[]) => string;
}

export interface SealedCounts {
  /** Open with the key that seals. */
  readonly current: number;
  /** Open with a former key alone. */
  readonly former: number;
  /** Open with none. */
  readonly unreadable: number;
}

/** The least of a database connection that this needs. */
export interface Asks {
  query(text: string, values: unknown[]): Promise<unknown>;
}

type SealedRow = Record<string, string> & { readonly sealed: Buffer };

const PAGE_ROWS = 200;

/** How many rows open with which key. */
export async function countSealed(
  database: Asks,
  keys: SealingKeys,
  place: SealedColumn,
): Promise<SealedCounts> {
  const counts = { current: 0, former: 0, unreadable: 0 };
  for await (const row of rowsOf(database, place)) counts[keyOf(row, keys, place)] += 1;
  return counts;
}

/** Rows that are looked at of a partition: the first ones of as many equal parts of it, which came one after the other. */
const SAMPLE_ROWS = 4;

/** The same of a sample: rows of each partition, old and new ones. For what is many and goes by itself. */
export async function sampleSealed(
  database: Asks,
  keys: SealingKeys,
  place: SealedColumn,
): Promise<SealedCounts> {
  const { table, ids, column } = place;
  const counts = { current: 0, former: 0, unreadable: 0 };
  const partitions = rowsIn<{ name: string }>(
    await database.query(
      `SELECT relid::regclass::text AS name FROM pg_partition_tree($1::regclass) WHERE isleaf ORDER BY name`,
      [table],
    ),
  );
  for (const { name } of partitions) {
    const rows = rowsIn<SealedRow>(
      await database.query(
        `WITH size AS (SELECT pg_relation_size($1::regclass) / current_setting('block_size')::int8 AS blocks)
         SELECT DISTINCT ON (${ids.join(', ')}) found.*
           FROM size, generate_series(0, $2::int - 1) AS part CROSS JOIN LATERAL
             (SELECT ${ids.join(', ')}, ${column} AS sealed FROM ${name}
               WHERE ctid >= format('(%s,0)', blocks * part / $2)::tid AND ${column} IS NOT NULL LIMIT 1) found`,
        [name, SAMPLE_ROWS],
      ),
    );
    for (const row of rows) counts[keyOf(row, keys, place)] += 1;
  }
  return counts;
}

/**
 * Seals anew what a former key sealed. Others may do it at the same time, and change rows meanwhile: a row is written only where it
 * still holds what was read. @returns how it was before
 */
export async function resealColumn(
  database: Asks,
  keys: SealingKeys,
  place: SealedColumn,
): Promise<SealedCounts> {
  const counts = { current: 0, former: 0, unreadable: 0 };
  const { table, ids, column } = place;
  const isRow = ids.map((id, at) => `${id} = $${at + 3}`).join(' AND ');
  for await (const row of rowsOf(database, place)) {
    const sealedWith = keyOf(row, keys, place);
    counts[sealedWith] += 1;
    if (sealedWith !== 'former') continue;
    const owner = ownerOf(row, place);
    const sealed = sealSecret(openSecret(row.sealed, { key: keys, owner }), { key: keys, owner });
    await database.query(`UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${isRow}`, [
      sealed,
      row.sealed,
      ...ids.map((id) => row[id]),
    ]);
  }
  return counts;
}

function keyOf(row: SealedRow, keys: SealingKeys, place: SealedColumn): keyof SealedCounts {
  const owner = ownerOf(row, place);
  const opener = allKeysOf(keys).find((key) => opens(row.sealed, key, owner));
  if (opener === undefined) return 'unreadable';
  return opener === sealingKeyOf(keys) ? 'current' : 'former';
}

function opens(sealed: Buffer, key: Buffer, owner: string): boolean {
  try {
    openSecret(sealed, { key, owner });
    return true;
  } catch {
    return false;
  }
}

function ownerOf(row: SealedRow, { ids, ownerOf: owner }: SealedColumn): string {
  return owner(ids.map((id) => row[id] ?? ''));
}

async function* rowsOf(database: Asks, { table, ids, column }: SealedColumn): AsyncGenerator<SealedRow> {
  const names = ids.join(', ');
  const places = ids.map((_id, at) => `$${at + 1}`).join(', ');
  let after: (string | undefined)[] = ids.map(() => '');
  for (;;) {
    const answer = await database.query(
      `SELECT ${names}, ${column} AS sealed FROM ${table}
        WHERE ${column} IS NOT NULL AND (${names}) > (${places}) ORDER BY ${names} LIMIT ${PAGE_ROWS}`,
      after,
    );
    const rows = rowsIn<SealedRow>(answer);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = ids.map((id) => last[id]);
  }
}

/** TypeORM answers rows, the driver a result that has them. */
function rowsIn<Row>(answer: unknown): Row[] {
  return Array.isArray(answer) ? (answer as Row[]) : (answer as { rows: Row[] }).rows;
}
