import { ID_ALPHABET, idFloor, idTime, type IdPrefix } from '../../lib/ids.js';

/** A table that is cut by a column of ids, which tell the time. */
export interface AgedTable {
  readonly table: string;
  readonly column: string;
  readonly prefix: IdPrefix;
}

/** What is cut off by time; the first has no beginning and the last no end. */
export interface Partition {
  readonly name: string;
  readonly from: number | undefined;
  /** Exclusive. */
  readonly to: number | undefined;
}

/** An index or key of a table that is in one piece. */
export interface TableIndex {
  readonly name: string;
  /** Statement that makes it. */
  readonly definition: string;
  /** Definition of the constraint that it serves. */
  readonly constraint: string | null;
}

/** What there is of a table in one piece besides its columns. */
export interface FoundTable {
  readonly indexes: readonly TableIndex[];
  /** Statements that let others use it as they may now. */
  readonly grants: readonly string[];
}

const firstOf = ({ table }: AgedTable): string => `${table}_first`;
const lastOf = ({ table }: AgedTable): string => `${table}_last`;
/** The table that becomes the first or last partition when a text has run to its end. */
export const nextOf = ({ table }: AgedTable): string => `${table}_next`;
export const checkOf = ({ table }: AgedTable): string => `${table}_bound`;
const boundOf = ({ prefix }: AgedTable, ms: number): string => `'${idFloor(prefix, ms)}'`;

/** Statements that are one transaction. */
export type Statements = readonly string[];

/** From now on the table takes nothing from the bound on; what is there is not looked at. */
export const addCheck = (of: AgedTable, name: string, bound: number): string =>
  `ALTER TABLE "${name}" ADD CONSTRAINT "${checkOf(of)}" CHECK ("${of.column}" < ${boundOf(of, bound)}) NOT VALID`;

/** Reads the whole table beside those that write to it. */
export const validateCheck = (of: AgedTable, name: string): string =>
  `ALTER TABLE "${name}" VALIDATE CONSTRAINT "${checkOf(of)}"`;

export const dropCheck = (of: AgedTable, name: string): string =>
  `ALTER TABLE "${name}" DROP CONSTRAINT IF EXISTS "${checkOf(of)}"`;

const makeNext = (of: AgedTable): string => `CREATE TABLE "${nextOf(of)}" (LIKE "${of.table}" INCLUDING ALL)`;

const attach = (of: AgedTable, name: string, from: number | undefined, to: number | undefined): string =>
  `ALTER TABLE "${of.table}" ATTACH PARTITION "${name}" FOR VALUES FROM (${from === undefined ? 'MINVALUE' : boundOf(of, from)}) TO (${to === undefined ? 'MAXVALUE' : boundOf(of, to)})`;

/** The table becomes the first partition of a new one of its name, under its own indexes: nothing is copied, and nothing read. */
export function partitionTable(of: AgedTable, bound: number, found: FoundTable): Statements {
  const { table, column } = of;
  const first = firstOf(of);
  return [
    `LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`,
    `ALTER TABLE "${table}" RENAME TO "${first}"`,
    ...found.indexes.map(({ name }) => `ALTER INDEX "${name}" RENAME TO "${name}_first"`),
    `CREATE TABLE "${table}" (LIKE "${first}" INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY RANGE ("${column}")`,
    ...makeIndexes(table, found.indexes),
    ...found.grants,
    attach(of, first, undefined, bound),
    dropCheck(of, first),
    `CREATE TABLE "${lastOf(of)}" (LIKE "${table}" INCLUDING ALL)`,
    attach(of, lastOf(of), bound, undefined),
  ];
}

/** All rows in one piece again. */
export function wholeTable({ table }: AgedTable, { indexes, grants }: FoundTable): Statements {
  return [
    `CREATE TABLE "${table}_whole" (LIKE "${table}" INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)`,
    `INSERT INTO "${table}_whole" SELECT * FROM "${table}"`,
    `DROP TABLE "${table}"`,
    `ALTER TABLE "${table}_whole" RENAME TO "${table}"`,
    ...makeIndexes(table, indexes),
    ...grants,
  ];
}

function makeIndexes(table: string, indexes: readonly TableIndex[]): Statements {
  return indexes.map(({ name, definition, constraint }) =>
    constraint === null
      ? definition.replace(' ON ONLY ', ' ON ')
      : `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${constraint}`,
  );
}

/** The last partition gets an end, and a new one begins there. */
export function cutLast(of: AgedTable, { from = 0 }: Partition, bound: number): Statements {
  const [last, closed] = [lastOf(of), `${of.table}_${dateName(from)}`];
  return [
    makeNext(of),
    `ALTER TABLE "${of.table}" DETACH PARTITION "${last}"`,
    `ALTER TABLE "${last}" RENAME TO "${closed}"`,
    attach(of, closed, from, bound),
    dropCheck(of, closed),
    `ALTER TABLE "${nextOf(of)}" RENAME TO "${last}"`,
    attach(of, last, bound, undefined),
  ];
}

/**
 * Partitions go whole, from the first on; an empty first one takes what may still come of their time.
 * @param before SQL that runs when nobody else uses the table any more: what must hold of what goes, and what is kept of it
 */
export function dropFirst(
  of: AgedTable,
  gone: readonly Partition[],
  { bound, before }: { readonly bound: number; readonly before: readonly string[] },
): Statements {
  return [
    makeNext(of),
    `LOCK TABLE "${of.table}" IN ACCESS EXCLUSIVE MODE`,
    ...before,
    ...gone.map(({ name }) => `DROP TABLE "${name}"`),
    `ALTER TABLE "${nextOf(of)}" RENAME TO "${firstOf(of)}"`,
    attach(of, firstOf(of), undefined, bound),
  ];
}

const dateName = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

const DIGITS = `unnest(string_to_array('${ID_ALPHABET}', NULL))`;
/** Some languages have letters of two characters, and sort them behind others: there ids do not sort by their time. */
export const READ_ORDER = `
SELECT array_agg(pair ORDER BY pair) = array_agg(pair ORDER BY pair COLLATE "C") AS "isByTime"
  FROM (SELECT one || two AS pair FROM ${DIGITS} AS one CROSS JOIN ${DIGITS} AS two) AS pairs`;

export const READ_PARTITIONS = `
SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
  FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1)`;

/** @param bounds as PostgreSQL prints them */
export function readPartition({
  name,
  bounds,
}: {
  readonly name: string;
  readonly bounds: string;
}): Partition {
  const [from, to] = /^FOR VALUES FROM \((.*)\) TO \((.*)\)$/.exec(bounds)?.slice(1) ?? [];
  return { name, from: idTime(from?.replaceAll("'", '') ?? ''), to: idTime(to?.replaceAll("'", '') ?? '') };
}

export const READ_INDEXES = `
SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition, pg_get_constraintdef(k.oid) AS "constraint"
  FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
  LEFT JOIN pg_constraint AS k ON k.conindid = c.oid AND k.conrelid = i.indrelid
 WHERE i.indrelid = to_regclass($1) ORDER BY c.relname`;

export const READ_GRANTS = `
SELECT format('GRANT %s ON %I TO %s', a.privilege_type, $1::text,
              CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END) AS statement
  FROM pg_class AS c CROSS JOIN LATERAL aclexplode(c.relacl) AS a
 WHERE c.oid = to_regclass($1) AND a.grantee <> c.relowner`;

export const READ_CHECK = `
SELECT pg_get_constraintdef(oid) AS definition, convalidated AS validated FROM pg_constraint
 WHERE conrelid = to_regclass($1) AND conname = $2`;
