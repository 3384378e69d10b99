import type { EntityManager } from 'typeorm';
import { binOf, summed, SUMS } from '../call-as-usage.js';
import { DIMENSION_NUMBERS, NOTHING_ID } from '../usage-dimensions.js';
import { grainNumber, type Grain, type SealedTo } from '../usage-grains.js';
import { packOf } from './pack-format.js';
import { cutsPackedBy, packableTo, PACKED_GRAINS, SIX_HOURS_PACKED } from './packed-sums.js';

/** Projects with fewer users read their sums as fast. */
const FROM_USERS = 4_000;
/** A pack is made in memory, and a report has those of its whole period there. What is more is read as sums. */
const MOST_ROWS = 500_000;
const FORGOTTEN_A_STEP = 50;

const lengthOf = ({ ms }: Grain): string => `interval '${ms / 1_000} seconds'`;
const cutNumbers = (grain: Grain): string =>
  `'{${cutsPackedBy(grain)
    .map(({ number }) => number)
    .join(',')}}'::smallint[]`;

/** SQL: the packed grains with their lengths and cuts. */
const GRAINS = `(VALUES ${PACKED_GRAINS.map((grain) => `(${grain.number}::smallint, ${lengthOf(grain)}, ${cutNumbers(grain)})`).join(', ')}) AS grain (number, length, cuts)`;

/** `$1`: until when each grain may be packed. Packs of spans that get calls of `usage_fresh` are to be made again. */
const LOOSEN = `
UPDATE usage_packs AS pack SET rows = NULL, content = NULL
  FROM (SELECT DISTINCT p.id AS project, f.starts_at FROM usage_fresh AS f JOIN usage_projects AS p USING (project_id)) AS fresh
  JOIN ${GRAINS} ON fresh.starts_at < ($1::timestamptz[])[grain.number + 1]
 CROSS JOIN unnest(grain.cuts) AS packed (cut)
 WHERE pack.project = fresh.project AND pack.cut = packed.cut AND pack.grain = grain.number
   AND pack.starts_at = ${binOf('grain.length', 'fresh.starts_at')} AND pack.content IS NOT NULL`;

/** Where calls are added to facts and sums, those in `usage_fresh`. */
export async function loosenPacks(manager: EntityManager, sealedTo: SealedTo): Promise<void> {
  await manager.query(LOOSEN, [packableTo(sealedTo).map((time) => new Date(time))]);
}

const FORGET = `
DELETE FROM usage_packs WHERE ctid = ANY(ARRAY(SELECT ctid FROM usage_packs LIMIT ${FORGOTTEN_A_STEP})) RETURNING 1`;

/** @returns whether there were any */
export async function forgetSomePacks(manager: EntityManager): Promise<boolean> {
  const [forgotten] = await manager.query<[unknown[], number]>(FORGET);
  return forgotten.length > 0;
}

/** `$1` and `$2`: from when until when. The spans of a grain in which there was anything, of every project with many users. */
const listOf = (grain: Grain): string => `
INSERT INTO usage_packs (project, cut, grain, starts_at)
SELECT many.project, packed.cut, ${grain.number}, used.starts_at
  FROM usage_counts AS many CROSS JOIN unnest(${cutNumbers(grain)}) AS packed (cut)
 CROSS JOIN LATERAL (SELECT DISTINCT starts_at FROM usage_sums
                      WHERE project = many.project AND cut = ${DIMENSION_NUMBERS.surface} AND grain = ${grain === SIX_HOURS_PACKED ? grainNumber('six-hours') : grain.number}
                        AND starts_at >= $1 AND starts_at < $2) AS used
 WHERE many.dimension = ${DIMENSION_NUMBERS.user} AND many.highest >= ${FROM_USERS}
ON CONFLICT DO NOTHING`;

/**
 * Lists what may be packed and was not listed yet.
 * @returns until when packs of each grain are listed now; undefined where there was nothing to look for
 */
export async function listPacks(
  manager: EntityManager,
  listedTo: SealedTo,
  sealedTo: SealedTo,
): Promise<SealedTo | undefined> {
  const until = packableTo(sealedTo);
  const behind = PACKED_GRAINS.filter(({ number }) => (listedTo[number] ?? 0) < (until[number] ?? 0));
  for (const grain of behind)
    await manager.query(listOf(grain), [
      new Date(listedTo[grain.number] ?? 0),
      new Date(until[grain.number] ?? 0),
    ]);
  return behind.length > 0 ? until : undefined;
}

/** The longest spans and the newest first: these save the most, and are asked for the most. */
const NEXT = `
SELECT next.* FROM unnest($1::smallint[]) WITH ORDINALITY AS longest (grain, place)
 CROSS JOIN LATERAL (SELECT project, cut, grain, starts_at FROM usage_packs
                      WHERE grain = longest.grain AND content IS NULL ORDER BY starts_at DESC LIMIT 1) AS next
 ORDER BY place LIMIT 1`;

const LONGEST_FIRST = PACKED_GRAINS.toSorted((one, other) => other.ms - one.ms).map(({ number }) => number);

const FROM_SUMS = `
SELECT first, second, ${SUMS.join(', ')} FROM usage_sums WHERE project = $1 AND cut = $2 AND grain = $3 AND starts_at = $4 LIMIT ${MOST_ROWS + 1}`;
/** Of users and tags. */
const FROM_FACTS = `
SELECT end_user AS first, tag AS second, ${summed('fact')}
  FROM (SELECT end_user, unnest(coalesce(tags, '{${NOTHING_ID}}')) AS tag, ${SUMS.join(', ')} FROM usage_facts
         WHERE project = $1 AND starts_at >= $4 AND starts_at < $4::timestamptz + ${lengthOf(SIX_HOURS_PACKED)}) AS fact
 GROUP BY 1, 2 LIMIT ${MOST_ROWS + 1}`;

/** What does not fit, or is too much, has no rows to be read and nothing that is still to be made. */
const makeFrom = (rows: string): string => `
UPDATE usage_packs AS pack
   SET rows = CASE WHEN made.rows <= ${MOST_ROWS} THEN made.rows END,
       content = CASE WHEN made.rows <= ${MOST_ROWS} THEN made.content ELSE '' END
  FROM (${packOf(rows)}) AS made
 WHERE project = $1 AND cut = $2 AND grain = $3 AND starts_at = $4`;
const MAKE_FROM_SUMS = makeFrom(FROM_SUMS);
const MAKE_FROM_FACTS = makeFrom(FROM_FACTS);

interface ListedPack {
  readonly project: number;
  readonly cut: number;
  readonly grain: number;
  readonly starts_at: Date;
}

/** Makes a pack that is listed. @returns whether there was one */
export async function makeNextPack(manager: EntityManager): Promise<boolean> {
  const [next] = await manager.query<ListedPack[]>(NEXT, [LONGEST_FIRST]);
  if (next === undefined) return false;
  const { project, cut, grain, starts_at: startsAt } = next;
  await manager.query(grain === SIX_HOURS_PACKED.number ? MAKE_FROM_FACTS : MAKE_FROM_SUMS, [
    project,
    cut,
    grain,
    startsAt,
  ]);
  return true;
}
