import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';
import { inPieces, type Steps } from '../../../lib/steps.js';
import { summed, SUMS } from '../call-as-usage.js';
import { addUpPacks, type Pack } from '../packs/add-up-packs.js';
import { copyBytes } from '../packs/copy-packs.js';
import { packOf, ROW_BYTES } from '../packs/pack-format.js';
import { DIMENSION_NUMBERS, NONE, NOTHING_ID, OTHER, type NumberedDimension } from '../usage-dimensions.js';
import { planPacks, type PackedPlan } from './plan-packs.js';
import { dearestUsers, tellPairs, type FreshPair, type KnownKeys, type ToldPairs } from './tell-pairs.js';
import { freshOf, pairsOf, type SqlContext } from './usage-sql.js';
import { MOST_NAMES } from './usage-statement.js';

/** Without what binds values: each question here has its own. */
export type PackedContext = Omit<SqlContext, 'bind'>;

/**
 * A report of one project's users and something else over a period without days and hours, from packs.
 * @returns undefined where it is to be read from sums
 */
export async function packedReport(
  manager: EntityManager,
  context: PackedContext,
  mostRows: number,
): Promise<ToldPairs | undefined> {
  const planned = await planPacks(manager, context);
  if (planned === undefined) return undefined;
  // First what may send all of it to the sums.
  const fresh = await readFresh(manager, context);
  if (fresh.length > MOST_FRESH) return undefined;
  const others = await packOthers(manager, context, planned);
  if (others === undefined) return undefined;
  const pairs = await inPieces(addUpPacks([others, ...(await readPacks(manager, context, planned))]));
  const [user, other] = context.plan.cut?.dimensions ?? [];
  const keysOf = (
    dimension: NumberedDimension = 'user',
    numbers: ReadonlySet<number>,
    said: readonly string[],
  ): Promise<KnownKeys> => readKeys(manager, { project: planned.project, dimension, numbers, said });
  const dearest = await inPieces(dearestUsers(pairs, MOST_NAMES));
  if (dearest.size > MOST_NAMED) return undefined;
  const users = await keysOf(
    user,
    dearest,
    fresh.map(({ first }) => first),
  );
  const seconds = await keysOf(
    other,
    await inPieces(valuesOf(pairs.seconds)),
    fresh.map(({ second }) => second),
  );
  const isUserFirst = isInOrder(context);
  const most = { users: MOST_NAMES, rows: mostRows };
  return inPieces(tellPairs({ pairs, fresh, users, others: seconds, isUserFirst, most }));
}

/** Whether the question has the dimensions as their cut has them. */
const isInOrder = ({ plan }: PackedContext): boolean => plan.cut?.dimensions[0] === plan.dimensions[0];

/** SQL of the two dimensions of the cut, of rows that have those of the question. */
const inOrder = (context: PackedContext): string =>
  isInOrder(context) ? 'one AS first, two AS second' : 'two AS first, one AS second';

async function ask<Row>(
  manager: EntityManager,
  context: PackedContext,
  toSql: (context: SqlContext) => string,
): Promise<Row[]> {
  const values: unknown[] = [];
  const sql = toSql({ ...context, bind: (value) => `$${values.push(value)}` });
  return manager.query<Row[]>(sql, values);
}

/** As a text of digits, which the driver makes of bytes, some 15 MB. */
const MOST_OTHERS = 250_000;

/** What is in no pack, as one. Undefined where it does not fit, or is too much. */
async function packOthers(
  manager: EntityManager,
  context: PackedContext,
  { others }: PackedPlan,
): Promise<Pack | undefined> {
  if (others.length === 0) return { bytes: Buffer.alloc(0), isTakenAway: false };
  const [packed] = await ask<{ rows: number | null; content: Buffer }>(manager, context, (bound) =>
    packOf(
      `SELECT ${inOrder(context)}, ${SUMS.join(', ')} FROM (${pairsOf(bound, others)}) AS other LIMIT ${MOST_OTHERS + 1}`,
    ),
  );
  if (packed === undefined || packed.rows === null || packed.rows > MOST_OTHERS) return undefined;
  return { bytes: packed.content, isTakenAway: false };
}

async function readPacks(
  manager: EntityManager,
  { plan }: PackedContext,
  { project, packs }: PackedPlan,
): Promise<Pack[]> {
  const spans = packs.map(({ grain, starts_at: at }) => `(${grain}, '${at.toISOString()}'::timestamptz)`);
  const contents = await copyBytes(
    (await manager.queryRunner?.connect()) as ClientBase,
    `SELECT content FROM usage_packs WHERE project = ${project} AND cut = ${plan.cut?.number}
        AND (grain, starts_at) IN (${spans.join(', ')}) ORDER BY grain, starts_at`,
    packs.map(({ rows }) => rows * ROW_BYTES),
  );
  return contents.map((bytes, index) => ({ bytes, isTakenAway: packs[index]?.isTakenAway === true }));
}

/** Ten seconds of calls. More are no facts yet where something holds up what is done behind the calls. */
const MOST_FRESH = 1_000;
/** Where more spent the same, as where nobody pays, the statement finds out who is told apart. */
const MOST_NAMED = 2 * MOST_NAMES;

/** What is no fact yet, or more of it than may be. */
async function readFresh(manager: EntityManager, context: PackedContext): Promise<FreshPair[]> {
  return ask<FreshPair>(manager, context, (bound) => {
    const calls = freshOf(bound);
    return `SELECT ${inOrder(context)}, ${summed('made')} FROM (${calls}) AS made GROUP BY one, two LIMIT ${MOST_FRESH + 1}`;
  });
}

function* valuesOf(numbers: Int32Array): Steps<Set<number>> {
  const values = new Set<number>();
  for (const [at, number] of numbers.entries()) {
    values.add(number);
    if (at % NUMBERS_A_STEP === 0) yield;
  }
  return values;
}

const NUMBERS_A_STEP = 1_000;

interface WantedKeys {
  readonly project: number;
  readonly dimension: NumberedDimension;
  /** Of values that are known. */
  readonly numbers: ReadonlySet<number>;
  /** Of calls that are no facts yet. */
  readonly said: readonly string[];
}

/** Keys in the order of the database, as JSON; those without a number have 0, which no value has. */
const KEYS = `
SELECT json_agg(key ORDER BY key, number)::text AS keys, string_agg(number::text, ',' ORDER BY key, number) AS numbers
  FROM (SELECT coalesce(nullif(value, ''), '${NONE}') AS key, id AS number FROM usage_values
         WHERE project = $1 AND dimension = $2 AND id = ANY($3::integer[])
         UNION
        SELECT value, id FROM usage_values WHERE project = $1 AND dimension = $2 AND value = ANY($4::text[])
         UNION
        SELECT said, 0 FROM unnest($4::text[]) AS said) AS known`;

async function readKeys(
  manager: EntityManager,
  { project, dimension, numbers, said }: WantedKeys,
): Promise<KnownKeys> {
  const named = [NONE, OTHER, ...said.map((key) => (key === '' ? NONE : key))];
  const [found] = await manager.query<{ keys: string; numbers: string }[]>(KEYS, [
    project,
    DIMENSION_NUMBERS[dimension],
    `{${[...numbers].join(',')}}`,
    named,
  ]);
  if (found === undefined) throw new Error('an aggregate without a row');
  return inPieces(knownKeys(JSON.parse(found.keys) as string[], found.numbers.split(',')));
}

function* knownKeys(inOrder: readonly string[], numbers: readonly string[]): Steps<KnownKeys> {
  const keys: string[] = [];
  const places = new Map<number, number>();
  for (const [at, key] of inOrder.entries()) {
    if (key !== keys.at(-1)) keys.push(key);
    places.set(Number(numbers[at]), keys.length - 1);
    if (at % NUMBERS_A_STEP === 0) yield;
  }
  places.delete(NOTHING_ID);
  return { keys, places };
}
